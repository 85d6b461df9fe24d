"""Boards as files for elsewhere: which formats there are, and where they may go."""

from __future__ import annotations

import os
from pathlib import Path

from engine.errors import printable
from engine.game import registry
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.drawing import rendering
from workbench.folders.resources import as_path, with_ending
from workbench.theme.theming import Theme
from workbench.ui.dialogs import Check

FORMATS = {"png": ("p", "PNG picture"), "svg": ("s", "SVG picture"), "txt": ("t", "text")}
"""The formats by the ending of their files, each with its key and its name."""


def content(form: str, level: Level, picture: Picture, theme: Theme) -> bytes:
    """A picture as the content of a file.

    Args:
        form: one of :data:`FORMATS`.
        level: the level it belongs to.
        picture: what to draw.
        theme: how its names look.
    """
    game, title = registry.get(level.game), printable(level.title)
    if form == "png":
        return rendering.render_png(game, picture, theme, title)
    if form == "svg":
        return rendering.render_svg(game, picture, theme, title).encode()
    return rendering.render_text(game, picture, theme, color=False).encode()


def check_path(form: str) -> Check:
    """A check for :class:`~workbench.ui.dialogs.Ask`: a path for a file of that format."""

    def check(text: str) -> str | None:
        """What is wrong with a path; None if nothing is."""
        path = with_ending(text, f".{form}")
        if not text.strip():
            return "a file name, please"
        for folder in (as_path(text), path):
            if os.path.isdir(folder):  # noqa: PTH112 - false, no error, for what cannot be a name
                return f"{folder} is a folder"
        is_there = os.path.isdir(path.parent)  # noqa: PTH112
        return None if is_there else f"no such folder: {path.parent}"

    return check


def proposed(form: str, level: Level, file: Path | None) -> str:
    """The path to propose: beside the level's own file if it has one, else in this folder."""
    if file is not None:
        return str(file.with_suffix(f".{form}"))
    words = "".join(c if c.isalnum() else " " for c in level.title.lower()).split()
    return f"{'-'.join(words)[:60] or level.game}.{form}"
