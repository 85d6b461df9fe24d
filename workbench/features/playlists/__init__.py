"""Packs, campaigns and infinite play: levels in an order, put in order and played."""
