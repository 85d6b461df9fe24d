"""The pack writer, which saves a pack and copies its shipped levels into the pack's folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.files.storage import FileStamp
from engine.playlists import pack_level_files, packfile
from engine.playlists.pack import Pack, PlaylistEntry
from engine.playlists.pack_level_files import make_relative, write_level_file
from workbench.paths.resources import is_shipped


def copy_shipped_levels(levels: Iterable[PlaylistEntry], pack_path: Path) -> Mapping[Path, Path]:
    """Copy a pack's shipped levels into its folder. This may take several seconds.

    A relative path to a shipped level is valid only on this machine, so the pack should refer to a
    copy instead. The user's own levels are not copied.

    Args:
        levels: The levels in the pack.
        pack_path: The path of the pack file. The file need not exist.

    Returns:
        A mapping from the path of each original to the path of its copy.

    Raises:
        LevelError: A copy cannot be written.
    """
    copies: dict[Path, Path] = {}
    for each in levels:
        path, level = each.path, each.level
        if (
            path is None
            or level is None
            or not make_relative(path, pack_path.parent).startswith("../")
        ):
            continue
        if is_shipped(path):
            copies[path] = write_level_file(pack_path, level, path.stem)
    return copies


@dataclass(slots=True)
class PackWriter:
    """A task that writes a pack to a file. The pack must not change until the task has finished.

    Attributes:
        pack: The pack to save.
        source_folder: The folder that the file names in the pack are relative to.
        path: The path of the file to write.
        expected_stamp: The stamp that the existing file must have, or None to overwrite any file.
        copies: A mapping from the paths of copied levels to the paths of their copies.
    """

    pack: Pack
    source_folder: Path
    path: Path
    expected_stamp: FileStamp | None
    copies: Mapping[Path, Path] = field(default_factory=dict)

    def relocate_pack(self, pack: Pack) -> Pack:
        """Return ``pack`` as it should be written to the file.

        Copied levels are replaced with their copies, and paths are relative to the new file.
        """
        settled = pack_level_files.update_entries(pack, self.source_folder, self.copies)
        return pack_level_files.rebase_pack(settled, self.source_folder, self.path.parent)

    def write(self) -> FileStamp:
        """Copy the shipped levels, write the file and return its new stamp.

        This is slow, so call it in a thread.

        Raises:
            FileChanged: The existing file does not have the expected stamp.
            LevelError: The file or one of the copies cannot be written.
        """
        self.copies = copy_shipped_levels(self.pack.levels, self.path)
        return packfile.write_pack(
            self.relocate_pack(self.pack), self.path, expect=self.expected_stamp
        )
