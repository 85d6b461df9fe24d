"""Copies of levels in the folder of a pack, never over other files."""

from __future__ import annotations

from pathlib import Path

from engine.errors import LevelError
from engine.files import levelfile
from engine.files.storage import refusing
from engine.playlists.named import SUFFIX
from engine.values.level import Level, board_digest

_DIGITS = 8
"""Of the digest of a board, in the name of a file."""


def write_beside(pack: Path, level: Level, stem: str) -> Path:
    """Return a file of a level in the folder called as the pack; write it if it is not there.

    Args:
        pack: the file of the pack.
        level: the level.
        stem: the name of its file, without the suffix.

    Raises:
        LevelError: the level cannot be written, or other levels have its names.
    """
    folder, board = pack.with_name(pack.name.removesuffix(SUFFIX)), board_digest(level.board)
    with refusing(folder, "cannot be made"):
        folder.mkdir(parents=True, exist_ok=True)
    for name in (stem, f"{stem}-{shorten_digest(board)}"):
        path = folder / f"{name}.toml"
        try:
            levelfile.write(level, path, new=True)
        except FileExistsError:
            if _board_in(path) != board:
                continue
        return path
    raise LevelError("another level; not overwritten", file=str(path))


def shorten_digest(board: str) -> str:
    """Return as much of the digest of a board as names of files have."""
    return board.rpartition(":")[2][:_DIGITS]


def _board_in(path: Path) -> str:
    """The digest of the board in a file; empty if it is no level."""
    try:
        return board_digest(levelfile.read(path).board)
    except LevelError:
        return ""
