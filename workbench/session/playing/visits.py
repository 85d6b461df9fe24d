"""Visits to levels that somebody else arranges, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.session.playing.session import PlaySession


@dataclass(frozen=True, slots=True)
class Visit:
    """Why a level is played.

    Attributes:
        won: called once, at the first win, with the moves that won, and whether the player has
            looked at the solution before.
        died: called whenever a position is lost before that, also if that is taken back.
        shown: called once, when the player looks at the solution before that.
        onward: what follows a win, in a few words; empty if nothing does.
        facts: what is told beside the board before everything else, by name.
        solution_shown: the player has looked at the solution on an earlier visit.
    """

    won: Callable[[tuple[str, ...], bool], None]
    died: Callable[[], None]
    shown: Callable[[], None]
    onward: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    solution_shown: bool = False


class Report:
    """Tells whoever arranged a visit what comes of it, up to the first win.

    Args:
        visit: the visit; None if nobody did.
    """

    def __init__(self, visit: Visit | None) -> None:
        self._visit = visit
        self._deaths = 0
        self._shown = visit is not None and visit.solution_shown

    def tell(self, session: PlaySession) -> None:
        """Tells what is new since the last time."""
        visit = self._visit
        if visit is None:
            return
        if session.deaths > self._deaths:
            self._deaths = session.deaths
            visit.died()
        if session.solution_shown and not self._shown:
            self._shown = True
            visit.shown()
        if session.status == "won":
            self._visit = None
            visit.won(session.run.moves, session.solution_shown)
