"""Levels of packs: found, found again, and reported where they are not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from packs import other_slope, pack_of_slopes, write_slopes
from toy_game import slope

from engine.files import levelfile
from engine.playlists import pack_level_files, packfile
from engine.playlists.pack import Pack, PlaylistEntry

pytestmark = pytest.mark.usefixtures("toy")


def test_a_damaged_embedded_level_leaves_the_others(tmp_path: Path) -> None:
    text = packfile.dumps(Pack((PlaylistEntry.from_level(slope("a")),)))
    text += '\n[[levels]]\n[levels.level]\nformat = 1\ngame = "none of ours"\n'
    pack = packfile.loads(text)
    found = pack_level_files.load_levels(pack, tmp_path)
    assert [each.is_playable for each in found.levels] == [True, False]
    assert "levels[1].level.game" in found.levels[1].trouble
    assert packfile.loads(packfile.dumps(pack)) == pack


def test_missing_and_damaged_files_are_reported_and_the_others_play(tmp_path: Path) -> None:
    pack = pack_of_slopes(write_slopes(tmp_path, 4))
    (tmp_path / "1.toml").unlink()
    (tmp_path / "2.toml").write_text("format = 1\ngame =")
    found = pack_level_files.load_levels(pack, tmp_path)
    assert [each.is_playable for each in found.levels] == [True, False, False, True]
    problems = [str(each) for each in pack_level_files.find_problems(found, "p.pack.toml")]
    assert len(problems) == 2 and all("\n" not in each for each in problems)
    assert problems[0].startswith("p.pack.toml: levels[1]: ") and "no such file" in problems[0]
    assert problems[1].startswith("p.pack.toml: levels[2]: ") and "2.toml" in problems[1]


def test_renamed_and_exchanged_files_are_found_again(tmp_path: Path) -> None:
    levels = write_slopes(tmp_path, 3)
    pack = pack_of_slopes(levels)
    (tmp_path / "0.toml").rename(tmp_path / "x.toml")
    (tmp_path / "1.toml").rename(tmp_path / "0.toml")
    found = pack_level_files.load_levels(pack, tmp_path)
    assert [each.level and each.level.title for each in found.levels] == [e.title for e in levels]
    assert [bool(each.note) for each in found.levels] == [True, True, False]
    settled = pack_level_files.update_entries(found, tmp_path)
    assert [entry.file for entry in settled.levels] == ["x.toml", "0.toml", "2.toml"]
    assert not [
        *pack_level_files.find_problems(pack_level_files.load_levels(settled, tmp_path), "p")
    ]


def test_a_changed_board_is_played_and_reported(tmp_path: Path) -> None:
    pack = pack_of_slopes(write_slopes(tmp_path, 2))
    level = levelfile.read_level(tmp_path / "1.toml")
    levelfile.write_level(replace(level, board=other_slope(7)), tmp_path / "1.toml")
    _, changed = pack_level_files.load_levels(pack, tmp_path).levels
    assert changed.is_playable and "has changed since" in changed.note


def test_a_board_that_stands_twice_is_reported(tmp_path: Path) -> None:
    (level,) = write_slopes(tmp_path, 1)
    pack = Pack((PlaylistEntry.from_level(level, "0.toml"), PlaylistEntry.from_level(level)))
    found = pack_level_files.load_levels(pack, tmp_path)
    said = [str(each) for each in pack_level_files.find_problems(found, "p")]
    assert said == ["p: levels[1]: the same board as levels[0]"]
