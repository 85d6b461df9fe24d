"""Levels of any game from seeds: generated, in bulk, constrained, varied."""
