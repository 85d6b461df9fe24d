"""The dialog for choosing a theme, which shows a sample of each one."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from textual import on
from textual.widget import Widget
from textual.widgets import Static

from engine.errors import GameNotFound
from engine.game import registry
from workbench.theme import theme_loader
from workbench.theme.theme_file import ThemeError
from workbench.theme.theme_loader import Theme
from workbench.ui.dialogs import Question
from workbench.ui.pick_list import PickList
from workbench.ui.styled_lines import Line, Span

SAMPLE_COUNT = 9
"""The maximum number of tiles and pieces in the sample of a theme."""


class ThemesScreen(Question[str | None]):
    """A dialog that lists all themes and returns the name of the chosen one.

    The cursor starts on the current theme. Broken themes are listed too, and choosing one shows its
    error.
    """

    DEFAULT_CSS = "ThemesScreen PickList { height: auto; max-height: 16; }"

    def __init__(self, theme: Theme, game: str | None) -> None:
        """Load all themes.

        Args:
            theme: The current theme.
            game: The game whose tiles and pieces are shown as samples, or None for the first game.
        """
        super().__init__()
        self._theme = theme
        self._game = game
        self._entries = {name: _try_to_load(name) for name in theme_loader.list_themes()}

    def compose_question(self) -> Iterable[Widget]:
        tools = _choose_samples(self._game)
        rows = [_draw_row(name, theme, *tools) for name, theme in self._entries.items()]
        names = [*self._entries]
        here = names.index(self._theme.name) if self._theme.name in names else 0
        yield Static("Themes", markup=False, classes="question")
        pick = PickList(rows, here)
        pick.styles.height = min(len(rows), 16)
        yield pick

    @on(PickList.RowPicked)
    def _handle_row_picked(self, message: PickList.RowPicked) -> None:
        name, theme = [*self._entries.items()][message.index]
        if isinstance(theme, str):
            self.show_refusal(theme)
        else:
            self.dismiss(name)


def _try_to_load(name: str) -> Theme | str:
    """Return the named theme, or an error message if it cannot be loaded."""
    try:
        return theme_loader.load_theme(name)
    except ThemeError as error:
        return str(error)


def _choose_samples(game: str | None) -> tuple[str, tuple[str, ...]]:
    """Return the game to take samples from, and the names of some of its tiles and pieces."""
    for name in [game] if game is not None else registry.list_names():
        try:
            tools = registry.get_game(name).boards.tools
        except GameNotFound:
            continue
        names = tuple(dict.fromkeys(tool.name for tool in tools))
        return name, names[:: max(len(names) // SAMPLE_COUNT, 1)][:SAMPLE_COUNT]
    return "", ()


def _draw_row(name: str, theme: Theme | str, game: str, samples: tuple[str, ...]) -> Line:
    if isinstance(theme, str):
        return [(f"{name:<22}", "bad"), ("cannot be used", "bad")]
    own = name not in theme_loader.list_shipped()
    title = f"{theme.title}{' (yours)' if own else ''}"
    # Omit a background in one of the terminal's own colours, which Rich knows by other names.
    paper = theme.get_ui_colour("background", "")
    background = Style(bgcolor=paper if paper.startswith("#") else None)
    sample: list[Span] = []
    for thing in samples:
        look = theme.get_look(game, thing)
        sample += [(look.glyph, background + look.style), (" ", background)]
    return [(f"{title:<22}", ""), (f"{name:<14} ", "muted"), *sample]
