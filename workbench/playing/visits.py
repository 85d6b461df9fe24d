"""Visits to levels that somebody else arranges, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.records import Result


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a visit to a level went.

    Attributes:
        result: won, or how the level stood when it was left without a win.
        deaths: how often a position was lost up to then, those taken back among them.
        moves: the moves that counted.
        tally: how much they are, by name, such as turns.
        hints: how many were asked for, each degree counted.
        seconds: how long it took, pauses left out.
    """

    result: Result
    deaths: int
    moves: tuple[str, ...]
    tally: Mapping[str, int]
    hints: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Visit:
    """Why a level is played.

    Attributes:
        ended: called once, at the first win, or when the level is left without one.
        onward: what follows a win, in a few words; empty if nothing does.
        went_on: called after the level was left for that.
        facts: what is told beside the board before everything else, by name.
    """

    ended: Callable[[Outcome], None]
    onward: str = ""
    went_on: Callable[[], None] | None = None
    facts: tuple[tuple[str, str], ...] = ()
