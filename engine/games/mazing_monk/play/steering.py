"""Steering the monk: what single steps and pointing mean, and what play is counted in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from engine.game.position import Position
from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import EXIT, SIDE, TOP, TURNS, cell_at, place_of
from engine.games.mazing_monk.cube.net import CELL_AT, TITLES, Place
from engine.games.mazing_monk.cube.words import Single, TurnMove, WalkMove, read_word, walk_word
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.play.pointing import turn_along
from engine.values import grid

_STEPS = {grid.RIGHT: "r", grid.UP: "u", grid.LEFT: "l", grid.DOWN: "d"}


def toward(direction: int) -> str:
    """The word for a single step in a direction."""
    return _STEPS[direction]


def meant(position: Position, begin: Place, end: Place) -> str | None:
    """What a drag or a click asks for: a turn, or a walk to a cell of the top face."""
    if begin != end:
        turn = turn_along(begin, end)
        return None if turn is None else TURNS[turn]
    cell = CELL_AT.get(begin)
    return walk_word(cell) if cell is not None and place_of(cell)[0] == TOP else None


def kind_of(word: str) -> str:
    """Whether a word is a walk, or which lines it turns.

    Raises:
        MoveError: not a move of this game.
    """
    match read_word(word):
        case TurnMove(number):
            return f"turn a {'row' if number < SIDE else 'column'}"
        case WalkMove() | Single():
            return "walk"


def standing(position: Position) -> tuple[tuple[str, str], ...]:
    """The karma collected, and whether the exit is open."""
    needed = playing.collected(position) + playing.missing_karma(position)
    is_open = "open" if playing.is_open(position) else "closed"
    return ("karma", f"{playing.collected(position)} of {needed}"), ("exit", is_open)


def tally(board: MonkBoard, words: Iterable[str]) -> Mapping[str, int]:
    """Turns, walks (all walking between two turns is one), and cells walked."""
    turns = walks = steps = 0
    walking = False
    position = playing.start(board)
    for word in words:
        step = playing.played(position, word)
        position = step.after
        if isinstance(read_word(word), TurnMove):
            turns, walking = turns + step.changed, False
        elif step.changed:
            walks += not walking
            steps += len(step.between) + 1
            walking = True
    return {"turns": turns, "walks": walks, "steps": steps}


def seen(position: Position) -> tuple[str, ...]:
    """Every face of the cube, row by row, and where the monk can walk."""
    told = tuple(
        f"{name.capitalize()} face: {'; '.join(_rows(position, face))}"
        for face, name in enumerate(TITLES)
    )
    reach = [f"column {x}, row {y}" for _, x, y in map(place_of, playing.reached(position))]
    return (*told, f"Within reach: {'; '.join(reach)}" if reach else "Nothing is within reach")


def _rows(position: Position, face: int) -> Iterable[str]:
    for y in range(SIDE):
        cells = [_named(position, cell_at(face, x, y)) for x in range(SIDE)]
        runs = [(name, len([*same])) for name, same in groupby(cells)]
        said = [name if times == 1 else f"{times} {name}" for name, times in runs]
        yield f"row {y} {', '.join(said)}"


def _named(position: Position, cell: int) -> str:
    name = codes.TITLES[playing.cells_of(position)[cell]]
    if cell == EXIT:
        return f"{name} at the {'open' if playing.is_open(position) else 'closed'} exit"
    return name
