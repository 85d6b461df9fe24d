"""Published work on Skiddy: the analyser that an article describes, and experiments."""
