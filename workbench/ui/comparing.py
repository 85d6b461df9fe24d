"""Setting two levels side by side: the two sides, and the way there from the design screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.search.solved import Solved
from engine.values.level import Level, board_digest
from workbench.commands import keymap
from workbench.document.history import Home, named_like
from workbench.document.verdicts import Hop
from workbench.service.solving import Made
from workbench.session.making.sheet import Sheet
from workbench.session.session import Session

if TYPE_CHECKING:
    from workbench.ui.part import DesignHost


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


def compare(
    session: Session,
    host: DesignHost,
    other: Side,
    fetch: Fetch | None = None,
    home: Home | None = None,
) -> None:
    """Sets the open level beside another one, which can take its place.

    Args:
        session: of the open level.
        host: the screen that it is open on.
        other: the other one; without a level if ``fetch`` makes it.
        fetch: makes the other level.
        home: where the other one is stored; None for another form of this level.
    """
    document, answer = session.document, session.verdicts.verdict
    complete = answer is not None and not answer.provisional and not answer.cancelled
    solved = answer.solved if answer is not None and complete else None
    own = Side(document.name, session.level, session.history.made, solved)

    def take(taken: Side) -> None:
        """Makes the level that this one was compared with the one at hand."""
        level, place = taken.level, home or document.home
        if level is None:
            return
        if place is document.home:
            level = named_like(level, session.level, session.game.title)
        document.change(f"take {taken.label}", level, taken.made, place)
        session.maker.sheet = Sheet.of_level(session.game, level)
        session.history.show(taken.solved)
        host.say(f"taken: {taken.label}; {keymap.key('design.undo')} takes it back")

    host.workbench.open_comparison(own, other, session.solver, take=take, fetch=fetch)
