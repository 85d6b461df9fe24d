"""Folders that levels are looked for in, and what is in them."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.catalogue.named import ENDINGS
from engine.files.endings import is_pack
from engine.files.natural_order import natural_key
from engine.files.storage import real

MAX_FILES = 100_000
"""Levels, catalogues and packs that one source lists: each takes 5 KB of memory once it is read."""
MAX_ENTRIES = 1_000_000
"""Entries of folders that are looked at for them; a home folder may hold any number."""
MAX_DEPTH = 6

NOT_LEVELS = re.compile(r"\.(plays|pack)\.toml$")
"""TOML files of the workbench that are no levels."""
_SKIPPED_FOLDERS = {"node_modules", "__pycache__", "build", "dist", "site-packages", "venv"}


EVERY = 0.25
"""Seconds between two times that what is known so far is shown, at least."""


class Pace:
    """Calls a function now and then, seldom enough that most time is left for the work itself.

    Attributes:
        least: seconds between two calls, at least.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._next = time.monotonic() + EVERY
        self.least = EVERY

    def call(self) -> None:
        """Calls it at once."""
        begun = time.monotonic()
        self._changed()
        now = time.monotonic()
        self._next = now + max(EVERY, self.least, 4 * (now - begun))

    def step(self) -> None:
        """Calls it if it is time."""
        if time.monotonic() >= self._next:
            self.call()


@dataclass
class Folder:
    """One folder of a source with the folders, level files, catalogues and packs in it.

    Attributes:
        read_only: its levels are not to be saved in place.
        expanded: whether the browser shows what is in it.
    """

    path: Path
    title: str
    read_only: bool = False
    folders: list[Folder] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    expanded: bool = True


class FolderListing:
    """Lists one source.

    Args:
        made: folders that are listed although there is no level in them.
        own: folders that are not, by their real paths.
        listed: called after each folder.
        stopped: says whether to give up.

    Attributes:
        limited: whether there is more than is listed, because of a limit.
    """

    def __init__(
        self,
        made: set[Path],
        own: frozenset[str],
        listed: Callable[[], None] = lambda: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._made, self._own = made, own
        self._own_names = {os.path.basename(path) for path in own}  # noqa: PTH119
        self._listed, self._stopped = listed, stopped
        self._files = self._entries = 0
        self.limited = False

    def fill(self, folder: Folder, depth: int = 0) -> Folder:
        """The folder with the folders, level files, catalogues and packs in it."""
        folder.expanded = depth < 2
        try:
            entries = [entry for entry in os.scandir(folder.path) if self._counts(entry)]
        except OSError:
            return folder
        entries.sort(key=lambda entry: natural_key(entry.name))
        inner_folders = []
        for entry in entries:
            path = Path(entry.path)
            if not entry.is_dir(follow_symlinks=False):
                if _is_listed(entry.name) and not self._is_full():
                    self._files += 1
                    folder.files.append(path)
            elif path in self._made or (depth < MAX_DEPTH and not self._skips(entry)):
                inner_folders.append(Folder(path, f"{entry.name}/", folder.read_only))
        # The files of a folder come before those of folders in it, so that they are listed first.
        for inner in inner_folders:
            self._listed()
            if self._stopped():
                break
            self.fill(inner, depth + 1)
            if inner.files or inner.folders or inner.path in self._made:
                folder.folders.append(inner)
        return folder

    def _counts(self, entry: os.DirEntry[str]) -> bool:
        """Whether an entry is looked at: hidden ones are not, and none beyond the limit."""
        self._entries += 1
        self.limited = self.limited or self._entries > MAX_ENTRIES
        return self._entries <= MAX_ENTRIES and not entry.name.startswith(".")

    def _is_full(self) -> bool:
        """Whether no more files are listed."""
        self.limited = self.limited or self._files >= MAX_FILES
        return self._files >= MAX_FILES

    def _skips(self, entry: os.DirEntry[str]) -> bool:
        own = entry.name in self._own_names and real(entry.path) in self._own
        return own or entry.name in _SKIPPED_FOLDERS


def _is_listed(name: str) -> bool:
    """Whether a file may be a level, a catalogue or a pack, by its name."""
    if name.endswith(ENDINGS) or is_pack(name):
        return True
    return name.endswith(".toml") and not NOT_LEVELS.search(name)


def all_folders(folder: Folder) -> Iterator[Folder]:
    """A folder and all folders in it, each before those that it holds."""
    yield folder
    for inner in folder.folders:
        yield from all_folders(inner)
