"""The numbers that stand for tiles and pieces in compiled code, and their glyphs."""

from __future__ import annotations

from engine.grid import DIRECTIONS

FLOOR, WALL, MUD, HEDGEHOG, ANTEATER = range(5)
"""Tiles; an anteater looking in direction d is ANTEATER + d."""

TILE_GLYPHS = "#.~h>^<v"
TILES = {".": FLOOR, "#": WALL, "~": MUD, "h": HEDGEHOG} | {
    glyph: ANTEATER + direction for direction, glyph in enumerate(">^<v")
}
TILE_OF_CODE = {code: glyph for glyph, code in TILES.items()}
TILE_NAMES = {".": "floor", "#": "wall", "~": "mud", "h": "hedgehog"} | {
    glyph: f"anteater-{direction}" for glyph, direction in zip(">^<v", DIRECTIONS, strict=True)
}
SOLID = "#h>^<v"

NO_PIECE = 0
COLOURS = 8
STONE, CAR, BARREL = 9, 10, 11
"""Pieces; fruit of colours A to H are 1 to 8."""

FRUIT_GLYPHS = "ABCDEFGH"
BLOCKER_GLYPHS = "ocb"
PIECE_GLYPHS = "." + FRUIT_GLYPHS + BLOCKER_GLYPHS
PIECES = {glyph: code for code, glyph in enumerate(PIECE_GLYPHS)}
PIECE_OF_CODE = dict(enumerate(PIECE_GLYPHS))
PIECE_NAMES = {glyph: f"fruit-{glyph.lower()}" for glyph in FRUIT_GLYPHS} | {
    "o": "stone",
    "c": "car",
    "b": "barrel",
}
PIECE_TITLES = {glyph: f"fruit {glyph}" for glyph in FRUIT_GLYPHS} | {
    "o": "stone",
    "c": "car",
    "b": "barrel",
}
TILE_TITLES = {
    ".": "floor",
    "#": "wall",
    "~": "mud",
    "h": "sleeping hedgehog",
} | {glyph: f"anteater looking {way}" for glyph, way in zip(">^<v", DIRECTIONS, strict=True)}

MAX_SIDE = 16
MAX_CELLS = MAX_SIDE * MAX_SIDE
