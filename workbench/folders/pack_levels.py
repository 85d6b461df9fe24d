"""Packs on their way into files: levels that came with the workbench are copied beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.files.storage import FileStamp
from engine.playlists import contents, packfile
from engine.playlists.contents import relative, write_beside
from engine.playlists.pack import Pack, PlaylistEntry
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


@dataclass(slots=True)
class PackWriting:
    """A pack on its way into a file; nothing of it changes while it is written.

    Attributes:
        pack: the pack that was to be saved.
        home: the folder that its files are named from.
        path: the file.
        expect: what the file should look like; None to write over whatever is there.
        copies: the copies that were made of shipped levels, by the files of those.
    """

    pack: Pack
    home: Path
    path: Path
    expect: FileStamp | None
    copies: Mapping[Path, Path] = field(default_factory=dict)

    def settle(self, pack: Pack) -> Pack:
        """Return a version of the pack as it is saved in the folder of the file."""
        settled = contents.settle_levels(pack, self.home, self.copies)
        return contents.carried(settled, self.home, self.path.parent)

    def write(self) -> FileStamp:
        """Write the file, for a thread, and copies of shipped levels; return its stamp.

        Raises:
            FileChanged: the file is not as expected.
            LevelError: it cannot be written, or a copy cannot.
        """
        self.copies = copy_shipped(self.pack.levels, self.path)
        return packfile.write(self.settle(self.pack), self.path, expect=self.expect)
