"""Boards as text and SVG for the command line, in the theme that is asked for."""

from __future__ import annotations

from engine.game import Game
from engine.picture import Picture
from workbench import link, theming
from workbench.drawing import rendering


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
    chosen = theming.load(theme or link.wanted_theme(terminal))
    return rendering.render_text(game, picture, chosen, color, colours=terminal.colours)


def svg(game: Game, picture: Picture, theme: str | None, title: str) -> str:
    """A picture as an SVG file.

    Raises:
        ThemeError: no such theme, or a bad one.
    """
    return rendering.render_svg(game, picture, theming.load(theme or "default"), title)
