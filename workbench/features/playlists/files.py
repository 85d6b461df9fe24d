"""A pack's title and files: saving, asking about what is in the way, the picture of its curve."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from engine.files.endings import PACK_ENDING, is_pack
from engine.files.storage import FileChanged, replace_file
from workbench.commands import Action
from workbench.drawing import curves
from workbench.features.playlists.desk import PackDesk
from workbench.folders.resources import as_path, brief, lacks_folder
from workbench.text import packs
from workbench.text.status import count
from workbench.ui.dialogs import Ask, Choose
from workbench.ui.screen import CommandScreen, finish_work


class PackFiles:
    """Names a pack, saves it, and writes its curve."""

    def __init__(self, desk: PackDesk, screen: CommandScreen) -> None:
        self._desk, self._screen = desk, screen
        self._writing = asyncio.Lock()

    def commands(self) -> Mapping[str, Action]:
        """What names, saves and exports."""
        ask = self._screen.ask
        return {
            "pack.describe": lambda: ask(self._describe()),
            "pack.save": lambda: ask(self._save_here()),
            "pack.save-as": lambda: ask(self._save_elsewhere()),
            "pack.export": lambda: ask(self._export()),
        }

    async def _describe(self) -> None:
        title = await self._screen.workbench.push_screen_wait(
            Ask("Title of the pack", self._desk.title)
        )
        if title is not None:
            self._desk.described(title.strip(), self._desk.pack.notes)
            self._screen.renew()

    async def _save_here(self) -> None:
        await self.save(None)

    async def save(self, path: Path | None) -> bool:
        """Saves the pack, asking about what is in the way; False if that was backed out of."""
        overwrite = False
        while True:
            try:
                await finish_work(self._screen, self._write(path, overwrite=overwrite))
            except (FileChanged, FileExistsError) as error:
                changed = isinstance(error, FileChanged)
                found = "was changed by somebody else" if changed else "is already there"
                ways = [("o", "Overwrite it")]
                question = Choose(f"{path or self._desk.path} {found}.", ways, stay="Cancel")
                if await self._screen.workbench.push_screen_wait(question) is None:
                    return False
                overwrite = True
                continue
            return True

    async def _write(self, path: Path | None, *, overwrite: bool) -> None:
        """Writes the pack as it stands when what is written before it is done."""
        async with self._writing:
            writing = self._desk.prepare_save(path, overwrite=overwrite)
            stamp = await asyncio.to_thread(writing.write)
            self._desk.note_saved(writing, stamp)
        kept = stamp.kept
        note = f"; the file with its comments is kept as {kept.name}" if kept else ""
        if writing.copies:
            folder = next(iter(writing.copies.values())).parent
            note += f"; copied {count(len(writing.copies), 'shipped level')} to {brief(folder)}"
        self._screen.say(f"saved {brief(writing.path)}{note}", "good")
        self._screen.renew()

    async def _save_elsewhere(self) -> None:
        answer = Ask(
            f"Save the pack as (*{PACK_ENDING})", brief(self._desk.path), _pack_path, path=True
        )
        name = await self._screen.workbench.push_screen_wait(answer)
        if name is not None:
            await self.save(as_path(name))

    async def _export(self) -> None:
        """Writes the curve where the user says."""
        stem = self._desk.path.name.removesuffix(PACK_ENDING)
        answer = Ask("Write the curve to", f"{stem}.svg", _picture_path, path=True)
        name = await self._screen.workbench.push_screen_wait(answer)
        if name is None:
            return
        desk = self._desk
        picture = curves.svg(desk.title, packs.named(desk.pack.by), desk.curve())
        await finish_work(self._screen, self._write_picture(as_path(name), picture))

    async def _write_picture(self, path: Path, picture: str) -> None:
        await asyncio.to_thread(replace_file, path, picture.encode())
        self._screen.say(f"written: {brief(path)}", "good")

    async def may_leave(self) -> bool:
        """Whether the pack may go; asks about unsaved changes."""
        if not self._desk.unsaved:
            return True
        question = f'"{self._desk.title}" has unsaved changes.'
        ways = [("s", "Save"), ("d", "Discard them")]
        answer = await self._screen.workbench.push_screen_wait(
            Choose(question, ways, stay="Stay here")
        )
        return answer == "d" or (answer == "s" and await self.save(None))


def _pack_path(text: str) -> str | None:
    path = as_path(text)
    if not is_pack(path) or path.name == PACK_ENDING:
        return f"expected a name that ends in {PACK_ENDING}"
    return lacks_folder(path)


def _picture_path(text: str) -> str | None:
    path = as_path(text)
    if path.suffix.lower() != ".svg":
        return "expected a name that ends in .svg"
    return lacks_folder(path)
