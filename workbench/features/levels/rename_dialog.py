"""The dialog that asks for a new file name and title for a level."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from textual import on
from textual.widget import Widget
from textual.widgets import Input, Static

from workbench.browser.folder_scan import NON_LEVEL_PATTERN
from workbench.paths.resources import explain_missing_folder, parse_level_path, parse_path
from workbench.text.quantity_text import capitalize_first
from workbench.ui.dialogs import RESERVED_NAME, Question, disable_blink


@dataclass(frozen=True, slots=True)
class LevelNames:
    """The path and title of a level.

    Attributes:
        path: The path of the level's file.
        title: The title; None if the file cannot be read as a level.
    """

    path: Path
    title: str | None


class RenameDialog(Question[LevelNames | None]):
    """A dialog that asks for a file name and a title together.

    A title that matches the file name follows changes to that name until the title itself is
    edited: when ``slope.toml`` with the title "Slope" becomes ``steep.toml``, the title becomes
    "Steep".
    """

    def __init__(self, names: LevelNames) -> None:
        super().__init__()
        self._names = names
        if names.title is not None:
            self.HINT = "enter rename   tab next line"
        self._follows = names.title is not None and _make_slug(names.title) == _make_slug(
            names.path.stem
        )

    def compose_question(self) -> Iterable[Widget]:
        """Yield the input fields for the file name and, if the file is a level, the title."""
        yield Static("File name, or a path to move the file", markup=False)
        yield disable_blink(Input(self._names.path.name, select_on_focus=False, id="file"))
        if self._names.title is not None:
            yield Static("Title", markup=False)
            yield disable_blink(Input(self._names.title, select_on_focus=False, id="title"))

    def on_mount(self) -> None:
        """Focus the file name, with the text cursor in front of its extension."""
        field = self.query_one("#file", Input)
        field.cursor_position = len(self._names.path.stem)
        field.focus()

    @on(Input.Changed)
    def _handle_input(self, event: Input.Changed) -> None:
        stem = parse_path(self.query_one("#file", Input).value or ".").name.removesuffix(".toml")
        if event.input.id == "file" and self._follows and stem != self._names.path.stem:
            # This change of the title must not be taken for an edit by the user.
            with self.prevent(Input.Changed):
                self.query_one("#title", Input).value = _make_title(stem)
        elif event.input.id == "title" and event.value != self._names.title:
            self._follows = False

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept the answers in both fields if the file name is valid."""
        event.stop()
        file = self.query_one("#file", Input).value
        wrong = find_name_fault(file, self._names.path)
        if wrong is not None:
            self.show_refusal(wrong)
            return
        title = None
        if self._names.title is not None:
            title = self.query_one("#title", Input).value.strip()
        self.dismiss(LevelNames(resolve_path(file, self._names.path), title))


def resolve_path(text: str, path: Path) -> Path:
    """Return the path for a typed name, which is relative to the folder of ``path``."""
    return path.parent / parse_level_path(text)


def find_name_fault(text: str, path: Path) -> str | None:
    """Return the error in a new name for the level at ``path``, or None if the name is valid."""
    if not parse_path(text).name or text.strip().endswith("/"):
        return "Enter a file name."
    new = resolve_path(text, path)
    if new.name.startswith("."):
        return "A name that begins with a dot hides the file."
    if NON_LEVEL_PATTERN.search(new.name):
        return RESERVED_NAME
    if lacking := explain_missing_folder(new):
        return lacking
    if new != path and os.path.lexists(new):
        return f"{new.name} already exists."
    return None


def _make_slug(text: str) -> str:
    return re.sub(r"[\W_]+", "-", text.casefold()).strip("-")


def _make_title(stem: str) -> str:
    return capitalize_first(re.sub(r"[-_]+", " ", stem).strip())
