"""Why a level is rated as it is: every reason of every rating, in one window."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from engine.errors import printable
from engine.values.judgement import Judgement
from workbench.terminal.screens import Dialog
from workbench.theme.theming import Theme
from workbench.ui.help import HelpPane


class ReasonsScreen(Dialog[None]):
    """The judgements on a level, each under its heading."""

    def __init__(self, theme: Theme, judgements: Sequence[Judgement]) -> None:
        super().__init__()
        self._theme = theme
        self._judgements = judgements

    def compose(self) -> ComposeResult:
        """The list and what moves it."""
        listed = [
            (
                f"{judgement.title}: {judgement.rating}",
                [(printable(label), printable(words)) for label, words in judgement.lines],
            )
            for judgement in self._judgements
        ]
        with Vertical(classes="help"):
            pane = HelpPane(self._theme, listed)
            yield pane
            yield Static("up down scroll   / find   esc close", markup=False, classes="hint")
        pane.focus()
