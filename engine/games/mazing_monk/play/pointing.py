"""Play by pointing at the unfolded cube: a click walks, a drag along a line turns it.

A drag to the right on the left, top or right face turns that row; a drag upwards on the back, top,
front or bottom face turns that column.
"""

from __future__ import annotations

from engine.game.placing import Fault
from engine.game.position import Position
from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.cube import ENTRANCE, EXIT, LINES, SIDE, TURNS, place_of
from engine.games.mazing_monk.cube.net import CELL_AT, PLACES, TITLES, Place
from engine.games.mazing_monk.cube.words import walk_word
from engine.games.mazing_monk.play.playing import cells_of, is_open, missing_karma, monk_at, reached

_TOP_ROW, _TOP_COL = PLACES[ENTRANCE]


def turn_along(begin: Place, end: Place) -> int | None:
    """The turn that a drag between two places of the net means; None if it means none."""
    (row, col), (end_row, end_col) = begin, end
    if row == end_row and end_col > col and 0 <= row - _TOP_ROW < SIDE:
        return row - _TOP_ROW
    if col == end_col and end_row < row and 0 <= col - _TOP_COL < SIDE:
        return SIDE + col - _TOP_COL
    return None


def dragged(position: Position, begin: Place, end: Place) -> str | None:
    """The move that a drag, or a click, makes; None if it makes none."""
    if position.status != "playing":
        return None
    if begin == end:
        cell = CELL_AT.get(begin)
        return walk_word(cell) if cell is not None and cell in reached(position) else None
    turn = turn_along(begin, end)
    if turn is None or LINES[turn] >> monk_at(position) & 1:
        return None
    return TURNS[turn]


def contents(position: Position, place: Place) -> str:
    """What is on a place of the net, and whether the monk can walk there."""
    cell = CELL_AT.get(place)
    if cell is None:
        return "outside the cube"
    face, x, y = place_of(cell)
    what = codes.TITLES[cells_of(position)[cell]]
    if cell == EXIT:
        what += ", the open exit" if is_open(position) else ", the closed exit"
    if cell in reached(position):
        what += ", within reach"
    return f"{what}; {TITLES[face]} face, column {x}, row {y}"


def faults(position: Position) -> tuple[Fault, ...]:
    """What keeps the monk from leaving: karma that is missing, and an exit out of reach."""
    if position.status == "won":
        return ()
    cells = cells_of(position)
    found = []
    missing = missing_karma(position)
    if missing > 0:
        karma = [cell for cell in range(len(cells)) if cells[cell] == codes.KARMA_GLYPH]
        places = tuple(PLACES[cell] for cell in karma)
        found.append(Fault(places, f"{missing} more karma to collect, {len(karma)} on the cube"))
    if monk_at(position) != EXIT and EXIT not in reached(position):
        found.append(Fault((PLACES[EXIT],), "no path leads to the exit"))
    return tuple(found)
