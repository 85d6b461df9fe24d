"""Traces of the search strategies, as rows made from what a search left behind."""
