"""Plays by whole actions, and the words for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.game.position import Position
from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.cube import EXIT, TURNS, way
from engine.games.mazing_monk.cube.words import walk_word
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.search.counting import (
    LENGTH,
    NO_TURN,
    STAND,
    STOP,
    STOPS,
    TURN,
    Stands,
)


class WalkAndTurn(NamedTuple):
    """A walk, if he walks, and the turn after it.

    Attributes:
        walks: whether the monk walks; he then picks up karma as long as any is missing.
        square: where he stands after that.
        turn: the number of the turn; NO_TURN at the end of play.
    """

    walks: bool
    square: int
    turn: int


LAST_WALK = WalkAndTurn(True, EXIT, NO_TURN)
"""The walk that wins."""


@dataclass(frozen=True, slots=True)
class PlayedSolution:
    """A solution.

    Attributes:
        states: the whole states on its way, the won one last; empty if there is none.
        words: the words of each of its turns with the walk before it, and of the last walk.
    """

    states: tuple[int, ...] = ()
    words: tuple[tuple[str, ...], ...] = ()

    def until(self, turns: int) -> tuple[str, ...]:
        """The words up to some turn, and all words after the last one."""
        stop = turns + 1 if turns == len(self.states) - 1 else turns
        return tuple(word for words in self.words[:stop] for word in words)


def play_of(stands: Stands) -> PlayedSolution:
    """The best play that was written, as states and words."""
    rows = stands.play[: stands.counts[LENGTH]].tolist()
    states = tuple(int(stands.followed[row[STAND]]) for row in rows)
    return PlayedSolution(states, tuple(map(_words_of, rows)))


def _words_of(row: Sequence[int]) -> tuple[str, ...]:
    """The words of a walk and of the turn after it, from a row of the best play."""
    words, stops, turn = [], row[STOPS], row[TURN]
    while stops:
        words.append(walk_word(stops % STOP - 1))
        stops //= STOP
    if turn != NO_TURN:
        words.append(TURNS[turn])
    return tuple(words)


def words_of(begin: Position, actions: Iterable[WalkAndTurn]) -> tuple[tuple[str, ...], ...]:
    """The words of each of some actions, one after another from a position."""
    found = []
    now = begin
    for action in actions:
        words: list[str] = []
        if action.walks:
            while playing.missing_karma(now) > 0 and (karma := _nearest_karma(now)) is not None:
                words.append(walk_word(karma))
                now = playing.played(now, words[-1]).after
            if action.square != playing.monk_at(now):
                words.append(walk_word(action.square))
                now = playing.played(now, words[-1]).after
        if action.turn != NO_TURN:
            words.append(TURNS[action.turn])
            now = playing.played(now, words[-1]).after
        found.append(tuple(words))
    return tuple(found)


def _nearest_karma(position: Position) -> int | None:
    """The nearest karma that the monk can walk to; of several, that on the lowest cell."""
    cells, monk = playing.cells_of(position), playing.monk_at(position)
    reached = [cell for cell in playing.reached(position) if cells[cell] == codes.KARMA_GLYPH]
    if len(reached) < 2:
        return reached[0] if reached else None
    walkable = playing.walkable(position)
    ways = {cell: way(walkable, monk, cell) or () for cell in reached}
    return min(ways, key=lambda cell: (len(ways[cell]), cell))
