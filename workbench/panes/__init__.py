"""The parts of screens, each drawing itself line by line."""
