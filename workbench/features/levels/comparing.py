"""Two levels of the browser side by side: one is marked, the other is under the cursor."""

from __future__ import annotations

from pathlib import Path

from engine.values.level import Level
from workbench.commands import Command
from workbench.features.levels.parts import LevelsPart
from workbench.ui.comparing import Side


class LevelsComparing(LevelsPart):
    """Marks the level under the cursor, then compares it with another."""

    def unavailable(self, command: Command) -> str | None:
        """Only levels of one game can be compared, and only while there is a solver."""
        if command.id != "levels.compare":
            return None
        level, marked = self.level, self._marked()
        if level is None:
            return "no level is selected"
        if self._browsing.workbench.solver is None:
            return "no solver is running"
        if marked is not None and marked.game != level.game:
            return f"the marked level is one of {marked.game}; esc lets it go"
        return None

    def action_compare(self) -> None:
        """Marks the level; again on another one, compares the two; again on the same, unmarks."""
        host, row, level = self._browsing.workbench, self.row, self.level
        if row is None or level is None:
            return
        marked, other = host.browser.marked, self._marked()
        if marked is not None and other is not None and marked != row.path:
            self.unmark()
            if host.solver is not None:
                host.open_comparison(_side(other, marked), _side(level, row.path), host.solver)
        elif marked == row.path:
            self.unmark()
        else:
            host.browser.marked = row.path
            self._browsing.levels.renew()
            self._browsing.say("marked; c on another level compares the two, esc lets it go")

    def unmark(self) -> None:
        """Lets the marked level go."""
        self._browsing.workbench.browser.marked = None
        self._browsing.levels.renew()

    def _marked(self) -> Level | None:
        browser = self._browsing.workbench.browser
        details = None if browser.marked is None else browser.details(browser.marked)
        return details.level if details is not None else None


def _side(level: Level, path: Path) -> Side:
    return Side(level.title or path.stem, level)
