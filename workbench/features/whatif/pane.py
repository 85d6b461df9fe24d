"""What single changes would do: those of one cell, and the best of the whole board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.text import status
from workbench.ui.lines import Line, Span, columns
from workbench.ui.sections import Section, SectionsPane

if TYPE_CHECKING:
    from workbench.features.whatif.effects import ChangeGroup
    from workbench.features.whatif.model import WhatIfReport

ROLES = {
    "better": "better",
    "warning": "warning",
    "worse": "worse",
    "same": "same",
    "broken": "broken",
    "": "muted",
}
"""Text styles by mark."""
FLAG = ("! ", "warning")
"""Stands before a change that breaks something."""
BEST = "Best changes"
GLYPHS = 3
"""Tools of a line that are drawn, before all of them are named."""


class WhatIfPane(SectionsPane, keys="whatif"):
    """Two lists: changes of the cell of the board's cursor, and the best ones."""

    apply = "whatif.apply"
    _game = ""
    _report: WhatIfReport | None = None
    """None before anything was asked for."""

    def show(self, game: str, report: WhatIfReport) -> None:
        """Show a report on a level of a game; the cursor stays in the list that it is in."""
        if self._report is not None and report.cell != self._report.cell:
            self.to_top()
        self._game, self._report = game, report
        self.keep_in_list()
        running = {"running": "…", "stopped": " · stopped"}.get(report.state, "")
        tried = status.count(report.tried, "change") + running
        self.retitle(f"What if · {report.aim} · {tried}")
        self.renew()

    @property
    def pointed(self) -> ChangeGroup | None:
        """The change at the cursor of the list."""
        return None if self.index is None else self._groups[self.index]

    @property
    def _groups(self) -> tuple[ChangeGroup, ...]:
        return () if self._report is None else (*self._report.here, *self._report.best)

    def sections(self) -> Sequence[Section]:
        """The changes of the cell, and the best of all."""
        report = self._report
        if report is None:
            return ()
        yardstick = report.yardstick
        here: list[Line] = [
            [(f"{report.place(report.cell)} {report.contents}", "title")],
            [(f"as it stands: {yardstick.words(yardstick.base)}", "muted")],
        ]
        if not report.here:
            here.append([(report.nothing_here, "muted")])
        unit: Line = [(f" {yardstick.unit(key)}    ", "muted") for key in report.figure_keys]
        title = columns([(BEST, "title")], unit, self.size.width)
        best: list[Line] = [(), title]
        if report.pace:
            best.append([(report.pace, "muted")])
        if not report.best:
            best.append([(report.nothing_better, "muted")])
        return Section(here, len(report.here)), Section(best, len(report.best))

    def item(self, number: int, width: int) -> Line:
        """A change: its tools, what it comes to, what became of that, whether it breaks a thing."""
        report, group = self._report, self._groups[number]
        assert report is not None
        yardstick, stands = report.yardstick, group.standing
        role = ROLES[yardstick.mark(stands)]
        ranked = number >= len(report.here)
        place = f"{report.place(group.cell)} " if ranked else ""
        more = yardstick.difference(stands)
        right: list[Span] = [(f" {yardstick.value(stands)}", role), (f"{more:>4}", role)]
        name = self.look(number)
        spans: list[Span] = [(place, name), *([FLAG] if stands.breaches else ())]
        for change in group.changes[:GLYPHS]:
            look = self._theme.look(self._game, change.tool.name)
            if look.glyph.strip():
                spans += [(look.glyph, look.style), (" ", "")]
        spans.append((group.names, name))
        return columns(spans, right, width)
