"""Experiments on a screen of their own: what the games' sources measured, measured again."""
