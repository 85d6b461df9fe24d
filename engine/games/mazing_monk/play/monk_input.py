"""Input during play: mouse gestures on the unfolded cube, and keys.

A click makes the monk walk, and a drag along a line turns the line. Dragging to the right on the
left, top or right face turns that row. Dragging upwards on the back, top, front or bottom face
turns that column.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from engine.game.drag_input import DragInput, Fault
from engine.game.play_position import Position
from engine.game.walking_input import StepInput
from engine.games.mazing_monk.cube import cube_codes
from engine.games.mazing_monk.cube.cube import (
    ENTRANCE,
    EXIT,
    FACE,
    SIDE,
    TOP,
    TURNS,
    get_cell,
    locate_cell,
)
from engine.games.mazing_monk.cube.monk_notation import (
    StepMove,
    TurnMove,
    WalkMove,
    format_walk,
    parse_move,
)
from engine.games.mazing_monk.cube.net import CELL_AT, FACE_TITLES, PLACES, Place
from engine.games.mazing_monk.play import rules, viewpoints

_TOP_ROW, _TOP_COL = PLACES[ENTRANCE]


class MonkDragInput(DragInput):
    """Mouse gestures on the unfolded cube: clicks to walk, and drags to turn lines."""

    def find_drag_move(self, position: Position, begin: Place, end: Place) -> str | None:
        """Return the move for a drag or click, or None if there is none or it is impossible."""
        word = _read_gesture(begin, end)
        return word if word and word in rules.list_choices(position) else None

    def can_begin_drag(self, position: Position, cell: Place) -> bool:
        """Return True for every cell on the cube, because every line can be dragged."""
        return cell in CELL_AT

    def can_follow(self, position: Position, begin: Place, end: Place) -> bool:
        """Return True if a drag is still on its first cell or would turn a line."""
        return begin == end or _read_gesture(begin, end) is not None

    def find_clearing_move(self, position: Position, cell: Place) -> None:
        """Return None, because no move can be undone by a gesture."""
        return

    def describe_cell(self, position: Position, place: Place, /) -> str:
        """Describe the contents of a place in the net, and say if it is within reach."""
        cell = CELL_AT.get(place)
        if cell is None:
            return "outside the cube"
        face, x, y = locate_cell(cell)
        what = cube_codes.TITLES[rules.get_cells(position)[cell]]
        if cell == EXIT:
            what += ", the open exit" if rules.is_exit_open(position) else ", the closed exit"
        if cell in rules.find_reached(position):
            what += ", within reach"
        return f"{what}; {FACE_TITLES[face]} face, column {x}, row {y}"

    def find_faults(self, position: Position) -> tuple[Fault, ...]:
        """Return the reasons why the level is not won yet, such as missing karma."""
        if position.status == "won":
            return ()
        cells = rules.get_cells(position)
        found = []
        missing = rules.count_missing_karma(position)
        if missing > 0:
            karma = tuple(
                place
                for place, glyph in zip(PLACES, cells, strict=True)
                if glyph == cube_codes.KARMA_GLYPH
            )
            where = "in sight" if cube_codes.UNSEEN_GLYPH in cells else "on the cube"
            found.append(Fault(karma, f"{missing} more karma to collect, {len(karma)} {where}"))
        # The player cannot see the top face from the opposite corner, so reveal nothing about it.
        if not _is_top_visible(position):
            found.append(Fault((), "the way to the exit is out of view"))
        elif rules.find_monk(position) != EXIT and EXIT not in rules.find_reached(position):
            found.append(Fault((PLACES[EXIT],), "no path leads to the exit"))
        return tuple(found)


class MonkStepInput(StepInput):
    """Keyboard control: single steps, walks to a chosen cell, and turns."""

    loss_title = "death"
    turn_key_count = len(TURNS)
    pointing_help = "click a cell to walk, drag a row right or a column up to turn it"
    views = viewpoints.VIEWS
    hide_unseen = staticmethod(viewpoints.hide_unseen)

    def interpret_drag(self, position: Position, begin: Place, end: Place) -> str | None:
        """Return the move for a drag or click, even if impossible, or None if there is none."""
        return _read_gesture(begin, end)

    def describe_move_kind(self, word: str, /) -> str:
        """Describe the kind of move: a walk, or a turn of a row or column.

        Raises:
            MoveError: The word is not a move in this game's notation.
        """
        match parse_move(word):
            case TurnMove(number):
                return f"turn a {'row' if number < SIDE else 'column'}"
            case WalkMove() | StepMove():
                return "walk"

    def list_status(self, position: Position) -> tuple[tuple[str, str], ...]:
        """Return the collected karma and the exit's state, each as (label, text)."""
        needed = rules.count_collected(position) + rules.count_missing_karma(position)
        is_open = "open" if rules.is_exit_open(position) else "closed"
        return ("karma", f"{rules.count_collected(position)} of {needed}"), ("exit", is_open)

    def describe_visible(self, position: Position) -> tuple[str, ...]:
        """Describe each face of the cube row by row, and then the cells within reach."""
        lines = tuple(
            f"{name.capitalize()} face: {_describe_face(position, face)}"
            for face, name in enumerate(FACE_TITLES)
        )
        if not _is_top_visible(position):
            return lines
        reach = [
            f"column {x}, row {y}" for _, x, y in map(locate_cell, rules.find_reached(position))
        ]
        return (*lines, f"Within reach: {'; '.join(reach)}" if reach else "Nothing is within reach")


def _read_gesture(begin: Place, end: Place) -> str | None:
    """Return the move for a drag or click, even if impossible, or None if there is none."""
    (row, col), (end_row, end_col) = begin, end
    if begin == end:
        cell = CELL_AT.get(begin)
        return format_walk(cell) if cell is not None and locate_cell(cell)[0] == TOP else None
    # Lines turn in one direction only, so drags to the left or downwards have no meaning.
    if row == end_row and end_col > col and 0 <= row - _TOP_ROW < SIDE:
        return TURNS[row - _TOP_ROW]
    if col == end_col and end_row < row and 0 <= col - _TOP_COL < SIDE:
        return TURNS[SIDE + col - _TOP_COL]
    return None


def _is_top_visible(position: Position) -> bool:
    """Return True if the player can see the top face."""
    return cube_codes.UNSEEN_GLYPH not in rules.get_cells(position)[:FACE]


def _describe_face(position: Position, face: int) -> str:
    cells = rules.get_cells(position)[FACE * face : FACE * (face + 1)]
    hidden = set(cells) == {cube_codes.UNSEEN_GLYPH}
    return (
        cube_codes.TITLES[cube_codes.UNSEEN_GLYPH]
        if hidden
        else "; ".join(_describe_rows(position, face))
    )


def _describe_rows(position: Position, face: int) -> Iterable[str]:
    for y in range(SIDE):
        cells = [_describe_cell(position, get_cell(face, x, y)) for x in range(SIDE)]
        # To keep the sentence short, count neighbours that look the same, as in "2 obstacle, path".
        counts = [(name, len([*same])) for name, same in groupby(cells)]
        said = [name if times == 1 else f"{times} {name}" for name, times in counts]
        yield f"row {y} {', '.join(said)}"


def _describe_cell(position: Position, cell: int) -> str:
    name = cube_codes.TITLES[rules.get_cells(position)[cell]]
    if cell == EXIT:
        return f"{name} at the {'open' if rules.is_exit_open(position) else 'closed'} exit"
    return name
