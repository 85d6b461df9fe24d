"""A run between two of its levels: how far it has come, and what came of each level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.campaign.levellist import CampaignLevels
from engine.campaign.run import CampaignRun, Played
from engine.game.campaign import Campaign
from engine.game.measure import Measure
from workbench.features.campaign import words
from workbench.session.playing.hints import SHOWN
from workbench.ui.lines import Line, LinePane, wrap

_EMPTY: Line = []
_WIDEST = 72
"""Columns of text; longer lines are hard to read."""
_BAR = 40


@dataclass(frozen=True, slots=True)
class RunView:
    """All that is told of a run.

    Attributes:
        title: what it is.
        run: how far it has come.
        rules: of its game.
        measure: what play is counted in.
        levels: its list.
        news: what is under way or went wrong, and its role.
    """

    title: str
    run: CampaignRun
    rules: Campaign
    measure: Measure
    levels: CampaignLevels
    news: tuple[str, str] = ("", "")


class RunPane(LinePane):
    """Shows a run: its title, how far it has come, its levels, and what comes next."""

    DEFAULT_CSS = "RunPane { padding: 0 2; height: 1fr; }"

    _view: RunView | None = None

    def show(self, view: RunView) -> None:
        """Shows a run."""
        self._view = view
        self.renew()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """What fits; of the levels, the last ones."""
        view = self._view
        if view is None:
            return ()
        width = min(width, _WIDEST)
        over = view.run.is_over(view.rules)
        head: list[Line] = [_EMPTY, [(view.title, "title")], _EMPTY, *self._progress(view, width)]
        foot = [_EMPTY, *(_ending(view, width) if over else _next(view, width))]
        room = height - len(head) - len(foot) - 1
        return [*head, _EMPTY, *_table(view, max(room, 0)), *foot][:height]

    def _progress(self, view: RunView, width: int) -> Iterator[Line]:
        run, rules = view.run, view.rules
        if run.mode == "campaign":
            done, whole = len(run.played), rules.steps
        else:
            whole = min(width - 2, _BAR)
            done = min(run.place * whole // len(view.levels), whole)
        ascii_only = self._theme.ascii
        full, empty = ("#", ".") if ascii_only else ("■", "·")
        gap = " " if run.mode == "campaign" else ""
        yield [
            (gap.join(full * done), "good"),
            (gap if done and gap else "", ""),
            (gap.join(empty * (whole - done)), "muted"),
        ]
        deaths = f"{run.all_deaths:,} {'death' if run.all_deaths == 1 else 'deaths'} in all"
        yield [(words.standing(run, rules, view.levels), ""), (f", {deaths}", "muted")]


def _table(view: RunView, room: int) -> Iterator[Line]:
    """The levels won, the last ones of them, with what came of each."""
    played, columns = view.run.played, (view.rules.parameter, view.measure.plural)
    if not played or room < 2:
        return
    names = ("level", columns[0], "deaths", columns[1], "least")
    yield [(_row(names, columns), "muted")]
    shown = played[-(room - 1) :]
    for number, level in enumerate(shown, start=len(played) - len(shown) + 1):
        figures = _row(_figures(number, level), columns)
        told = f"{figures} {SHOWN}" if level.solution_shown else figures
        yield [(told, "" if number < len(played) else "selected")]


def _row(figures: Iterable[str], columns: tuple[str, str]) -> str:
    room = (6, len(columns[0]) + 2, 8, len(columns[1]) + 3, 7)
    return "".join(text.rjust(width) for text, width in zip(figures, room, strict=True))


def _figures(number: int, level: Played) -> tuple[str, ...]:
    least = "?" if level.optimum is None else str(level.optimum)
    return str(number), str(level.grade), str(level.deaths), str(level.count), least


def _next(view: RunView, width: int) -> Iterator[Line]:
    jump = words.jump(view.run)
    if jump:
        yield [(jump, "")]
    if view.run.deaths:
        died = "once" if view.run.deaths == 1 else f"{view.run.deaths} times"
        yield [(f"died {died} in the level under way", "muted")]
    if view.run.solution_shown:
        yield [(f"{SHOWN} in the level under way", "muted")]
    yield from _wrapped(*view.news, width)


def _wrapped(text: str, role: str, width: int) -> Iterator[Line]:
    return ([(line, role)] for line in wrap(text, width))


def _ending(view: RunView, width: int) -> Iterator[Line]:
    for paragraph in view.rules.ending:
        yield from _wrapped(paragraph, "title" if paragraph == view.rules.ending[-1] else "", width)
    yield from _wrapped(*view.news, width)
