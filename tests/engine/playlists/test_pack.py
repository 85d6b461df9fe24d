"""Packs: files that go there and back, levels that are found again, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_game import SLOPE, TOY, ToyBoard, make_known, slope

from engine.errors import EngineError, LevelError
from engine.files import levelfile
from engine.files.storage import FileChanged, FileStamp
from engine.game.campaign import Played
from engine.playlists import contents, packfile, wins
from engine.playlists.pack import Origin, Pack, PlaylistEntry
from engine.playlists.wins import Wins
from engine.values.level import Level, board_digest

BOARD = "sha256:" + "0" * 64


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    make_known(monkeypatch, TOY)


def other(number: int) -> ToyBoard:
    """The slope with its lowest row of floor changed."""
    first, second, third, _, last = SLOPE.cells
    row = "".join("#" if number >> bit & 1 else "." for bit in range(3))
    return ToyBoard((first, second, third, f"#{row}~.G#", last))


def slopes(folder: Path, number: int) -> list[Level]:
    """Levels of different boards, each in a file named by its number."""
    levels = []
    for at in range(number):
        level = replace(slope(f"slope {at}"), board=other(at))
        levelfile.write(level, folder / f"{at}.toml")
        levels.append(level)
    return levels


def packed(levels: list[Level]) -> Pack:
    return Pack(tuple(PlaylistEntry.of(level, f"{at}.toml") for at, level in enumerate(levels)))


names = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)


@given(names, st.none() | names, st.lists(st.tuples(st.booleans(), st.booleans()), max_size=5))
def test_a_pack_goes_there_and_back(title: str, notes: str | None, held: list[object]) -> None:
    levels = tuple(
        PlaylistEntry(BOARD, f"a/{at}.toml", pinned=bool(each[0]), locked=bool(each[1]))  # type: ignore[index]
        for at, each in enumerate(held)
    )
    origin = Origin("../x", "moves 4..7", "moves", "states:asc", {"mine": 1})
    pack = Pack(levels, title, "me", notes, origin, {"colour": "red"})
    again = packfile.loads(packfile.dumps(pack))
    assert again == pack
    assert packfile.dumps(again) == packfile.dumps(pack)


def test_an_embedded_level_goes_there_and_back() -> None:
    pack = Pack(
        (PlaylistEntry.of(slope("within")), PlaylistEntry(BOARD, "b.toml", extra={"own": [1]}))
    )
    again = packfile.loads(packfile.dumps(pack))
    assert again == pack
    assert again.levels[0].board == board_digest(slope("").board)


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


def test_a_damaged_embedded_level_leaves_the_others(tmp_path: Path) -> None:
    text = packfile.dumps(Pack((PlaylistEntry.of(slope("a")),)))
    text += '\n[[levels]]\n[levels.level]\nformat = 1\ngame = "none of ours"\n'
    pack = packfile.loads(text)
    found = contents.find_levels(pack, tmp_path)
    assert [each.is_playable for each in found.levels] == [True, False]
    assert "levels[1].level.game" in found.levels[1].trouble
    assert packfile.loads(packfile.dumps(pack)) == pack


def test_missing_and_damaged_files_are_reported_and_the_others_play(tmp_path: Path) -> None:
    pack = packed(slopes(tmp_path, 4))
    (tmp_path / "1.toml").unlink()
    (tmp_path / "2.toml").write_text("format = 1\ngame =")
    found = contents.find_levels(pack, tmp_path)
    assert [each.is_playable for each in found.levels] == [True, False, False, True]
    problems = [str(each) for each in contents.problems(found, "p.pack.toml")]
    assert len(problems) == 2 and all("\n" not in each for each in problems)
    assert problems[0].startswith("p.pack.toml: levels[1]: ") and "no such file" in problems[0]
    assert problems[1].startswith("p.pack.toml: levels[2]: ") and "2.toml" in problems[1]


def test_renamed_and_exchanged_files_are_found_again(tmp_path: Path) -> None:
    levels = slopes(tmp_path, 3)
    pack = packed(levels)
    (tmp_path / "0.toml").rename(tmp_path / "x.toml")
    (tmp_path / "1.toml").rename(tmp_path / "0.toml")
    found = contents.find_levels(pack, tmp_path)
    assert [each.level and each.level.title for each in found.levels] == [e.title for e in levels]
    assert [bool(each.note) for each in found.levels] == [True, True, False]
    settled = contents.settled(found, tmp_path)
    assert [entry.file for entry in settled.levels] == ["x.toml", "0.toml", "2.toml"]
    assert not [*contents.problems(contents.find_levels(settled, tmp_path), "p")]


def test_a_changed_board_is_played_and_reported(tmp_path: Path) -> None:
    pack = packed(slopes(tmp_path, 2))
    level = levelfile.read(tmp_path / "1.toml")
    levelfile.write(replace(level, board=other(7)), tmp_path / "1.toml")
    _, changed = contents.find_levels(pack, tmp_path).levels
    assert changed.is_playable and "has changed since" in changed.note


def test_a_board_that_stands_twice_is_reported(tmp_path: Path) -> None:
    (level,) = slopes(tmp_path, 1)
    pack = Pack((PlaylistEntry.of(level, "0.toml"), PlaylistEntry.of(level)))
    found = contents.find_levels(pack, tmp_path)
    said = [str(each) for each in contents.problems(found, "p")]
    assert said == ["p: levels[1]: the same board as levels[0]"]


def test_a_pack_is_not_written_over_a_change(tmp_path: Path) -> None:
    path = tmp_path / "a.pack.toml"
    stamp = packfile.write(Pack(title="a"), path)
    assert stamp == FileStamp.of(path)
    packfile.write(Pack(title="b"), path)
    with pytest.raises(FileChanged):
        packfile.write(Pack(title="c"), path, expect=stamp)
    assert packfile.read(path).title == "b"


@given(st.data())
def test_levels_move_but_pinned_ones_stay(data: st.DataObject) -> None:
    pins = data.draw(st.lists(st.booleans(), min_size=1, max_size=6))
    entries = [PlaylistEntry(BOARD, f"{at}", pinned=pin) for at, pin in enumerate(pins)]
    places = st.integers(0, len(pins) - 1)
    at, to = data.draw(places), data.draw(places)
    pack = Pack(tuple(entries))
    crossed = pins[min(at, to) : max(at, to) + 1]
    if at != to and any(crossed):
        with pytest.raises(EngineError, match="pinned"):
            pack.moved(at, to)
        return
    moved = pack.moved(at, to)
    assert moved.levels[to] == entries[at]
    assert sorted(e.file or "" for e in moved.levels) == sorted(e.file or "" for e in entries)
    assert moved.moved(to, at) == pack


REFUSED: list[tuple[Callable[[Pack], Pack], str]] = [
    (lambda pack: pack.without(0), "level 1 is locked"),
    (lambda pack: pack.without(1), "below it is pinned"),
    (lambda pack: pack.replaced(0, PlaylistEntry(BOARD[:-1] + "3", "x")), "level 1 is locked"),
    (lambda pack: pack.replaced(1, PlaylistEntry(BOARD[:-1] + "2", "x")), "in the pack already"),
    (lambda pack: pack.moved(0, 9), "expected a level from 1 to 3, found 10"),
]


@pytest.mark.parametrize(("change", "said"), REFUSED)
def test_what_is_held_is_not_changed(change: Callable[[Pack], Pack], said: str) -> None:
    first = PlaylistEntry(BOARD, "0", locked=True)
    last = PlaylistEntry(BOARD[:-1] + "2", "2", pinned=True)
    pack = Pack((first, PlaylistEntry(BOARD[:-1] + "1", "1"), last))
    with pytest.raises(EngineError, match=said):
        change(pack)


WIN = Played(
    0, 0, None, 0, 7, 5, medals=("Perfect",), seconds=61, board=BOARD,
    won=datetime(2026, 1, 2, tzinfo=UTC),
)  # fmt: skip


def test_the_better_win_is_kept(tmp_path: Path) -> None:
    assert wins.read(tmp_path, BOARD) is None
    shown = replace(WIN, count=5, solution_shown=True)
    for win, best in ((shown, shown), (WIN, WIN), (replace(WIN, count=9), WIN), (shown, WIN)):
        assert wins.keep(tmp_path / "wins", win) == best
        assert wins.read(tmp_path / "wins", BOARD) == best
    better = replace(WIN, count=6)
    assert wins.keep(tmp_path / "wins", better) == wins.read(tmp_path / "wins", BOARD) == better
    Wins(tmp_path / "wins").forget([BOARD, BOARD[:-1] + "1"])
    assert wins.read(tmp_path / "wins", BOARD) is None


def test_a_damaged_win_is_reported_and_left(tmp_path: Path) -> None:
    path = wins.path_of(tmp_path, BOARD)
    path.write_text("format = 1\n")
    with pytest.raises(LevelError, match="board: missing"):
        wins.keep(tmp_path, WIN)
    assert path.read_text() == "format = 1\n"
