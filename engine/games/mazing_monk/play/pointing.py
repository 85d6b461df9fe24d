"""Pointing at the unfolded cube, and steering the monk.

A click walks, a drag along a line turns it: a drag to the right on the left, top or right face
turns that row; a drag upwards on the back, top, front or bottom face turns that column.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from engine.game.placing import Fault, Placing
from engine.game.position import Position
from engine.game.steering import Steering
from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.cube import (
    ENTRANCE,
    EXIT,
    FACE,
    SIDE,
    TOP,
    TURNS,
    cell_at,
    place_of,
)
from engine.games.mazing_monk.cube.net import CELL_AT, PLACES, TITLES, Place
from engine.games.mazing_monk.cube.words import Single, TurnMove, WalkMove, read_word, walk_word
from engine.games.mazing_monk.play import playing, viewpoints

_TOP_ROW, _TOP_COL = PLACES[ENTRANCE]


class MonkPlacing(Placing):
    """Pointing at the net: walks by a click, turns by a drag along a line."""

    def dragged(self, position: Position, begin: Place, end: Place) -> str | None:
        """The move that a drag, or a click, makes; None if it makes none."""
        word = _meant(begin, end)
        return word if word and word in playing.choices(position) else None

    def grips(self, position: Position, cell: Place) -> bool:
        """Every line can be taken hold of."""
        return cell in CELL_AT

    def follows(self, position: Position, begin: Place, end: Place) -> bool:
        """Whether a drag stays on its cell, or turns a line."""
        return begin == end or _meant(begin, end) is not None

    def cleared(self, position: Position, cell: Place) -> None:
        """Nothing can be taken back."""
        return

    def contents(self, position: Position, place: Place, /) -> str:
        """What is on a place of the net, and whether the monk can walk there."""
        cell = CELL_AT.get(place)
        if cell is None:
            return "outside the cube"
        face, x, y = place_of(cell)
        what = codes.TITLES[playing.cells_of(position)[cell]]
        if cell == EXIT:
            what += ", the open exit" if playing.is_open(position) else ", the closed exit"
        if cell in playing.reached(position):
            what += ", within reach"
        return f"{what}; {TITLES[face]} face, column {x}, row {y}"

    def faults(self, position: Position) -> tuple[Fault, ...]:
        """What keeps the monk from leaving: karma that is missing, and an exit out of reach."""
        if position.status == "won":
            return ()
        cells = playing.cells_of(position)
        found = []
        missing = playing.missing_karma(position)
        if missing > 0:
            karma = tuple(
                place
                for place, glyph in zip(PLACES, cells, strict=True)
                if glyph == codes.KARMA_GLYPH
            )
            where = "in sight" if codes.UNSEEN_GLYPH in cells else "on the cube"
            found.append(Fault(karma, f"{missing} more karma to collect, {len(karma)} {where}"))
        if not _sees_top(position):
            found.append(Fault((), "the way to the exit is not in sight"))
        elif playing.monk_at(position) != EXIT and EXIT not in playing.reached(position):
            found.append(Fault((PLACES[EXIT],), "no path leads to the exit"))
        return tuple(found)


class MonkSteering(Steering):
    """The monk takes steps, walks where one points, and turns lines."""

    loss = "death"
    turns = len(TURNS)
    pointing = "click a cell to walk, drag a row right or a column up to turn it"
    views = viewpoints.VIEWS
    visible_part = staticmethod(viewpoints.visible_part)

    def meant(self, position: Position, begin: Place, end: Place) -> str | None:
        """What a drag or a click asks for: a turn, or a walk to a cell of the top face."""
        return _meant(begin, end)

    def kind_of(self, word: str, /) -> str:
        """Whether a word is a walk, or which lines it turns.

        Raises:
            MoveError: not a move of this game.
        """
        match read_word(word):
            case TurnMove(number):
                return f"turn a {'row' if number < SIDE else 'column'}"
            case WalkMove() | Single():
                return "walk"

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        """The karma collected, and whether the exit is open."""
        needed = playing.collected(position) + playing.missing_karma(position)
        is_open = "open" if playing.is_open(position) else "closed"
        return ("karma", f"{playing.collected(position)} of {needed}"), ("exit", is_open)

    def seen(self, position: Position) -> tuple[str, ...]:
        """Every face of the cube, row by row, and where the monk can walk."""
        lines = tuple(
            f"{name.capitalize()} face: {_face(position, face)}" for face, name in enumerate(TITLES)
        )
        if not _sees_top(position):
            return lines
        reach = [f"column {x}, row {y}" for _, x, y in map(place_of, playing.reached(position))]
        return (*lines, f"Within reach: {'; '.join(reach)}" if reach else "Nothing is within reach")


def _meant(begin: Place, end: Place) -> str | None:
    """The word for what a drag or a click asks for, also where it cannot be made."""
    (row, col), (end_row, end_col) = begin, end
    if begin == end:
        cell = CELL_AT.get(begin)
        return walk_word(cell) if cell is not None and place_of(cell)[0] == TOP else None
    if row == end_row and end_col > col and 0 <= row - _TOP_ROW < SIDE:
        return TURNS[row - _TOP_ROW]
    if col == end_col and end_row < row and 0 <= col - _TOP_COL < SIDE:
        return TURNS[SIDE + col - _TOP_COL]
    return None


def _sees_top(position: Position) -> bool:
    """Whether the top face, on which the monk walks, is visible."""
    return codes.UNSEEN_GLYPH not in playing.cells_of(position)[:FACE]


def _face(position: Position, face: int) -> str:
    cells = playing.cells_of(position)[FACE * face : FACE * (face + 1)]
    hidden = set(cells) == {codes.UNSEEN_GLYPH}
    return codes.TITLES[codes.UNSEEN_GLYPH] if hidden else "; ".join(_rows(position, face))


def _rows(position: Position, face: int) -> Iterable[str]:
    for y in range(SIDE):
        cells = [_named(position, cell_at(face, x, y)) for x in range(SIDE)]
        counts = [(name, len([*same])) for name, same in groupby(cells)]
        said = [name if times == 1 else f"{times} {name}" for name, times in counts]
        yield f"row {y} {', '.join(said)}"


def _named(position: Position, cell: int) -> str:
    name = codes.TITLES[playing.cells_of(position)[cell]]
    if cell == EXIT:
        return f"{name} at the {'open' if playing.is_open(position) else 'closed'} exit"
    return name
