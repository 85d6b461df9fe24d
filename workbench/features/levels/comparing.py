"""Two levels of the browser side by side: one is marked, the other is under the cursor."""

from __future__ import annotations

from pathlib import Path

from engine.values.level import Level
from workbench.commands import Command
from workbench.features.levels.levellist import LevelList
from workbench.ui.comparing import Side
from workbench.ui.screen import CommandScreen


class LevelsComparing(CommandScreen):
    """Marks the level under the cursor, then compares it with another."""

    def unavailable(self, command: Command) -> str | None:
        """Only levels of one game can be compared, and only while there is a solver."""
        if command.id != "levels.compare":
            return super().unavailable(command)
        level, marked = self._selected(), self._marked()
        if level is None:
            return "no level is selected"
        if self.workbench.solver is None:
            return "no solver is running"
        if marked is not None and marked.game != level.game:
            return f"the marked level is one of {marked.game}; esc lets it go"
        return None

    def action_compare(self) -> None:
        """Marks the level; again on another one, compares the two; again on the same, unmarks."""
        levels, browser = self.query_one(LevelList), self.workbench.browser
        row, level = levels.row, self._selected()
        if row is None or level is None:
            return
        marked, other = browser.marked, self._marked()
        if marked is not None and other is not None and marked != row.path:
            self._compare(_side(other, marked), _side(level, row.path))
        elif marked == row.path:
            self.unmark()
        else:
            browser.marked = row.path
            levels.renew()
            self.say("marked; c on another level compares the two, esc lets it go")

    def unmark(self) -> bool:
        """Lets the marked level go; False if none was."""
        browser = self.workbench.browser
        marked, browser.marked = browser.marked, None
        self.query_one(LevelList).renew()
        return marked is not None

    def _compare(self, one: Side, other: Side) -> None:
        if self.workbench.solver is not None:
            self.unmark()
            self.workbench.open_comparison(one, other, self.workbench.solver)

    def _selected(self) -> Level | None:
        row = self.query_one(LevelList).row
        return None if row is None or row.file is None else self._level_of(row.file)

    def _marked(self) -> Level | None:
        marked = self.workbench.browser.marked
        return None if marked is None else self._level_of(marked)

    def _level_of(self, path: Path) -> Level | None:
        details = self.workbench.browser.details(path)
        return details.level if details is not None else None


def _side(level: Level, path: Path) -> Side:
    return Side(level.title or path.stem, level)
