"""Traces of the search strategies; their rows are created on request from a search's arrays."""
