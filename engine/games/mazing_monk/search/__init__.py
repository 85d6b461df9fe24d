"""Searches by turns, proofs, pattern databases, and the strategies of the solver."""
