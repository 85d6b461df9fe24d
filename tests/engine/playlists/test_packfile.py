"""Files of packs: they go there and back, and what is none is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packs import BOARD
from toy_game import slope

from engine.errors import LevelError
from engine.files.storage import FileChanged, FileStamp
from engine.playlists import packfile
from engine.playlists.pack import Pack, PackOrigin, PlaylistEntry
from engine.values.level import compute_digest

pytestmark = pytest.mark.usefixtures("toy")


names = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)


@given(names, st.none() | names, st.lists(st.tuples(st.booleans(), st.booleans()), max_size=5))
def test_a_pack_goes_there_and_back(title: str, notes: str | None, held: list[object]) -> None:
    levels = tuple(
        PlaylistEntry(BOARD, f"a/{at}.toml", pinned=bool(each[0]), locked=bool(each[1]))  # type: ignore[index]
        for at, each in enumerate(held)
    )
    origin = PackOrigin("../x", "moves 4..7", "moves", "states:asc", {"mine": 1})
    pack = Pack(levels, title, "me", notes, origin, {"colour": "red"})
    again = packfile.loads(packfile.dumps(pack))
    assert again == pack
    assert packfile.dumps(again) == packfile.dumps(pack)


def test_an_embedded_level_goes_there_and_back() -> None:
    pack = Pack(
        (
            PlaylistEntry.from_level(slope("within")),
            PlaylistEntry(BOARD, "b.toml", extra={"own": [1]}),
        )
    )
    again = packfile.loads(packfile.dumps(pack))
    assert again == pack
    assert again.levels[0].board == compute_digest(slope("").board)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "format: missing"),
        ("format = 2", "format 2 is newer"),
        ("format = 1\nlevels = 3", "levels: expected an array of tables"),
        ("format = 1\n[[levels]]", "levels[0].file: missing; expected a string"),
        ("format = 1\n[[levels]]\nfile = '/etc/passwd'", "levels[0].file: expected a path from"),
        ("format = 1\n[[levels]]\nfile = ''", "levels[0].file: expected a path from"),
        ("format = 1\n[[levels]]\nfile = 'a\\b'", "levels[0].file: expected a path from"),
        ("format = 1\n[[levels]]\nfile = 'a'\nboard = '../../x'", "levels[0].board: expected sha"),
        ("format = 1\n[[levels]]\nfile = 'a'\npinned = 1", "levels[0].pinned: expected true or"),
        ("format = 1\n[[levels]]\nfile = 'a'\n[levels.level]\n", "found both"),
        ("format = 1\ntitle = 5", "title: expected a string"),
        ("format = 1\n[origin]\nby = 'moves'", "origin.path: missing"),
        ("format = 1\n[board]\n", "expected a pack, found another kind of file"),
        ("format = 1\nlevels = [{file = 'a'}", "not TOML"),
    ],
)
def test_what_is_no_pack_is_refused(text: str, said: str) -> None:
    with pytest.raises(LevelError) as refused:
        packfile.loads(text, "x.pack.toml")
    assert said in str(refused.value) and "\n" not in str(refused.value)
    assert str(refused.value).startswith("x.pack.toml")


def test_a_pack_is_not_written_over_a_change(tmp_path: Path) -> None:
    path = tmp_path / "a.pack.toml"
    stamp = packfile.write_pack(Pack(title="a"), path)
    assert stamp == FileStamp.from_file(path)
    packfile.write_pack(Pack(title="b"), path)
    with pytest.raises(FileChanged):
        packfile.write_pack(Pack(title="c"), path, expect=stamp)
    assert packfile.read_pack(path).title == "b"
