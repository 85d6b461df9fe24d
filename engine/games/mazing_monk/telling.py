"""The making of a level, and its rating, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.mazing_monk import codes, rating
from engine.generation import Event
from engine.judgement import Judgement

_RATING_TITLES = {
    "karma_distance": "karma distance",
    "soldier_placement": "soldiers on face centres",
    "visible_soldiers": "soldiers in sight",
    "path_amount": "cells without a path",
}


def describe(event: Event) -> str:
    """An event of a making in words, with the draw that caused it."""
    place = f"row {event.row}, column {event.col}"
    if event.layer == "moves":
        return f"{place}: {_move(event)}"
    if event.stage == "climb":
        return f"{place}: {_swap(event)}"
    return f"{place}: {_tile(event)}"


def _swap(event: Event) -> str:
    """What the search for a hard level brings to a cell."""
    title, old = (codes.TITLES.get(glyph, "obstacle") for glyph in (event.new, event.old))
    if event.draw is None:
        return f"{title} on the random level that the climb begins with"
    return f"{title} swapped for {old}, on cell {event.draw} of {event.choices}, as drawn"


def _move(event: Event) -> str:
    """What the monk, or the cube, does next."""
    action, refused, reason = event.new.partition("refused: ")
    action = action.strip()
    if not action:
        return f"placed anew, {reason}"
    what = f"turn {action}, against the player's" if action[-1].isdigit() else f"step {action}"
    drawn = "" if event.draw is None else f", number {event.draw} of {event.choices}, as drawn"
    return f"{what}{drawn}" + (f"; refused, {reason}" if refused else "")


def _tile(event: Event) -> str:
    """What comes to a cell."""
    title = codes.TITLES.get(event.new, "obstacle")
    if event.stage == "placement":
        if event.draw is None:
            return f"{title}, where the level ends; nothing is drawn"
        return f"{title} {event.number - 1}, on free cell {event.draw} of {event.choices}, as drawn"
    if event.new == codes.MONK_GLYPH:
        return f"the monk comes here, {codes.TITLES.get(event.old, 'obstacle')} before"
    if event.old == codes.MONK_GLYPH:
        drawn = "nothing is drawn" if event.draw is None else f"{event.draw} of 1000 drawn"
        return f"the monk leaves {title} here; {drawn}"
    if event.draw is None and event.new == codes.PROTECTIVE_GLYPH:
        return "protective obstacle: without it soldiers would reach the monk"
    if event.draw is None:
        return f"{title} in the end; nothing is drawn"
    comes = "come" if event.new == codes.SOLDIERS_GLYPH else "comes"
    return f"{title} {comes} here; draw {event.draw}"


def judgements(facts: Mapping[str, Any]) -> tuple[Judgement, ...]:
    """The thesis's rating, as far as the facts of a verdict tell it."""
    total = _number(facts, "rating")
    if total is None:
        return ()
    lines = tuple(
        (title, f"{value:.2f}")
        for key, title in _RATING_TITLES.items()
        if (value := _number(facts, key)) is not None
    )
    whole = f"{total:.2f} of 4"
    return (Judgement("Rating of the thesis", whole, f"rating {total:.2f}", lines, rating.FACTS),)


def _number(facts: Mapping[str, Any], key: str) -> float | None:
    value = facts.get(key)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
