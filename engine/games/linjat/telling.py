"""Verdicts in words. Facts may come from a file, so nothing is taken for granted of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.linjat.rulesets import RULES, TITLES, UNSOUND
from engine.judgement import Judgement

Facts = Mapping[str, Any]
Line = tuple[str, str]


def judgements(facts: Facts) -> tuple[Judgement, ...]:
    """Whether a puzzle is unique, and what a person needs for it, as far as the facts tell."""
    if not facts.get("solvable"):
        return ()
    return (*_unique(facts), *_human(facts))


def _unique(facts: Facts) -> Iterator[Judgement]:
    unique = facts.get("unique")
    if not isinstance(unique, bool):
        return
    rating = "one solution" if unique else "several solutions"
    lines = [("", "counted exactly, whatever the rules of deduction say")]
    lines += [(TITLES[rule], _leak(depth)) for rule, depth, _ in _uses(facts) if rule in UNSOUND]
    leaks = " (leaks)" if len(lines) > 1 and unique else ""
    brief = f"unique{leaks}" if unique else "not unique"
    yield Judgement("Solutions", rating, brief, tuple(lines), ("unique",))


def _leak(depth: int) -> str:
    layers = f"{depth} layer{'s' * (depth != 1)}"
    return f"{layers} where trust in a single solution stands in for a proof"


def _human(facts: Facts) -> Iterator[Judgement]:
    solved, width = facts.get("human_solvable"), facts.get("width")
    if not isinstance(solved, bool):
        return
    covers = ("human_solvable", "layers", "width", "rule_use", "score")
    lines = tuple(
        (TITLES[rule], f"{depth} layer{'s' * (depth != 1)}, at most {most} at once")
        for rule, depth, most in _uses(facts)
    )
    if solved:
        yield Judgement("Deduction", "solves it", f"human-solvable, width {width}", lines, covers)
    else:
        yield Judgement("Deduction", "gets stuck", "deduction gets stuck", lines, covers)


def _uses(facts: Facts) -> Iterator[tuple[str, int, int]]:
    """The rules used, each with the layers it fired in and the most it concluded in one."""
    uses = facts.get("rule_use")
    if not isinstance(uses, Mapping):
        return
    for rule in RULES:
        use = uses.get(rule)
        if not isinstance(use, Mapping):
            continue
        depth, width = use.get("depth"), use.get("width")
        if isinstance(depth, int) and isinstance(width, int) and depth > 0:
            yield rule, depth, width
