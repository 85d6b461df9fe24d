"""Files whose lines end in CR LF keep that, whatever saves them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from commanding import Run
from hypothesis import given
from hypothesis import strategies as st
from shipped import LEVELS

from engine.errors import LevelError
from engine.files import levelfile, line_ends, playtest_file, untrusted_toml
from engine.playlists import packfile
from engine.playlists.pack import Pack, PlaylistEntry
from engine.values.level import Level, compute_digest
from engine.values.playtest_record import PlayRecord
from workbench.document import level_file_moves
from workbench.paths import user_config_file

LEVEL = levelfile.read_level(LEVELS / "fruit-dating" / "02-revolving-door.toml")
NOTES = "One\nTwo\r\nThree\rFour"


def is_crlf(path: Path) -> bool:
    content = path.read_bytes()
    return content.count(b"\n") == content.count(b"\r\n") > 0


def with_crlf(path: Path) -> Path:
    """The same file with lines that end in CR LF."""
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    return path


@pytest.fixture
def level(tmp_path: Path) -> Path:
    levelfile.write_level(replace(LEVEL, notes=NOTES), tmp_path / "a.toml")
    return with_crlf(tmp_path / "a.toml")


def test_a_level_keeps_them_and_its_texts(level: Path) -> None:
    before = levelfile.read_level(level)
    assert before.notes == NOTES and before.board == LEVEL.board
    stamp = levelfile.write_level(replace(before, title="Other"), level)
    assert is_crlf(level) and levelfile.read_level(level) == replace(before, title="Other")
    assert levelfile.FileStamp.from_file(level) == stamp
    levelfile.write_level(before, level, expect=stamp)
    levelfile.write_level(before, level.with_name("new.toml"))
    assert not is_crlf(level.with_name("new.toml"))


def test_a_file_that_would_be_too_long_is_not_written(level: Path) -> None:
    most = untrusted_toml.MAX_BYTES
    lines = "x\n" * ((most - len(level.read_bytes())) // 2 - 50)
    long = replace(LEVEL, notes=lines)
    levelfile.write_level(long, level.with_name("plain.toml"))
    before = level.read_bytes()
    with pytest.raises(LevelError, match="expected at most"):
        levelfile.write_level(long, level)
    assert level.read_bytes() == before


def test_packs_and_records_keep_them(tmp_path: Path) -> None:
    path = tmp_path / "a.pack.toml"
    pack = Pack((PlaylistEntry("", "a.toml"),), "A", notes="one\ntwo")
    packfile.write_pack(pack, path)
    stamp = packfile.write_pack(replace(pack, title="B"), with_crlf(path))
    assert is_crlf(path) and packfile.read_pack(path) == replace(pack, title="B")
    packfile.write_pack(pack, path, expect=stamp)
    plays = tmp_path / "a.plays.toml"
    moment = datetime(2026, 11, 27, tzinfo=UTC)
    record = PlayRecord(moment, compute_digest(LEVEL.board), 1, "left", 2.0, ())
    playtest_file.append_record(plays, record, locks=tmp_path / "locks")
    playtest_file.append_record(with_crlf(plays), record, locks=tmp_path / "locks")
    assert is_crlf(plays) and playtest_file.read_records(plays) == (record, record)


@pytest.mark.parametrize("title", ['title = "Old"\n', ""])
def test_a_new_title_keeps_them(tmp_path: Path, title: str) -> None:
    text = levelfile.dumps(replace(LEVEL, title="")).replace(
        "\n[board]", f"{title}# mine\n\n[board]", 1
    )
    path = tmp_path / "a.toml"
    path.write_text(text)
    level_file_moves.retitle_file(with_crlf(path), "New")
    assert is_crlf(path) and b"# mine" in path.read_bytes()
    assert levelfile.read_level(path).title == "New"


@pytest.mark.parametrize("text", ['theme = "light"\nmouse = false\n', "mouse = false\n"])
def test_a_remembered_theme_keeps_them(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    user_config_file.save_theme("mono", with_crlf(path))
    assert is_crlf(path) and user_config_file.load_settings(path).theme == "mono"


def test_a_level_is_made_again_whatever_its_line_ends(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "s.toml"
    assert run("generate", "skiddy", "--seed", "3", "--out", str(path))[0] == 0
    made = path.read_bytes()
    status, _, messages = run("rebuild", str(with_crlf(path)), "--out", str(path))
    assert (status, "the same bytes" in messages) == (0, True)
    assert is_crlf(path) and path.read_bytes().replace(b"\r\n", b"\n") == made


def test_levels_are_written_to_a_folder_where_they_are_already(tmp_path: Path, run: Run) -> None:
    catalogue, out = tmp_path / "c.catalogue", tmp_path / "out"
    assert (
        run("catalogue", str(catalogue), "--import", str(LEVELS / "skiddy/1-1-side-by-side.toml"))[
            0
        ]
        == 0
    )
    assert run("catalogue", str(catalogue), "--export", str(out))[0] == 0
    (file,) = out.iterdir()
    with_crlf(file)
    assert run("catalogue", str(catalogue), "--export", str(out))[0] == 0
    assert is_crlf(file)


@given(st.text("a\n\r\"'\\é", max_size=12))
def test_any_text_comes_back(tmp_path_factory: pytest.TempPathFactory, notes: str) -> None:
    path = tmp_path_factory.mktemp("ends") / "a.toml"
    level: Level = replace(LEVEL, notes=notes)
    levelfile.write_level(level, path)
    levelfile.write_level(level, with_crlf(path))
    assert levelfile.read_level(path) == level and is_crlf(path)
    assert json.dumps(levelfile.read_level(path).notes) == json.dumps(notes)


@pytest.mark.parametrize("ending", ["json", "share", "txt"])
def test_a_converted_level_keeps_those_of_the_file_it_replaces(
    tmp_path: Path, run: Run, level: Path, ending: str
) -> None:
    out = tmp_path / f"out.{ending}"
    for _ in range(2):
        assert run("convert", str(level), "--out", str(out))[0] == 0
        assert not is_crlf(out)
    plain = out.read_bytes()
    with_crlf(out)
    assert run("convert", str(level), "--out", str(out))[0] == 0
    assert is_crlf(out) and line_ends.normalize_line_ends(out.read_bytes()) == plain
