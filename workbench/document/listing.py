"""Folders that levels are looked for in, and what is in them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.catalogue.named import ENDINGS
from engine.files.natural_order import natural_key
from engine.files.storage import real
from engine.packs.named import is_pack

MAX_FILES = 5_000
"""Files that one source shows; a home folder may hold any number."""
MAX_DEPTH = 6

NOT_LEVELS = re.compile(r"\.(plays|pack)\.toml$")
"""TOML files of the workbench that are no levels."""
_SKIPPED_FOLDERS = {"node_modules", "__pycache__", "build", "dist", "site-packages", "venv"}


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
    """

    def __init__(self, made: set[Path], own: frozenset[str]) -> None:
        self._made, self._own = made, own
        self._own_names = {os.path.basename(path) for path in own}  # noqa: PTH119
        self._left = MAX_FILES

    def fill(self, folder: Folder, depth: int = 0) -> Folder:
        """The folder with the folders, level files, catalogues and packs in it."""
        folder.expanded = depth < 2
        try:
            entries = sorted(os.scandir(folder.path), key=lambda entry: natural_key(entry.name))
        except OSError:
            return folder
        for entry in entries:
            if self._left <= 0:
                break
            self._left -= 1
            if entry.name.startswith("."):
                continue
            path = Path(entry.path)
            if entry.is_dir(follow_symlinks=False):
                if path in self._made or (depth < MAX_DEPTH and not self._skips(entry)):
                    inner = Folder(path, f"{entry.name}/", folder.read_only)
                    self.fill(inner, depth + 1)
                    if inner.files or inner.folders or path in self._made:
                        folder.folders.append(inner)
            elif _is_listed(entry.name):
                folder.files.append(path)
        return folder

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
