"""Runs in words, the same in the app and in plain mode."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.campaign import DEATHS, HINTS, Played
from engine.game.game import Campaign, Game
from engine.playlists.levellist import SeedList
from engine.playlists.pack import PlaylistEntry
from engine.playlists.run import PlaylistRun
from workbench.session.playing import hints
from workbench.session.playing.visibility import seen_from
from workbench.text.status import count


def mode(run: PlaylistRun) -> str:
    """What kind of run it is."""
    return "Campaign" if run.mode == "campaign" else "Infinite play"


def kind(run: PlaylistRun, game: Game) -> str:
    """What kind of run it is, and in which order of the list if that has a name."""
    named = "" if game.campaign is None or run.order == "rising" else game.campaign.graded
    return f"{mode(run)} {named}".rstrip()


def title(run: PlaylistRun, game: Game) -> str:
    """What it is, of which game, and its seed."""
    return f"{kind(run, game)}: {game.title}, seed {run.seed}"


def standing(
    run: PlaylistRun, rules: Campaign, levels: SeedList | None = None, *, brief: bool = False
) -> str:
    """How far a run has come, with the grade of its next level if that is known.

    ``levels`` is None if the list cannot be read; ``brief`` leaves out its length, and the
    grade in a campaign, which the number of the level shows well enough.
    """
    if run.is_over(rules):
        shown = sum(level.solution_shown for level in run.played)
        return f"all {rules.steps} levels won{f', {hints.SHOWN} in {shown}' if shown else ''}"
    grade = run.grade if levels is None else levels.grade_ahead(run)
    graded = "" if grade is None else f", {rules.parameter} {grade}"
    if run.mode == "campaign":
        return f"level {run.number} of {rules.steps}{'' if brief else graded}"
    if run.grade is not None:
        return f"level {run.number}, past the end of the list{graded}"
    whole = "" if levels is None or brief else f" of {len(levels):,}"
    return f"position {run.level_index + 1:,}{whole}{graded}"


def challenge(
    run: PlaylistRun, levels: SeedList, level: PlaylistEntry, *, again: bool = False
) -> str:
    """The next level in a few words, or the one won last; also the title of its level."""
    where = standing(run, levels.rules, levels)
    if again:
        where = f"level {len(run.played)} again, {levels.rules.parameter} {level.grade}"
    return f"{where}, seed {level.seed}"


def scale(levels: SeedList) -> str:
    """What the curve of a run is drawn by, in words: proven figures or grades."""
    rules = levels.rules
    return f"in {rules.figured}" if levels.order == "rising" else f"by {rules.parameter}"


def result(played: Played, levels: SeedList) -> str:
    """What came of a level: lapses, the measure beside the optimum, a look at the solution."""
    measure, rules = levels.game.measure, levels.rules
    least = "" if played.optimum is None else f", {played.optimum} at the least"
    shown = f", {hints.SHOWN}" if played.solution_shown else ""
    number, lapse = rules.lapses(played), rules.lapse
    lapsed = count(number, *lapse.words) if number else f"no {lapse.singular}"
    seen = f", {seen_from(played.view)}" if played.view else ""
    return f"{lapsed}, {count(played.count, *measure.words)}{least}{shown}{seen}"


def in_all(run: PlaylistRun, rules: Campaign) -> str:
    """The lapses in all levels of a run, with what is known of the one under way, and the time."""
    known = {DEATHS: run.deaths, HINTS: run.hints}.get(rules.lapse, 0)
    number = known + sum(map(rules.lapses, run.played))
    seconds = int(sum(level.seconds for level in run.played))
    time = f", {hints.clock(seconds)} played" if seconds else ""
    return f"{count(number, *rules.lapse.words)} in all{time}"


def under_way(run: PlaylistRun) -> Iterator[str]:
    """What is kept of the level under way, a phrase each."""
    if run.deaths:
        yield count(run.deaths, "death")
    if run.hints:
        yield count(run.hints, "hint")
    if run.solution_shown:
        yield hints.SHOWN


def jump(run: PlaylistRun) -> str:
    """Where the last level has led in infinite play; empty where there is nothing to say."""
    if run.mode != "infinite" or not run.played:
        return ""
    last = run.played[-1]
    if run.grade is not None:
        return "past the end of the list" if last.index is not None else ""
    if last.index is None:
        return ""
    far = run.level_index - last.index
    text = f"{count(abs(far), 'level')} {'on' if far > 0 else 'back'}"
    return f"{text}: {hints.SHOWN}" if last.solution_shown and far > 0 else text
