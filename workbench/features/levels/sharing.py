"""Copying and exporting from the level browser, and opening what was pasted."""

from __future__ import annotations

from engine.game import registry
from workbench.document.document import Document
from workbench.features.levels.levellist import LevelList
from workbench.ui.sharing import SharingScreen, Subject


class LevelsSharing(SharingScreen):
    """The level under the cursor of the list."""

    def subject(self) -> Subject | None:
        """The level under the cursor."""
        row = self.query_one(LevelList).row
        details = None if row is None else self.workbench.browser.details(row.path)
        if row is None or details is None or details.level is None:
            return None
        level = details.level
        picture = registry.get(level.game).boards.picture(level.board)
        return Subject(level, picture, None if row.folder.read_only else row.file)

    def action_paste(self) -> None:
        """Opens a pasted level in the design screen, as one that has no file yet."""
        self.run_worker(self._paste(), group="question", exclusive=True)

    async def _paste(self) -> None:
        from workbench.ui.pasting import PasteScreen

        level = await self.app.push_screen_wait(PasteScreen())
        if level is not None:
            self.workbench.open_design(Document.unsaved(level, None, None, None))
