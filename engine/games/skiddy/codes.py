"""The numbers that stand for tiles and pieces in compiled code, and their glyphs."""

from __future__ import annotations

from engine.tiles.board import Glyphs
from engine.values.grid import DIRECTIONS

LETTERS = ("U", "R", "D", "L")
"""Moves, by number."""
MOVE_DIRECTIONS = tuple(map(DIRECTIONS.index, ("up", "right", "down", "left")))
"""The direction of every move by its number; the opposite of a move is two further on."""
KINDS = ("max_combo", "no_combo")
"""The kinds of winning, in the order of their outcomes, which follow each other."""

FLOOR, BLOCK, PIT, RED_GOAL, BLUE_GOAL = range(5)
GOALS = "RB"
SOLID = "#RB"
"""Glyphs of tiles that hold no piece."""
TILES = Glyphs(
    codes={".": FLOOR, "#": BLOCK, "o": PIT, "R": RED_GOAL, "B": BLUE_GOAL},
    names={".": "floor", "#": "block", "o": "pit", "R": "goal-red", "B": "goal-blue"},
    titles={".": "floor", "#": "block", "o": "pit", "R": "red goal", "B": "blue goal"},
    expected="expected # block, . floor, o pit, R red goal or B blue goal",
)

FEATURES = {"o": ("pit", ".")}
"""Tiles that can be taken away: what they are called, and what stays in their place."""

NO_PIECE, RED, BLUE, CRATE, ICE = range(5)
SKIDDIES = "rb"
PIECES = Glyphs(
    codes={".": NO_PIECE, "r": RED, "b": BLUE, "c": CRATE, "i": ICE},
    names={"r": "skiddy-red", "b": "skiddy-blue", "c": "crate", "i": "ice"},
    titles={"r": "red Skiddy", "b": "blue Skiddy", "c": "crate", "i": "ice cube"},
    expected="expected r red Skiddy, b blue Skiddy, c crate, i ice cube or . none",
)
MOVABLE = {"c": "crate", "i": "ice"}
"""Pieces that can be taken away, and what they are called."""
GOAL_OF = {"r": "R", "b": "B"}
COLOURED = {glyph: ("skiddy", glyph) for glyph in SKIDDIES} | {
    goal: ("goal", glyph) for glyph, goal in GOAL_OF.items()
}
"""Pieces and tiles that come in colours: what they are, and the colour."""
COLOUR_TITLES = {"r": "red", "b": "blue"}

LEAST_SIDE = 3
USUAL_ROWS, USUAL_COLS = (4, 7), (5, 8)
"""The least and the greatest numbers of rows and columns of Skiddy's own boards."""

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
"""What can happen in a move beside sliding, by the names of the facts; the last of a whole way."""
