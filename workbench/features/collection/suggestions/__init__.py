"""Variations of the level in hand, suggested beside the board while it is designed."""
