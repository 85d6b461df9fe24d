"""The question for another file name and title of a level."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from textual import on
from textual.widget import Widget
from textual.widgets import Input, Static

from workbench.browser.listing import NOT_LEVELS
from workbench.folders.resources import as_path, lacks_folder, level_file
from workbench.text.status import capitalized
from workbench.ui.dialogs import RESERVED, Question, steady


@dataclass(frozen=True, slots=True)
class Names:
    """A level's file and title.

    Attributes:
        path: the file.
        title: the title; None for a file that is no level and so has none.
    """

    path: Path
    title: str | None


class Rename(Question[Names | None]):
    """Asks for a file name and a title at once.

    A title that says the same as the file name follows it until it is typed in itself, so
    ``slope.toml`` titled "Slope" becomes ``steep.toml`` titled "Steep".
    """

    def __init__(self, names: Names) -> None:
        super().__init__()
        self._names = names
        if names.title is not None:
            self.HINT = "enter take   tab the other line"
        self._follows = names.title is not None and _slug(names.title) == _slug(names.path.stem)

    def asks(self) -> Iterable[Widget]:
        """Both lines."""
        yield Static("File name, or a path to move it", markup=False)
        yield steady(Input(self._names.path.name, select_on_focus=False, id="file"))
        if self._names.title is not None:
            yield Static("Title", markup=False)
            yield steady(Input(self._names.title, select_on_focus=False, id="title"))

    def on_mount(self) -> None:
        """Typing begins before the file name's ending."""
        field = self.query_one("#file", Input)
        field.cursor_position = len(self._names.path.stem)
        field.focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        stem = as_path(self.query_one("#file", Input).value or ".").name.removesuffix(".toml")
        if event.input.id == "file" and self._follows and stem != self._names.path.stem:
            with self.prevent(Input.Changed):
                self.query_one("#title", Input).value = _titled(stem)
        elif event.input.id == "title" and event.value != self._names.title:
            self._follows = False

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Takes both lines if nothing is wrong with the file name."""
        event.stop()
        file = self.query_one("#file", Input).value
        wrong = wrong_name(file, self._names.path)
        if wrong is not None:
            self.refuse(wrong)
            return
        title = None
        if self._names.title is not None:
            title = self.query_one("#title", Input).value.strip()
        self.dismiss(Names(target(file, self._names.path), title))


def target(text: str, path: Path) -> Path:
    """Where a typed name or path leads, from the folder that the level is in now."""
    return path.parent / level_file(text)


def wrong_name(text: str, path: Path) -> str | None:
    """What is wrong with a typed name for a level at ``path``, None if nothing is."""
    if not as_path(text).name or text.strip().endswith("/"):
        return "a file name, please"
    new = target(text, path)
    if new.name.startswith("."):
        return "a name that begins with a dot would hide it"
    if NOT_LEVELS.search(new.name):
        return RESERVED
    if lacking := lacks_folder(new):
        return lacking
    if new != path and os.path.lexists(new):
        return f"{new.name} is already there"
    return None


def _slug(text: str) -> str:
    return re.sub(r"[\W_]+", "-", text.casefold()).strip("-")


def _titled(stem: str) -> str:
    return capitalized(re.sub(r"[-_]+", " ", stem).strip())
