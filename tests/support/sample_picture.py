"""One picture with everything that Fruit Dating can show, written as its level files are."""

from __future__ import annotations

from engine.values.grid import DOWN, LEFT, RIGHT, UP, iterate_cells
from engine.values.picture import DrawnPiece, Picture

TILES = {
    "#": "wall",
    ".": "floor",
    "~": "mud",
    ">": "anteater-right",
    "^": "anteater-up",
    "<": "anteater-left",
    "v": "anteater-down",
    "h": "hedgehog",
}
PIECES = {
    **{letter: f"fruit-{letter.lower()}" for letter in "ABCDEFGH"},
    "o": "stone",
    "c": "car",
    "b": "barrel",
}
_TILES = (
    "########",
    "#..~~..#",
    "#>..#..#",
    "#..h.#.#",
    "#.v...<#",
    "#..~~..#",
    "#.^....#",
    "########",
)
_PIECES = (
    "........",
    ".A.oc.B.",
    "..C.....",
    "....D.E.",
    "...F....",
    ".Go.b...",
    ".H..A.B.",
    "........",
)

FULL = Picture(
    tuple(tuple(TILES[glyph] for glyph in line) for line in _TILES),
    {
        (row, col): DrawnPiece(PIECES[glyph], place)
        for place, (row, col, glyph) in enumerate(iterate_cells(_PIECES))
        if glyph != "."
    },
    frozenset({(1, 1, RIGHT), (2, 2, DOWN), (3, 1, UP), (4, 3, LEFT), (4, 3, UP), (6, 5, RIGHT)}),
    frozenset({(6, 6)}),
)
"""Gates in all directions, two of them from one tile; a locked cell; pieces on mud."""
