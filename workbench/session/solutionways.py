"""The solutions of the open level that are played back: one of each kind of win."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from engine.game.game import Game
from engine.search.solved import Solved
from workbench.session.history import History

if TYPE_CHECKING:
    from engine.search.solutions import Solution


class Way(NamedTuple):
    """A solution to be played back; ``title`` is empty where all solutions are alike."""

    title: str
    moves: tuple[str, ...]


class SolutionWays:
    """The solutions that can be played back, and which of them is chosen: the first, to begin with.

    That is a shortest one, of the better kind if that is as short.
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self._solved: Solved | None = None
        self._ways: tuple[Way, ...] = ()
        self._number = 0
        self._picked: Way | None = None

    def begin(self) -> None:
        """Knows none any more, and will choose the first: the board is another."""
        self._solved, self._ways, self._number, self._picked = None, (), 0, None

    @property
    def all(self) -> tuple[Way, ...]:
        """One solution of each kind; those of the board's last search while there is another."""
        solved = self._history.solved
        if solved is not None and solved is not self._solved:
            self._solved, self._ways = solved, _ways_of(self._history.game, solved)
        return self._ways

    @property
    def chosen(self) -> Way | None:
        """The one to be played back; None while there is none."""
        if self._picked is not None:
            return self._picked
        return self.all[self._number] if self._number < len(self.all) else None

    def pick(self, way: Way) -> None:
        """Chooses any solution."""
        self._picked = way

    @property
    def lists(self) -> bool:
        """Whether all solutions can be listed, and there is one."""
        solved = self._history.solved
        return solved is not None and solved.solutions is not None and bool(solved.solvable)

    def every(self) -> Iterator[tuple[Solution, Way]]:
        """All shortest solutions of each kind, then a longer one of every other winning move."""
        solved = self._history.solved
        if solved is None or solved.solutions is None:
            return
        finder = solved.solutions
        shortest = {found.kind: len(found.moves) for found in finder.firsts()}
        longer = (found for found in finder.by_move() if len(found.moves) > shortest[found.kind])
        for found in chain(finder.all_shortest(), longer):
            yield found, Way(finder.title(found), found.moves)

    def turn(self) -> bool:
        """Chooses the next kind; False after the last or another, and the first is chosen again."""
        if self._picked is not None:
            self._picked, self._number = None, 0
            return False
        self._number = (self._number + 1) % max(len(self.all), 1)
        return self._number > 0


def _ways_of(game: Game, solved: Solved) -> tuple[Way, ...]:
    """The first shortest solution of each kind, else the verdict's."""
    if solved.solutions is None or not solved.solutions.kinds:
        return () if solved.moves is None else (Way("", solved.moves),)
    firsts = solved.solutions.firsts()
    titles = [solved.solutions.title(found) for found in firsts]
    for aim in game.play.aims:
        if firsts and firsts[0].kind == aim.kind:  # no win of any kind takes fewer moves
            titles[0] = aim.best or titles[0]
    return tuple(Way(title, found.moves) for title, found in zip(titles, firsts, strict=True))
