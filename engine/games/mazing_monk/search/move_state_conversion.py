"""Conversions between moves and the states in a search by turns, for traces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from engine.game.play_position import Position
from engine.games.mazing_monk.cube import bitcube
from engine.games.mazing_monk.cube.bitcube import Tables, get_cube_tables
from engine.games.mazing_monk.cube.cube import CELLS, LINES, SIDE
from engine.games.mazing_monk.cube.monk_notation import StepMove, TurnMove, WalkMove, parse_move
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.search.turn_search import TurnSearch, find_number
from engine.games.mazing_monk.search.turn_solution_count import LOST
from engine.games.mazing_monk.search.walk_and_turn_notation import WalkAndTurn
from engine.jit.decorators import Longs, Words, entry
from engine.search.search_memory import list_ancestors


@entry
def try_all_turns(
    tables: Tables, search: TurnSearch, state: int, children: Words, kinds: Longs, targets: Longs
) -> int:
    """Write all trials from a state: each turn with each group of squares it leaves the monk on.

    Args:
        tables: The lookup tables.
        search: The finished search.
        state: The number of the state from which the trials are made.
        children: The array that receives the words of the children.
        kinds: The array that receives the turn that leads to each child, plus ATTACKED if soldiers
            then reach the monk.
        targets: The array that receives the number of each child's state, or LEFT_OUT or LOST.

    Returns:
        The number of trials.
    """
    at = bitcube.STATE_WORDS * state
    word, karma = search.states[at], search.states[at + 1]
    found = bitcube.list_children(tables, word, karma, True, children, kinds)
    for child in range(found):
        # If the search did not add a child, ``find_number`` returns -1, which is LEFT_OUT.
        targets[child] = LOST
        if kinds[child] < bitcube.ATTACKED:
            targets[child] = find_number(search, children, bitcube.STATE_WORDS * child)
    return found


class TriedTurn(NamedTuple):
    """A trial: one turn from a state, with one group of squares that it leaves the monk on.

    Attributes:
        source: The state from which the turn was tried.
        number: The index of the trial among those from the same state.
        turn: The number of the turn.
        squares: The mask of the squares after the turn.
        target: The state after the turn, or LEFT_OUT or LOST.
    """

    source: int
    number: int
    turn: int
    squares: int
    target: int


NO_TRIAL = TriedTurn(-1, 0, -1, 0, 0)
"""A trial that represents the start, to which no turn leads."""


def find_squares(search: TurnSearch, state: int) -> int:
    """Return the mask of the squares that the monk can reach in a state."""
    return int(search.states[bitcube.STATE_WORDS * state]) >> CELLS


def list_state_trials(search: TurnSearch, state: int) -> list[TriedTurn]:
    """Return all trials that can be made from a state."""
    children = np.empty(bitcube.STATE_WORDS * bitcube.MAX_CHILDREN, np.uint64)
    kinds, targets = np.empty((2, bitcube.MAX_CHILDREN), np.int64)
    found = try_all_turns(get_cube_tables(), search, state, children, kinds, targets)
    words = children[: bitcube.STATE_WORDS * found : bitcube.STATE_WORDS].tolist()
    rows = zip(kinds[:found].tolist(), words, targets[:found].tolist(), strict=True)
    return [
        TriedTurn(state, number, kind % bitcube.ATTACKED, word >> CELLS, target)
        for number, (kind, word, target) in enumerate(rows)
    ]


def list_turns(begin: Position, moves: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield each turn among ``moves``, as (the monk's square, the turn's number)."""
    square = rules.find_monk(begin)
    for word in moves:
        match parse_move(word):
            case WalkMove(goal):
                square = goal
            case StepMove(right, down):
                square += right + SIDE * down
            case TurnMove(number):
                yield square, number


def find_trial(
    search: TurnSearch,
    begin: Position,
    moves: tuple[str, ...],
    count_trials: Callable[[int], int],
) -> TriedTurn | None:
    """Find the trial that corresponds to the last turn in ``moves``.

    Walks are not compared, because the cells within reach depend only on the turns and on the
    monk's square before each turn.

    Args:
        search: The finished search.
        begin: The position before the moves.
        moves: The moves from that position.
        count_trials: The function that returns the number of trials made from a state.

    Returns:
        The trial, or NO_TRIAL if there is no turn among the moves, or None if the search did not
        try these turns.
    """
    state, last = 0, NO_TRIAL
    for square, turn in list_turns(begin, moves):
        made = list_state_trials(search, state)[: count_trials(state)] if state >= 0 else []
        # Groups of squares after the same turn are disjoint, so at most one contains the monk's
        # square.
        fitting = [t for t in made if t.turn == turn and t.squares >> square & 1]
        if not fitting:
            return None
        last = fitting[0]
        state = last.target
    return last


def list_actions_to(
    search: TurnSearch, state: int, trial: TriedTurn | None = None
) -> list[WalkAndTurn]:
    """Return the actions that first led to a state, then the action of ``trial`` if it is given."""
    chain = list_ancestors(search.parents, state)
    turns = [int(search.turns[other]) for other in chain[1:]]
    squares = [find_squares(search, other) for other in chain]
    if trial is not None:
        turns.append(trial.turn)
        squares.append(trial.squares)
    actions = []
    for number, turned in enumerate(turns):
        # The monk turns from a square that is not on the line, and that is among his squares both
        # before and after the turn.
        shared = squares[number] & squares[number + 1] & ~LINES[turned]
        actions.append(WalkAndTurn(True, (shared & -shared).bit_length() - 1, turned))
    return actions
