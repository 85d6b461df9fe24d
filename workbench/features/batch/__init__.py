"""Batches on a screen of their own: begun, watched, paused, ended, found again."""
