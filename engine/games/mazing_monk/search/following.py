"""How play and the states of a search by turns belong together, for traces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from engine.game.position import Position
from engine.games.mazing_monk.cube import planes
from engine.games.mazing_monk.cube.cube import CELLS, LINES, SIDE
from engine.games.mazing_monk.cube.planes import Tables, tables_of_cube
from engine.games.mazing_monk.cube.words import Single, TurnMove, WalkMove, read_word
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.search.actions import WalkAndTurn
from engine.games.mazing_monk.search.turns import TurnSearch, number_of
from engine.games.mazing_monk.search.ways import LOST
from engine.jit.marks import Longs, Words, entry
from engine.search.running import rows_to


@entry
def try_all(
    tables: Tables, search: TurnSearch, state: int, children: Words, kinds: Longs, targets: Longs
) -> int:
    """Makes all trials in a state; how many there are.

    ``children`` and ``kinds`` are those of :func:`engine.games.mazing_monk.cube.planes.expand`;
    ``targets`` receives what each leads to, as in
    :func:`engine.games.mazing_monk.search.ways.list_trials`.
    """
    at = planes.STATE_WORDS * state
    word, karma = search.states[at], search.states[at + 1]
    found = planes.expand(tables, word, karma, True, children, kinds)
    for child in range(found):
        targets[child] = LOST
        if kinds[child] < planes.ATTACKED:
            targets[child] = number_of(search, children, planes.STATE_WORDS * child)
    return found


class TriedTurn(NamedTuple):
    """One turn tried in a state, with the squares that it leaves to the monk.

    Attributes:
        source: the state.
        number: which of its trials, from 0.
        turn: the turn.
        squares: the mask of the squares after it.
        target: the state that it leads to, LEFT_OUT or LOST (as in
            :mod:`engine.games.mazing_monk.search.ways`).
    """

    source: int
    number: int
    turn: int
    squares: int
    target: int


NO_TRIAL = TriedTurn(-1, 0, -1, 0, 0)
"""What leads to the start."""


def squares_in(search: TurnSearch, state: int) -> int:
    """The mask of the squares that the monk can reach in a state."""
    return int(search.states[planes.STATE_WORDS * state]) >> CELLS


def trials_in(search: TurnSearch, state: int) -> list[TriedTurn]:
    """All trials that can be made in a state."""
    children = np.empty(planes.STATE_WORDS * planes.MOST_CHILDREN, np.uint64)
    kinds, targets = np.empty((2, planes.MOST_CHILDREN), np.int64)
    found = try_all(tables_of_cube(), search, state, children, kinds, targets)
    words = children[: planes.STATE_WORDS * found : planes.STATE_WORDS].tolist()
    rows = zip(kinds[:found].tolist(), words, targets[:found].tolist(), strict=True)
    return [
        TriedTurn(state, number, kind % planes.ATTACKED, word >> CELLS, target)
        for number, (kind, word, target) in enumerate(rows)
    ]


def turns_of(begin: Position, moves: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The turns of some play, each behind the square that the monk stands on."""
    square = playing.monk_at(begin)
    for word in moves:
        match read_word(word):
            case WalkMove(goal):
                square = goal
            case Single(right, down):
                square += right + SIDE * down
            case TurnMove(number):
                yield square, number


def followed(
    search: TurnSearch,
    begin: Position,
    moves: tuple[str, ...],
    tried: Callable[[int], int],
) -> TriedTurn | None:
    """The trial that the last turn of some play is; None where the search did not go.

    Who can reach whom depends on turns and squares alone. ``tried`` says how many trials were made
    in a state. Play that turns nothing leads to the start, as the trial NO_TRIAL.
    """
    state, last = 0, NO_TRIAL
    for square, turn in turns_of(begin, moves):
        made = trials_in(search, state)[: tried(state)] if state >= 0 else []
        fitting = [t for t in made if t.turn == turn and t.squares >> square & 1]
        if not fitting:
            return None
        last = fitting[0]
        state = last.target
    return last


def actions_to(search: TurnSearch, state: int, trial: TriedTurn | None = None) -> list[WalkAndTurn]:
    """What leads to a state, by the way on which it was first found; and on by a trial in it."""
    chain = rows_to(search.parents, state)
    turns = [int(search.turns[other]) for other in chain[1:]]
    squares = [squares_in(search, other) for other in chain]
    if trial is not None:
        turns.append(trial.turn)
        squares.append(trial.squares)
    actions = []
    for number, turned in enumerate(turns):
        shared = squares[number] & squares[number + 1] & ~LINES[turned]
        actions.append(WalkAndTurn(True, (shared & -shared).bit_length() - 1, turned))
    return actions
