"""Ice Path, with its steps counted by a kernel."""
