"""Descriptions of a level's stars and fun rating.

The facts may come from a file, so any value may be missing or have the wrong type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.skiddy.fun_rating import RULES, TABLES, VERSION, Criterion, get_version
from engine.games.skiddy.skiddy_facts import FIGURES
from engine.values.ratings_and_awards import Judgement

FactTable = Mapping[str, Any]
TextLine = tuple[str, str]

_OWN = "Fun, the workbench's own rating"


def judge_facts(facts: FactTable) -> tuple[Judgement, ...]:
    """Return a judgement on the stars and one on the fun rating, if the facts have them."""
    stars = _get_number(facts, "stars")
    if stars is None:
        return ()
    rules = tuple(_describe_rules(facts, stars))
    brief, whole = _format_count(stars, "star", "stars"), f"{stars} of {len(RULES)}"
    found = [Judgement("Stars", whole, brief, rules, ("stars", "evidence"), f"{stars}*")]
    fun = facts.get("fun")
    if isinstance(fun, Mapping):
        rating, version = _get_number(fun, "rating"), get_version(fun)
        # A rating by an older version is shown with its version number.
        old = "" if version == VERSION else f" by version {version}"
        brief = "" if rating is None else f"fun {rating} of {len(TABLES[version])}{old}"
        whole = brief.removeprefix("fun ") or "not rated without three stars"
        sign = "" if rating is None else f"fun {rating}{old and f' v{version}'}"
        found.append(
            Judgement(_OWN, whole, brief, tuple(_describe_fun(facts, fun)), ("fun",), sign)
        )
    return tuple(found)


def _describe_rules(facts: FactTable, stars: int) -> Iterator[TextLine]:
    """Yield a line for each rule of correctness, with the evidence for the first one that fails."""
    for number, title in enumerate(RULES, start=1):
        if number <= stars:
            yield title, f"yes, {_describe_pass(facts, number)}"
        elif number == stars + 1:
            yield title, f"no, {_describe_evidence(facts.get('evidence'))}"
        else:
            yield title, "not checked"


def _describe_pass(facts: FactTable, rule: int) -> str:
    """Return the reason why a rule of correctness holds."""
    if rule == 1:
        return f"among {_format_count(facts.get('states'), 'position', 'positions')}"
    if rule == 2:
        return "with maximum combo and without"
    lengths = [_format_length(facts.get(kind)) for kind in ("max_combo", "no_combo")]
    return f"{lengths[0]} with maximum combo, {lengths[1]} without"


def _format_length(way: object) -> str:
    return _format_count(way.get("moves") if isinstance(way, Mapping) else None, "move", "moves")


def _describe_evidence(found: object) -> str:
    """Describe a rule's counterexample; see :data:`engine.games.skiddy.fun_rating.Evidence`."""
    if not isinstance(found, Mapping):
        return "reason unknown"
    way, moves = found.get("way", ""), _format_count(found.get("moves"), "move", "moves")
    if found.get("rule") == 1:
        # If the start is itself a dead end, there are no moves to it.
        state = found.get("state", "")
        return f"{state} is one, {moves} away by {way}" if way else f"{state}, the start, is one"
    if found.get("rule") == 2:
        lacks = "with" if found.get("missing") == "max_combo" else "without"
        return f"none {lacks} maximum combo"
    best = _format_count(found.get("max_combo_moves"), "move", "moves")
    return f"{best} with maximum combo, {moves} without by {way}"


def _describe_fun(facts: FactTable, fun: FactTable) -> Iterator[TextLine]:
    """Yield a line for each criterion, and then one for each figure that has no criterion."""
    met = fun.get("criteria")
    if not isinstance(met, Mapping):
        met = {}
    table = TABLES[get_version(fun)]
    for criterion in table:
        if criterion.name in met:
            answer = "yes" if met[criterion.name] is True else "no"
            yield criterion.title, f"{answer}, {_format_criterion(fun, criterion)}"
    judged = {criterion.figure for criterion in table if criterion.name in met}
    for name in FIGURES:
        value = _get_number(fun, name)
        # The lines above already include the figures that have a criterion.
        if name not in judged and (value is not None or isinstance(fun.get(name), list)):
            states = _get_number(facts, "states")
            share = (
                _format_share(value, states)
                if value is not None and name == "broken_states"
                else ""
            )
            yield "", f"{_format_figure(fun, name)}{share}"


def _format_criterion(fun: FactTable, criterion: Criterion) -> str:
    """Format a criterion's figure, with its limit and source."""
    limit = f"at least {criterion.low}" if criterion.high is None else f"at most {criterion.high}"
    return f"{_format_figure(fun, criterion.figure)} ({criterion.source}: {limit})"


def _format_figure(fun: FactTable, name: str) -> str:
    """Format a figure with its unit; for a list of cells, format their number and the cells."""
    value = fun.get(name)
    if not isinstance(value, list):
        return _format_signed(name, value)
    places = "".join(f" {','.join(map(str, cell))}" for cell in value if isinstance(cell, list))
    return f"{_format_signed(name, len(value))}{places and ':'}{places}"


def _format_signed(name: str, value: object) -> str:
    """Format a number with the unit of a figure; if it is negative, "more" becomes "fewer"."""
    _, one, many = FIGURES[name]
    if isinstance(value, int) and value < 0:
        return _format_count(-value, one.replace("more", "fewer"), many.replace("more", "fewer"))
    return _format_count(value, one, many)


def _format_share(part: int, whole: int | None) -> str:
    return f", {part / whole:.0%} of all" if whole else ""


def _format_count(number: object, one: str, many: str) -> str:
    if not isinstance(number, int):
        return f"unknown {many}"
    return f"{number:,} {one if number == 1 else many}"


def _get_number(facts: FactTable, name: str) -> int | None:
    value = facts.get(name)
    # In Python, a bool is an int, but facts that are numbers may not be bools.
    return value if isinstance(value, int) and not isinstance(value, bool) else None
