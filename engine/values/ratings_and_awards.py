"""Ratings of levels in words, kinds of wins, and awards for players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Judgement(NamedTuple):
    """A rating of a level, with its reasons.

    Attributes:
        title: The heading. If the published game uses a different rating, the heading says so.
        rating: The result, such as ``3 of 3``.
        brief: The result together with its name, in two or three words, for status lines; empty to
            omit it there.
        lines: The reasons, as pairs of a subject and an explanation. The subject may be empty.
        covered_facts: The names of the facts that the rating states.
        symbol: The result in a few characters, for lists of levels; empty to omit it there.
    """

    title: str
    rating: str
    brief: str
    lines: tuple[tuple[str, str], ...]
    covered_facts: tuple[str, ...]
    symbol: str = ""


def list_briefs(judgements: Iterable[Judgement]) -> tuple[str, ...]:
    """Return the brief result of each rating that has one."""
    return tuple(judgement.brief for judgement in judgements if judgement.brief)


class Aim(NamedTuple):
    """A kind of win that a player may aim for, instead of just any win.

    Attributes:
        kind: The index of the kind among the outcomes of a winning move (see
            :mod:`engine.search.successors`).
        name: The name of the verdict's fact about the shortest win of this kind. The fact is a
            table with ``moves`` and ``solution``.
        title: The title of the kind.
        short_title: The title in one or two words, for narrow columns.
        missed_title: The word to show once the rules of the game rule out a win of this kind.
        best_title: The title of a win of this kind if no win of any kind takes fewer moves; empty
            if such a win has no special name.
        verify_key: The key under which ``verify`` reports whether a playthrough ended in a win of
            this kind.
    """

    kind: int
    name: str
    title: str
    short_title: str
    missed_title: str
    best_title: str = ""
    verify_key: str = ""


class Award(NamedTuple):
    """A title that a finished playthrough can earn.

    Attributes:
        title: The title of the award.
        earned: True if the award was earned, False if not; None if too little is known about the
            level to tell.
        implied_titles: The titles of other awards that this one implies.
    """

    title: str
    earned: bool | None
    implied_titles: tuple[str, ...] = ()


def list_earned_titles(awards: Iterable[Award]) -> list[str]:
    """Return the titles of the earned awards, without those that other earned awards imply."""
    earned = [award for award in awards if award.earned]
    covered = {title for award in earned for title in award.implied_titles}
    return [award.title for award in earned if award.title not in covered]
