"""Boards as text, SVG and PNG for the command line, in the theme that is asked for."""

from __future__ import annotations

from engine.game.game import Game
from engine.values.picture import Picture
from workbench.drawing import rendering
from workbench.terminal import link
from workbench.theme import themechoice, theming
from workbench.theme.themefile import ThemeError

CELL = rendering.PNG_CELL
"""Pixels of a cell's side, unless asked for otherwise."""


def text(game: Game, picture: Picture, theme: str | None, color: bool) -> str:
    """A picture as lines of text, the last one ended too.

    Args:
        game: whose picture it is.
        picture: what to draw.
        theme: name of a theme; None for what suits the terminal.
        color: with control sequences for colours.

    Raises:
        ThemeError: no such theme, or a bad one.
    """
    terminal = link.detect()
    chosen = themechoice.choose(terminal, theme)
    if chosen.problem is not None:
        raise ThemeError(chosen.problem)
    return rendering.render_text(game, picture, chosen.theme, color, colours=terminal.colours)


def svg(game: Game, picture: Picture, theme: str | None, title: str) -> str:
    """A picture as an SVG file.

    Raises:
        ThemeError: no such theme, or a bad one.
    """
    return rendering.render_svg(game, picture, theming.load(theme or "default"), title)


def png(game: Game, picture: Picture, theme: str | None, title: str, cell: int) -> bytes:
    """A picture as a PNG file, with cells of that many pixels.

    Raises:
        ThemeError: no such theme, or a bad one.
    """
    chosen = theming.load(theme or "default")
    return rendering.render_png(game, picture, chosen, title, cell=cell)
