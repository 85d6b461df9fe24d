"""The theme files that a plug-in game brings.

A game can name a folder of theme files (:attr:`engine.game.game.Game.themes`). Each of them has the
tables ``[GAME]`` and ``[pictures]``, and adds its looks to the theme of the same name. It inherits
as that theme does, so for the theme ``light``, ``light.toml`` overrides ``default.toml``, which
every game with such a folder has. The theme itself overrides them both: nothing that a user's file
says about a game is lost. The pictures of one game cannot change those of another.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import GameNotFound, clip_text, quote_input
from engine.game import registry
from workbench.theme.theme_file import (
    DEFAULT_THEME,
    SHARED_TABLES,
    ThemeError,
    check_complete,
    list_theme_names,
    merge_tables,
    read_theme_file,
    resolve_likes,
)


def find_folder(game: str) -> Path | None:
    """Return the folder of a game's own theme files, or None if there is no such game or folder.

    Raises:
        ThemeError: The game names its folder by something other than a path.
    """
    try:
        folder: object = registry.get_game(game).themes
    except GameNotFound:
        return None
    if folder is None or isinstance(folder, Path):
        return folder
    raise ThemeError(f"themes: expected a Path, found {quote_input(folder)}")


def list_game_themes(game: str) -> tuple[str, ...]:
    """Return the names of the themes for which a game brings a file; empty if there are none."""
    try:
        folder = find_folder(game)
        return () if folder is None else list_theme_names(folder)
    except (ThemeError, OSError, ValueError):  # a plug-in may name anything, valid path or not
        return ()


def read_game_tables(
    theme: Mapping[str, Any], names: Sequence[str], game: str, *, is_ascii: bool
) -> dict[str, Any]:
    """Return the tables with which a theme draws a game: its looks and the pictures for them.

    Args:
        theme: The theme's merged tables.
        names: The names of the themes that the theme inherits from, the most distant first, and its
            own name.
        game: The name of the game.
        is_ascii: True to leave out everything of the game's files that is not ASCII.

    Raises:
        ThemeError: One of the game's files is missing or invalid.
    """
    # A plug-in game may have any name, but its looks must not be taken from the table of colours.
    if game in SHARED_TABLES:
        return {}
    own = {name: theme.get(name, {}) for name in (game, "pictures")}
    folder = find_folder(game)
    if folder is None:
        return own
    tables: dict[str, Any] = {}
    merged = own
    for name in dict.fromkeys((DEFAULT_THEME, *names)):
        path = folder / f"{name}.toml"
        if name != DEFAULT_THEME and not os.path.lexists(path):
            continue
        added = read_theme_file(path)
        for section in added:
            if section not in own:
                known = f"unknown table; known are {', '.join(own)}"
                raise ThemeError(f"{path}: {clip_text(section)}: {known}")
        tables = merge_tables(tables, _drop_unicode(added) if is_ascii else added)
        # Check after every file, so that the error names the file at fault.
        merged = resolve_likes(merge_tables(tables, own), path)
        check_complete(merged, path)
    return merged


def _drop_unicode(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables without glyphs and pictures that an ASCII theme could not show."""
    return {
        section: {
            name: {key: value for key, value in look.items() if str(value).isascii()}
            for name, look in looks.items()
        }
        for section, looks in tables.items()
    }
