"""A small pack of shipped levels of Skiddy, and the folder that it was chosen from."""

from __future__ import annotations

import shutil
from pathlib import Path

from shipped import LEVELS

from engine.files import levelfile
from engine.playlists import packfile
from engine.playlists.pack import Origin, Pack, PlaylistEntry

EASY = ("1-3-two-doors", "2-3-stepping-stone", "4-2-same-crate-other-door")
"""The levels of the pack; the last one is easier than the one before."""


def source(folder: Path) -> Path:
    """A folder ``made`` with all levels, made in another."""
    made = folder / "made"
    shutil.copytree(LEVELS / "skiddy", made, ignore=shutil.ignore_patterns("lists"))
    return made


def written(folder: Path) -> Path:
    """The file of the pack, beside the folder of its levels."""
    made = source(folder)
    levels = {stem: levelfile.read(made / f"{stem}.toml") for stem in EASY}
    entries = tuple(PlaylistEntry.of(level, f"made/{stem}.toml") for stem, level in levels.items())
    path = folder / "a.pack.toml"
    packfile.write(Pack(entries, "A", origin=Origin("made")), path)
    return path
