"""Versions of a pack, and a version on its way into a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.files.storage import FileStamp
from engine.playlists import contents, packfile
from engine.playlists.contents import Content
from engine.playlists.pack import Pack
from workbench.folders import pack_levels


@dataclass(frozen=True, slots=True)
class Version:
    """The pack at one moment.

    Attributes:
        done: what has led to it, in a few words; empty at first.
        content: what its levels are, in its order.
    """

    done: str
    pack: Pack
    content: tuple[Content, ...]

    def settle(self, home: Path, folder: Path, copies: Mapping[Path, Path]) -> Version:
        """Return the version as it is saved in a folder, with the files and boards found.

        ``home`` is the folder that its files are named from; ``copies`` are used in the place of
        the files that they are copies of.
        """
        found = [each.use_copy(copies) for each in self.content]
        settled = self.pack.with_levels(each.settled(home) for each in found)
        pack = contents.carried(settled, home, folder)
        content = tuple(
            replace(each, entry=entry, note="")
            for each, entry in zip(found, pack.levels, strict=True)
        )
        return Version(self.done, pack, content)


@dataclass(slots=True)
class PackWriting:
    """A version on its way into a file; nothing of the version changes while it is written.

    Attributes:
        version: the version that was to be saved.
        home: the folder that its files are named from.
        path: the file.
        expect: what the file should look like; None to write over whatever is there.
        copies: the copies that were made of shipped levels, by the files of those.
    """

    version: Version
    home: Path
    path: Path
    expect: FileStamp | None
    copies: Mapping[Path, Path] = field(default_factory=dict)

    def settle(self, version: Version) -> Version:
        """Return a version as it is saved in the folder of the file."""
        return version.settle(self.home, self.path.parent, self.copies)

    def write(self) -> FileStamp:
        """Write the file, for a thread, and copies of shipped levels; return its stamp.

        Raises:
            FileChanged: the file is not as expected.
            LevelError: it cannot be written, or a copy cannot.
        """
        self.copies = pack_levels.copy_shipped(self.version.content, self.path)
        saved = self.settle(self.version)
        return packfile.write(saved.pack, self.path, expect=self.expect)
