"""Suggestions: variations on the current level, shown next to the board."""
