"""Runs in words, the same in the app and in plain mode."""

from __future__ import annotations

from engine.game import Game
from engine.modes.rules import ModeRules
from engine.modes.run import Played, Run
from workbench.designing.status import count
from workbench.modes.journey import Challenge, Journey
from workbench.playing.hints import SHOWN


def mode(run: Run) -> str:
    """What kind of run it is."""
    return "Campaign" if run.mode == "campaign" else "Infinite play"


def title(run: Run, game: Game) -> str:
    """What it is and of which game."""
    return f"{mode(run)}: {game.title}"


def standing(run: Run, rules: ModeRules, length: int | None = None) -> str:
    """How far a run has come.

    Args:
        run: the run.
        rules: of its game.
        length: of its list, if known.
    """
    if run.is_over(rules):
        return f"all {rules.steps} levels won"
    if run.mode == "campaign":
        return f"level {run.number} of {rules.steps}"
    if run.grade is not None:
        return f"past the end of the list, {rules.parameter} {run.grade}"
    whole = "" if length is None else f" of {length:,}"
    return f"position {run.place + 1:,}{whole}"


def challenge(journey: Journey, next_one: Challenge) -> str:
    """The next level in a few words; also the title of its level."""
    where = standing(journey.run, journey.rules, len(journey.levels))
    if next_one.place is None:
        return where
    return f"{where}, {journey.rules.parameter} {next_one.grade}"


def again(journey: Journey, last: Challenge) -> str:
    """The level won last in a few words; also the title of its level."""
    return f"level {len(journey.run.played)} again, {journey.rules.parameter} {last.grade}"


def result(played: Played, rules: ModeRules) -> str:
    """What came of a level: deaths, the measure beside the optimum, a look at the solution."""
    least = "" if played.optimum is None else f", {played.optimum} at the least"
    deaths = count(played.deaths, "death") if played.deaths else "no death"
    shown = f", {SHOWN}" if played.solution_shown else ""
    return f"{deaths}, {played.count} {rules.measure}{least}{shown}"


def jump(run: Run) -> str:
    """Where the last level has led in infinite play; empty where there is nothing to tell."""
    if run.mode != "infinite" or not run.played:
        return ""
    last = run.played[-1]
    if run.grade is not None:
        return "past the end of the list" if last.place is not None else ""
    if last.place is None:
        return ""
    far = run.place - last.place
    told = f"{count(abs(far), 'level')} {'on' if far > 0 else 'back'}"
    return f"{told}: {SHOWN}" if last.solution_shown and far > 0 else told
