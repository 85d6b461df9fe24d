"""Moves of the monk before they are made."""

from __future__ import annotations

from engine.game.position import Position
from engine.game.previews import Handle, Preview, Previews
from engine.games.mazing_monk.cube import board as boards
from engine.games.mazing_monk.cube import codes, cube
from engine.games.mazing_monk.cube.net import PLACES, Place
from engine.games.mazing_monk.cube.words import TurnMove, read_word, title_of
from engine.games.mazing_monk.play.playing import cells_of, monk_at, played, reached, walkable
from engine.values.grid import DOWN, RIGHT, UP
from engine.values.grid import LEFT as LEFTWARDS


class MonkPreviews(Previews):
    """Turns and walks before they are made."""

    def handles(self, position: Position) -> tuple[Handle, ...]:
        """The six turns, rows first."""
        return tuple(_handle(position, turn) for turn in range(len(cube.TURNS)))

    def preview(self, position: Position, word: str) -> Preview:
        """What a move would do; a walk moves the monk only.

        Raises:
            MoveError: not a move of this game.
        """
        step = played(position, word)
        refused, made = ("", step) if step.changed else (step.note, None)
        move = read_word(word)
        if isinstance(move, TurnMove):
            targets, cells = cube.TARGETS[move.number], cube.moved_cells(move.number)
            moved = {PLACES[cell]: PLACES[targets[cell]] for cell in cells}
            flow = {PLACES[cell]: _flow(move.number, cell) for cell in cells}
            return Preview(word, refused, made, moved, flow)
        if made is None:
            return Preview(word, refused)
        begin = PLACES[monk_at(position)]
        first = made.between[0] if made.between else made.after
        set_out = _towards(begin, PLACES[monk_at(first)])
        return Preview(word, refused, made, {begin: PLACES[monk_at(made.after)]}, {begin: set_out})

    def reachable(self, position: Position) -> tuple[Place, ...]:
        """Where the monk can walk."""
        return tuple(PLACES[cell] for cell in reached(position))

    def threatened(self, position: Position) -> tuple[Place, ...]:
        """Where soldiers on the top face could walk."""
        soldiers = boards.top(cells_of(position), codes.SOLDIERS_GLYPH)
        open_cells = walkable(position)
        reach = 0
        for cell in cube.cells_of_mask(soldiers):
            reach |= cube.REACH[(open_cells | 1 << cell) * cube.FACE + cell]
        return tuple(PLACES[cell] for cell in cube.cells_of_mask(reach & ~soldiers))


def _handle(position: Position, turn: int) -> Handle:
    word, line = cube.TURNS[turn], turn % cube.SIDE
    step = played(position, word)
    if turn < cube.SIDE:
        cell, direction = cube.cell_at(cube.LEFT, 0, line), RIGHT
    else:
        cell, direction = cube.cell_at(cube.BOTTOM, line, 0), UP
    refused = "" if step.changed else step.note
    fatal = step.changed and step.after.status == "lost"
    return Handle(word, title_of(word), PLACES[cell], direction, refused, fatal)


def _flow(turn: int, cell: int) -> int:
    """The direction in the net in which a turn takes the content of a cell."""
    target = cube.TARGETS[turn][cell]
    face, x, y = cube.place_of(cell)
    if cube.place_of(target)[0] == face:
        return _spin(PLACES[cell], PLACES[target], x, y)
    if turn < cube.SIDE:
        return LEFTWARDS if face == cube.BOTTOM else RIGHT
    return UP


def _spin(begin: Place, end: Place, x: int, y: int) -> int:
    """The direction in which the content of a cell sets out around the middle of its face."""
    (row, col), (end_row, end_col) = begin, end
    middle = cube.SIDE // 2
    if x == middle:  # it moves diagonally, and along its own side first
        return _towards((0, col), (0, end_col))
    if y == middle:
        return _towards((row, 0), (end_row, 0))
    return _towards(begin, end)


def _towards(begin: Place, end: Place) -> int:
    (row, col), (end_row, end_col) = begin, end
    if row == end_row:
        return RIGHT if end_col > col else LEFTWARDS
    return DOWN if end_row > row else UP
