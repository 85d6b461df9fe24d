"""Packs from the command line: chosen, checked, chosen anew, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import packs
import pytest
from commanding import Answer, Run, is_one_line, refused

from engine.playlists import packfile
from engine.playlists.pack import Pack
from workbench.paths.resources import get_shipped_levels


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A folder with some levels of one game, and files that are none."""
    folder = packs.source(tmp_path)
    (folder / "old.pack.toml").write_text("format = 1\n")
    return folder


def test_a_pack_is_chosen_with_its_reasons(made: Path, tmp_path: Path, answer: Answer) -> None:
    out, plot = tmp_path / "a.pack.toml", tmp_path / "a.svg"
    where = ("--where", "difficulty 3..10 and stars>=1", "--plot", str(plot))
    status, found = answer("pack", str(made), "--levels", "6", "--out", str(out), *where)
    assert status == 0
    rows = found["levels"]
    pack = packfile.read_pack(out)
    assert [row["file"] for row in rows] == [entry.file for entry in pack.levels]
    assert all((tmp_path / row["file"]).is_file() for row in rows)
    assert all(one["difficulty"] <= two["difficulty"] for one, two in pairwise(rows))
    assert {3, 10} <= {row["difficulty"] for row in rows}
    assert all(row["reasons"] for row in rows)
    assert pack.origin is not None and pack.origin.path == "made"
    ElementTree.parse(plot)


def test_the_same_levels_give_the_same_pack(made: Path, tmp_path: Path, run: Run) -> None:
    texts = []
    for name in ("a", "b"):
        out = tmp_path / f"{name}.pack.toml"
        assert run("pack", str(made), "--levels", "4", "--out", str(out), "--title", "x")[0] == 0
        texts.append(out.read_bytes())
    assert texts[0] == texts[1]


def test_pinned_and_locked_levels_stay(made: Path, tmp_path: Path, run: Run) -> None:
    out = tmp_path / "a.pack.toml"
    command = ("pack", str(made), "--levels", "4", "--out", str(out))
    assert run(*command)[0] == 0
    old = packfile.read_pack(out)
    last = replace(old.levels[-1], pinned=True)
    first = replace(old.levels[0], locked=True, extra={"own": 1})
    pack = Pack((last, first), "Mine", "me", "notes", old.origin, {"colour": "red"})
    packfile.write_pack(pack, out)
    status, printed, _ = run(*command)
    assert status == 0 and "pinned; " in printed
    again = packfile.read_pack(out)
    assert len(again) == 4 and again.levels[0] == last and first in again.levels
    assert (again.title, again.author, again.extra) == ("Mine", "me", {"colour": "red"})
    assert run("pack", str(made), "--levels", "1", "--out", str(out))[0] == 2
    assert packfile.read_pack(out) == again


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--levels", "99"), "expected 99 different levels or more, found "),
        (("--levels", "0"), "--levels"),
        (("--levels", "1001"), "expected a whole number from 1 to 1,000"),
        (("--levels", "2", "--where", "game=linjat"), "expected 2 different levels or more"),
        (("--levels", "2", "--where", "movess=3"), "unknown key 'movess'"),
        (("--levels", "2", "--by", "solution"), "by: expected a fact that is a number"),
        (("--levels", "2", "--plot", "curve.png"), "--plot: expected a file *.svg"),
        (("--levels", "2", "--best", "moves:up"), "best: expected moves, moves:asc or moves:desc"),
    ],
)
def test_what_cannot_be_chosen_is_refused(
    arguments: tuple[str, ...], said: str, made: Path, tmp_path: Path, run: Run
) -> None:
    out = tmp_path / "a.pack.toml"
    refused(run("pack", str(made), "--out", str(out), *arguments), said)
    assert not out.exists()


def test_what_was_left_out_is_reported_where_too_little_is_left(tmp_path: Path, run: Run) -> None:
    for name in ("bad.toml", "worse.toml"):
        (tmp_path / name).write_text("x =")
    found = run("pack", str(tmp_path), "--levels", "1", "--out", str(tmp_path / "a.pack.toml"))
    refused(found, "bad.toml: not TOML: ")
    assert "expected 1 level or more, found 0 (" in found[2]
    assert found[2].endswith("; and 1 more)\n")


def test_other_files_are_left_alone(made: Path, tmp_path: Path, run: Run) -> None:
    command = ("pack", str(made), "--levels", "2", "--out")
    refused(run(*command, str(tmp_path / "a.toml")), "--out: expected a name NAME.pack.toml")
    refused(run(*command, str(tmp_path / ".pack.toml")), "--out: expected a name NAME.pack.toml")
    other = tmp_path / "a.pack.toml"
    other.write_text('format = 1\ngame = "skiddy"\n[board]\n')
    before = other.read_bytes()
    refused(run(*command, str(other)), "expected a pack")
    assert other.read_bytes() == before
    refused(run("pack", str(tmp_path / "gone"), *command[2:], str(other)), "no such folder")
    refused(run("pack", str(get_shipped_levels()), *command[2:], str(tmp_path / "b.pack.toml")),
            "expected levels of one game")  # fmt: skip


def test_a_damaged_level_is_left_out_and_reported(made: Path, tmp_path: Path, run: Run) -> None:
    (made / "0-broken.toml").write_text("format = 1\ngame =")
    out = tmp_path / "a.pack.toml"
    status, _, messages = run("pack", str(made), "--levels", "3", "--out", str(out))
    assert status == 0
    assert "0-broken.toml" in messages and is_one_line(messages)


def test_packs_are_validated(made: Path, tmp_path: Path, run: Run) -> None:
    out = made / "a.pack.toml"
    (made / "old.pack.toml").unlink()
    run("pack", str(made), "--levels", "5", "--out", str(out))
    assert run("validate", str(out)) == (0, "", "")
    files = [made / str(entry.file) for entry in packfile.read_pack(out).levels]
    files[0].unlink()
    files[1].rename(made / "elsewhere.toml")
    files[2].write_text("format = 1\ngame =")
    packfile.write_pack(
        replace(pack := packfile.read_pack(out), levels=(*pack.levels, pack.levels[4])), out
    )
    status, printed, _ = run("validate", str(out), "--json")
    assert status == 1
    problems = json.loads(printed)["problems"]
    assert [each["key"] for each in problems] == [f"levels[{n}]" for n in (0, 1, 2, 5)]
    expected = ("no such file", "is now in this file", "not TOML", "the same board as levels[4]")
    assert all(said in each["message"] for each, said in zip(problems, expected, strict=True))
    assert str(out) in run("validate", str(made))[1]


def test_a_fall_is_a_warning(made: Path, tmp_path: Path, run: Run) -> None:
    out = tmp_path / "a.pack.toml"
    run("pack", str(made), "--levels", "3", "--out", str(out))
    pack = packfile.read_pack(out)
    packfile.write_pack(pack.move_level(2, 0), out)
    status, printed, _ = run("validate", "--solve", str(out))
    assert status == 0
    assert printed == f"{out}: levels[1]: warning: easier than the level before\n"


def test_levels_of_a_catalogue_are_written_beside_the_pack(
    made: Path, tmp_path: Path, run: Run, answer: Answer
) -> None:
    source, out = tmp_path / "all.catalogue", tmp_path / "a.pack.toml"
    files = [str(file) for file in sorted(made.glob("[0-9]*.toml"))]
    assert run("catalogue", str(source), "--import", *files)[0] == 0
    command = ("pack", str(source), "--levels", "4", "--out", str(out))
    status, found = answer(*command, "--where", "difficulty<=10")
    assert status == 0
    rows = found["levels"]
    assert all((tmp_path / row["file"]).parent == tmp_path / "a" for row in rows)
    assert all(one["difficulty"] <= two["difficulty"] <= 10 for one, two in pairwise(rows))
    assert run("validate", str(out)) == (0, "", "")
    before = sorted((tmp_path / "a").iterdir())
    assert run(*command, "--where", "difficulty<=10")[0] == 0
    assert sorted((tmp_path / "a").iterdir()) == before
    same = ("pack", str(made), *command[2:4], "--out", str(tmp_path / "b.pack.toml"))
    _, by_folder = answer(*same, "--where", "difficulty<=10")
    assert [row["board"] for row in by_folder["levels"]] == [row["board"] for row in rows]


@pytest.mark.parametrize(
    ("game", "most"), [("fruit-dating", 9), ("linjat", 90), ("mazing-monk", 9)]
)
def test_every_game_has_its_packs(
    game: str, most: int, tmp_path: Path, run: Run, answer: Answer
) -> None:
    out, levels = tmp_path / "a.pack.toml", str(get_shipped_levels() / game)
    easy = ("--where", f"difficulty<={most}")
    status, found = answer("pack", levels, "--levels", "4", "--out", str(out), *easy)
    assert status == 0 and found["game"] == game
    difficulties = [row["difficulty"] for row in found["levels"]]
    assert difficulties == sorted(difficulties) and len(difficulties) == 4
    assert run("validate", str(out)) == (0, "", "")


def test_what_is_no_catalogue_is_refused(tmp_path: Path, run: Run) -> None:
    source, out = tmp_path / "x.catalogue", str(tmp_path / "a.pack.toml")
    source.write_bytes(b"no catalogue")
    refused(run("pack", str(source), "--levels", "1", "--out", out), "x.catalogue")
    assert source.read_bytes() == b"no catalogue"


def test_shipped_levels_are_copied_beside_the_pack(tmp_path: Path, run: Run) -> None:
    out = tmp_path / "mine" / "a.pack.toml"
    out.parent.mkdir()
    command = ("pack", str(get_shipped_levels() / "skiddy"), "--levels", "4", "--out", str(out))
    assert run(*command)[0] == 0
    files = [entry.file or "" for entry in packfile.read_pack(out).levels]
    assert all(file.startswith("a/") for file in files)
    mine = out.parent / files[0]
    mine.write_text("of mine")
    first = out.read_bytes()
    assert run(*command)[0] == 0
    renamed, *others = [entry.file or "" for entry in packfile.read_pack(out).levels]
    assert mine.read_text() == "of mine" and renamed != files[0] and others == files[1:]
    mine.unlink()
    assert run(*command)[0] == 0 and out.read_bytes() == first
    moved = out.parent.rename(tmp_path / "elsewhere") / out.name
    assert run("validate", str(moved)) == (0, "", "")


def test_levels_of_the_user_are_not_copied(made: Path, tmp_path: Path, run: Run) -> None:
    out = tmp_path / "mine" / "a.pack.toml"
    out.parent.mkdir()
    assert run("pack", str(made), "--levels", "2", "--out", str(out))[0] == 0
    assert all(
        (entry.file or "").startswith("../made/") for entry in packfile.read_pack(out).levels
    )
    assert [*out.parent.iterdir()] == [out]


def test_the_former_name_of_the_verb_works_the_same_and_is_not_listed(
    made: Path, tmp_path: Path, run: Run
) -> None:
    command = (str(made), "--levels", "3", "--title", "x", "--json", "--out")
    results = []
    for verb in ("pack", "campaign"):
        out = tmp_path / "a.pack.toml"
        results.append((run(verb, *command, str(out)), out.read_bytes()))
        out.unlink()
    assert results[0] == results[1] and results[0][0][0] == 0
    assert run("help", "campaign") == run("campaign", "--help") == run("pack", "--help")
    assert "--color" in run("--no-color", "campaign", "--help")[1]
    assert "workbench pack" in run("campaign", "--help")[1]
    assert "campaign" not in run("--help")[1]
