"""The pane that lists the possible changes to one cell and the best ones for the whole board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.text import quantity_text
from workbench.ui.sections_pane import Section, SectionsPane
from workbench.ui.styled_lines import Line, Span, justify_line

if TYPE_CHECKING:
    from workbench.features.whatif.change_effects import ChangeGroup
    from workbench.features.whatif.model import WhatIfReport

ROLES = {
    "better": "better",
    "warning": "warning",
    "worse": "worse",
    "same": "same",
    "broken": "broken",
    "": "muted",
}
"""The role in which to draw each mark."""
BREACH_FLAG = ("! ", "warning")
"""The mark to put before a change that breaks an invariant, and its role."""
BREACH_LEGEND = "! breaks something"
"""The meaning of the flag, shown while a change has it."""
BEST = "Best changes"
MAX_GLYPHS = 3
"""The largest number of tools to draw as glyphs before their names."""


class WhatIfPane(SectionsPane, keys="whatif"):
    """A pane that lists the changes to the cursor's cell and the best changes to the board."""

    open_command = "whatif.apply"
    _game = ""
    _report: WhatIfReport | None = None
    """The report that the pane shows, or None before the first one."""

    def show_report(self, game: str, report: WhatIfReport) -> None:
        """Show a report. If it is for a different cell than before, move the cursor to the top.

        Args:
            game: The name of the game.
            report: The report to show.
        """
        if self._report is not None and report.cell != self._report.cell:
            self.move_to_top()
        self._game, self._report = game, report
        self.clamp_cursor()
        running = {"running": "…", "stopped": " · stopped"}.get(report.state, "")
        tried = quantity_text.format_count(report.tried_count, "change") + running
        flagged = any(group.assessment.breaches for group in self._groups)
        title = f"What if · {report.objective} · {tried}"
        self.set_titles(title, BREACH_LEGEND if flagged else "")
        self.update_content()

    @property
    def selected_group(self) -> ChangeGroup | None:
        """The changes under the list's cursor, or None if the lists are empty."""
        return None if self.index is None else self._groups[self.index]

    @property
    def _groups(self) -> tuple[ChangeGroup, ...]:
        return () if self._report is None else (*self._report.here, *self._report.best)

    def list_sections(self) -> Sequence[Section]:
        """Return a section for the changes to the cell and one for the board's best changes."""
        report = self._report
        if report is None:
            return ()
        yardstick = report.comparison
        here: list[Line] = [
            [(f"{report.format_place(report.cell)} {report.contents}", "title")],
            [(f"now: {yardstick.describe_assessment(yardstick.base)}", "muted")],
        ]
        if not report.here:
            here.append([(report.nothing_here, "muted")])
        unit: Line = [(f" {yardstick.format_unit(key)}    ", "muted") for key in report.figure_keys]
        title = justify_line([(BEST, "title")], unit, self.size.width)
        best: list[Line] = [(), title]
        if report.progress:
            best.append([(report.progress, "muted")])
        if not report.best:
            best.append([(report.nothing_better, "muted")])
        return Section(here, len(report.here)), Section(best, len(report.best))

    def draw_item(self, number: int, width: int) -> Line:
        """Return the line for a group of changes.

        It shows the tools, the effect, and a flag if the changes break an invariant. In the
        list of the best changes, the line begins with the cell.
        """
        report, group = self._report, self._groups[number]
        assert report is not None
        yardstick, state = report.comparison, group.assessment
        role = ROLES[yardstick.choose_mark(state)]
        ranked = number >= len(report.here)
        place = f"{report.format_place(group.cell)} " if ranked else ""
        more = yardstick.format_difference(state)
        right: list[Span] = [(f" {yardstick.format_value(state)}", role), (f"{more:>4}", role)]
        name = self.get_item_role(number)
        spans: list[Span] = [(place, name), *([BREACH_FLAG] if state.breaches else ())]
        for change in group.changes[:MAX_GLYPHS]:
            look = self._theme.get_look(self._game, change.tool.name)
            if look.glyph.strip():
                spans += [(look.glyph, look.style), (" ", "")]
        spans.append((group.names, name))
        return justify_line(spans, right, width)
