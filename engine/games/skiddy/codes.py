"""The numbers that stand for tiles and pieces in compiled code, and their glyphs."""

from __future__ import annotations

FLOOR, BLOCK, PIT, RED_GOAL, BLUE_GOAL = range(5)
TILE_GLYPHS = ".#oRB"
TILES = {glyph: code for code, glyph in enumerate(TILE_GLYPHS)}
TILE_OF_CODE = dict(enumerate(TILE_GLYPHS))
TILE_NAMES = {".": "floor", "#": "block", "o": "pit", "R": "goal-red", "B": "goal-blue"}
TILE_TITLES = {".": "floor", "#": "block", "o": "pit", "R": "red goal", "B": "blue goal"}
GOALS = "RB"
SOLID = "#RB"
"""Glyphs of tiles that hold no piece."""

NO_PIECE, RED, BLUE, CRATE, ICE = range(5)
PIECE_GLYPHS = ".rbci"
PIECES = {glyph: code for code, glyph in enumerate(PIECE_GLYPHS)}
PIECE_OF_CODE = dict(enumerate(PIECE_GLYPHS))
PIECE_NAMES = {"r": "skiddy-red", "b": "skiddy-blue", "c": "crate", "i": "ice"}
PIECE_TITLES = {"r": "red Skiddy", "b": "blue Skiddy", "c": "crate", "i": "ice cube"}
SKIDDIES = "rb"
GOAL_OF = {"r": "R", "b": "B"}
COLOUR_TITLES = {"r": "red", "b": "blue"}

LEAST_SIDE, MAX_SIDE = 3, 16
MAX_CELLS = MAX_SIDE * MAX_SIDE
USUAL_ROWS, USUAL_COLS = (4, 7), (5, 8)
"""The least and the greatest numbers of rows and columns of Skiddy's own boards."""
