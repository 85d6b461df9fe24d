"""The way from the design screen to two levels side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.commands import keymap
from workbench.document.history import Home, named_like
from workbench.session.session import Session
from workbench.session.sides import Fetch, Side

if TYPE_CHECKING:
    from workbench.ui.part import DesignHost


def compare(
    session: Session,
    host: DesignHost,
    other: Side,
    fetch: Fetch | None = None,
    home: Home | None = None,
) -> None:
    """Sets the open level beside another one, which can take its place.

    ``fetch`` makes a level that is not there yet; ``home`` is where the other one is stored, None
    for another form of this level.
    """
    document, answer = session.document, session.verdicts.verdict
    complete = answer is not None and not answer.cancelled
    solved = answer.solved if answer is not None and complete else None
    own = Side(document.name, session.level, session.history.made, solved)

    def take(taken: Side) -> None:
        """Makes the level that this one was compared with the one at hand."""
        level, kept = taken.level, home or document.home
        if level is None:
            return
        if kept is document.home:
            level = named_like(level, session.level, session.game.title)
        made = taken.made.kept() if taken.made is not None else None
        session.maker.take_other(f"take {taken.label}", level, made, kept)
        session.history.show(taken.solved)
        host.say(f"taken: {taken.label}; {keymap.key('design.undo')} takes it back")

    host.workbench.navigator.open_comparison(own, other, take=take, fetch=fetch)
