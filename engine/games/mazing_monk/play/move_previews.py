"""Previews that show the effect of a turn or walk before a player makes it."""

from __future__ import annotations

from engine.game.move_effects import Handle, Preview, Previews
from engine.game.play_position import Position
from engine.games.mazing_monk.cube import board, cube, cube_codes
from engine.games.mazing_monk.cube.monk_notation import TurnMove, describe_move, parse_move
from engine.games.mazing_monk.cube.net import PLACES, Place
from engine.games.mazing_monk.play.rules import (
    apply_move,
    find_monk,
    find_reached,
    find_walkable,
    get_cells,
)
from engine.values.grid import LEFT as LEFTWARDS
from engine.values.grid import RIGHT, UP, find_direction


class MonkPreviews(Previews):
    """Previews for turns and walks."""

    def list_handles(self, position: Position) -> tuple[Handle, ...]:
        """Return the handles for the six turns, starting with the rows."""
        return tuple(_build_handle(position, turn) for turn in range(len(cube.TURNS)))

    def preview_move(self, position: Position, word: str) -> Preview:
        """Return a preview of a move's effect.

        Raises:
            MoveError: The word is not a move in this game's notation.
        """
        step = apply_move(position, word)
        refused, made = ("", step) if step.changed else (step.note, None)
        move = parse_move(word)
        if isinstance(move, TurnMove):
            targets, cells = cube.TARGETS[move.number], cube.list_moved_cells(move.number)
            moved = {PLACES[cell]: PLACES[targets[cell]] for cell in cells}
            flow = {PLACES[cell]: _find_flow(move.number, cell) for cell in cells}
            return Preview(word, refused, made, moved, flow)
        if made is None:
            return Preview(word, refused)
        begin = PLACES[find_monk(position)]
        # The arrow points along the walk's first step, not straight at its goal.
        first = made.passed[0] if made.passed else made.after
        set_out = find_direction(begin, PLACES[find_monk(first)])
        assert set_out is not None
        return Preview(
            word, refused, made, {begin: PLACES[find_monk(made.after)]}, {begin: set_out}
        )

    def find_reachable_cells(self, position: Position) -> tuple[Place, ...]:
        """Return the places that the monk can walk to."""
        return tuple(PLACES[cell] for cell in find_reached(position))

    def find_threatened_cells(self, position: Position) -> tuple[Place, ...]:
        """Return the places on the top face to which soldiers have a path."""
        soldiers = board.find_on_top(get_cells(position), cube_codes.SOLDIERS_GLYPH)
        open_cells = find_walkable(position)
        reach = 0
        for cell in cube.list_mask_cells(soldiers):
            reach |= cube.REACH[(open_cells | 1 << cell) * cube.FACE + cell]
        return tuple(PLACES[cell] for cell in cube.list_mask_cells(reach & ~soldiers))


def _build_handle(position: Position, turn: int) -> Handle:
    word, line = cube.TURNS[turn], turn % cube.SIDE
    step = apply_move(position, word)
    # A row's handle is at its left end in the net, and a column's handle is at its lower end.
    if turn < cube.SIDE:
        cell, direction = cube.get_cell(cube.LEFT, 0, line), RIGHT
    else:
        cell, direction = cube.get_cell(cube.BOTTOM, line, 0), UP
    refused = "" if step.changed else step.note
    fatal = step.changed and step.after.status == "lost"
    return Handle(word, describe_move(word), PLACES[cell], direction, refused, fatal)


def _find_flow(turn: int, cell: int) -> int:
    """Return the direction in the net in which a turn moves the contents of a cell."""
    target = cube.TARGETS[turn][cell]
    face, x, y = cube.locate_cell(cell)
    if cube.locate_cell(target)[0] == face:
        return _find_spin(PLACES[cell], PLACES[target], x, y)
    # The bottom face is upside down in the net, so a row moves to the left there.
    if turn < cube.SIDE:
        return LEFTWARDS if face == cube.BOTTOM else RIGHT
    return UP


def _find_spin(begin: Place, end: Place, x: int, y: int) -> int:
    """Return the direction in which a spinning face first moves the contents of a cell.

    ``begin`` and ``end`` are the places of the contents in the net before and after the turn, and
    (x, y) is the cell's column and row on the face.
    """
    (row, col), (end_row, end_col) = begin, end
    middle = cube.SIDE // 2
    if x == middle:  # the contents move diagonally, at first along the side they are on
        begin, end = (0, col), (0, end_col)
    elif y == middle:
        begin, end = (row, 0), (end_row, 0)
    direction = find_direction(begin, end)
    assert direction is not None  # only the contents of the centre stay where they are
    return direction
