"""A run between two of its levels: how far it has come, and what came of each level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.campaign.run import CampaignRun
from engine.game.campaign import Campaign
from workbench.document.status import count
from workbench.features.campaign import words
from workbench.features.campaign.journey import Journey
from workbench.session.playing.hints import SHOWN
from workbench.ui.lines import Line, LinePane, wrap

_EMPTY: Line = []
_WIDEST = 72
"""Columns of text; longer lines are hard to read."""
_BAR = 40


class RunPane(LinePane):
    """Shows a run: its title, how far it has come, its levels, and what comes next."""

    DEFAULT_CSS = "RunPane { padding: 0 2; height: 1fr; }"

    _shown: tuple[Journey, tuple[str, str]] | None = None

    def show(self, journey: Journey, news: tuple[str, str]) -> None:
        """Shows a run, and what is under way or went wrong."""
        self._shown = journey, news
        self.renew()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """What fits; of the levels, the last ones."""
        if self._shown is None:
            return ()
        journey, news = self._shown
        width = min(width, _WIDEST)
        title = words.title(journey.run, journey.game)
        head: list[Line] = [_EMPTY, [(title, "title")], _EMPTY, *self._progress(journey, width)]
        comes = _ending(journey.rules, width) if journey.over else _next(journey.run)
        foot = [_EMPTY, *comes, *_wrapped(*news, width)]
        room = height - len(head) - len(foot) - 1
        return [*head, _EMPTY, *_table(journey, max(room, 0)), *foot][:height]

    def _progress(self, journey: Journey, width: int) -> Iterator[Line]:
        run, rules = journey.run, journey.rules
        if run.mode == "campaign":
            done, whole = len(run.played), rules.steps
        else:
            whole = min(width - 2, _BAR)
            done = min(run.level_index * whole // len(journey.levels), whole)
        ascii_only = self._theme.ascii
        full, empty = ("#", ".") if ascii_only else ("■", "·")
        gap = " " if run.mode == "campaign" else ""
        yield [
            (gap.join(full * done), "good"),
            (gap if done and gap else "", ""),
            (gap.join(empty * (whole - done)), "muted"),
        ]
        deaths = f"{count(run.all_deaths, 'death')} in all"
        yield [(words.standing(run, rules, journey.levels), ""), (f", {deaths}", "muted")]


def _table(journey: Journey, room: int) -> Iterator[Line]:
    """The levels won, the last ones of them, with what came of each."""
    played = journey.run.played
    if not played or room < 2:
        return
    names = ("level", journey.rules.parameter, "deaths", journey.game.measure.plural, "least")
    widths = (6, len(names[1]) + 2, 8, len(names[3]) + 3, 7)

    def row(*figures: object) -> str:
        """Figures below their names."""
        aligned = zip(map(str, figures), widths, strict=True)
        return "".join(text.rjust(width) for text, width in aligned)

    yield [(row(*names), "muted")]
    shown = played[-(room - 1) :]
    for number, level in enumerate(shown, start=len(played) - len(shown) + 1):
        least = "?" if level.optimum is None else level.optimum
        figures = row(number, level.grade, level.deaths, level.count, least)
        told = f"{figures} {SHOWN}" if level.solution_shown else figures
        yield [(told, "" if number < len(played) else "selected")]


def _next(run: CampaignRun) -> Iterator[Line]:
    jump = words.jump(run)
    if jump:
        yield [(jump, "")]
    if run.deaths:
        died = "once" if run.deaths == 1 else f"{run.deaths} times"
        yield [(f"died {died} in the level under way", "muted")]
    if run.solution_shown:
        yield [(f"{SHOWN} in the level under way", "muted")]


def _wrapped(text: str, role: str, width: int) -> Iterator[Line]:
    return ([(line, role)] for line in wrap(text, width))


def _ending(rules: Campaign, width: int) -> Iterator[Line]:
    for paragraph in rules.ending:
        yield from _wrapped(paragraph, "title" if paragraph == rules.ending[-1] else "", width)
