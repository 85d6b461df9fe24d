"""The level browser's commands that change files, create folders and use the trash."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.catalogue.file_type import CATALOGUE_SUFFIXES
from engine.files.storage import translate_errors
from workbench.browser.file_summary import read_summary
from workbench.commands import Action, GuardedAction, keymap
from workbench.features.levels.browser_commands import BrowserPart
from workbench.features.levels.levels_pane import format_short_verdict
from workbench.paths.resources import parse_path, shorten_path
from workbench.text.quantity_text import format_age, format_count
from workbench.text.refusals import NO_SELECTION

if TYPE_CHECKING:
    from workbench.document.trash import DeletedLevel
    from workbench.features.levels.rename_dialog import LevelNames
    from workbench.ui.pick_list import PickableRow


class LevelFiles(BrowserPart):
    """The commands that duplicate, rename and delete levels, and create folders."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that change files or create folders."""
        change = self._run_on_file
        return {
            "levels.duplicate": GuardedAction(
                self._explain_no_level, partial(change, self._duplicate_level)
            ),
            "levels.rename": GuardedAction(
                self._explain_unchangeable, partial(change, self._ask_to_rename)
            ),
            "levels.delete": GuardedAction(
                self._explain_unchangeable, partial(change, self._delete_level)
            ),
            "levels.new-folder": lambda: self._screen.ask_question(self._ask_for_folder()),
        }

    def _explain_no_level(self) -> str | None:
        details = self.levels.details
        if (
            details is not None
            and details.container is not None
            and details.container.kind == "pack"
        ):
            return "this is a pack, not a level"
        if self.row and self.row.file and self.row.file.name.endswith(CATALOGUE_SUFFIXES):
            return "catalogues cannot be changed here; a batch may be using the file"
        return None if self.row and self.row.file else NO_SELECTION

    def _explain_unchangeable(self) -> str | None:
        """Return the reason why the selected file cannot be changed, or None if it can."""
        if self.row and self.row.file and self.row.folder.read_only:
            copies = keymap.get_key_hint("levels.duplicate")
            return f"shipped levels are read-only; {copies} makes your own copy"
        return self._explain_no_level()

    def _run_on_file(self, change: Callable[[Path, bool], Coroutine[Any, Any, None]]) -> None:
        row = self.row
        if row is not None and row.file is not None:
            self._screen.ask_question(change(row.file, row.folder.read_only))

    async def _duplicate_level(self, file: Path, read_only: bool) -> None:
        """Copy a level, and move the cursor to the copy."""
        from workbench.document import level_file_moves

        folder = self.host.browser.folder if read_only else file.parent

        async def copy_file() -> None:
            path = await asyncio.to_thread(level_file_moves.duplicate_level, file, folder)
            name = shorten_path(path) if read_only else path.name
            self.reload_at(
                path, f"Copied to {name}. {keymap.get_key_hint('levels.rename')} renames it."
            )

        await self._file_work.run_work(copy_file())

    async def _ask_to_rename(self, file: Path, _: bool) -> None:
        """Ask for a new file name and title, then rename the level."""
        from workbench.features.levels.rename_dialog import LevelNames, RenameDialog

        level = self.level
        old = LevelNames(file, level.title if level is not None else None)
        new = await self.host.push_screen_wait(RenameDialog(old))
        if new is not None and new != old:
            await self._file_work.run_work(self._rename_level(file, old, new))

    async def _rename_level(self, file: Path, old: LevelNames, new: LevelNames) -> None:
        """Give a level a new file name and title, and move the cursor to it."""
        from workbench.document import level_file_moves

        if new.path != file:
            await asyncio.to_thread(level_file_moves.move_level, file, new.path)
        if new.title is not None and new.title != old.title:
            await asyncio.to_thread(level_file_moves.retitle_file, new.path, new.title)
        moved = new.path.parent != file.parent
        name = shorten_path(new.path) if moved else new.path.name
        said = [f"{'Moved' if moved else 'Renamed'} to {name}."] if new.path != file else []
        if new.title and new.title != old.title:
            said.append(f'Title changed to "{new.title}".')
        self.reload_at(new.path, " ".join(said))

    async def _delete_level(self, file: Path, _: bool) -> None:
        """Move a level to the trash, and move the cursor to the next row."""
        from workbench.document import trash

        folder = self.host.state.trash

        async def move_to_trash() -> None:
            browser = self.host.browser
            browser.deleted.append(await asyncio.to_thread(trash.move_to_trash, folder, file))
            back = keymap.get_key_hint("levels.undelete")
            said = f"Deleted {file.name}. {back} restores it from {shorten_path(folder)}."
            # Find the neighbouring row before the file disappears from the list.
            neighbour = self._find_neighbour(file)
            browser.remove_file(file)
            self.reload_at(neighbour, said)
            # Update the rows without waiting for the folders to be reread, because the user may
            # press the next key before then.
            self.levels.load_rows()

        await self._file_work.run_work(move_to_trash())

    def _find_neighbour(self, file: Path) -> Path | None:
        """Return the path of the row to select once ``file`` is gone, or None if no row is left."""
        paths = [row.path for row in self.levels.rows]
        if file not in paths:
            return self.host.browser.selected
        row = paths.index(file)
        rest = paths[:row] + paths[row + 1 :]
        return rest[min(row, len(rest) - 1)] if rest else None

    async def _ask_for_folder(self) -> None:
        """Ask for the name of a new folder, and create the folder."""
        from workbench.ui.dialogs import LinePrompt

        parent = self.host.browser.target_folder

        def find_fault(text: str) -> str | None:
            folder = parent / parse_path(text)
            if not parse_path(text).name or folder.name.startswith("."):
                return "Enter a name for the folder."
            return f"{folder.name} already exists." if os.path.lexists(folder) else None

        name = await self.host.push_screen_wait(
            LinePrompt(f"New folder in {parent}", "", find_fault)
        )
        if name is None:
            return
        await self._file_work.run_work(self._create_folder(parent, parent / parse_path(name)))

    async def _create_folder(self, parent: Path, folder: Path) -> None:
        """Create ``folder`` inside ``parent``, and move the cursor to it."""
        with translate_errors(folder, "cannot be created"):
            await asyncio.to_thread(folder.mkdir, parents=True)
        # An empty folder is listed only if it was created in this session, so remember it.
        browser = self.host.browser
        browser.new_folders.update(
            part
            for part in (folder, *folder.parents)
            if part.is_relative_to(parent) and part != parent
        )
        ways = f"{keymap.get_key_hint('levels.new')} and {keymap.get_key_hint('levels.generate')}"
        self.reload_at(folder, f"Created {folder.name}/. {ways} add levels to it.")


def _build_row(deleted: DeletedLevel) -> PickableRow:
    """Build the row for a deleted level: its file name, title, verdict and time of deletion."""
    from workbench.ui.pick_list import PickableRow

    details = read_summary(deleted.folder / deleted.files[0])
    level = details.level
    parts = (
        []
        if level is None
        else [level.title, format_short_verdict(level, details.draft)[0].strip()]
    )
    parts += [format_age(deleted.when), f"from {shorten_path(deleted.path.parent)}"]
    return PickableRow(deleted.path.name, note=", ".join(filter(None, parts)))


class LevelTrash(BrowserPart):
    """The commands that restore deleted levels or empty the trash."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that restore deleted levels or empty the trash."""
        return {
            "levels.undelete": lambda: self._screen.ask_question(self._undo_deletion()),
            "levels.trash": lambda: self._screen.ask_question(self._ask_to_restore()),
            "levels.empty-trash": lambda: self._screen.ask_question(self._empty_trash()),
        }

    async def _undo_deletion(self) -> None:
        """Restore the level deleted last in this session, or else one that the user chooses."""
        deleted = self.host.browser.deleted
        await (self._restore_level(deleted[-1]) if deleted else self._ask_to_restore())

    async def _ask_to_restore(self) -> None:
        """Let the user choose a level in the trash, and restore it."""
        from workbench.document import trash
        from workbench.ui.pick_list import PickRow

        found = await asyncio.to_thread(trash.list_deleted_levels, self.host.state.trash)
        if not found:
            self._screen.show_message("The trash is empty.")
            return
        rows = await asyncio.to_thread(lambda: [*map(_build_row, found)])
        answer = await self.host.push_screen_wait(PickRow("Restore which deleted level?", rows))
        if answer is not None:
            await self._restore_level(found[answer])

    async def _restore_level(self, level: DeletedLevel) -> None:
        from workbench.document import trash

        async def move_back() -> None:
            path = await asyncio.to_thread(trash.restore_level, level)
            known = self.host.browser.deleted
            known[:] = [each for each in known if each.folder != level.folder]
            self.reload_at(path, f"Restored {path.name}.")

        await self._file_work.run_work(move_back())

    async def _empty_trash(self) -> None:
        """Ask for confirmation, then permanently remove all deleted levels."""
        from workbench.document import trash
        from workbench.ui.dialogs import ChoicePrompt

        folder = self.host.state.trash
        count = len(await asyncio.to_thread(trash.list_deleted_levels, folder))
        levels = format_count(count, "level")
        asked = f"Permanently remove {levels} from the trash?"
        question = ChoicePrompt(asked, [("r", "Remove")], stay="Cancel")
        if count and await self.host.push_screen_wait(question) is None:
            return

        async def delete_files() -> None:
            await asyncio.to_thread(trash.empty_trash, folder)
            browser = self.host.browser
            browser.deleted.clear()
            self._screen.show_message(
                f"Permanently removed {levels}." if count else "The trash is empty."
            )

        await self._file_work.run_work(delete_files())
