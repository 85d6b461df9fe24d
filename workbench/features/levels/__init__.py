"""The level browser, and the screen for recovering unsaved work."""
