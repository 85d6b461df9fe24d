"""The two sides of a comparison of levels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.search.solved import Solved
from engine.values.level import Level, board_digest
from workbench.service.solving import Made
from workbench.session.verdicts import Hop


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two levels.

    Attributes:
        label: which version it is, in words.
        level: None while it is being made.
        made: how it, or what it was edited from, was generated; None if that is not known.
        solved: the solver's answer; None for a draft, and until it is known.
        problem: why there is no level, or no answer; empty if nothing is wrong.
    """

    label: str
    level: Level | None = None
    made: Made | None = None
    solved: Solved | None = None
    problem: str = ""

    @property
    def edited(self) -> bool:
        """Whether the level is no longer what was generated."""
        if self.level is None or self.made is None:
            return False
        return board_digest(self.level.board) != board_digest(self.made.candidate.board)

    def sharing(self, other: Side) -> Side:
        """The side with the other's making, if both were made the same way."""
        if self.made is not None or other.made is None or self.level is None:
            return self
        same = self.level.made_like(other.made.level)
        return replace(self, made=other.made) if same else self


Fetch = Callable[[Hop, Callable[[Side], None]], None]
"""Begins to make what is compared with; hands it over in the UI thread."""
