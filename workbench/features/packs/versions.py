"""Versions of a pack, and a version on its way into a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from engine.files.storage import FileStamp
from engine.packs import contents, packfile
from engine.packs.contents import Content
from engine.packs.pack import Pack


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

    def settle(self, home: Path, folder: Path) -> Version:
        """Return the version as it is saved in a folder, with the files and boards found.

        ``home`` is the folder that its files are named from.
        """
        settled = self.pack.with_levels(each.settled(home) for each in self.content)
        pack = contents.carried(settled, home, folder)
        content = tuple(
            replace(each, entry=entry, note="")
            for each, entry in zip(self.content, pack.levels, strict=True)
        )
        return Version(self.done, pack, content)


@dataclass(frozen=True, slots=True)
class PackWriting:
    """A version on its way into a file; nothing of it changes while it is written.

    Attributes:
        version: the version that was to be saved.
        saved: the same as it is saved in the folder of the file.
        path: the file.
        expect: what the file should look like; None to write over whatever is there.
    """

    version: Version
    saved: Version
    path: Path
    expect: FileStamp | None

    def write(self) -> FileStamp:
        """Write the file, for a thread; return its stamp.

        Raises:
            FileChanged: the file is not as expected.
            LevelError: it cannot be written.
        """
        return packfile.write(self.saved.pack, self.path, expect=self.expect)
