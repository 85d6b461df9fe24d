"""Names in lists: 2 before 10, whatever their case."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from commanding import Run
from hypothesis import given
from hypothesis import strategies as st
from shipped import LEVELS

from engine.files.natural_order import build_natural_key
from engine.playlists.folder_source import LevelFolder
from engine.playlists.pack import PackOrigin
from engine.playlists.pack_level_files import create_pack_of_folder
from engine.values.budget import Control
from workbench.browser.level_browser import LevelBrowser


@pytest.mark.parametrize(
    "names",
    [
        ["2", "10", "a2", "a10", "a10b"],
        ["a", "B", "c"],
        ["level-1", "level-02", "level-2", "level-12"],
        ["1-2-x", "1-10-x", "2-1-x"],
        ["", "a"],
        ["x9", "x" + "9" * 5_000],
    ],
)
def test_numbers_go_by_their_values(names: list[str]) -> None:
    assert sorted(random.sample(names, len(names)), key=build_natural_key) == names


@given(st.lists(st.text("aB1²0-٣", max_size=6), max_size=8))
def test_any_names_can_be_sorted(names: list[str]) -> None:
    shuffled = random.sample(names, len(names))
    assert sorted(names, key=build_natural_key) == sorted(shuffled, key=build_natural_key)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Levels whose files are numbered without zeros before the numbers."""
    for number, file in enumerate(sorted((LEVELS / "skiddy").glob("*.toml"))[:12], start=1):
        shutil.copy(file, tmp_path / f"s{number}.toml")
    return tmp_path


NAMES = [f"s{number}.toml" for number in range(1, 13)]


def test_levels_are_listed_so_everywhere(folder: Path, run: Run) -> None:
    browser = LevelBrowser(folder, shipped=folder / "none")
    browser.read_folders(lambda: None, lambda: False)
    assert [row.file.name for row in browser.list_rows() if row.file is not None] == NAMES
    assert [entry.file for entry in create_pack_of_folder(folder).levels] == NAMES
    choice = LevelFolder(folder).collect_candidates(
        PackOrigin(), Control(), lambda done, whole: None
    )
    assert [each.key for each in choice.candidates] == NAMES
    for name in NAMES:
        (folder / name).write_text("format = 1")
    _, _, messages = run("rate", str(folder))
    told = [Path(line.partition(":")[0]).name for line in messages.splitlines()]
    assert told == NAMES
