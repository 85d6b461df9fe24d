"""The codes that compiled code uses for tiles and pieces, and their glyphs."""

from __future__ import annotations

from engine.tiles.board import Glyphs
from engine.values.grid import DIRECTIONS
from engine.values.moves import list_directions

MOVES = list_directions("RULD")
"""The moves, indexed by direction."""
LETTERS = MOVES.words
"""The letter of each move."""

FLOOR, WALL, MUD, HEDGEHOG, ANTEATER = range(5)
"""The codes for tiles. An anteater that looks in direction d has the code ANTEATER + d."""

LOOKS = ">^<v"
"""The glyphs of anteaters, which are also the keys of gates, indexed by direction."""
SOLID = "#h" + LOOKS
TILES = Glyphs(
    codes={"#": WALL, ".": FLOOR, "~": MUD, "h": HEDGEHOG}
    | {glyph: ANTEATER + direction for direction, glyph in enumerate(LOOKS)},
    names={".": "floor", "#": "wall", "~": "mud", "h": "hedgehog"}
    | {glyph: f"anteater-{way}" for glyph, way in zip(LOOKS, DIRECTIONS, strict=True)},
    titles={".": "floor", "#": "wall", "~": "mud", "h": "sleeping hedgehog"}
    | {glyph: f"anteater looking {way}" for glyph, way in zip(LOOKS, DIRECTIONS, strict=True)},
    expected="expected # wall, . floor, ~ mud, > ^ < v anteater or h hedgehog",
)

FEATURES = {
    "~": ("mud", "."),
    "h": ("hedgehog", "#"),
    **dict.fromkeys(LOOKS, ("anteater", "#")),
}
"""A mapping from the glyph of each removable tile to its name and the glyph that replaces it."""

NO_PIECE = 0
COLOURS = 8
STONE, CAR, BARREL = 9, 10, 11
"""The codes for blockers. Fruit of colours A to H has the codes 1 to 8."""

FRUIT_GLYPHS = "ABCDEFGH"
BLOCKER_GLYPHS = "ocb"
BLOCKER_NAMES = {"o": "stone", "c": "car", "b": "barrel"}
PIECES = Glyphs(
    codes={glyph: code for code, glyph in enumerate("." + FRUIT_GLYPHS + BLOCKER_GLYPHS)},
    names={glyph: f"fruit-{glyph.lower()}" for glyph in FRUIT_GLYPHS} | BLOCKER_NAMES,
    titles={glyph: f"fruit {glyph}" for glyph in FRUIT_GLYPHS} | BLOCKER_NAMES,
    expected="expected A-H fruit, o stone, c car, b barrel or . none",
)

COLOURED = {glyph: ("fruit", glyph) for glyph in FRUIT_GLYPHS}
"""A mapping from the glyph of each coloured piece to its kind and colour."""

PUBLISHED_DEPTH = 30
"""The depth limit that the article gives for its solver, in moves; a budget can override it."""

MECHANICS = {
    "gate_held": "A gate stops a piece, or keeps an anteater from its fruit.",
    "gate_passed": "A piece goes through a gate.",
    "fruit_dragged": "An anteater drags a fruit.",
    "mud_crossed": "A blocker slides over mud or onto it.",
    "mud_threatened": "A tilt along the way would take a fruit through mud.",
    "hedgehog_threatened": "A tilt along the way would take a fruit to a hedgehog.",
    "blocker_leaned_on": "A fruit that slides is stopped by a blocker.",
    "fruit_leaned_on": "A fruit that slides is stopped by one of another colour.",
    "pairs_at_once": "Two pairs or more leave in one move.",
}
"""The mechanics of a tilt other than plain sliding. Each key is the name of a fact, and its value
describes the mechanic.
"""
