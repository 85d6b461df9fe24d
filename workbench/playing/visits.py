"""Visits to levels that somebody else arranges, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Visit:
    """Why a level is played.

    Attributes:
        won: called once, at the first win, with the moves that won.
        died: called whenever a position is lost before that, also if that is taken back.
        onward: what follows a win, in a few words; empty if nothing does.
        facts: what is told beside the board before everything else, by name.
    """

    won: Callable[[tuple[str, ...]], None]
    died: Callable[[], None]
    onward: str = ""
    facts: tuple[tuple[str, str], ...] = ()
