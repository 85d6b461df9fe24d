"""What a solver can say of every position of a board, not only of its start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.values.judgement import Aim


@dataclass(frozen=True, slots=True)
class Prospect:
    """What lies ahead of one position.

    Attributes:
        remaining: moves to the nearest win, 0 once it is won; None where no win can be reached.
        best: moves that begin a shortest win, in the game's order; none once it is won or out
            of reach.
    """

    remaining: int | None
    best: tuple[str, ...] = ()

    @property
    def dead(self) -> bool:
        """Whether no win can be reached."""
        return self.remaining is None


HOPELESS = Prospect(None)
WON = Prospect(0)


class Guide(Protocol):
    """Knows the way to a win from the positions of one board."""

    def prospect(self, moves: tuple[str, ...]) -> Prospect | None:
        """What lies ahead once these moves were made from the start.

        Exact where it is known; None where it is not.

        Legal moves that change nothing count for nothing.
        """
        ...

    def toward(self, aim: Aim) -> Guide | None:
        """A guide to the wins of one kind, for which all others are dead ends.

        To find it may take as long as a look back over the whole graph; None where this guide
        knows too little.
        """
        ...


@runtime_checkable
class Ponders(Guide, Protocol):
    """A guide that may have to search for what lies ahead of a position, for a moment."""

    def known(self, moves: tuple[str, ...]) -> Prospect | None:
        """What :meth:`prospect` would say, where that takes no search; else None."""
        ...
