"""The dialogs for pasting levels, and for editing a level's title, author, tags and notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from engine.errors import EngineError
from engine.files import conversion
from engine.values.level import Level
from workbench.commands import keymap
from workbench.terminal.paste_normalization import MultilinePaste
from workbench.ui.commands import DESCRIBE
from workbench.ui.dialogs import Question, disable_blink


class PasteLine(MultilinePaste, Input):
    """An input line into which several lines of text can be pasted."""

    @dataclass
    class Pasted(Message):
        """A message that several lines of text were pasted."""

        text: str

    def on_paste(self, event: events.Paste) -> None:
        """Post a message if several lines are pasted, because an input keeps only the first."""
        if len(event.text.strip().splitlines()) > 1:
            event.prevent_default()
            event.stop()
            self.post_message(self.Pasted(event.text))


class PasteScreen(Question[list[Level] | None]):
    """A dialog for pasting levels, as a share string or in any other format that can be read."""

    HINT = "enter open"

    def compose_question(self) -> Iterable[Widget]:
        """Yield the prompt and the input line."""
        yield Static("Paste a share string or the text of a level", markup=False)
        yield disable_blink(PasteLine(placeholder="pw1:...", select_on_focus=False))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Read the levels from the line, and close the dialog unless there is an error."""
        event.stop()
        self._read_levels(event.value)

    @on(PasteLine.Pasted)
    def _handle_pasted(self, event: PasteLine.Pasted) -> None:
        self._read_levels(event.text)

    def _read_levels(self, text: str) -> None:
        try:
            levels = conversion.read_levels(text, "pasted")
        except EngineError as error:
            self.show_refusal(str(error))
        else:
            self.dismiss(levels)


NOTES_LINES = 4
"""The number of lines of notes that are visible at a time."""


class DescribeLevel(Question[Level | None]):
    """A dialog for editing a level's title, author, tags and notes.

    Enter accepts the changes. In the notes it begins a new line, so a different key accepts the
    changes there. The result is the changed level, or None if the user cancels.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.make_bindings(DESCRIBE)]
    DEFAULT_CSS = "DescribeLevel TextArea { border: none; padding: 0 1; background: $panel; }"

    def __init__(self, level: Level) -> None:
        super().__init__()
        self._level = level

    def compose(self) -> ComposeResult:
        """Yield one line each for title, author and tags, and several lines for the notes."""
        level = self._level
        fields = {"title": level.title, "author": level.author or "", "tags": " ".join(level.tags)}
        with Vertical(classes="dialog") as dialog:
            dialog.styles.padding = (0, 1)
            for name, value in fields.items():
                hint = " (separated by spaces)" if name == "tags" else ""
                yield Static(f"{name.title()}{hint}", markup=False)
                field = disable_blink(Input(value, id=name, select_on_focus=False))
                field.styles.margin = 0
                yield field
            yield Static("Notes", markup=False)
            written = level.notes or ""
            notes = disable_blink(TextArea(written, id="notes", tab_behavior="focus", compact=True))
            notes.styles.height = NOTES_LINES
            yield notes
            take, cancel = (
                keymap.get_key_hint("describe.take"),
                keymap.get_key_hint("dialog.cancel"),
            )
            hint = f"tab next   enter apply ({take} in notes)   {cancel} cancel"
            yield Static(hint, markup=False, classes="hint")

    @on(Input.Submitted)
    def action_take(self) -> None:
        """Close the dialog with the changed level as its result."""
        texts = {field.id: field.value.strip() for field in self.query(Input)}
        # Tags from files may contain blanks, so do not split them again if they are unchanged.
        untouched = texts["tags"] == " ".join(self._level.tags)
        tags = self._level.tags if untouched else tuple(dict.fromkeys(texts["tags"].split()))
        notes = self.query_one("#notes", TextArea).text
        self.dismiss(
            replace(
                self._level,
                title=texts["title"],
                author=texts["author"] or None,
                tags=tags,
                notes=notes if notes.strip() else None,
            )
        )
