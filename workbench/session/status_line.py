"""The status line, with the solver's current results and warnings about the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.evaluation.intended_solution import IntendedSolution
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS
from engine.values.budget import Control
from engine.values.ratings_and_awards import Judgement
from engine.values.uniqueness_leak import judge_leaks
from workbench.commands.keymap import get_key_hint
from workbench.session.board_verdicts import Verdicts
from workbench.text.quantity_text import (
    StyledText,
    format_best,
    format_count,
    format_duration,
    format_steps,
    format_time_left,
)
from workbench.text.verdict_text import (
    CHANGE_SEPARATOR,
    format_change,
    format_length,
    format_proof,
    list_counts,
)

QUIET_SECONDS = 0.15
"""The number of seconds before the status line mentions a running search. Most searches take
less."""


@dataclass(frozen=True, slots=True)
class StoredFacts:
    """Facts saved with a level. ``is_fresh`` is True if they are about exactly this board."""

    facts: Mapping[str, Any]
    is_fresh: bool


def format_verdict(
    verdicts: Verdicts, stored: StoredFacts | None = None, *, compares: bool = True
) -> list[StyledText]:
    """Format the verdict on the board, or the progress of the search for it.

    Args:
        verdicts: The solver's answers for the board.
        stored: The facts saved with the level, or None if there are none.
        compares: True to compare the verdict with that on the board before it.
    """
    if verdicts.problems:
        return _format_draft(verdicts)
    answer = verdicts.verdict
    if answer is None and stored is not None and stored.is_fresh:
        control = verdicts.get_search()
        now = " · saved result, being checked" if control is not None else " · saved result"
        return [*_format_facts(verdicts, stored.facts, None, None), (now, "muted")]
    if answer is None:
        return _format_search(verdicts, verdicts.before or (stored.facts if stored else None))
    if answer.error is not None:
        return [(f"Solver failed: {answer.error}", "bad")]
    if answer.value is None or answer.cancelled:
        seen = answer.value.facts.get("states_seen") if answer.value is not None else None
        after = f" after {format_count(seen, 'state')}" if seen else ""
        again = f"Use {get_key_hint('design.solve')} to search again."
        return [(f"Search stopped{after}, no verdict. {again}", "warning")]
    leaks = judge_leaks(answer.value.leaks()).brief if answer.value.leaks else ""
    return _format_facts(
        verdicts,
        answer.value.newest_facts,
        answer.value.seconds,
        verdicts.before if compares else None,
        leaks,
    )


def format_generation(control: Control) -> list[StyledText]:
    """Format the progress of a running generation or improvement."""
    snapshot = control.snapshot
    if snapshot is not None:
        facts = ["improving", format_best(snapshot), format_steps(snapshot)]
        if ahead := format_time_left(snapshot):
            facts += [f"{snapshot.speed:,.0f}/s", ahead]
        # A generator's optimisation has a screen that shows it. An improvement has none.
        watched = () if snapshot.figures else (("optimisation", "watches"),)
        ways = (*watched, ("finish", "keeps it"), ("cancel", "discards it"))
        facts += [f"{get_key_hint(f'design.{name}')} {what}" for name, what in ways]
        return _join_facts(facts)
    tried, most = control.candidates, DEFAULT_MAX_ATTEMPTS
    facts = _format_running("generating", format_count(tried, "candidate"), tried, control)
    if tried and control.seconds > QUIET_SECONDS:
        # This upper bound assumes that all remaining attempts are needed, at the average speed so
        # far.
        left = (most - tried) * control.seconds / tried
        facts.insert(3, f"at most {format_duration(max(left, 0))} left")
    return _join_facts(facts)


def _format_running(activity: str, counted: str, number: int, control: Control) -> list[str]:
    """Format the progress of a task: the amount done, speed, time, and the key that stops it."""
    seconds = control.seconds
    rate = [f"{number / seconds:,.0f}/s"] if seconds > QUIET_SECONDS and number else []
    stops = f"{get_key_hint('design.cancel')} stops"
    return [activity, counted, *rate, f"{seconds:.1f} s", stops]


def _join_facts(facts: Iterable[str]) -> list[StyledText]:
    """Join the facts about a running task into styled text."""
    return [(f"{' · ' * bool(number)}{fact}", "title") for number, fact in enumerate(facts)]


def _format_draft(verdicts: Verdicts) -> list[StyledText]:
    more = len(verdicts.problems) - 1
    rest = f" (and {more} more)" if more else ""
    return [("draft", "warning"), (f": {verdicts.format_problem(verdicts.problems[0])}{rest}", "")]


def _format_search(verdicts: Verdicts, old: Mapping[str, Any] | None) -> list[StyledText]:
    control = verdicts.get_search()
    was = [("not solved yet", "muted")]
    if old:
        was = [(f"stale: {format_length(verdicts.game, old)}", "muted")]
    # The search will probably end in a moment, so do not show its progress yet.
    if control is None or control.seconds < QUIET_SECONDS:
        return was
    seen = control.progress
    now = _join_facts(_format_running("searching", format_count(seen, "state"), seen, control))
    return [*now, *((f" · {text}", role) for text, role in was)]


def _format_facts(
    verdicts: Verdicts,
    facts: Mapping[str, Any],
    seconds: float | None,
    before: Mapping[str, Any] | None,
    leaks: str = "",
) -> list[StyledText]:
    if facts.get("solvable") is None:
        seen = facts.get("states_seen") or 0
        return [(f"undecided after {format_count(seen, 'state')}", "warning")]
    game = verdicts.game
    words: list[StyledText] = [(format_length(game, facts), "good" if facts["solvable"] else "bad")]
    judgements = game.solver.judge_facts(facts)
    if before is not None:
        # The outcomes formatted below cover some facts, so do not compare those one by one.
        covered = {name for judgement in judgements for name in judgement.covered_facts}
        rest = {name: value for name, value in facts.items() if name not in covered}
        first, *others = format_change(game, rest, before).split(CHANGE_SEPARATOR)
        words += [
            (f", {first}", "title"),
            *((f"{CHANGE_SEPARATOR}{other}", "title") for other in others),
        ]
    if facts["solvable"] and format_proof(facts):
        words.append((f" · {format_proof(facts)}", "" if facts.get("optimal") else "warning"))
    words += _format_outcomes(judgements, game.solver.judge_facts(before or facts))
    if leaks:
        words.append((f" · {leaks}", "warning"))
    words += [(f" · {said}", "") for said in list_counts(facts)]
    if not facts.get("complete", True):
        words.append((f" · more than {format_count(facts.get('states_seen') or 0, 'state')}", ""))
    if seconds is not None:
        words.append((f" · {format_duration(seconds)}", "muted"))
    return words


def _format_outcomes(
    judgements: Iterable[Judgement], before: Iterable[Judgement]
) -> Iterator[StyledText]:
    """Format the game's judgements, each followed by the previous one if that was different."""
    old = {judgement.title: judgement.brief for judgement in before}
    for judgement in judgements:
        was = old.get(judgement.title, "")
        if judgement.brief:
            yield f" · {judgement.brief}", ""
        if was not in ("", judgement.brief):
            text = f", was {_shorten_old(was, judgement.brief)}"
            yield (text if judgement.brief else f" · no longer {was}"), "title"


def _shorten_old(was: str, now: str) -> str:
    """Drop from an old rating the words that it shares with the new one at either end."""
    old, new = was.split(), now.split()
    # Drop shared words at the start, then at the end, but keep at least one word of each.
    for end in (0, -1):
        while len(old) > 1 and len(new) > 1 and old[end] == new[end]:
            del old[end], new[end]
    return " ".join(old)


def insert_intended(
    facts: Sequence[StyledText], found: IntendedSolution | None, clause: str
) -> list[StyledText]:
    """Insert a clause about the intended solution after the first fact in a verdict."""
    if found is None:
        return [*facts]
    rivals = found.comparison
    role = "" if found.is_winning else "bad"
    if rivals is not None and (rivals.shortcut is not None or rivals.is_unique is False):
        role = "warning"
    # The first fact ends where a string begins with a separator.
    at = next((n for n, (text, _) in enumerate(facts) if n and text.startswith(" · ")), len(facts))
    return [*facts[:at], (f" · intended: {clause}", role), *facts[at:]]


def format_warnings(verdicts: Verdicts) -> list[StyledText]:
    """Format the first warning for display after the verdict, unless the board has problems."""
    if verdicts.problems or not verdicts.warnings:
        return []
    more = len(verdicts.warnings) - 1
    rest = f" (and {more} more)" if more else ""
    first = verdicts.format_problem(verdicts.warnings[0])
    return [(f" · warning: {first}{rest}", "warning")]
