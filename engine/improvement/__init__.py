"""Levels changed for an aim: what single changes do, searches, and made again from records."""
