"""What the design screen knows, free of Textual: modes, playback, settings, status."""
