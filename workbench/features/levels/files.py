"""Files from the level browser: duplicate, rename, delete, new folder."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.catalogue.named import ENDINGS
from engine.files.storage import refusing
from workbench.browser.details import read_details
from workbench.commands import Action, Unless, keymap
from workbench.features.levels.levellist import short_verdict
from workbench.features.levels.parts import LevelsPart
from workbench.folders.resources import as_path, brief
from workbench.text.status import ago

if TYPE_CHECKING:
    from workbench.document.trash import Deleted
    from workbench.features.levels.renaming import Names
    from workbench.ui.lists import PickableRow


class LevelFiles(LevelsPart):
    """Duplicates, renames and deletes the level under the cursor, and makes folders."""

    def commands(self) -> Mapping[str, Action]:
        """Changes the file under the cursor, or makes a folder."""
        change = self._with_file
        return {
            "levels.duplicate": Unless(self._no_level, partial(change, self._duplicate)),
            "levels.rename": Unless(self._unchangeable, partial(change, self._rename)),
            "levels.delete": Unless(self._unchangeable, partial(change, self._delete)),
            "levels.new-folder": lambda: self._screen.ask(self._new_folder()),
        }

    def _no_level(self) -> str | None:
        details = self.levels.details
        if details is not None and details.holding is not None and details.holding.kind == "pack":
            return "a pack, not a level"
        if self.row and self.row.file and self.row.file.name.endswith(ENDINGS):
            return "a catalogue, which other files may belong to, and a batch may work on"
        return None if self.row and self.row.file else "no level is selected"

    def _unchangeable(self) -> str | None:
        """Shipped levels stay as they are; folders are made, not changed."""
        if self.row and self.row.file and self.row.folder.read_only:
            copies = keymap.key("levels.duplicate")
            return f"a shipped level is read-only; {copies} makes a copy of your own"
        return self._no_level()

    def _with_file(self, change: Callable[[Path, bool], Coroutine[Any, Any, None]]) -> None:
        row = self.row
        if row is not None and row.file is not None:
            self._screen.ask(change(row.file, row.folder.read_only))

    async def _duplicate(self, file: Path, read_only: bool) -> None:
        """Copies the level under the cursor, and puts the cursor on the copy."""
        from workbench.document import moving

        folder = self.host.browser.folder if read_only else file.parent

        async def copy() -> None:
            """Copies the file, and shows the copy."""
            path = await asyncio.to_thread(moving.duplicate, file, folder)
            name = brief(path) if read_only else path.name
            self.read_again(path, f"copied to {name}; {keymap.key('levels.rename')} renames it")

        await self._file_work.finish(copy())

    async def _rename(self, file: Path, _: bool) -> None:
        """Asks for another file name and title."""
        from workbench.features.levels.renaming import Names, Rename

        level = self.level
        old = Names(file, level.title if level is not None else None)
        new = await self.host.push_screen_wait(Rename(old))
        if new is not None and new != old:
            await self._file_work.finish(self._give_names(file, old, new))

    async def _give_names(self, file: Path, old: Names, new: Names) -> None:
        """Gives a level another file name and title, and shows it."""
        from workbench.document import moving

        if new.path != file:
            await asyncio.to_thread(moving.move, file, new.path)
        if new.title is not None and new.title != old.title:
            await asyncio.to_thread(moving.retitle, new.path, new.title)
        moved = new.path.parent != file.parent
        named = f" {brief(new.path) if moved else new.path.name}" if new.path != file else ""
        titled = f', titled "{new.title}"' if new.title and new.title != old.title else ""
        self.read_again(new.path, f"now{named}{titled}".replace("now,", "now"))

    async def _delete(self, file: Path, _: bool) -> None:
        """Moves the level under the cursor to the trash; the cursor goes to the next one."""
        from workbench.document import trash

        folder = self.host.state.trash

        async def delete() -> None:
            """Moves it, notes that for undo, and shows the list without it."""
            browser = self.host.browser
            browser.deleted.append(await asyncio.to_thread(trash.put, folder, file))
            back = f"{keymap.key('levels.undelete')} brings it back"
            said = f"{file.name} deleted; {back}; kept in {brief(folder)}"
            neighbour = self._neighbour(file)
            browser.take_off(file)
            self.read_again(neighbour, said)
            self.levels.load()  # before the folders are read: the next key comes soon

        await self._file_work.finish(delete())

    def _neighbour(self, file: Path) -> Path | None:
        """The row that is where a deleted one was."""
        paths = [row.path for row in self.levels.rows]
        if file not in paths:
            return self.host.browser.selected
        row = paths.index(file)
        rest = paths[:row] + paths[row + 1 :]
        return rest[min(row, len(rest) - 1)] if rest else None

    async def _new_folder(self) -> None:
        """Makes a folder beside or in the one under the cursor."""
        from workbench.ui.dialogs import Ask

        parent = self.host.browser.target_folder

        def wrong(text: str) -> str | None:
            """What is wrong with a name; None if nothing is."""
            folder = parent / as_path(text)
            if not as_path(text).name or folder.name.startswith("."):
                return "a name for the folder, please"
            return f"{folder.name} is already there" if os.path.lexists(folder) else None

        name = await self.host.push_screen_wait(Ask(f"New folder in {parent}", "", wrong))
        if name is None:
            return
        await self._file_work.finish(self._make_folder(parent, parent / as_path(name)))

    async def _make_folder(self, parent: Path, folder: Path) -> None:
        """Make a folder in another one, and show it."""
        with refusing(folder, "cannot be made"):
            await asyncio.to_thread(folder.mkdir, parents=True)
        browser = self.host.browser
        browser.made.update(
            part
            for part in (folder, *folder.parents)
            if part.is_relative_to(parent) and part != parent
        )
        ways = f"{keymap.key('levels.new')} and {keymap.key('levels.generate')}"
        self.read_again(folder, f"{folder.name}/ made; {ways} put levels into it")


def _row(deleted: Deleted) -> PickableRow:
    """A level in the trash: its file, and what is said of it and of its deletion."""
    from workbench.ui.lists import PickableRow

    details = read_details(deleted.folder / deleted.files[0])
    level = details.level
    parts = [] if level is None else [level.title, short_verdict(level, details.draft)[0].strip()]
    parts += [ago(deleted.when), f"from {brief(deleted.path.parent)}"]
    return PickableRow(deleted.path.name, note=", ".join(filter(None, parts)))


class LevelTrash(LevelsPart):
    """What can be done with deleted levels."""

    def commands(self) -> Mapping[str, Action]:
        """Brings levels back, or removes them for good."""
        return {
            "levels.undelete": lambda: self._screen.ask(self._undelete()),
            "levels.trash": lambda: self._screen.ask(self._choose()),
            "levels.empty-trash": lambda: self._screen.ask(self._empty()),
        }

    async def _undelete(self) -> None:
        """Brings the level deleted last in this session back, else asks which of the trash."""
        deleted = self.host.browser.deleted
        await (self._restore(deleted[-1]) if deleted else self._choose())

    async def _choose(self) -> None:
        """Asks which level of the trash to bring back."""
        from workbench.document import trash
        from workbench.ui.lists import PickRow

        found = await asyncio.to_thread(trash.contents, self.host.state.trash)
        if not found:
            self._screen.say("the trash is empty")
            return
        rows = await asyncio.to_thread(lambda: [*map(_row, found)])
        answer = await self.host.push_screen_wait(PickRow("Bring back which deleted level?", rows))
        if answer is not None:
            await self._restore(found[answer])

    async def _restore(self, level: Deleted) -> None:
        from workbench.document import trash

        async def restore() -> None:
            """Moves it back, notes that for undo, and shows it."""
            path = await asyncio.to_thread(trash.restore, level)
            known = self.host.browser.deleted
            known[:] = [each for each in known if each.folder != level.folder]
            self.read_again(path, f"{path.name} is back")

        await self._file_work.finish(restore())

    async def _empty(self) -> None:
        """Removes all deleted levels for good, once that is confirmed."""
        from workbench.document import trash
        from workbench.ui.dialogs import Choose

        folder = self.host.state.trash
        count = len(await asyncio.to_thread(trash.contents, folder))
        levels = f"{count} level{'' if count == 1 else 's'}"
        asked = f"Remove what is in the trash for good? {levels}."
        question = Choose(asked, [("r", "Remove")], stay="Cancel")
        if count and await self.host.push_screen_wait(question) is None:
            return

        async def empty() -> None:
            """Removes them, and notes that none can be brought back."""
            await asyncio.to_thread(trash.empty, folder)
            browser = self.host.browser
            browser.deleted.clear()
            self._screen.say(f"{levels} removed for good" if count else "the trash is empty")

        await self._file_work.finish(empty())
