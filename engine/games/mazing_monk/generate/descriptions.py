"""Descriptions in words of how a level was made, and of its rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.games.mazing_monk.cube import codes, rating
from engine.games.mazing_monk.cube.cube import CELLS, EXIT, place_of
from engine.games.mazing_monk.cube.net import CELL_AT, TITLES
from engine.games.mazing_monk.generate.parameters import MOST_SOLDIERS, PER_MILLE
from engine.staging.generation import Event
from engine.values.judgement import Judgement

_RATING_TERMS = {
    "karma_distance": (
        "karma distance",
        "what the nearest karma costs, as much as is needed, of the dearest there could be",
    ),
    "soldier_placement": ("face centres", "soldiers on the centres of the six faces"),
    "visible_soldiers": ("soldiers seen", "soldiers on the top, left and front, of all"),
    "path_amount": ("blocked cells", "cells that nobody can walk on, of all 54"),
}
"""By fact, the short name of each term of the rating, and what it is."""


def describe(event: Event) -> str:
    """An event of a making in words, with the draw that caused it."""
    place = _place(event)
    if event.plane == "moves":
        return f"{_move(event)}, monk at {place}"
    if event.stage == "climb":
        return f"{place}: {_swap(event)}"
    return f"{place}: {_tile(event)}"


def _place(event: Event) -> str:
    """The face that an event is on, and where there."""
    face, x, y = place_of(CELL_AT[event.row, event.col])
    return f"{TITLES[face]}, row {y}, column {x}"


def describe_action(events: Sequence[Event]) -> str:
    """The events of one whole action in words: what is done, and what comes of it."""
    first, others = events[0], events[1:]
    if not others:
        return describe(first)
    if first.stage == "climb":
        return _described_climb(events)
    if first.plane != "moves":
        if first.stage == "placement":
            return f"the monk on {_place(first)}, and path on {len(others)} cells; nothing is drawn"
        if first.new == codes.PROTECTIVE_GLYPH:
            return f"{len(events)} obstacles protective: without one soldiers would reach the monk"
        return f"{len(events)} cells put in place in the end; nothing is drawn"
    if first.new == "block":
        return _move(first)
    if first.new[-1].isdigit():
        return f"{_move(first)}, {len(others)} cells change"
    return ", ".join((_move(first), *filter(None, map(_after_step, others))))


def _described_climb(events: Sequence[Event]) -> str:
    """A level that the search for a hard one begins with, or what it swaps."""
    if events[0].draw is None:
        return f"{len(events)} cells of the random level that the climb begins with"
    one, other = (f"{codes.TITLES[e.old]} at {_place(e)}" for e in events)
    draws = " and ".join(f"{e.draw} of {e.choices}" for e in events)
    return f"{one} swapped with {other} (draws {draws})"


def _after_step(event: Event) -> str:
    """What a step changes on a cell."""
    if event.new == codes.MONK_GLYPH:
        removed = event.old in (codes.OBSTACLE_GLYPH, codes.PROTECTIVE_GLYPH)
        return "an obstacle removed" if removed else ""
    title = codes.TITLES[event.new]
    drawn = "" if event.draw is None else f" (draw {event.draw} of {PER_MILLE:,})"
    return f"{title} left behind{drawn}"


def _swap(event: Event) -> str:
    """What the search for a hard level brings to a cell."""
    title, old = codes.TITLES[event.new], codes.TITLES[event.old]
    if event.draw is None:
        return f"{title} on the random level that the climb begins with"
    return f"{title} swapped for {old}, on cell {event.draw} of {event.choices}, as drawn"


def _move(event: Event) -> str:
    """What the monk, or the cube, does next."""
    action, refused, reason = event.new.partition("refused: ")
    action = action.strip()
    if not action:
        return f"placed anew, {reason}"
    if action == "block":
        what = "an obstacle between the soldiers and the monk"
    elif action[-1].isdigit():
        line = "row" if action[0] == "R" else "column"
        what = f"{action}, {line} {action[-1]} turned back"
    else:
        what = f"step {action}"
    drawn = "nothing is drawn" if event.draw is None else f"draw {event.draw} of {event.choices}"
    return f"{what} refused, {reason} ({drawn})" if refused else f"{what} ({drawn})"


def _tile(event: Event) -> str:
    """What comes to a cell."""
    title = codes.TITLES[event.new]
    if event.stage == "placement":
        return _placed(event)
    if event.new == codes.MONK_GLYPH:
        return f"the monk comes here, {codes.TITLES[event.old]} before"
    if event.old == codes.MONK_GLYPH:
        drawn = "nothing is drawn" if event.draw is None else f"{event.draw} of {PER_MILLE:,} drawn"
        return f"the monk leaves {title} here; {drawn}"
    if event.draw is None and event.new == codes.PROTECTIVE_GLYPH:
        return "protective obstacle: without it soldiers would reach the monk"
    if event.draw is None:
        return f"{title} in the end; nothing is drawn"
    comes = "come" if event.new == codes.SOLDIERS_GLYPH else "comes"
    return f"{title} {comes} here; draw {event.draw}"


def _placed(event: Event) -> str:
    """What the placement puts on a cell."""
    title, draw, choices = codes.TITLES[event.new], event.draw, event.choices
    if event.new == codes.MONK_GLYPH:
        ends = "ends" if CELL_AT[event.row, event.col] == EXIT else "begins"
        return f"{title}, where the level {ends}; nothing is drawn"
    if draw is None or choices is None:
        return f"{title}; nothing is drawn"
    if event.weight is not None:
        return f"{title}, by draw {draw} of {choices}, weight {event.weight}"
    if event.new == codes.SOLDIERS_GLYPH and choices >= CELLS - MOST_SOLDIERS:
        return f"{title} {CELLS - choices}, on free cell {draw} of {choices}, as drawn"
    return f"{title}; draw {draw} of {choices}"


def judgements(facts: Mapping[str, Any]) -> tuple[Judgement, ...]:
    """The thesis's rating, as far as the facts of a verdict have it."""
    total = _number(facts, "rating")
    if total is None:
        return ()
    lines = tuple(
        (title, f"{value:.2f}: {meaning}")
        for key, (title, meaning) in _RATING_TERMS.items()
        if (value := _number(facts, key)) is not None
    )
    whole = f"{total:.2f} of 4"
    return (Judgement("Rating of the thesis", whole, f"rating {total:.2f}", lines, rating.FACTS),)


def _number(facts: Mapping[str, Any], key: str) -> float | None:
    value = facts.get(key)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
