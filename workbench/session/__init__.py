"""What the design screen knows, free of Textual: playback, settings, status."""
