"""Where the unsaved work of a session is kept: a recovery file for every level."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.errors import LevelError
from engine.files import storage
from workbench.document import recovery
from workbench.document.history import Home
from workbench.document.recovery import KeptVersion, Orphan


class RecoveryFile:
    """Where the unsaved work on one level is kept; safe to use from several threads."""

    def __init__(self, folder: Path, session: str, number: int) -> None:
        self._folder = folder
        self._end = f".{session}-{number}.toml"
        self._file: Path | None = None
        self._written: KeptVersion | None = None
        self._lock = threading.Lock()

    @property
    def file(self) -> Path | None:
        """The file, None while nothing is kept."""
        return self._file

    def write(self, snapshot: KeptVersion) -> Path:
        """Keeps a version, all or nothing; one that is kept already is not written again.

        Raises:
            LevelError: it cannot be written; the version kept before stays.
        """
        with self._lock:
            if self._file is not None and snapshot == self._written:
                return self._file
            file = self._file or self._folder / f"{recovery.stem(snapshot)}{self._end}"
            with storage.refusing(file):
                file.parent.mkdir(parents=True, exist_ok=True)
                content = recovery.dumps(snapshot).encode()
            storage.replace_file(file, content)
            self._file, self._written = file, snapshot
            return file

    def adopt(self, orphan: Orphan) -> None:
        """Makes orphaned work this document's own, before anybody else does.

        Raises:
            LevelError: it is gone: another session was quicker.
        """
        with self._lock:
            file = self._folder / f"{orphan.stem}{self._end}"
            with storage.refusing(orphan.file):
                orphan.file.replace(file)
            self._file = file

    def clear(self) -> None:
        """Keeps nothing any more.

        Raises:
            LevelError: the file cannot be removed.
        """
        with self._lock:
            file, self._file, self._written = self._file, None, None
            if file is not None:
                with storage.refusing(file):
                    file.unlink(missing_ok=True)


class RecoveryFiles:
    """Where the unsaved work of one document is kept: a file for every level of its history."""

    def __init__(self, folder: Path, session: str, numbers: Iterator[int]) -> None:
        self._folder, self._session, self._numbers = folder, session, numbers
        self._files: dict[Home, RecoveryFile] = {}
        self._lock = threading.Lock()

    def write(self, works: Mapping[Home, KeptVersion]) -> Path | None:
        """Keeps these levels, the first one first, and no others any more.

        Returns:
            Where the first one is kept, None if there is none.

        Raises:
            LevelError: one of them cannot be written; the others are kept all the same.
        """
        with self._lock:
            problem: LevelError | None = None
            for home, snapshot in works.items():
                if home not in self._files:
                    self._files[home] = self._new()
                try:
                    self._files[home].write(snapshot)
                except LevelError as error:
                    problem = problem or error
            for home in [home for home in self._files if home not in works]:
                self._files.pop(home).clear()
            if problem is not None:
                raise problem
            return next((self._files[home].file for home in works), None)

    def clear(self) -> None:
        """Keeps nothing any more.

        Raises:
            LevelError: a file cannot be removed.
        """
        self.write({})

    def adopt(self, orphan: Orphan, home: Home) -> None:
        """Makes orphaned work that of a level of this document, before anybody else does.

        Raises:
            LevelError: it is gone: another session was quicker.
        """
        file = self._new()
        file.adopt(orphan)
        with self._lock:
            self._files[home] = file

    def _new(self) -> RecoveryFile:
        return RecoveryFile(self._folder, self._session, next(self._numbers))
