"""A run between two of its levels: how far it has come, and what came of each level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.game.campaign import Played
from engine.game.game import Campaign
from engine.playlists.run import PlaylistRun
from workbench.drawing import curves
from workbench.features.playlists import run_words
from workbench.features.playlists.journey import Journey
from workbench.session.playing import hints
from workbench.ui.lines import Line, wrap

_EMPTY: Line = []
_WIDEST = 72
"""Columns of text; longer lines are hard to read."""
_BAR = 40
_LOWEST = 6
"""Lines that the curve takes at least, with what is above it; at most half of the screen."""
_GAP = 2
"""Columns between those of the table."""


def draw_run(
    journey: Journey, news: tuple[str, str], width: int, height: int, *, ascii_only: bool
) -> Sequence[Line]:
    """Return what fits of a run; of its levels, the last ones.

    ``news`` are what is under way or went wrong, and their role.
    """
    wide, width = width, min(width, _WIDEST)
    title = run_words.title(journey.run, journey.game)
    progress = _progress(journey, width, ascii_only=ascii_only)
    head: list[Line] = [_EMPTY, [(title, "title")], _EMPTY, *progress]
    comes = _ending(journey.rules, width) if journey.over else _next(journey.run)
    foot = [_EMPTY, *comes, *_wrapped(*news, width)]
    room = height - len(head) - len(foot) - 1
    table = [*_table(journey, max(room, 0))]
    lines = min(room - len(table), height // 2)
    curve = [*_curve(journey, wide, lines, ascii_only=ascii_only)]
    return [*head, *curve, _EMPTY, *table, *foot][:height]


def _curve(journey: Journey, width: int, height: int, *, ascii_only: bool) -> Iterator[Line]:
    """How hard the levels are, where there is room for that."""
    points = journey.curve()
    if height < _LOWEST or len(points) < 2:
        return
    current = -1 if journey.over else len(journey.run.played)
    drawn = curves.text(points, width, height - 2, current=current, ascii_only=ascii_only)
    if drawn:
        yield _EMPTY
        yield [(f"how hard the levels are, {run_words.scale(journey.levels)}", "muted")]
    for line in drawn:
        yield [(piece, curves.ROLES[role]) for piece, role in line]


def _progress(journey: Journey, width: int, *, ascii_only: bool) -> Iterator[Line]:
    run, rules = journey.run, journey.rules
    if run.mode == "campaign":
        done, whole = len(run.played), rules.steps
    else:
        whole = min(width - 2, _BAR)
        done = min(run.level_index * whole // len(journey.levels), whole)
    full, empty = ("#", ".") if ascii_only else ("■", "·")
    gap = " " if run.mode == "campaign" else ""
    yield [
        (gap.join(full * done), "good"),
        (gap if done and gap else "", ""),
        (gap.join(empty * (whole - done)), "muted"),
    ]
    lapses = f", {run_words.in_all(run, rules)}" if run.played else ""
    yield [(run_words.standing(run, rules, journey.levels), ""), (lapses, "muted")]


def _table(journey: Journey, room: int) -> Iterator[Line]:
    """The levels won, the last ones of them, with what came of each."""
    played = journey.run.played
    if not played or room < 2:
        return
    rules = journey.rules
    names = ["level", rules.parameter, rules.lapse.plural, journey.game.measure.plural]
    names += ["least"] if journey.game.counts else []
    names += ["time"]

    def row(figures: Iterable[object]) -> str:
        """Figures below their names."""
        aligned = zip(map(str, figures), names, strict=True)
        return "".join(text.rjust(len(name) + _GAP) for text, name in aligned)

    def figures(number: int, level: Played) -> Iterator[object]:
        """What came of a level, in the order of the names."""
        yield from (number, level.grade, rules.lapses(level), level.count)
        if journey.game.counts:
            yield "?" if level.optimum is None else level.optimum
        yield hints.clock(level.seconds)

    yield [(row(names), "muted")]
    shown = played[-(room - 1) :]
    for number, level in enumerate(shown, start=len(played) - len(shown) + 1):
        line = row(figures(number, level))
        text = f"{line} {hints.SHOWN}" if level.solution_shown else line
        yield [(text, "" if number < len(played) else "selected")]


def _next(run: PlaylistRun) -> Iterator[Line]:
    jump = run_words.jump(run)
    if jump:
        yield [(jump, "")]
    known = ", ".join(run_words.under_way(run))
    if known:
        yield [(f"{known} in the level under way", "muted")]


def _wrapped(text: str, role: str, width: int) -> Iterator[Line]:
    return ([(line, role)] for line in wrap(text, width))


def _ending(rules: Campaign, width: int) -> Iterator[Line]:
    for paragraph in rules.ending:
        yield from _wrapped(paragraph, "title" if paragraph == rules.ending[-1] else "", width)
