"""The gallery: many levels like one on a wall, to keep a few of."""
