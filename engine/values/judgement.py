"""What a game makes of the facts of a verdict, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judgement:
    """A rating of a level, and why it has it.

    Attributes:
        title: its heading; says so if it is not the published game's own.
        rating: what it comes to, such as ``3 of 3``.
        brief: the same with its name in two or three words, for status lines and lists; empty if
            it is not worth telling there.
        lines: the reasons, each with what it is about before it; the latter may be empty.
        covers: the facts that it tells, by name.
    """

    title: str
    rating: str
    brief: str
    lines: tuple[tuple[str, str], ...]
    covers: tuple[str, ...]


def briefs(judgements: Iterable[Judgement]) -> tuple[str, ...]:
    """What some judgements come to, in short."""
    return tuple(judgement.brief for judgement in judgements if judgement.brief)
