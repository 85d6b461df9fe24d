"""Solutions as sequences of actions, each a walk and a turn, and their notation as moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.game.play_position import Position
from engine.games.mazing_monk.cube import cube_codes
from engine.games.mazing_monk.cube.cube import EXIT, TURNS, find_path
from engine.games.mazing_monk.cube.monk_notation import format_walk
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.search.fewest_walks import (
    LAZY_STATE,
    LENGTH,
    NO_TURN,
    STOP,
    STOPS,
    TURN,
    LazyStates,
)


class WalkAndTurn(NamedTuple):
    """An action: an optional walk, followed by a turn.

    Attributes:
        walks: True if the monk walks before the turn. On the way, he collects karma until he has
            enough to open the exit.
        square: The cell that the monk walks to, or that he stays on.
        turn: The number of the turn, or NO_TURN at the end of a solution.
    """

    walks: bool
    square: int
    turn: int


LAST_WALK = WalkAndTurn(True, EXIT, NO_TURN)
"""The walk to the exit that wins."""


@dataclass(frozen=True, slots=True)
class TurnSolution:
    """A solution, both as states and as moves.

    Attributes:
        states: The whole states along the solution, the last of which is won, or an empty tuple if
            there is no solution.
        words: The moves in each action: the walk before a turn and then the turn, or only the walk
            in the last action.
    """

    states: tuple[int, ...] = ()
    words: tuple[tuple[str, ...], ...] = ()

    def list_moves_until(self, turns: int) -> tuple[str, ...]:
        """Return the moves up to turn number ``turns``, or all moves if that is the last turn."""
        stop = turns + 1 if turns == len(self.states) - 1 else turns
        return tuple(word for words in self.words[:stop] for word in words)


def read_best_play(lazy: LazyStates) -> TurnSolution:
    """Return the best solution that the search for the fewest walks has written."""
    rows = lazy.play[: lazy.counts[LENGTH]].tolist()
    states = tuple(int(lazy.followed[row[LAZY_STATE]]) for row in rows)
    return TurnSolution(states, tuple(map(_format_row, rows)))


def _format_row(row: Sequence[int]) -> tuple[str, ...]:
    """Return the moves for the walk and the turn in one row of the best solution."""
    words, stops, turn = [], row[STOPS], row[TURN]
    # The stops are digits of one number, beginning with the lowest. Each digit is a cell's index
    # plus one.
    while stops:
        words.append(format_walk(stops % STOP - 1))
        stops //= STOP
    if turn != NO_TURN:
        words.append(TURNS[turn])
    return tuple(words)


def format_actions(begin: Position, actions: Iterable[WalkAndTurn]) -> tuple[tuple[str, ...], ...]:
    """Return the moves in each action, performing the actions one by one from ``begin``."""
    found = []
    now = begin
    for action in actions:
        words: list[str] = []
        if action.walks:
            # The order in which karma is collected affects the number of steps, but not the result.
            while (
                rules.count_missing_karma(now) > 0
                and (karma := _find_nearest_karma(now)) is not None
            ):
                words.append(format_walk(karma))
                now = rules.apply_move(now, words[-1]).after
            if action.square != rules.find_monk(now):
                words.append(format_walk(action.square))
                now = rules.apply_move(now, words[-1]).after
        if action.turn != NO_TURN:
            words.append(TURNS[action.turn])
            now = rules.apply_move(now, words[-1]).after
        found.append(tuple(words))
    return tuple(found)


def _find_nearest_karma(position: Position) -> int | None:
    """Return the cell with the nearest karma within reach, or None if there is none.

    If several are equally near, return the one with the lowest index.
    """
    cells, monk = rules.get_cells(position), rules.find_monk(position)
    reached = [
        cell for cell in rules.find_reached(position) if cells[cell] == cube_codes.KARMA_GLYPH
    ]
    if len(reached) < 2:
        return reached[0] if reached else None
    walkable = rules.find_walkable(position)
    ways = {cell: find_path(walkable, monk, cell) or () for cell in reached}
    return min(ways, key=lambda cell: (len(ways[cell]), cell))
