"""A question that is answered by pasting a level."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static

from engine.errors import EngineError
from engine.files import convert
from engine.values.level import Level
from workbench.commands import keymap
from workbench.ui.commands import QUESTIONS
from workbench.ui.leaving import Dialog


class PasteLine(Input):
    """A line that also takes pastes of many lines, which no line can show."""

    class Pasted(Message):
        """Many lines were pasted."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def on_paste(self, event: events.Paste) -> None:
        """Hands over many lines at once; the line itself would keep only the first."""
        if len(event.text.strip().splitlines()) > 1:
            event.prevent_default()
            event.stop()
            self.post_message(self.Pasted(event.text))


class PasteScreen(Dialog[Level | None]):
    """Takes a share string, or a level in any other format; None when backed out of."""

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bound(QUESTIONS)]

    def compose(self) -> ComposeResult:
        """The prompt, the line, and what is wrong with it."""
        with Vertical(classes="dialog"):
            yield Static("Paste a share string, or the text of a level", markup=False)
            field = PasteLine(placeholder="pw1:...", select_on_focus=False)
            field.cursor_blink = False
            yield field
            yield Static("", markup=False, id="wrong")
            yield Static("enter open   esc cancel", markup=False, classes="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Opens what stands in the line."""
        event.stop()
        self._take(event.value)

    @on(PasteLine.Pasted)
    def _pasted(self, event: PasteLine.Pasted) -> None:
        self._take(event.text)

    def _take(self, text: str) -> None:
        try:
            level = convert.read(text, "pasted")
        except EngineError as error:
            self.query_one("#wrong", Static).update(str(error))
        else:
            self.dismiss(level)

    def action_cancel(self) -> None:
        """Backs out."""
        self.dismiss(None)
