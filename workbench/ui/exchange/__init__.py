"""Levels in and out: where they are saved, what is copied, exported and pasted."""
