"""Levels in an order to be played in: packs, lists of seeds, and runs through them.

A pack names its levels by their files, or holds them itself, each with the digest of its board. The
digest is what a level is known by: a file that was renamed is found again by it, one that was
changed is reported, and what a player has done is kept under it, wherever in a pack the level
stands.

A list of seeds holds seeds only; its levels are made when they are played. Runs through it are a
campaign of rising difficulty, or infinite play; a game adds its own formulas, see
:class:`engine.game.game.Campaign`.
"""
