"""The numbers that stand for tiles and pieces in compiled code, and their glyphs."""

from __future__ import annotations

from engine.tiles.board import Glyphs
from engine.values.grid import DIRECTIONS

LETTERS = ("R", "U", "L", "D")
"""Moves, by direction."""

FLOOR, WALL, MUD, HEDGEHOG, ANTEATER = range(5)
"""Tiles; an anteater looking in direction d is ANTEATER + d."""

LOOKS = ">^<v"
"""Glyphs of anteaters, and keys of gates, by direction."""
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
"""Tiles that can be taken away: what they are called, and what stays in their place."""

NO_PIECE = 0
COLOURS = 8
STONE, CAR, BARREL = 9, 10, 11
"""Pieces; fruit of colours A to H are 1 to 8."""

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
"""Pieces that come in colours: what they are, and the colour."""

PUBLISHED_DEPTH = 30
"""Moves after which the article's solver gives a level up (STATED), unless a budget says other."""

MECHANICS = {
    "gate_held": "A gate keeps a piece from going on, or an anteater from its fruit.",
    "gate_passed": "A piece goes through a gate.",
    "fruit_dragged": "An anteater drags a fruit.",
    "mud_crossed": "A blocker slides over mud or onto it.",
    "mud_threatened": "Some tilt on the way would take a fruit through mud.",
    "hedgehog_threatened": "Some tilt on the way would take a fruit to a hedgehog.",
    "blocker_leaned_on": "A fruit that slides is stopped by a blocker.",
    "fruit_leaned_on": "A fruit that slides is stopped by one of another colour.",
    "pairs_at_once": "Two pairs or more leave in one move.",
}
"""What can happen in a tilt beside sliding, by the names of the facts."""
