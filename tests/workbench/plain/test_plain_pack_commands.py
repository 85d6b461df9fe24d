"""Packs in plain mode: listed, changed, played and saved."""

from __future__ import annotations

import shutil
from pathlib import Path

import packs
import pytest
from commanding import Run, Stdin, Talk
from packs import EASY
from shipped import LEVELS

from engine.files import levelfile
from engine.playlists import packfile
from engine.playlists.pack import Pack, PlaylistEntry
from engine.playlists.pack_level_files import load_levels


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return packs.written(tmp_path)


def files(path: Path) -> list[str]:
    return [Path(entry.file or "").stem for entry in packfile.read_pack(path).levels]


def test_a_pack_is_listed_changed_and_saved(pack: Path, talk: Talk) -> None:
    printed = talk(
        "pack show 1", "pack order", "pack pin 1", "pack move 1 2", "pack undo", "pack redo",
        "pack lock 2", "pack remove 2", "pack title B side", "pack curve", "pack save", "quit",
        file=pack,
    )  # fmt: skip
    assert '"A": 0 of 3 levels won.' in printed and "1: Two doors; difficulty 3" in printed
    assert "Levels sorted." in printed and "Level 1 pinned." in printed
    assert "pinned to its place" in printed and "Level 2 is locked." in printed
    assert "Undone: level 1 pinned." in printed and f"Saved {pack}." in printed
    assert files(pack) == [EASY[0], EASY[2], EASY[1]]
    saved = packfile.read_pack(pack)
    assert saved.title == "B side"
    assert [(e.pinned, e.locked) for e in saved.levels] == [(1, 0), (0, 1), (0, 0)]


def test_a_level_is_replaced_by_one_like_it(pack: Path, talk: Talk) -> None:
    printed = talk("pack replace 1", "pack save", "quit", file=pack)
    assert "Level 1 replaced." in printed
    assert files(pack)[0] not in EASY and files(pack)[1:] == [*EASY[1:]]


def test_another_level_of_a_catalogue_is_embedded(
    pack: Path, tmp_path: Path, run: Run, talk: Talk
) -> None:
    source, out = tmp_path / "all.catalogue", tmp_path / "b.pack.toml"
    made = [str(path) for path in sorted((tmp_path / "made").glob("[12]*.toml"))]
    assert run("catalogue", str(source), "--import", *made)[0] == 0
    command = ("campaign", str(source), "--levels", "3", "--out", str(out))
    assert run(*command)[0] == 0
    old = packfile.read_pack(out)
    printed = talk("pack replace 2", "pack save", "quit", file=out)
    assert "Level 2 replaced." in printed and "File: embedded in the pack." in printed
    new = packfile.read_pack(out)
    assert new.levels[1].level is not None
    assert new.levels[1].board not in {entry.board for entry in old.levels}
    assert run("validate", str(out)) == (0, "", "")


def test_without_a_source_a_new_level_is_made_and_embedded(
    tmp_path: Path, run: Run, talk: Talk
) -> None:
    made = tmp_path / "one.toml"
    settings = ("--seed", "3", "--set", "moves=5", "--set", "rows=6", "--set", "cols=6")
    assert run("generate", "fruit-dating", *settings, "--out", str(made))[0] == 0
    old = levelfile.read_level(made)
    path = tmp_path / "a.pack.toml"
    packfile.write_pack(Pack((PlaylistEntry.from_level(old, "one.toml"),), "A"), path)
    printed = talk("pack replace 1", "pack save", "quit", file=path)
    assert "Level 1 replaced." in printed and "File: embedded in the pack." in printed
    (entry,) = packfile.read_pack(path).levels
    assert entry.level is not None and entry.board != PlaylistEntry.from_level(old).board
    assert entry.level.board.rows == 6 and entry.level.verdict is not None
    assert entry.level.verdict.facts["moves"] == 5
    assert run("validate", "--solve", str(path)) == (0, "", "")


def test_a_pack_is_played_on_where_it_was_left(pack: Path, talk: Talk) -> None:
    won = levelfile.read_level(pack.parent / "made" / f"{EASY[0]}.toml")
    assert won.verdict is not None
    printed = talk("pack play", f"move {won.verdict.facts['solution']}", "quit", file=pack)
    assert 'Level 1 of 3 of "A".' in printed and "Type pack play to play level 2 of 3." in printed
    printed = talk(
        "pack move 1 3", "pack play", "pack again", "forget", "quit", "discard", file=pack
    )
    assert '"A": 1 of 3 levels won.' in printed and 'Level 1 of 3 of "A".' in printed
    assert "All wins are reset." in printed


def test_play_goes_on_at_once(pack: Path, run: Run, stdin: Stdin) -> None:
    stdin("quit\n")
    status, printed, _ = run("play", "--plain", str(pack))
    assert status == 0 and 'Level 1 of 3 of "A".' in printed


def test_a_pack_is_made_of_a_folder(pack: Path, talk: Talk) -> None:
    folder = pack.parent / "few"
    folder.mkdir()
    for stem in EASY:
        shutil.copy(pack.parent / "made" / f"{stem}.toml", folder)
    (folder / "bad.toml").write_text("format = 1")
    printed = talk(f"pack new {folder}", "pack save", f"pack new {folder / 'none'}", "quit")
    assert '"few": 0 of 3 levels won.' in printed and "it holds no level that" in printed
    assert files(folder / "few.pack.toml") == [EASY[0], EASY[2], EASY[1]]


def test_a_pack_has_levels_of_one_game(tmp_path: Path, talk: Talk) -> None:
    for game in ("skiddy", "linjat"):
        level = sorted((LEVELS / game).glob("*.toml"))[0]
        shutil.copy(level, tmp_path / f"{game}.toml")
    printed = talk(f"pack new {tmp_path}", "quit")
    assert "expected levels of one game, found linjat, skiddy" in printed


def test_a_pack_of_shipped_levels_holds_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talk: Talk
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    printed = talk(f"pack new {LEVELS / 'skiddy'}", "pack save", "pack undo", "pack save", "quit")
    path = home / "skiddy.pack.toml"
    assert f"Saved {path}." in printed
    pack = packfile.read_pack(path)
    assert all((entry.file or "").startswith("skiddy/") for entry in pack.levels)
    copies = sorted(file.name for file in (home / "skiddy").iterdir())
    assert copies == sorted(file.name for file in (LEVELS / "skiddy").glob("*.toml"))
    there = home.rename(tmp_path / "there") / path.name
    found = load_levels(packfile.read_pack(there), there.parent)
    assert all(each.is_playable and not each.note for each in found.levels)


def test_unsaved_changes_are_asked_about_and_kept(pack: Path, talk: Talk) -> None:
    printed = talk("pack move 1 2", "quit", "cancel", file=pack)
    assert "has unsaved changes" in printed and "is stored in" in printed
    assert files(pack) == [*EASY]


def test_unsaved_changes_of_an_earlier_session_are_gone_on_with(pack: Path, talk: Talk) -> None:
    before = [entry.file for entry in packfile.read_pack(pack).levels]
    talk(f"pack {pack}", "pack move 1 2")
    said = talk("recover", "recover 1", "pack save", "recover")
    assert f"pack of {len(before)} levels; {pack}; stored " in said
    assert [entry.file for entry in packfile.read_pack(pack).levels] == [
        before[1],
        before[0],
        *before[2:],
    ]
    assert "There is no unsaved work to recover." in said


def test_saving_settles_what_was_found_again(pack: Path, talk: Talk) -> None:
    made = pack.parent / "made"
    (made / f"{EASY[1]}.toml").rename(made / "elsewhere.toml")
    printed = talk("pack show 2", "pack save", "pack show 2", "pack pin 1", "pack undo", "quit",
                file=pack)  # fmt: skip
    assert printed.count("is now in this file") == 1
    assert files(pack) == [EASY[0], "elsewhere", EASY[2]]


def test_what_cannot_be_is_said(pack: Path, talk: Talk) -> None:
    printed = talk(
        "pack play 9", "pack dance", "pack undo", "pack save x.toml", "pack gone.pack.toml", "quit",
        file=pack,
    )  # fmt: skip
    assert "Expected a level from 1 to 3, found 9." in printed
    assert "pack 'dance': expected a file *.pack.toml" in printed.replace("Pack 'd", "pack 'd")
    assert "Nothing to undo." in printed
    assert "Expected a name that ends in .pack.toml, found 'x.toml'." in printed
    assert "gone.pack.toml: no such file" in printed


def test_a_damaged_pack_is_one_line(pack: Path, run: Run) -> None:
    pack.write_text("format = 1\nlevels = [3]\n")
    for verb in ((), ("play",)):
        status, printed, messages = run(*verb, "--plain", str(pack))
        assert (status, printed) == (2, "") and "levels: expected an array of tables" in messages
        assert len(messages.splitlines()) == 1
