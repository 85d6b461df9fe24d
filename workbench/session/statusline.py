"""The status line: what the solver knows right now, and what is unusual about the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.evaluation.intended import Intended
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS
from engine.values.budget import Control
from engine.values.judgement import Judgement
from engine.values.leaks import judged
from workbench.commands.keymap import key
from workbench.session.verdicts import Verdicts
from workbench.text.status import Words, best_of, count, duration, left_of, steps_of
from workbench.text.verdict import ALSO, change, counts, length, proof

QUIET = 0.15
"""Seconds a search may take before the line speaks of it: most are over by then."""


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
        return [*_facts(verdicts, stored.facts, None, None), (now, "muted")]
    if answer is None:
        return _searching(verdicts, verdicts.before or (stored.facts if stored else None))
    if answer.error is not None:
        return [(f"solver failed: {answer.error}", "bad")]
    if answer.value is None or answer.cancelled:
        seen = answer.value.facts.get("states_seen") if answer.value is not None else None
        after = f" after {count(seen, 'state')}" if seen else ""
        again = f"{key('design.solve')} searches again"
        return [(f"search stopped{after}: no verdict, {again}", "warning")]
    leaks = judged(answer.value.leaks()).brief if answer.value.leaks else ""
    return _facts(verdicts, answer.value.renewed, answer.value.seconds, verdicts.before, leaks)


def generating(control: Control) -> list[Words]:
    """How far generation has come."""
    snapshot = control.snapshot
    if snapshot is not None:
        facts = ["improving", best_of(snapshot), steps_of(snapshot)]
        if ahead := left_of(snapshot):
            facts += [f"{snapshot.speed:,.0f}/s", ahead]
        # Optimisation has a screen to be watched on; improving by an aim, which shows facts, none.
        watched = () if snapshot.figures else (("optimisation", "watches"),)
        ways = (*watched, ("finish", "takes it"), ("cancel", "drops it"))
        facts += [f"{key(f'design.{name}')} {what}" for name, what in ways]
        return _joined(facts)
    tried, most = control.candidates, DEFAULT_MAX_ATTEMPTS
    facts = _running("generating", count(tried, "candidate"), tried, control)
    if tried and control.seconds > QUIET:
        left = (most - tried) * control.seconds / tried
        facts.insert(3, f"{duration(max(left, 0))} left at most")
    return _joined(facts)


def _running(what: str, counted: str, number: int, control: Control) -> list[str]:
    """What runs: how much it has done, how fast, for how long, and how to end it."""
    seconds = control.seconds
    rate = [f"{number / seconds:,.0f}/s"] if seconds > QUIET and number else []
    stops = f"{key('design.cancel')} stops"
    return [what, counted, *rate, f"{seconds:.1f} s", stops]


def _joined(facts: Iterable[str]) -> list[Words]:
    """Facts of something that runs, one after the other."""
    return [(f"{' · ' * bool(number)}{fact}", "title") for number, fact in enumerate(facts)]


def _draft(verdicts: Verdicts) -> list[Words]:
    more = len(verdicts.problems) - 1
    rest = f" (and {more} more)" if more else ""
    return [("draft", "warning"), (f": {verdicts.problem_text(verdicts.problems[0])}{rest}", "")]


def _searching(verdicts: Verdicts, old: Mapping[str, Any] | None) -> list[Words]:
    control = verdicts.searching()
    was = [("not solved yet", "muted")]
    if old:
        was = [(f"stale: {length(verdicts.game, old)}", "muted")]
    if control is None or control.seconds < QUIET:
        return was
    seen = control.progress
    now = _joined(_running("searching", count(seen, "state"), seen, control))
    return [*now, *((f" · {text}", role) for text, role in was)]


def _facts(
    verdicts: Verdicts,
    facts: Mapping[str, Any],
    seconds: float | None,
    before: Mapping[str, Any] | None,
    leaks: str = "",
) -> list[Words]:
    if facts.get("solvable") is None:
        seen = facts.get("states_seen") or 0
        return [(f"undecided within {count(seen, 'state')}", "warning")]
    game = verdicts.game
    words: list[Words] = [(length(game, facts), "good" if facts["solvable"] else "bad")]
    judgements = game.solver.judgements(facts)
    if before is not None:
        covered = {name for judgement in judgements for name in judgement.covers}
        rest = {name: value for name, value in facts.items() if name not in covered}
        first, *others = change(game, rest, before).split(ALSO)
        words += [(f", {first}", "title"), *((f"{ALSO}{other}", "title") for other in others)]
    if facts["solvable"] and proof(facts):
        words.append((f" · {proof(facts)}", "" if facts.get("optimal") else "warning"))
    words += _ratings(judgements, game.solver.judgements(before or facts))
    if leaks:
        words.append((f" · {leaks}", "warning"))
    words += [(f" · {said}", "") for said in counts(facts)]
    if not facts.get("complete", True):
        words.append((f" · more than {count(facts.get('states_seen') or 0, 'state')}", ""))
    if seconds is not None:
        words.append((f" · {duration(seconds)}", "muted"))
    return words


def _ratings(judgements: Iterable[Judgement], before: Iterable[Judgement]) -> Iterator[Words]:
    """What the game makes of a verdict, and made of the one before if that was something else."""
    old = {judgement.title: judgement.brief for judgement in before}
    for judgement in judgements:
        was = old.get(judgement.title, "")
        if judgement.brief:
            yield f" · {judgement.brief}", ""
        if was not in ("", judgement.brief):
            text = f", was {_otherwise(was, judgement.brief)}"
            yield (text if judgement.brief else f" · no longer {was}"), "title"


def _otherwise(was: str, now: str) -> str:
    """What was otherwise: the words with which both ratings begin, or end, left out."""
    old, new = was.split(), now.split()
    for end in (0, -1):
        while len(old) > 1 and len(new) > 1 and old[end] == new[end]:
            del old[end], new[end]
    return " ".join(old)


def with_intended(words: Sequence[Words], found: Intended | None, clause: str) -> list[Words]:
    """A verdict's words, and after its first fact how the intended solution stands."""
    if found is None:
        return [*words]
    rivals = found.rivals
    role = "" if found.wins else "bad"
    if rivals is not None and (rivals.shortcut is not None or rivals.alone is False):
        role = "warning"
    at = next((n for n, (text, _) in enumerate(words) if n and text.startswith(" · ")), len(words))
    return [*words[:at], (f" · intended: {clause}", role), *words[at:]]


def warnings(verdicts: Verdicts) -> list[Words]:
    """The first warning for the status line, after the verdict; a draft has worse to show."""
    if verdicts.problems or not verdicts.warnings:
        return []
    more = len(verdicts.warnings) - 1
    rest = f" (and {more} more)" if more else ""
    first = verdicts.problem_text(verdicts.warnings[0])
    return [(f" · warning: {first}{rest}", "warning")]
