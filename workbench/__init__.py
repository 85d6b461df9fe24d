"""The terminal app and the command line: it knows screens and no rules."""
