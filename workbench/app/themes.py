"""Choosing a theme from the list of them, each with a sample of what it looks like."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from engine.errors import GameNotFound
from engine.game import registry
from workbench.theme import theming
from workbench.theme.themefile import ThemeError
from workbench.theme.theming import Theme
from workbench.ui.dialogs import Question
from workbench.ui.lines import Line, Span
from workbench.ui.lists import PickList

SAMPLES = 9
"""Things of a game that the sample of a theme shows."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A theme of the list: its name, and the theme or what is wrong with it."""

    name: str
    theme: Theme | None
    problem: str = ""


class ThemesScreen(Question[str | None]):
    """The themes, the present one under the cursor; the answer is the name of one.

    A theme that cannot be used is listed with what is wrong in it, and cannot be picked.
    """

    DEFAULT_CSS = "ThemesScreen PickList { height: auto; max-height: 16; }"

    def __init__(self, theme: Theme, game: str | None) -> None:
        """Reads all themes.

        Args:
            theme: the present one.
            game: name of the game whose things are the sample; None for the first game.
        """
        super().__init__()
        self._theme = theme
        self._game = game
        self._entries = [_entry(name) for name in theming.names()]

    def compose(self) -> ComposeResult:
        """A line for each theme."""
        tools = _tools(self._game)
        rows = [_row(entry, *tools) for entry in self._entries]
        names = [entry.name for entry in self._entries]
        here = names.index(self._theme.name) if self._theme.name in names else 0
        with Vertical(classes="dialog"):
            yield Static("Themes", markup=False, classes="question")
            pick = PickList(self._theme, rows, here)
            pick.styles.height = min(len(rows), 16)
            yield pick
            yield Static("", markup=False, id="wrong")
            yield Static("enter take   esc cancel", markup=False, classes="hint")

    @on(PickList.RowPicked)
    def _picked(self, message: PickList.RowPicked) -> None:
        entry = self._entries[message.index]
        if entry.theme is None:
            self.query_one("#wrong", Static).update(entry.problem)
        else:
            self.dismiss(entry.name)


def _entry(name: str) -> _Entry:
    try:
        return _Entry(name, theming.load(name))
    except ThemeError as error:
        return _Entry(name, None, str(error))


def _tools(game: str | None) -> tuple[str, tuple[str, ...]]:
    """A game and theme names of what its boards are made of."""
    for name in [game] if game is not None else registry.names():
        try:
            tools = registry.get(name).boards.tools
        except GameNotFound:
            continue
        names = tuple(dict.fromkeys(tool.name for tool in tools))
        return name, names[:: max(len(names) // SAMPLES, 1)][:SAMPLES]
    return "", ()


def _row(entry: _Entry, game: str, names: tuple[str, ...]) -> Line:
    if entry.theme is None:
        return [(f"{entry.name:<22}", "bad"), ("cannot be used", "bad")]
    own = entry.name not in theming.shipped()
    title = f"{entry.theme.title}{' (yours)' if own else ''}"
    paper = entry.theme.ui_colour("background", "")
    ground = Style(bgcolor=paper if paper.startswith("#") else None)
    sample: list[Span] = []
    for name in names:
        look = entry.theme.look(game, name)
        sample += [(look.glyph, ground + look.style), (" ", ground)]
    return [(f"{title:<22}", ""), (f"{entry.name:<14} ", "muted"), *sample]
