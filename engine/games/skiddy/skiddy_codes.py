"""The codes that compiled code uses for tiles and pieces, and their glyphs."""

from __future__ import annotations

from engine.tiles.board import Glyphs
from engine.values.grid import DIRECTIONS
from engine.values.moves import list_directions

MOVES = list_directions("URDL")
"""The moves, in the order in which they are tried; the numbers of opposite moves differ by two."""
LETTERS = MOVES.words
"""The letter of each move, indexed by the move's number."""
MOVE_DIRECTIONS = tuple(DIRECTIONS.index(move.title) for move in MOVES)
"""The direction of each move, indexed by the move's number."""
WIN_KINDS = ("max_combo", "no_combo")
"""The kinds of win, in the order of their outcome numbers, which are consecutive."""

FLOOR, BLOCK, PIT, RED_GOAL, BLUE_GOAL = range(5)
GOALS = "RB"
SOLID = "#RB"
"""The glyphs of tiles that cannot hold a piece."""
TILES = Glyphs(
    codes={".": FLOOR, "#": BLOCK, "o": PIT, "R": RED_GOAL, "B": BLUE_GOAL},
    names={".": "floor", "#": "block", "o": "pit", "R": "goal-red", "B": "goal-blue"},
    titles={".": "floor", "#": "block", "o": "pit", "R": "red goal", "B": "blue goal"},
    expected="expected # block, . floor, o pit, R red goal or B blue goal",
)

FEATURES = {"o": ("pit", ".")}
"""A mapping from the glyph of each removable tile to its name and the glyph that replaces it."""

NO_PIECE, RED, BLUE, CRATE, ICE = range(5)
SKIDDIES = "rb"
PIECES = Glyphs(
    codes={".": NO_PIECE, "r": RED, "b": BLUE, "c": CRATE, "i": ICE},
    names={"r": "skiddy-red", "b": "skiddy-blue", "c": "crate", "i": "ice"},
    titles={"r": "red Skiddy", "b": "blue Skiddy", "c": "crate", "i": "ice cube"},
    expected="expected r red Skiddy, b blue Skiddy, c crate, i ice cube or . none",
)
MOVABLE = {"c": "crate", "i": "ice"}
"""A mapping from the glyph of each removable piece to its name."""
GOAL_OF = {"r": "R", "b": "B"}
COLOURED = {glyph: ("skiddy", glyph) for glyph in SKIDDIES} | {
    goal: ("goal", glyph) for glyph, goal in GOAL_OF.items()
}
"""A mapping from the glyph of each coloured piece or tile to its kind and colour. The glyph of a
Skiddy represents its colour."""
COLOUR_TITLES = {"r": "red", "b": "blue"}

LEAST_SIDE = 3
USUAL_ROWS, USUAL_COLS = (4, 7), (5, 8)
"""The minimum and maximum number of rows, and the same for columns, in the published levels."""

MECHANICS = {
    "crate_pushed": "A Skiddy pushes a crate.",
    "crate_on_pit": "A crate is pushed onto a pit.",
    "crate_leaned_on": "A Skiddy that slides is stopped by a crate that does not give way.",
    "ice_slid": "An ice cube slides.",
    "ice_in_pit": "An ice cube slides into a pit.",
    "ice_leaned_on": "A Skiddy that slides is stopped by an ice cube.",
    "skiddy_in_pit": "A Skiddy slides into a pit and is held there for the move.",
    "combo": "Two Skiddies or more of one colour leave in one move.",
    "carried_out": "A Skiddy leaves because one that it touches does.",
    "goals_all_used": "Every goal lets a Skiddy out, in one move or another.",
}
"""The mechanics other than plain sliding. Each key is the name of a fact, and its value describes
the mechanic. The last mechanic is a property of a whole solution, and the others are properties of
single moves."""
