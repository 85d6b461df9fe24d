"""The status line: what the solver knows right now, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.edit.edits import unit_of
from engine.values.budget import Control
from engine.values.judgement import Judgement
from engine.values.leaks import judged
from workbench.commands.keymap import key
from workbench.document import changes
from workbench.document.verdicts import Verdicts

Tone = Literal["", "good", "bad", "warn", "dim", "strong"]

QUIET = 0.15
"""Seconds a search may take before the line speaks of it: most are over by then."""


@dataclass(frozen=True, slots=True)
class Words:
    """A part of the status line and its tone; the words alone must say it."""

    text: str
    tone: Tone = ""


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def duration(seconds: float) -> str:
    """A length of time, in the unit that reads best."""
    if seconds < 0.0995:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds / 60:.0f} min"


@dataclass(frozen=True, slots=True)
class Stored:
    """The facts that came with the level, and whether they belong to this very board."""

    facts: Mapping[str, Any]
    fresh: bool


def verdict(verdicts: Verdicts, stored: Stored | None = None) -> list[Words]:
    """What is known of the board."""
    if verdicts.problems:
        return _draft(verdicts)
    answer = verdicts.verdict
    if answer is None and stored is not None and stored.fresh:
        control = verdicts.searching()
        now = " · as saved, being checked" if control is not None else " · as saved"
        return [*_facts(verdicts, stored.facts, None, None), Words(now, "dim")]
    if answer is None:
        return _searching(
            verdicts.searching(), verdicts.before or (stored.facts if stored else None)
        )
    if answer.error is not None:
        return [Words(f"solver failed: {answer.error}", "bad")]
    if answer.solved is None or answer.cancelled:
        seen = answer.solved.facts.get("states_seen") if answer.solved is not None else None
        after = f" after {count(seen, 'state')}" if seen else ""
        again = f"{key('design.solve')} searches again"
        return [Words(f"search stopped{after}: no verdict, {again}", "warn")]
    if answer.provisional:
        seen = answer.solved.facts.get("states_seen") or 0
        return [Words(f"more than {seen:,} states: the solver in preparation will tell", "warn")]
    leaks = judged(answer.solved.leaks.leaks()).brief if answer.solved.leaks else ""
    return _facts(verdicts, answer.solved.facts, answer.solved.seconds, verdicts.before, leaks)


def generating(control: Control) -> list[Words]:
    """How far generation has come."""
    snapshot = control.snapshot
    if snapshot is not None:
        done = f"improving · best {snapshot.best:,} · {snapshot.done:,} of {snapshot.of:,}"
        ways = (("optimisation", "watches"), ("finish", "takes it"), ("cancel", "stops"))
        told = (f"{key(f'design.{name}')} {what}" for name, what in ways)
        return [Words(" · ".join((done, *told)), "strong")]
    tried = count(control.candidates, "candidate")
    return [_running(f"generating · {tried}", control)]


def _running(what: str, control: Control) -> Words:
    stops = f"{key('design.cancel')} stops"
    return Words(f"{what} · {control.seconds:.1f} s · {stops}", "strong")


def _draft(verdicts: Verdicts) -> list[Words]:
    more = len(verdicts.problems) - 1
    rest = f" (and {more} more)" if more else ""
    return [Words("draft", "warn"), Words(f": {verdicts.told(verdicts.problems[0])}{rest}")]


def _searching(control: Control | None, old: Mapping[str, Any] | None) -> list[Words]:
    was = [Words(f"stale: {length(old)}", "dim")] if old else [Words("not solved yet", "dim")]
    if control is None or control.seconds < QUIET:
        return was
    now = _running(f"searching · {count(control.progress, 'state')}", control)
    return [now, Words(" · ", "dim"), *was]


def _facts(
    verdicts: Verdicts,
    facts: Mapping[str, Any],
    seconds: float | None,
    before: Mapping[str, Any] | None,
    leaks: str = "",
) -> list[Words]:
    if facts.get("solvable") is None:
        seen = facts.get("states_seen") or 0
        return [Words(f"undecided within {count(seen, 'state')}", "warn")]
    words = [Words(length(facts), "good" if facts["solvable"] else "bad")]
    judgements = verdicts.judgements(facts)
    if before is not None:
        covered = {name for judgement in judgements for name in judgement.covers}
        rest = {name: value for name, value in facts.items() if name not in covered}
        words.append(Words(f", {change(rest, before)}", "strong"))
    words += _further(facts)
    words += _ratings(judgements, verdicts.judgements(before or facts))
    if leaks:
        words.append(Words(f" · {leaks}", "warn"))
    shortest = facts.get("shortest_solutions")
    if facts["solvable"] and shortest is not None:
        words.append(Words(f" · {count(shortest, 'shortest solution')}"))
    ways = facts.get("optimal_solutions")
    if facts["solvable"] and ways is not None:
        words.append(Words(f" · {count(ways, 'solution')} of {length(facts)}"))
    if facts["solvable"] and facts.get("traps") is not None:
        words.append(Words(f" · {count(facts['traps'], 'trap')}"))
    if not facts.get("complete", True):
        words.append(Words(f" · more than {count(facts.get('states_seen') or 0, 'state')}"))
    states, dead = facts.get("states"), facts.get("dead_states")
    if states:
        words.append(Words(f" · {count(states, 'state')}"))
    if states and dead is not None and facts["solvable"]:
        words.append(Words(f" · {count(dead, 'dead state')}"))
    if seconds is not None:
        words.append(Words(f" · {duration(seconds)}", "dim"))
    return words


def _ratings(judgements: Iterable[Judgement], before: Iterable[Judgement]) -> Iterator[Words]:
    """What the game makes of a verdict, and made of the one before if that was something else."""
    old = {judgement.title: judgement.brief for judgement in before}
    for judgement in judgements:
        was = old.get(judgement.title, "")
        if judgement.brief:
            yield Words(f" · {judgement.brief}")
        if was not in ("", judgement.brief):
            told = f", was {_otherwise(was, judgement.brief)}"
            yield Words(told if judgement.brief else f" · no longer {was}", "strong")


def _otherwise(was: str, now: str) -> str:
    """What was otherwise: the words with which both ratings begin, or end, left out."""
    old, new = was.split(), now.split()
    for end in (0, -1):
        while len(old) > 1 and len(new) > 1 and old[end] == new[end]:
            del old[end], new[end]
    return " ".join(old)


def length(facts: Mapping[str, Any]) -> str:
    """The length of the solution that a verdict's facts tell of, in what the game counts."""
    if not facts.get("solvable"):
        return "no solution"
    number = _number(facts)
    return "solvable" if number is None else count(number, unit_of(facts))


def _number(facts: Mapping[str, Any]) -> int | None:
    number: int | None = facts.get(f"{unit_of(facts)}s")
    return number


def _further(facts: Mapping[str, Any]) -> Iterator[Words]:
    """How good a solution is that the game counts in turns: the bound, and the walks."""
    if not facts["solvable"] or facts.get("turns") is None:
        return
    if facts.get("optimal"):
        yield Words(" · proven least")
    elif facts.get("lower_bound") is not None:
        yield Words(f" · at least {facts['lower_bound']:,} needed", "warn")
    if facts.get("walks") is not None:
        yield Words(f" · {count(facts['walks'], 'walk')}")


def change(facts: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """What the last change of the board did, such as ``was 6; 3 new dead states``."""
    now, old = length(facts), length(before)
    if now == old:
        first = "as before"
    elif _number(facts) is not None and _number(before) is not None:
        first = f"was {_number(before):,}"
    else:
        first = f"was {old if before.get('solvable') else 'unsolvable'}"
    return "; ".join((first, *changes.told(facts, before)))
