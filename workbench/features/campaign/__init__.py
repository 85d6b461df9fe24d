"""Campaigns and infinite play, as the app and plain mode have them in common."""
