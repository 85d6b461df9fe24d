"""The folders of shipped themes and levels, and functions that parse and format paths."""

from __future__ import annotations

import filecmp
import os
from pathlib import Path

from engine.files.storage import make_absolute

_PACKAGE_FOLDERS = frozenset({"site-packages", "dist-packages"})
"""The names of the folders in which Python packages are installed."""


def get_shipped_themes() -> Path:
    """Return the path of the folder that contains the shipped themes."""
    return _find_shipped_folder("themes")


def get_shipped_levels() -> Path:
    """Return the read-only folder of shipped levels, which has one subfolder for each game."""
    return _find_shipped_folder("levels")


def is_shipped(level: Path) -> bool:
    """Return True if a level file belongs to the workbench or to another installed package.

    An identical copy of a shipped level also counts if it has the same file name and is in a folder
    of the same name. For example, an installed workbench may open a level in a source checkout.
    """
    level, shipped = level.resolve(), get_shipped_levels().resolve()
    if level.is_relative_to(shipped) or not _PACKAGE_FOLDERS.isdisjoint(level.parts):
        return True
    twin = shipped / level.parent.name / level.name
    try:
        return filecmp.cmp(level, twin, shallow=False)
    except OSError:  # no shipped level has this name
        return False


def shorten_path(path: Path) -> str:
    """Format a path for display, relative to the working folder or home folder if possible."""
    for folder, sign in ((make_absolute(Path()), ""), (Path.home(), "~/")):
        if path.is_relative_to(folder) and path != folder:
            return f"{sign}{path.relative_to(folder)}"
    return str(path)


def find_free_path(path: Path) -> Path:
    """Return ``path``, with the first free number added to its name if it already exists."""
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def parse_path(text: str) -> Path:
    """Parse a path typed by the user, stripping surrounding spaces and expanding ``~``."""
    try:
        return Path(text.strip()).expanduser()
    except RuntimeError:  # "~name" for a user that does not exist
        return Path(text.strip())


def explain_missing_folder(path: Path) -> str | None:
    """Return an error message if the parent folder of ``path`` is missing, or None if it exists."""
    is_there = os.path.isdir(path.parent)  # noqa: PTH112 - also False for an invalid path
    return None if is_there else f"no such folder: {path.parent}"


def parse_path_with_ending(text: str, ending: str) -> Path:
    """Parse a path typed by the user, adding the suffix ``ending`` if it is missing."""
    path = parse_path(text)
    return path if path.suffix == ending or not path.name else path.with_name(path.name + ending)


def parse_level_path(text: str) -> Path:
    """Parse the path of a level file typed by the user, adding ``.toml`` if it is missing."""
    return parse_path_with_ending(text, ".toml")


def _find_shipped_folder(name: str) -> Path:
    # An installed package contains these folders. In a checkout they are next to the package.
    package = Path(__file__).resolve().parents[1]
    inside = package / name
    return inside if inside.is_dir() else package.parent / name
