"""Choosing a theme from the list of them, each with a sample of what it looks like."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from textual import on
from textual.widget import Widget
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


class ThemesScreen(Question[str | None]):
    """The themes, the present one under the cursor; the answer is the name of one.

    A theme that cannot be used is listed with what is wrong in it, and cannot be picked.
    """

    DEFAULT_CSS = "ThemesScreen PickList { height: auto; max-height: 16; }"

    def __init__(self, theme: Theme, game: str | None) -> None:
        """Reads all themes.

        The samples are of ``game``, or of the first game if None.
        """
        super().__init__()
        self._theme = theme
        self._game = game
        self._entries = {name: _loaded(name) for name in theming.names()}

    def asks(self) -> Iterable[Widget]:
        """A line for each theme."""
        tools = _tools(self._game)
        rows = [_row(name, theme, *tools) for name, theme in self._entries.items()]
        names = [*self._entries]
        here = names.index(self._theme.name) if self._theme.name in names else 0
        yield Static("Themes", markup=False, classes="question")
        pick = PickList(rows, here)
        pick.styles.height = min(len(rows), 16)
        yield pick

    @on(PickList.RowPicked)
    def _picked(self, message: PickList.RowPicked) -> None:
        name, theme = [*self._entries.items()][message.index]
        if isinstance(theme, str):
            self.refuse(theme)
        else:
            self.dismiss(name)


def _loaded(name: str) -> Theme | str:
    """The theme of that name, or what is wrong with it."""
    try:
        return theming.load(name)
    except ThemeError as error:
        return str(error)


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


def _row(name: str, theme: Theme | str, game: str, things: tuple[str, ...]) -> Line:
    if isinstance(theme, str):
        return [(f"{name:<22}", "bad"), ("cannot be used", "bad")]
    own = name not in theming.shipped()
    title = f"{theme.title}{' (yours)' if own else ''}"
    paper = theme.ui_colour("background", "")
    ground = Style(bgcolor=paper if paper.startswith("#") else None)
    sample: list[Span] = []
    for thing in things:
        look = theme.look(game, thing)
        sample += [(look.glyph, ground + look.style), (" ", ground)]
    return [(f"{title:<22}", ""), (f"{name:<14} ", "muted"), *sample]
