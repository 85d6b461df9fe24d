"""What every screen with a level can do to take it elsewhere, and to bring one in."""

from __future__ import annotations

import asyncio
import os
from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError
from engine.files import levelfile, sharing
from engine.files.storage import replace_file
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.commands import Command
from workbench.folders.resources import with_ending
from workbench.ui import clipboard
from workbench.ui.dialogs import Ask, Choose
from workbench.ui.screen import CommandScreen


@dataclass(frozen=True, slots=True)
class Subject:
    """The level that a screen is about.

    Attributes:
        level: the level as it stands.
        picture: its board as the screen shows it now.
        file: its file; None for one that was never saved or is not to be written beside.
    """

    level: Level
    picture: Picture
    file: Path | None = None


class SharingScreen(CommandScreen):
    """A screen whose level can be copied and exported."""

    @abstractmethod
    def subject(self) -> Subject | None:
        """The level in question, None while there is none."""

    @property
    def has_subject(self) -> bool:
        """Whether there is one; asked after every key."""
        return self.subject() is not None

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.action in ("copy_share", "copy_level", "export") and not self.has_subject:
            return "no level is selected"
        return super().unavailable(command)

    def action_copy_share(self) -> None:
        """Copies the level's share string."""
        subject = self.subject()
        if subject is not None:
            self._copy(sharing.dumps(subject.level), "share string")

    def action_copy_level(self) -> None:
        """Copies the text of the level file."""
        subject = self.subject()
        if subject is not None:
            self._copy(levelfile.dumps(subject.level), "level file")

    def _copy(self, text: str, what: str) -> None:
        message, done = clipboard.copy(self.workbench, text, what)
        self.say(message, "good" if done else "bad")

    def action_export(self) -> None:
        """Writes the board as it is shown to a file."""
        subject = self.subject()
        if subject is not None:
            self.run_worker(self._export(subject), group="question", exclusive=True)

    async def _export(self, subject: Subject) -> None:
        from workbench.ui import exporting

        keys = [*exporting.FORMATS.values()]
        key = await self.app.push_screen_wait(Choose("Export the board as", keys))
        form = next((form for form, entry in exporting.FORMATS.items() if entry[0] == key), None)
        path = None if form is None else await self._ask_path(form, subject)
        if form is None or path is None:
            return
        theme = self.workbench.theme_glyphs
        try:
            # In a thread: a large PNG takes longer than a key may.
            content = await asyncio.to_thread(
                exporting.content, form, subject.level, subject.picture, theme
            )
            replace_file(path, content)
        except EngineError as error:
            self.say(str(error), "bad")
        else:
            self.say(f"exported {path}", "good")

    async def _ask_path(self, form: str, subject: Subject) -> Path | None:
        """Where to write; whatever is there has been agreed to be replaced."""
        from workbench.ui import exporting

        proposed = exporting.proposed(form, subject.level, subject.file)
        while True:
            question = Ask("Export to", proposed, exporting.check_path(form), path=True)
            answer = await self.app.push_screen_wait(question)
            if answer is None:
                return None
            path = with_ending(answer, f".{form}")
            if not os.path.lexists(path):
                return path
            ways = [("a", "Another name"), ("o", "Overwrite it")]
            answer = await self.app.push_screen_wait(Choose(f"{path} is already there.", ways))
            if answer != "a":
                return path if answer == "o" else None
            proposed = str(path)
