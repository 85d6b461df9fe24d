"""Where the themes and levels that come with the workbench are found, and paths for people."""

from __future__ import annotations

import filecmp
import os
from pathlib import Path

from engine.files.storage import absolute

_PACKAGES = frozenset({"site-packages", "dist-packages"})
"""Names of the folders that Python packages are installed in."""


def themes_folder() -> Path:
    """The folder of the shipped theme files."""
    return _shipped("themes")


def levels_folder() -> Path:
    """The folder of the shipped levels, one sub-folder a game; a read-only source."""
    return _shipped("levels")


def is_shipped(level: Path) -> bool:
    """Whether a level file came with the workbench, or with another package that is installed.

    So did a copy of a shipped one under its own name, as in a checkout of the sources beside an
    installed workbench.
    """
    level, shipped = level.resolve(), levels_folder().resolve()
    if level.is_relative_to(shipped) or not _PACKAGES.isdisjoint(level.parts):
        return True
    twin = shipped / level.parent.name / level.name
    try:
        return filecmp.cmp(level, twin, shallow=False)
    except OSError:  # there is no such level
        return False


def brief(path: Path) -> str:
    """A path as people write it: from the current folder, else from their home, else whole."""
    for folder, sign in ((absolute(Path()), ""), (Path.home(), "~/")):
        if path.is_relative_to(folder) and path != folder:
            return f"{sign}{path.relative_to(folder)}"
    return str(path)


def free_path(path: Path) -> Path:
    """Return the path, or one with a number behind its name if something has that name."""
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def as_path(text: str) -> Path:
    """A typed path, ``~`` and blanks around it resolved."""
    try:
        return Path(text.strip()).expanduser()
    except RuntimeError:  # a home folder of no user
        return Path(text.strip())


def lacks_folder(path: Path) -> str | None:
    """Why a file cannot have a typed path: there is no such folder. None if there is."""
    is_there = os.path.isdir(path.parent)  # noqa: PTH112 - false for what cannot be a name
    return None if is_there else f"no such folder: {path.parent}"


def with_ending(text: str, ending: str) -> Path:
    """A typed path of a file, with the ending of its kind where that was left out."""
    path = as_path(text)
    return path if path.suffix == ending or not path.name else path.with_name(path.name + ending)


def level_file(text: str) -> Path:
    """A typed path of a level file; see :func:`with_ending`."""
    return with_ending(text, ".toml")


def _shipped(name: str) -> Path:
    # A wheel carries the folders inside this package; a checkout keeps them at its top level.
    package = Path(__file__).resolve().parents[1]
    inside = package / name
    return inside if inside.is_dir() else package.parent / name
