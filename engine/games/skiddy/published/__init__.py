"""What is published on Skiddy: the analyser of its article, experiments."""
