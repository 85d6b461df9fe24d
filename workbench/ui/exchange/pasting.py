"""A question that is answered by pasting a level."""

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
from engine.files import convert
from engine.values.level import Level
from workbench.commands import keymap
from workbench.terminal.pasting import ManyLines
from workbench.ui.commands import DESCRIBE
from workbench.ui.dialogs import Question, steady


class PasteLine(ManyLines, Input):
    """A line that also takes pastes of many lines, which no line can show."""

    @dataclass
    class Pasted(Message):
        """Many lines were pasted."""

        text: str

    def on_paste(self, event: events.Paste) -> None:
        """Hands over many lines at once; the line itself would keep only the first."""
        if len(event.text.strip().splitlines()) > 1:
            event.prevent_default()
            event.stop()
            self.post_message(self.Pasted(event.text))


class PasteScreen(Question[list[Level] | None]):
    """Takes share strings, or levels in any other format; None when backed out of."""

    HINT = "enter open"

    def asks(self) -> Iterable[Widget]:
        """The prompt and the line."""
        yield Static("Paste a share string, or the text of a level", markup=False)
        yield steady(PasteLine(placeholder="pw1:...", select_on_focus=False))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Opens what stands in the line."""
        event.stop()
        self._take(event.value)

    @on(PasteLine.Pasted)
    def _pasted(self, event: PasteLine.Pasted) -> None:
        self._take(event.text)

    def _take(self, text: str) -> None:
        try:
            levels = convert.read_all(text, "pasted")
        except EngineError as error:
            self.refuse(str(error))
        else:
            self.dismiss(levels)


NOTES_LINES = 4
"""Lines of the notes in view at once."""


class DescribeLevel(Question[Level | None]):
    """Title, author, tags and notes; the result is the level with them, None if backed out of.

    Enter takes the answers, in the notes it begins a new line; there only their own key takes them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bound(DESCRIBE)]
    DEFAULT_CSS = "DescribeLevel TextArea { border: none; padding: 0 1; background: $panel; }"

    def __init__(self, level: Level) -> None:
        super().__init__()
        self._level = level

    def compose(self) -> ComposeResult:
        """A line for each, and a few for the notes."""
        level = self._level
        fields = {"title": level.title, "author": level.author or "", "tags": " ".join(level.tags)}
        with Vertical(classes="dialog") as dialog:
            dialog.styles.padding = (0, 1)
            for name, value in fields.items():
                hint = ", separated by blanks" if name == "tags" else ""
                yield Static(f"{name.title()}{hint}", markup=False)
                field = steady(Input(value, id=name, select_on_focus=False))
                field.styles.margin = 0
                yield field
            yield Static("Notes", markup=False)
            written = level.notes or ""
            notes = steady(TextArea(written, id="notes", tab_behavior="focus", compact=True))
            notes.styles.height = NOTES_LINES
            yield notes
            take, cancel = keymap.key("describe.take"), keymap.key("dialog.cancel")
            hint = f"tab next   enter take ({take} in notes)   {cancel} cancel"
            yield Static(hint, markup=False, classes="hint")

    @on(Input.Submitted)
    def action_take(self) -> None:
        """Takes what is written."""
        texts = {field.id: field.value.strip() for field in self.query(Input)}
        # Tags with blanks in them are possible in files: the words of untouched ones stay whole.
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
