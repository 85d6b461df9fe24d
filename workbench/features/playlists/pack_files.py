"""Commands that change a pack's title, save the pack, and export its curve as SVG."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from engine.files.storage import FileChanged, replace_file
from engine.files.suffixes import PACK_SUFFIX, is_pack_name
from workbench.commands import Action
from workbench.drawing import difficulty_plot
from workbench.features.playlists.pack_document import PackDocument
from workbench.paths.resources import explain_missing_folder, parse_path, shorten_path
from workbench.text import pack_text
from workbench.text.quantity_text import format_count
from workbench.ui.dialogs import ChoicePrompt, LinePrompt
from workbench.ui.screen import CommandScreen, finish_work


class PackFiles:
    """Commands that change a pack's title, save the pack, and export its curve."""

    def __init__(self, document: PackDocument, screen: CommandScreen) -> None:
        self._document, self._screen = document, screen
        self._writing = asyncio.Lock()

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that change the title, save the pack, and export the curve."""
        ask = self._screen.ask_question
        return {
            "pack.describe": lambda: ask(self._ask_for_title()),
            "pack.save": lambda: ask(self._save_in_place()),
            "pack.save-as": lambda: ask(self._ask_to_save_as()),
            "pack.export": lambda: ask(self._ask_to_export()),
        }

    async def _ask_for_title(self) -> None:
        title = await self._screen.workbench.push_screen_wait(
            LinePrompt("Title of the pack", self._document.title)
        )
        if title is not None:
            self._document.set_description(title.strip(), self._document.pack.notes)
            self._screen.update_content()

    async def _save_in_place(self) -> None:
        await self.save_pack(None)

    async def save_pack(self, path: Path | None) -> bool:
        """Save the pack, but ask before overwriting another file or a file that has changed.

        Args:
            path: The path to save to, or None for the pack's own file.

        Returns:
            True if the pack was saved, or False if the user cancelled.
        """
        overwrite = False
        while True:
            # Once the user has agreed to overwrite the file, the next attempt is never refused.
            try:
                await finish_work(self._screen, self._write_pack(path, overwrite=overwrite))
            except (FileChanged, FileExistsError) as error:
                changed = isinstance(error, FileChanged)
                found = "was changed by another program" if changed else "already exists"
                ways = [("o", "Overwrite it")]
                question = ChoicePrompt(
                    f"{path or self._document.path} {found}.", ways, stay="Cancel"
                )
                if await self._screen.workbench.push_screen_wait(question) is None:
                    return False
                overwrite = True
                continue
            return True

    async def _write_pack(self, path: Path | None, *, overwrite: bool) -> None:
        """Write the current version of the pack once any earlier write has finished."""
        # Prepare the write inside the lock, so that it uses the version that is current by then.
        async with self._writing:
            is_new = self._document.is_new
            writing = self._document.prepare_save(path, overwrite=overwrite)
            stamp = await asyncio.to_thread(writing.write)
            self._document.finish_save(writing, stamp)
        kept = stamp.backup
        note = f" The file with its comments is kept as {kept.name}." if kept else ""
        if writing.copies:
            folder = next(iter(writing.copies.values())).parent
            note += (
                f" Copied {format_count(len(writing.copies), 'shipped level')} to "
                f"{shorten_path(folder)}."
            )
        if is_new:
            note += f" Play it with: workbench {shorten_path(writing.path)}"
        self._screen.show_message(f"Saved {shorten_path(writing.path)}.{note}", "good")
        self._screen.update_content()

    async def _ask_to_save_as(self) -> None:
        answer = LinePrompt(
            f"Save the pack as (a name that ends in {PACK_SUFFIX})",
            shorten_path(self._document.path),
            _find_pack_path_fault,
            is_path=True,
        )
        name = await self._screen.workbench.push_screen_wait(answer)
        if name is not None:
            await self.save_pack(parse_path(name))

    async def _ask_to_export(self) -> None:
        """Ask for a path, and write the difficulty curve there as SVG."""
        stem = self._document.path.name.removesuffix(PACK_SUFFIX)
        answer = LinePrompt(
            "Export the curve to which SVG file?",
            f"{stem}.svg",
            _find_picture_path_fault,
            is_path=True,
        )
        name = await self._screen.workbench.push_screen_wait(answer)
        if name is None:
            return
        document = self._document
        picture = difficulty_plot.draw_svg(
            document.title, pack_text.format_fact(document.pack.rising_fact), document.build_curve()
        )
        await finish_work(self._screen, self._write_picture(parse_path(name), picture))

    async def _write_picture(self, path: Path, picture: str) -> None:
        await asyncio.to_thread(replace_file, path, picture.encode())
        self._screen.show_message(f"Exported {shorten_path(path)}.", "good")

    async def confirm_leave(self) -> bool:
        """Ask about any unsaved changes, and return whether the screen may close."""
        if not self._document.has_unsaved_changes:
            return True
        question = f'"{self._document.title}" has unsaved changes.'
        ways = [("s", "Save"), ("d", "Discard changes")]
        answer = await self._screen.workbench.push_screen_wait(
            ChoicePrompt(question, ways, stay="Stay here")
        )
        return answer == "d" or (answer == "s" and await self.save_pack(None))


def _find_pack_path_fault(text: str) -> str | None:
    path = parse_path(text)
    if not is_pack_name(path) or path.name == PACK_SUFFIX:
        return f"Enter a name that ends in {PACK_SUFFIX}."
    return explain_missing_folder(path)


def _find_picture_path_fault(text: str) -> str | None:
    path = parse_path(text)
    if path.suffix.lower() != ".svg":
        return "Enter a name that ends in .svg."
    return explain_missing_folder(path)
