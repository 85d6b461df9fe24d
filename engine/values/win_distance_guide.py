"""Guides, which give the distance to win from every position of a board, not only the start."""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from engine.values.ratings_and_awards import Aim


class Lookahead(NamedTuple):
    """The distance to a win from one position, and the best next moves.

    Attributes:
        remaining: The number of moves to the nearest win, 0 if the level is already won; None if no
            win can be reached.
        best: The moves that begin a shortest win, in the game's order; empty if the level is won or
            the position is dead.
    """

    remaining: int | None
    best: tuple[str, ...] = ()

    @property
    def is_dead(self) -> bool:
        """True if no win can be reached from the position."""
        return self.remaining is None


HOPELESS = Lookahead(None)
WON = Lookahead(0)


class Guide(Protocol):
    """A source of lookaheads for the positions of one board."""

    def look_ahead(self, moves: tuple[str, ...]) -> Lookahead | None:
        """Return the lookahead from the position reached by playing ``moves`` from the start.

        Legal moves that change nothing are ignored.

        Returns:
            The exact lookahead, or None if it is unknown.
        """

    def build_guide(self, aim: Aim) -> Guide | None:
        """Return a guide that counts only wins that meet ``aim``, treating other wins as losses.

        Building it may take as long as a retrograde analysis of the whole state graph.

        Returns:
            The guide, or None if this guide has too little information to build it.
        """


@runtime_checkable
class SlowGuide(Guide, Protocol):
    """A guide that may have to run a short search to find the lookahead from a position."""

    def look_up(self, moves: tuple[str, ...]) -> Lookahead | None:
        """Return the result of :meth:`look_ahead`, or None if finding it would need a search."""
