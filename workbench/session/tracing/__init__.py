"""The trace in a session: rows, searches in it, breakpoints."""
