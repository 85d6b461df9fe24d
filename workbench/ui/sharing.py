"""What every screen with a level can do to take it elsewhere, and to bring one in."""

from __future__ import annotations

import asyncio
import os
from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

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

if TYPE_CHECKING:
    from workbench.ui.host import Host


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


class Speaker(Protocol):
    """A screen, or what stands for one: the app, and a place for messages."""

    @property
    def workbench(self) -> Host:
        """The app."""

    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message in the key line."""


def copy_share(screen: Speaker, subject: Subject) -> None:
    """Copies the level's share string."""
    _copy(screen, sharing.dumps(subject.level), "share string")


def copy_level(screen: Speaker, subject: Subject) -> None:
    """Copies the text of the level file."""
    _copy(screen, levelfile.dumps(subject.level), "level file")


def _copy(screen: Speaker, text: str, what: str) -> None:
    message, done = clipboard.copy(screen.workbench, text, what)
    screen.say(message, "good" if done else "bad")


async def export(screen: Speaker, subject: Subject) -> None:
    """Writes the board as it is shown to a file; asks which. For a worker."""
    from workbench.ui import exporting

    app = screen.workbench
    keys = [*exporting.FORMATS.values()]
    key = await app.push_screen_wait(Choose("Export the board as", keys))
    form = next((form for form, entry in exporting.FORMATS.items() if entry[0] == key), None)
    path = None if form is None else await _ask_path(app, form, subject)
    if form is None or path is None:
        return
    try:
        # In a thread: a large PNG takes longer than a key may.
        content = await asyncio.to_thread(
            exporting.content, form, subject.level, subject.picture, app.theme_glyphs
        )
        replace_file(path, content)
    except EngineError as error:
        screen.say(str(error), "bad")
    else:
        screen.say(f"exported {path}", "good")


async def _ask_path(app: Host, form: str, subject: Subject) -> Path | None:
    """Where to write; whatever is there has been agreed to be replaced."""
    from workbench.ui import exporting

    proposed = exporting.proposed(form, subject.level, subject.file)
    while True:
        question = Ask("Export to", proposed, exporting.check_path(form), path=True)
        answer = await app.push_screen_wait(question)
        if answer is None:
            return None
        path = with_ending(answer, f".{form}")
        if not os.path.lexists(path):
            return path
        ways = [("a", "Another name"), ("o", "Overwrite it")]
        answer = await app.push_screen_wait(Choose(f"{path} is already there.", ways))
        if answer != "a":
            return path if answer == "o" else None
        proposed = str(path)


class SharingScreen(CommandScreen):
    """A screen whose level can be copied and exported."""

    @abstractmethod
    def subject(self) -> Subject | None:
        """The level in question, None while there is none."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.action in ("copy_share", "copy_level", "export") and self.subject() is None:
            return "no level is selected"
        return super().unavailable(command)

    def action_copy_share(self) -> None:
        """Copies the level's share string."""
        if subject := self.subject():
            copy_share(self, subject)

    def action_copy_level(self) -> None:
        """Copies the text of the level file."""
        if subject := self.subject():
            copy_level(self, subject)

    def action_export(self) -> None:
        """Writes the board as it is shown to a file."""
        if subject := self.subject():
            self.run_worker(export(self, subject), group="question", exclusive=True)
