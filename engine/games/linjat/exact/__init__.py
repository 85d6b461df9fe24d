"""Exact counting of the solutions to Linjat boards."""
