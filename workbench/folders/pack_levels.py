"""Files of a pack's levels: those of levels that came with the workbench are copied beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.playlists.contents import relative, write_beside
from engine.playlists.pack import PlaylistEntry
from workbench.folders.resources import is_shipped


def copy_shipped(levels: Iterable[PlaylistEntry], pack: Path) -> Mapping[Path, Path]:
    """Copy the shipped levels among the levels of a pack into its folder. Slow.

    A path out of the folder to a level that came with the workbench would hold on this machine
    only. The user's own levels stay where they are.

    Args:
        levels: the levels.
        pack: the file of the pack, which need not exist.

    Returns:
        The copies, by the files that they are copies of.

    Raises:
        LevelError: a copy cannot be written.
    """
    copies: dict[Path, Path] = {}
    for each in levels:
        path, level = each.path, each.level
        if path is None or level is None or not relative(path, pack.parent).startswith("../"):
            continue
        if is_shipped(path):
            copies[path] = write_beside(pack, level, path.stem)
    return copies
