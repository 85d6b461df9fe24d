"""What a game makes of a verdict in words, the kinds of winning, and what a playthrough earns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judgement:
    """A rating of a level, and why it has it.

    Attributes:
        title: its heading; says so if it is not the published game's own.
        rating: what it comes to, such as ``3 of 3``.
        brief: the same with its name in two or three words, for status lines; empty if it is not
            worth showing there.
        lines: the reasons, each with what it is about before it; the latter may be empty.
        covers: the facts that it states, by name.
        sign: the same in a few characters, for lists of levels; empty if it is not worth showing
            there.
    """

    title: str
    rating: str
    brief: str
    lines: tuple[tuple[str, str], ...]
    covers: tuple[str, ...]
    sign: str = ""


def briefs(judgements: Iterable[Judgement]) -> tuple[str, ...]:
    """What some judgements come to, in short."""
    return tuple(judgement.brief for judgement in judgements if judgement.brief)


@dataclass(frozen=True, slots=True)
class Aim:
    """A kind of winning that a player may aim at rather than at any win.

    Attributes:
        kind: its number among the outcomes of a winning move, 0 for the first
            (see :mod:`engine.search.successors`).
        name: the fact of the verdict that has its shortest solution, a table with ``moves``
            and ``solution``.
        title: what it is called.
        short: the same in one or two words, for narrow columns.
        missed: what it is, in a word, once the rules of the game rule it out.
        best: what such a win is called if no win of any kind takes fewer moves; empty where that
            has no name of its own.
        asked: the key under which ``verify`` says whether a playthrough was won so.
    """

    kind: int
    name: str
    title: str
    short: str
    missed: str
    best: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """Something that a finished playthrough can earn.

    Attributes:
        earned: whether it was; None where too little is known of the level.
        covers: titles of others that go without saying with this one.
    """

    title: str
    earned: bool | None
    covers: tuple[str, ...] = ()


def earned_titles(awards: Iterable[Award]) -> list[str]:
    """The titles of what was earned, without those that go without saying."""
    earned = [award for award in awards if award.earned]
    covered = {title for award in earned for title in award.covers}
    return [award.title for award in earned if award.title not in covered]
