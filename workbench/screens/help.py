"""Every key of a screen, made from the registry of commands."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from workbench import commands, keymap


class HelpScreen(ModalScreen[None]):
    """The commands of some contexts by group, with keys and one sentence each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter,ctrl+c", "close", show=False),
        Binding("j", "scroll('down')", show=False),
        Binding("k", "scroll('up')", show=False),
    ]

    def __init__(self, contexts: tuple[str, ...]) -> None:
        super().__init__()
        self._contexts = contexts

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with Vertical(classes="help"):
            with VerticalScroll() as scroll:
                yield Static(help_text(self._contexts), markup=False)
            scroll.focus()
            yield Static("up down scroll   esc close", markup=False, classes="hint")

    def action_close(self) -> None:
        """Back to the screen."""
        self.dismiss(None)

    def action_scroll(self, direction: str) -> None:
        """Scrolls by a line."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=1 if direction == "down" else -1, animate=False)


def help_text(contexts: tuple[str, ...]) -> str:
    """The commands of some contexts and of the app, a line each, under their groups."""
    groups: dict[str, list[str]] = {}
    for command in commands.of(*contexts, "app"):
        keys = keymap.show_all(command.keys) or "(palette)"
        words = command.title + (f": {command.help}" if command.help else "")
        groups.setdefault(command.group, []).append(f"  {keys:<15} {words}")
    return "\n\n".join("\n".join([group, *lines]) for group, lines in groups.items())
