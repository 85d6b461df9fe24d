"""Packs: levels in an order to be played in, chosen from many, and the files they are kept in.

A pack names its levels by their files, or holds them itself, each with the digest of its board. The
digest is what a level is known by: a file that was renamed is found again by it, one that was
changed is reported, and what a player has done is kept under it, wherever in a pack the level
stands.
"""
