"""Solving, generating and rebuilding levels of any game, behind :mod:`engine.workshop`."""
