"""Verdicts on Linjat puzzles as text. Facts may come from a file, so their types are checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.linjat.deduction.deduction_score import compute_selection_scores
from engine.games.linjat.deduction.rulesets import RULES, TITLES, UNSOUND_RULES
from engine.values.ratings_and_awards import Judgement

Facts = Mapping[str, Any]
Line = tuple[str, str]


def judge_facts(facts: Facts) -> tuple[Judgement, ...]:
    """Return judgements on a puzzle's solutions, deduction and human time, if these are known."""
    return (*_judge_solutions(facts), *_judge_deduction(facts), *_judge_time(facts))


def _judge_solutions(facts: Facts) -> Iterator[Judgement]:
    unique = facts.get("unique")
    if not isinstance(unique, bool):
        return
    lines = [("counted", "counted exactly, without the rules of deduction")]
    if not facts.get("solvable"):
        yield Judgement("Solutions", "none", "", tuple(lines), ("unique",))
        return
    rating = "one solution" if unique else "several solutions"
    lines += [
        (TITLES[rule], _format_leak(depth))
        for rule, depth, _ in _list_rule_uses(facts)
        if rule in UNSOUND_RULES
    ]
    brief = "unique" if unique else "not unique"
    yield Judgement("Solutions", rating, brief, tuple(lines), ("unique",), "" if unique else brief)


def _format_leak(depth: int) -> str:
    return f"{_format_layers(depth)} where trust in a single solution replaces a proof"


def _format_layers(depth: int) -> str:
    return f"{depth} layer{'s' * (depth != 1)}"


def _judge_deduction(facts: Facts) -> Iterator[Judgement]:
    solved, width = facts.get("human_solvable"), facts.get("width")
    if not isinstance(solved, bool):
        return
    if facts.get("solvable") is False:
        brief, rating = "", "takes overlapping lines for a solution" if solved else "finds none"
    elif solved and facts.get("unique") is False:
        brief = f"human-solvable on trust, width {width}"
        rating = "solves it, but only by trust in a single solution, and there are several"
    elif solved:
        brief, rating = f"human-solvable, width {width}", "solves it"
    else:
        brief, rating = "deduction gets stuck", "gets stuck"
    lines = [
        (TITLES[rule], f"{_format_layers(depth)}, at most {most} at once")
        for rule, depth, most in _list_rule_uses(facts)
    ]
    score = facts.get("score")
    if isinstance(score, int):
        lines.append(("score", f"{score}, with the default weights of the original program"))
    depths = {rule: depth for rule, depth, _ in _list_rule_uses(facts)}
    if solved and depths and isinstance(width, int):
        scores = compute_selection_scores(depths, width).items()
        found = ", ".join(f"{preset} {worth:g}" for preset, worth in scores)
        lines.append(("selection", f"{found}; the published puzzles were chosen by this score"))
    covers = ("human_solvable", "layers", "width", "rule_use", "score")
    sign = "" if solved else "stuck"
    yield Judgement("Deduction", rating, brief, tuple(lines), covers, sign)


def _list_rule_uses(facts: Facts) -> Iterator[tuple[str, int, int]]:
    """Yield each rule that was used, as (name, number of layers, greatest width)."""
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


def _judge_time(facts: Facts) -> Iterator[Judgement]:
    """Judge the time that :mod:`engine.games.linjat.deduction.human_model` predicts."""
    seconds, figures = facts.get("human_time"), facts.get("deduction")
    if not isinstance(seconds, int):
        return
    figures = figures if isinstance(figures, Mapping) else {}
    time = f"{seconds} s" if seconds < 100 else f"{(seconds + 30) // 60} min"
    rating = f"about {time}"
    lines = [("model", "one deduction at a time; the fewer there are, the longer it takes")]
    hardest = figures.get("hardest_rule")
    if isinstance(hardest, str):
        lines.append(("hardest rule", TITLES.get(hardest, hardest)))
    mean, first, narrow = (figures.get(f) for f in ("mean_width", "first_width", "narrow_run"))
    if mean is not None and isinstance(narrow, int):
        ways = f"{mean} a layer, {first} at first; {_format_layers(narrow)} in a row with just one"
        lines.append(("choices", ways))
    if "dots" in figures:
        lines.append(("dots", f"{figures.get('clue_economy')} of {figures['dots']} are needed"))
    covers = ("human_time", "deduction")
    yield Judgement("Human time", rating, rating, tuple(lines), covers, time)
