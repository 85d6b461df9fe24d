"""Arranging and playing playlists: packs, campaigns and endless play.

A *playlist* is an ordered list of levels: a pack (a file that refers to level files), a campaign,
or an endless sequence of generated levels. The pack screen arranges levels along a difficulty
curve. A *run* is one pass by a player through a campaign or an endless sequence, whose progress is
saved after every win.
"""
