"""Packs: their levels with the curve, put in order, exchanged, and played from start to end."""
