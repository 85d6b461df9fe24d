"""A scan of folders that finds level files, catalogues and packs."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.catalogue.file_type import CATALOGUE_SUFFIXES
from engine.files.natural_order import build_natural_key
from engine.files.storage import resolve_links
from engine.files.suffixes import is_pack_name

MAX_FILES = 100_000
"""The maximum number of files in one scan. Each file takes 5 KB of memory once it has been read."""
MAX_ENTRIES = 1_000_000
"""The maximum number of folder entries in one scan. A home folder may have millions of entries."""
MAX_DEPTH = 6

NON_LEVEL_PATTERN = re.compile(r"\.(plays|pack)\.toml$")
"""A pattern for the names of TOML files that the workbench writes but that are not levels."""
_SKIPPED_FOLDERS = {"node_modules", "__pycache__", "build", "dist", "site-packages", "venv"}


UPDATE_SECONDS = 0.25
"""The minimum time in seconds between two updates of the screen."""


class UpdateThrottle:
    """A throttle that calls a function rarely enough to leave most of the time for other work.

    Args:
        changed: The function that the throttle calls.

    Attributes:
        min_seconds: The minimum time in seconds between two calls.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._next = time.monotonic() + UPDATE_SECONDS
        self.min_seconds = UPDATE_SECONDS

    def call_now(self) -> None:
        """Call the function immediately, no matter how recently it was last called."""
        begun = time.monotonic()
        self._changed()
        now = time.monotonic()
        # Wait four times as long as the call took, so that calls take at most a fifth of the time.
        self._next = now + max(UPDATE_SECONDS, self.min_seconds, 4 * (now - begun))

    def call_if_due(self) -> None:
        """Call the function if enough time has passed since the last call."""
        if time.monotonic() >= self._next:
            self.call_now()


@dataclass
class ScannedFolder:
    """A folder with the subfolders, level files, catalogues and packs that it contains.

    Attributes:
        path: The path of the folder.
        title: The folder's title in the level browser.
        read_only: True if no levels may be saved in the folder.
        folders: The subfolders to show.
        files: The paths of the level files, catalogues and packs in the folder itself.
        is_expanded: True if the level browser shows the contents of the folder.
    """

    path: Path
    title: str
    read_only: bool = False
    folders: list[ScannedFolder] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    is_expanded: bool = True


class FolderScan:
    """A scan of one root folder and its subfolders.

    Args:
        made: The folders to list even if they contain no levels.
        own: The paths of folders to skip, with symbolic links resolved.
        listed: A callback to call before each subfolder is scanned.
        stopped: A function that returns True if the scan should stop.

    Attributes:
        is_limited: True if the scan reached a limit, which leaves its result incomplete.
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
        self.is_limited = False

    def scan_folder(self, folder: ScannedFolder, depth: int = 0) -> ScannedFolder:
        """Fill ``folder`` with its subfolders, level files, catalogues and packs, and return it."""
        folder.is_expanded = depth < 2
        try:
            entries = [entry for entry in os.scandir(folder.path) if self._accepts_entry(entry)]
        except OSError:
            return folder
        entries.sort(key=lambda entry: build_natural_key(entry.name))
        inner_folders = []
        for entry in entries:
            path = Path(entry.path)
            if not entry.is_dir(follow_symlinks=False):
                if _is_listed(entry.name) and not self._is_full():
                    self._files += 1
                    folder.files.append(path)
            # Folders that the user has just created are listed at any depth.
            elif path in self._made or (depth < MAX_DEPTH and not self._is_skipped(entry)):
                inner_folders.append(ScannedFolder(path, f"{entry.name}/", folder.read_only))
        # The files of this folder were listed first, so that a limit omits only deeper files.
        for inner in inner_folders:
            self._listed()
            if self._stopped():
                break
            self.scan_folder(inner, depth + 1)
            if inner.files or inner.folders or inner.path in self._made:
                folder.folders.append(inner)
        return folder

    def _accepts_entry(self, entry: os.DirEntry[str]) -> bool:
        """Count an entry, and return True unless it is hidden or exceeds the limit on entries."""
        self._entries += 1
        self.is_limited = self.is_limited or self._entries > MAX_ENTRIES
        return self._entries <= MAX_ENTRIES and not entry.name.startswith(".")

    def _is_full(self) -> bool:
        """Return True, and mark the scan as limited, if the limit on files has been reached."""
        self.is_limited = self.is_limited or self._files >= MAX_FILES
        return self._files >= MAX_FILES

    def _is_skipped(self, entry: os.DirEntry[str]) -> bool:
        # Compare names first, because resolving every path would dominate the time of the scan.
        own = entry.name in self._own_names and resolve_links(entry.path) in self._own
        return own or entry.name in _SKIPPED_FOLDERS


def _is_listed(name: str) -> bool:
    """Return True if a file may be a level, catalogue or pack, judging by its name."""
    if name.endswith(CATALOGUE_SUFFIXES) or is_pack_name(name):
        return True
    return name.endswith(".toml") and not NON_LEVEL_PATTERN.search(name)


def iterate_folders(folder: ScannedFolder) -> Iterator[ScannedFolder]:
    """Yield a folder and all folders below it, each before its own subfolders."""
    yield folder
    for inner in folder.folders:
        yield from iterate_folders(inner)
