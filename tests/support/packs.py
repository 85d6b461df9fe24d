"""Small packs: of shipped levels of Skiddy, with their folder, and of the toy."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from shipped import LEVELS
from toy_game import SLOPE, ToyBoard, slope

from engine.files import levelfile
from engine.playlists import packfile
from engine.playlists.pack import Pack, PackOrigin, PlaylistEntry
from engine.values.level import Level

EASY = ("1-3-two-doors", "2-3-stepping-stone", "4-2-same-crate-other-door")
"""The levels of the pack; the last one is easier than the one before."""
BOARD = "sha256:" + "0" * 64
"""A digest of no board."""


def source(folder: Path) -> Path:
    """A folder ``made`` with all levels, made in another."""
    made = folder / "made"
    shutil.copytree(LEVELS / "skiddy", made, ignore=shutil.ignore_patterns("lists"))
    return made


def written(folder: Path) -> Path:
    """The file of the pack, beside the folder of its levels."""
    made = source(folder)
    levels = {stem: levelfile.read_level(made / f"{stem}.toml") for stem in EASY}
    entries = tuple(
        PlaylistEntry.from_level(level, f"made/{stem}.toml") for stem, level in levels.items()
    )
    path = folder / "a.pack.toml"
    packfile.write_pack(Pack(entries, "A", origin=PackOrigin("made")), path)
    return path


def other_slope(number: int) -> ToyBoard:
    """The slope with its lowest row of floor changed."""
    first, second, third, _, last = SLOPE.cells
    row = "".join("#" if number >> bit & 1 else "." for bit in range(3))
    return ToyBoard((first, second, third, f"#{row}~.G#", last))


def write_slopes(folder: Path, number: int) -> list[Level]:
    """Levels of different boards, each in a file named by its number."""
    levels = []
    for at in range(number):
        level = replace(slope(f"slope {at}"), board=other_slope(at))
        levelfile.write_level(level, folder / f"{at}.toml")
        levels.append(level)
    return levels


def pack_of_slopes(levels: list[Level]) -> Pack:
    """The pack of such levels."""
    return Pack(
        tuple(PlaylistEntry.from_level(level, f"{at}.toml") for at, level in enumerate(levels))
    )
