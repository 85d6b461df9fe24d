"""The trash, from the level browser: bring deleted levels back, or remove them for good."""

from __future__ import annotations

import asyncio

from workbench.document import trash
from workbench.document.trash import Deleted
from workbench.features.levels.files import FilesPart
from workbench.features.levels.orphans import ago
from workbench.folders.resources import brief
from workbench.ui.dialogs import Choose
from workbench.ui.picking import PickRow, Row


class LevelTrash(FilesPart):
    """What can be done with deleted levels."""

    def action_undelete(self) -> None:
        """Brings the level deleted last in this session back, else asks which of the trash."""
        deleted = self._browsing.workbench.browser.deleted
        self._browsing.ask(self._restore(deleted[-1]) if deleted else self._choose())

    def action_trash(self) -> None:
        """Asks which level of the trash to bring back."""
        self._browsing.ask(self._choose())

    async def _choose(self) -> None:
        found = await asyncio.to_thread(trash.contents, self._browsing.workbench.keeper.state.trash)
        if not found:
            self._browsing.say("the trash is empty")
            return
        rows = [
            Row(each.path.name, note=f"{ago(each.when)}, from {brief(each.path.parent)}")
            for each in found
        ]
        theme = self._browsing.workbench.theme_glyphs
        answer = await self._browsing.workbench.push_screen_wait(
            PickRow(theme, "Bring back which deleted level?", rows)
        )
        if answer is not None:
            await self._restore(found[answer])

    async def _restore(self, level: Deleted) -> None:
        path = await asyncio.to_thread(trash.restore, level)
        known = self._browsing.workbench.browser.deleted
        known[:] = [each for each in known if each.folder != level.folder]
        self._show(path, f"{path.name} is back")

    def action_empty_trash(self) -> None:
        """Removes all deleted levels for good, once that is confirmed."""
        self._browsing.ask(self._empty())

    async def _empty(self) -> None:
        place = self._browsing.workbench.keeper.state.trash
        count = len(await asyncio.to_thread(trash.contents, place))
        levels = f"{count} level{'' if count == 1 else 's'}"
        question = Choose(f"Remove what is in the trash for good? {levels}.", [("r", "Remove")])
        if count and await self._browsing.workbench.push_screen_wait(question) is None:
            return
        await asyncio.to_thread(trash.empty, place)
        self._browsing.workbench.browser.deleted.clear()
        self._browsing.say(f"{levels} removed for good" if count else "the trash is empty")
