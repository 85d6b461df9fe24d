"""Stars and fun in words. Facts may come from a file, so nothing is taken for granted of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.skiddy.fun import RULES, TABLES, VERSION, Criterion, version_of
from engine.values.judgement import Judgement

Facts = Mapping[str, Any]
Line = tuple[str, str]

_FIGURES = {
    "lead": ("move more without maximum combo", "moves more without maximum combo"),
    "ideas": ("perfect solution but for symmetry", "perfect solutions but for symmetry"),
    "unused": ("thing unused by perfect solutions", "things unused by perfect solutions"),
    "decisions": ("move with a choice", "moves with a choice"),
    "detours": ("move that parts Skiddies", "moves that part Skiddies"),
    "first_moves": ("first move", "first moves"),
    "broken_states": ("position with the combo lost", "positions with the combo lost"),
    "symmetries": ("symmetry of the start", "symmetries of the start"),
    "reversals": ("move straight back", "moves straight back"),
    "bottlenecks": ("position on every perfect way", "positions on every perfect way"),
    "widest": ("position at one distance at most", "positions at one distance at most"),
    "near": ("way one move longer", "ways one move longer"),
    "far": ("per cent of the farthest way", "per cent of the farthest way"),
}
"""What one of a figure is called, and several."""
_OWN = "Fun, the workbench's own rating"


def judgements(facts: Facts) -> tuple[Judgement, ...]:
    """Stars and fun, as far as the facts of a verdict have them."""
    stars = _number(facts, "stars")
    if stars is None:
        return ()
    rules = tuple(_rules(facts, stars))
    brief, whole = _count(stars, "star", "stars"), f"{stars} of {len(RULES)}"
    found = [Judgement("Stars", whole, brief, rules, ("stars", "evidence"), f"{stars}*")]
    fun = facts.get("fun")
    if isinstance(fun, Mapping):
        rating, version = _number(fun, "rating"), version_of(fun)
        # Of another version, so stale: it is shown as what it is.
        old = "" if version == VERSION else f" by version {version}"
        brief = "" if rating is None else f"fun {rating} of {len(TABLES[version])}{old}"
        whole = brief.removeprefix("fun ") or "not rated without three stars"
        sign = "" if rating is None else f"fun {rating}{old and f' v{version}'}"
        found.append(Judgement(_OWN, whole, brief, tuple(_fun(facts, fun)), ("fun",), sign))
    return tuple(found)


def _rules(facts: Facts, stars: int) -> Iterator[Line]:
    """The rules of correctness, and what speaks against the first that fails."""
    for number, title in enumerate(RULES, start=1):
        if number <= stars:
            yield title, f"yes, {_held(facts, number)}"
        elif number == stars + 1:
            yield title, f"no, {_evidence(facts.get('evidence'))}"
        else:
            yield title, "not asked"


def _held(facts: Facts, rule: int) -> str:
    """What a rule that holds was found by."""
    if rule == 1:
        return f"among {_count(facts.get('states'), 'position', 'positions')}"
    if rule == 2:
        return "with maximum combo and without"
    lengths = [_length(facts.get(kind)) for kind in ("max_combo", "no_combo")]
    return f"{lengths[0]} with maximum combo, {lengths[1]} without"


def _length(way: object) -> str:
    return _count(way.get("moves") if isinstance(way, Mapping) else None, "move", "moves")


def _evidence(found: object) -> str:
    """What breaks a rule; see :data:`engine.games.skiddy.fun.Evidence`."""
    if not isinstance(found, Mapping):
        return "not known why"
    way, moves = found.get("way", ""), _count(found.get("moves"), "move", "moves")
    if found.get("rule") == 1:
        state = found.get("state", "")
        return f"{state} is one, {moves} away by {way}" if way else f"{state}, the start, is one"
    if found.get("rule") == 2:
        lacks = "with" if found.get("missing") == "max_combo" else "without"
        return f"none {lacks} maximum combo"
    best = _count(found.get("max_combo_moves"), "move", "moves")
    return f"{best} with maximum combo, {moves} without by {way}"


def _fun(facts: Facts, fun: Facts) -> Iterator[Line]:
    """The criteria, and the figures that none of them judges."""
    met = fun.get("criteria")
    if not isinstance(met, Mapping):
        met = {}
    table = TABLES[version_of(fun)]
    for criterion in table:
        if criterion.name in met:
            answer = "yes" if met[criterion.name] is True else "no"
            yield criterion.title, f"{answer}, {_figure(fun, criterion)}"
    judged = {criterion.figure for criterion in table if criterion.name in met}
    for name in _FIGURES:
        value = _number(fun, name)
        if name not in judged and (value is not None or isinstance(fun.get(name), list)):
            states = _number(facts, "states")
            share = _share(value, states) if value is not None and name == "broken_states" else ""
            yield "", f"{_figure_text(fun, name)}{share}"


def _figure(fun: Facts, criterion: Criterion) -> str:
    """The figure of a criterion with its limit, and whose criterion it is."""
    limit = f"at least {criterion.low}" if criterion.high is None else f"at most {criterion.high}"
    return f"{_figure_text(fun, criterion.figure)} ({criterion.source}: {limit})"


def _figure_text(fun: Facts, name: str) -> str:
    """A figure with its words; of cells their number, and which they are."""
    value = fun.get(name)
    if not isinstance(value, list):
        return _counted(name, value)
    places = "".join(f" {','.join(map(str, cell))}" for cell in value if isinstance(cell, list))
    return f"{_counted(name, len(value))}{places and ':'}{places}"


def _counted(name: str, value: object) -> str:
    """A figure with its words; one that is less than nothing counts the other way."""
    one, many = _FIGURES[name]
    if isinstance(value, int) and value < 0:
        return _count(-value, one.replace("more", "fewer"), many.replace("more", "fewer"))
    return _count(value, one, many)


def _share(part: int, whole: int | None) -> str:
    return f", {part / whole:.0%} of all" if whole else ""


def _count(number: object, one: str, many: str) -> str:
    if not isinstance(number, int):
        return f"unknown {many}"
    return f"{number:,} {one if number == 1 else many}"


def _number(facts: Facts, name: str) -> int | None:
    value = facts.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
