"""Functions that describe the generator's events and a level's rating in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.games.mazing_monk.cube import cube_codes, thesis_rating
from engine.games.mazing_monk.cube.cube import CELLS, EXIT, locate_cell
from engine.games.mazing_monk.cube.net import CELL_AT, FACE_TITLES
from engine.games.mazing_monk.generation.parameters import MAX_SOLDIERS, PER_MILLE
from engine.stages.candidate import Event
from engine.values.ratings_and_awards import Judgement

_RATING_TERMS = {
    "karma_distance": (
        "karma distance",
        "what the nearest karma costs, as much as is needed, of the dearest there could be",
    ),
    "soldier_placement": ("face centres", "soldiers on the centres of the six faces"),
    "visible_soldiers": ("soldiers seen", "soldiers on the top, left and front, of all"),
    "path_amount": ("blocked cells", "cells that nobody can walk on, of all 54"),
}
"""A mapping from the fact for each term in the rating to the term's short name and meaning."""


def describe_event(event: Event) -> str:
    """Describe an event, including the random draw that caused it."""
    place = _format_place(event)
    if event.plane == "moves":
        return f"{_describe_move(event)}, monk at {place}"
    if event.stage == "climb":
        return f"{place}: {_describe_swap(event)}"
    return f"{place}: {_describe_tile(event)}"


def _format_place(event: Event) -> str:
    """Format the place of an event as its face, followed by its row and column on that face."""
    face, x, y = locate_cell(CELL_AT[event.row, event.col])
    return f"{FACE_TITLES[face]}, row {y}, column {x}"


def describe_action(events: Sequence[Event]) -> str:
    """Describe the events that make up one action: the action itself and its effects."""
    first, others = events[0], events[1:]
    if not others:
        return describe_event(first)
    if first.stage == "climb":
        return _describe_climb(events)
    if first.plane != "moves":
        if first.stage == "placement":
            return (
                f"the monk on {_format_place(first)}, and path on {len(others)} cells; "
                "nothing is drawn"
            )
        if first.new == cube_codes.PROTECTIVE_GLYPH:
            return f"{len(events)} obstacles protective: without one soldiers would reach the monk"
        return f"{len(events)} cells put in place in the end; nothing is drawn"
    if first.new == "block":
        return _describe_move(first)
    # The names of turns (R0 to C2) end with a digit, and those of steps do not.
    if first.new[-1].isdigit():
        return f"{_describe_move(first)}, {len(others)} cells change"
    return ", ".join((_describe_move(first), *filter(None, map(_describe_change, others))))


def _describe_climb(events: Sequence[Event]) -> str:
    """Describe the random level that a climb begins with, or a swap during the climb."""
    if events[0].draw is None:
        return f"{len(events)} cells of the random level that the climb begins with"
    one, other = (f"{cube_codes.TITLES[e.old]} at {_format_place(e)}" for e in events)
    draws = " and ".join(f"{e.draw} of {e.choices}" for e in events)
    return f"{one} swapped with {other} (draws {draws})"


def _describe_change(event: Event) -> str:
    """Describe the change that the monk's step makes to a cell."""
    if event.new == cube_codes.MONK_GLYPH:
        removed = event.old in (cube_codes.OBSTACLE_GLYPH, cube_codes.PROTECTIVE_GLYPH)
        return "an obstacle removed" if removed else ""
    title = cube_codes.TITLES[event.new]
    drawn = "" if event.draw is None else f" (draw {event.draw} of {PER_MILLE:,})"
    return f"{title} left behind{drawn}"


def _describe_swap(event: Event) -> str:
    """Describe the new contents of a cell during the climb."""
    title, old = cube_codes.TITLES[event.new], cube_codes.TITLES[event.old]
    if event.draw is None:
        return f"{title} on the random level that the climb begins with"
    return f"{title} swapped for {old}, on cell {event.draw} of {event.choices}, as drawn"


def _describe_move(event: Event) -> str:
    """Describe an action by the monk or the cube, and the reason if it was refused."""
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


def _describe_tile(event: Event) -> str:
    """Describe the new contents of a cell."""
    title = cube_codes.TITLES[event.new]
    if event.stage == "placement":
        return _describe_placement(event)
    if event.new == cube_codes.MONK_GLYPH:
        return f"the monk comes here, {cube_codes.TITLES[event.old]} before"
    if event.old == cube_codes.MONK_GLYPH:
        drawn = "nothing is drawn" if event.draw is None else f"{event.draw} of {PER_MILLE:,} drawn"
        return f"the monk leaves {title} here; {drawn}"
    if event.draw is None and event.new == cube_codes.PROTECTIVE_GLYPH:
        return "protective obstacle: without it soldiers would reach the monk"
    if event.draw is None:
        return f"{title} in the end; nothing is drawn"
    comes = "come" if event.new == cube_codes.SOLDIERS_GLYPH else "comes"
    return f"{title} {comes} here; draw {event.draw}"


def _describe_placement(event: Event) -> str:
    """Describe the contents that the placement stage puts on a cell."""
    title, draw, choices = cube_codes.TITLES[event.new], event.draw, event.choices
    if event.new == cube_codes.MONK_GLYPH:
        ends = "ends" if CELL_AT[event.row, event.col] == EXIT else "begins"
        return f"{title}, where the level {ends}; nothing is drawn"
    if draw is None or choices is None:
        return f"{title}; nothing is drawn"
    if event.weight is not None:
        return f"{title}, by draw {draw} of {choices}, weight {event.weight}"
    # Each soldier leaves one fewer free cell, so the number of choices shows which soldier it is.
    if event.new == cube_codes.SOLDIERS_GLYPH and choices >= CELLS - MAX_SOLDIERS:
        return f"{title} {CELLS - choices}, on free cell {draw} of {choices}, as drawn"
    return f"{title}; draw {draw} of {choices}"


def judge_facts(facts: Mapping[str, Any]) -> tuple[Judgement, ...]:
    """Return the judgement on the thesis's rating, or an empty tuple if the rating is missing."""
    total = _get_number(facts, "rating")
    if total is None:
        return ()
    lines = tuple(
        (title, f"{value:.2f}: {meaning}")
        for key, (title, meaning) in _RATING_TERMS.items()
        if (value := _get_number(facts, key)) is not None
    )
    whole = f"{total:.2f} of 4"
    return (
        Judgement("Rating of the thesis", whole, f"rating {total:.2f}", lines, thesis_rating.FACTS),
    )


def _get_number(facts: Mapping[str, Any], key: str) -> float | None:
    value = facts.get(key)
    # Python treats a boolean as an integer, but it is not a valid rating.
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
