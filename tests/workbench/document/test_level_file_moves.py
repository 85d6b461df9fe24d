from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_game import slope

from engine.errors import LevelError
from engine.files import levelfile, untrusted_toml
from workbench.document import level_file_moves


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def with_belongings(file: Path) -> None:
    for name in ("slope.plays.toml", "slope.toml.orig", "slope.toml.orig2", "slope.toml.original"):
        file.with_name(name).write_text(name)


def test_what_belongs_to_a_level_moves_along(file: Path) -> None:
    with_belongings(file)
    (file.parent / "sub").mkdir()
    level_file_moves.move_level(file, file.parent / "sub" / "steep.toml")
    assert names(file.parent) == ["slope.toml.original", "sub"]
    assert names(file.parent / "sub") == [
        "steep.plays.toml", "steep.toml", "steep.toml.orig", "steep.toml.orig2",
    ]  # fmt: skip
    assert (file.parent / "sub" / "steep.plays.toml").read_text() == "slope.plays.toml"


@pytest.mark.parametrize("taken", ["steep.toml", "steep.plays.toml"])
def test_nothing_is_overwritten(file: Path, taken: str) -> None:
    with_belongings(file)
    file.with_name(taken).write_text("theirs")
    before = names(file.parent)
    with pytest.raises(LevelError, match="already exists"):
        level_file_moves.move_level(file, file.with_name("steep.toml"))
    assert names(file.parent) == before
    assert file.with_name(taken).read_text() == "theirs"
    with pytest.raises(LevelError, match="already exists"):
        level_file_moves.create_file(file, b"")


def test_a_move_that_fails_half_way_is_taken_back(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_belongings(file)
    before, replace = names(file.parent), Path.replace

    def failing(self: Path, target: Path) -> Path:
        if target.name == "steep.toml.orig":
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(LevelError, match="no space left"):
        level_file_moves.move_level(file, file.with_name("steep.toml"))
    assert names(file.parent) == before


def test_copies_say_so_and_keep_comments(file: Path) -> None:
    file.write_text("# by hand\n" + file.read_text())
    first = level_file_moves.duplicate_level(file, file.parent)
    second = level_file_moves.duplicate_level(first, file.parent)
    assert (first.name, second.name) == ("slope-copy.toml", "slope-copy-2.toml")
    assert first.read_text().startswith("# by hand\n")
    assert levelfile.read_level(first).title == "Slope (copy)"
    assert levelfile.read_level(second).title == "Slope (copy 2)"


def test_a_copy_in_another_folder_keeps_its_name(file: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    copy = level_file_moves.duplicate_level(file, own)
    assert (copy, copy.read_bytes()) == (own / "slope.toml", file.read_bytes())
    assert level_file_moves.duplicate_level(file, own).name == "slope-copy.toml"


def test_what_is_no_level_is_copied_as_it_is(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_bytes(b"\xff")
    assert level_file_moves.duplicate_level(broken, tmp_path).read_bytes() == b"\xff"
    broken.write_bytes(b"#" * (untrusted_toml.MAX_BYTES + 1))
    with pytest.raises(LevelError, match="at most"):
        level_file_moves.duplicate_level(broken, tmp_path)


lines = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)


@given(
    old=lines, new=lines, notes=st.none() | st.sampled_from(['title = "x"', 'a\ntitle = "x"\nb'])
)
def test_only_the_title_changes(old: str, new: str, notes: str | None) -> None:
    from dataclasses import replace

    level = replace(slope(old), notes=notes)
    text = f"# kept\n{levelfile.dumps(level)}".encode()
    changed = level_file_moves.replace_title(text, new)
    assert levelfile.loads(changed) == replace(level, title=new)
    if notes is None:
        assert changed.startswith(b"# kept\n")


def test_a_file_that_is_no_level_has_no_title() -> None:
    with pytest.raises(LevelError, match=r"x\.toml"):
        level_file_moves.replace_title(b"nothing", "New", "x.toml")
