"""The solver's trace in a session: rows, queries, searches, and breakpoints."""
