"""Whether a file on disk still is what was read from it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from engine.errors import LevelError
from engine.files.storage import FileStamp

OnDisk = Literal["same", "changed", "gone"]


class DiskWatch:
    """Looks at one file; reads it only after its time, size or identity has changed.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._signature: tuple[int, int, int] | None = None
        self._digest = ""

    def look(self, stamp: FileStamp) -> OnDisk:
        """What became of the file since it had that stamp.

        A file that cannot be looked at for any reason but being gone counts as ``same``: saving
        it will tell what is wrong.
        """
        try:
            status = self.path.stat()
            signature = status.st_mtime_ns, status.st_size, status.st_ino
            if signature != self._signature:
                self._digest = FileStamp.of(self.path).digest
                self._signature = signature
        except FileNotFoundError:
            self._signature = None
            return "gone"
        except (OSError, ValueError, LevelError):
            return "same"
        return "same" if self._digest == stamp.digest else "changed"
