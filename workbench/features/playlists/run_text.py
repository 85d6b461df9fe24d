"""Text about runs, for both the app and plain mode."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.game import Campaign, Game
from engine.game.win_record import DEATHS, HINTS, LevelWin
from engine.playlists.pack import PlaylistEntry
from engine.playlists.playlist_run import PlaylistRun
from engine.playlists.seed_list import SeedList
from workbench.session.playtest import hints
from workbench.session.playtest.visibility import format_view
from workbench.text.quantity_text import format_count


def format_mode(run: PlaylistRun) -> str:
    """Return the name of the run's mode."""
    return "Campaign" if run.mode == "campaign" else "Infinite play"


def format_kind(run: PlaylistRun, game: Game) -> str:
    """Return the name of the run's mode, followed by the list's order if it is not the default."""
    named = (
        "" if game.campaign is None or run.order == "rising" else game.campaign.grade_order_title
    )
    return f"{format_mode(run)} {named}".rstrip()


def format_title(run: PlaylistRun, game: Game) -> str:
    """Return a title with the run's kind, game and seed."""
    return f"{format_kind(run, game)}: {game.title}, seed {run.seed}"


def format_progress(
    run: PlaylistRun, rules: Campaign, levels: SeedList | None = None, *, brief: bool = False
) -> str:
    """Describe the run's progress and, if it is known, the grade of its next level.

    Args:
        run: The run to describe.
        rules: The game's rules for runs.
        levels: The list that the run uses, or None if it cannot be read.
        brief: True to leave out the length of the list and, in a campaign, the grade.
    """
    if run.is_over(rules):
        shown = sum(level.solution_shown for level in run.played)
        return (
            f"all {rules.steps} levels won{f', {hints.SOLUTION_SHOWN} in {shown}' if shown else ''}"
        )
    grade = run.grade if levels is None else levels.find_next_grade(run)
    graded = "" if grade is None else f", {rules.parameter} {grade}"
    if run.mode == "campaign":
        return f"level {run.number} of {rules.steps}{'' if brief else graded}"
    if run.grade is not None:
        return f"level {run.number}, past the end of the list{graded}"
    whole = "" if levels is None or brief else f" of {len(levels):,}"
    return f"position {run.level_index + 1:,}{whole}{graded}"


def describe_level(
    run: PlaylistRun, levels: SeedList, level: PlaylistEntry, *, again: bool = False
) -> str:
    """Describe ``level`` by its position in the run and its seed, for messages and for its title.

    Args:
        run: The run that the level belongs to.
        levels: The list that the run uses.
        level: The next level, or the last one if ``again`` is true.
        again: True if the last level is played again.
    """
    where = format_progress(run, levels.rules, levels)
    if again:
        where = f"level {len(run.played)} again, {levels.rules.parameter} {level.grade}"
    return f"{where}, seed {level.seed}"


def describe_scale(levels: SeedList) -> str:
    """Name the unit in which, or the parameter by which, the curve measures difficulty."""
    rules = levels.rules
    return f"in {rules.figure_unit}" if levels.order == "rising" else f"by {rules.parameter}"


def format_result(played: LevelWin, levels: SeedList) -> str:
    """Describe a level's result: the lapses, the length, the optimum, and any help used."""
    measure, rules = levels.game.measure, levels.rules
    least = "" if played.optimum is None else f", best possible {played.optimum}"
    shown = f", {hints.SOLUTION_SHOWN}" if played.solution_shown else ""
    number, lapse = rules.count_lapses(played), rules.lapse
    lapsed = format_count(number, *lapse.unit_names) if number else f"no {lapse.singular}"
    seen = f", {format_view(played.view)}" if played.view else ""
    return f"{lapsed}, {format_count(played.count, *measure.unit_names)}{least}{shown}{seen}"


def format_totals(run: PlaylistRun, rules: Campaign) -> str:
    """Format the total number of lapses, including the current level's, and the time played."""
    known = {DEATHS: run.deaths, HINTS: run.hints}.get(rules.lapse, 0)
    number = known + sum(map(rules.count_lapses, run.played))
    seconds = int(sum(level.seconds for level in run.played))
    time = f", {hints.format_duration(seconds)} played" if seconds else ""
    return f"{format_count(number, *rules.lapse.unit_names)} in total{time}"


def list_lapses(run: PlaylistRun) -> Iterator[str]:
    """Yield a phrase for each kind of lapse in the current level so far."""
    if run.deaths:
        yield format_count(run.deaths, "death")
    if run.hints:
        yield format_count(run.hints, "hint")
    if run.solution_shown:
        yield hints.SOLUTION_SHOWN


def describe_jump(run: PlaylistRun) -> str:
    """Describe how far the last win in endless play moved the run; return "" if it did not."""
    if run.mode != "infinite" or not run.played:
        return ""
    last = run.played[-1]
    if run.grade is not None:
        return "past the end of the list" if last.index is not None else ""
    if last.index is None:
        return ""
    far = run.level_index - last.index
    text = f"{format_count(abs(far), 'level')} {'forward' if far > 0 else 'back'}"
    return f"{text}: {hints.SOLUTION_SHOWN}" if last.solution_shown and far > 0 else text
