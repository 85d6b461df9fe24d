"""``workbench convert``, and share strings wherever the command line wants a level."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import refused
from fruit_boards import board_of

from engine.files import conversion, levelfile, share_string
from engine.values.level import Level, Verdict

BOARD = board_of("##### #..~# #...# #####", "..... .A... ...A. .....", (1, 2, "D"))
LEVEL = Level(
    "fruit-dating", BOARD, "First date", notes="x", verdict=Verdict("sha256:0", 1, {"moves": 3})
)
SHARED = share_string.dumps(LEVEL)
DRAFT = board_of("##### #...# #####", "..... .AA.A .....")
TEXT = """\
fruit-dating
title: First date

#####
#A.~#
#..A#
#####

gate 1,2 down
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Every test in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    levelfile.write_level(LEVEL, "a.toml")
    levelfile.write_level(Level("fruit-dating", DRAFT), "draft.toml")


@pytest.fixture
def run(run):
    """Runs ``convert``, or another verb, and gives its status, its output and its messages."""
    return lambda *arguments, verb="convert": run(verb, *arguments)


@pytest.mark.parametrize("form", ["toml", "json", "share", "text"])
def test_there_and_back(run, form):
    result, output, _ = run("a.toml", "--to", form)
    assert result == 0
    Path("b").write_text(output)
    result, output, messages = run("b", "--to", "toml")
    assert (result, messages) == (0, "")
    assert levelfile.loads(output).board == BOARD


def test_what_is_dropped_is_said(run):
    assert run("a.toml", "--to", "text") == (
        0,
        TEXT,
        "a.toml: text has no place for notes, verdict\n",
    )
    assert run("a.toml", "--to", "share") == (
        0, f"{SHARED}\n", "a.toml: share has no place for title, notes, verdict\n"
    )  # fmt: skip
    assert run("a.toml", "--to", "json")[2] == ""


def test_comments_are_among_it(run):
    Path("a.toml").write_text("# mine\n" + Path("a.toml").read_text())
    result, output, messages = run("a.toml")
    assert (result, messages) == (0, "a.toml: toml has no place for comments\n")
    assert "mine" not in output


def test_a_share_string_in_place_of_a_file(run):
    result, output, messages = run(SHARED, "--to", "json")
    assert (result, messages) == (0, "")
    assert json.loads(output)["game"] == "fruit-dating"


def test_standard_input(run, stdin):
    for text in (SHARED, TEXT, conversion.write_level(LEVEL, "json")):
        stdin(text)
        result, output, _ = run("-")
        assert result == 0
        assert levelfile.loads(output).board == BOARD


def test_the_ending_of_the_output_chooses_the_format(run):
    for name, start in (("b.json", "{"), ("b.txt", "fruit-dating\n"), ("b.toml", "format")):
        assert run("a.toml", "--out", name)[:2] == (0, "")
        assert Path(name).read_text().startswith(start)
    run("a.toml", "--out", "b", "--to", "share")
    assert Path("b").read_text() == SHARED + "\n"


def test_a_file_with_comments_is_kept_beside_its_replacement(run):
    Path("b.toml").write_text("# mine\n" + Path("a.toml").read_text())
    result, _, messages = run("a.toml", "--out", "b.toml")
    assert result == 0 and "b.toml.orig" in messages
    assert Path("b.toml.orig").read_text().startswith("# mine")


def test_a_bare_board_needs_its_game(run):
    Path("b.txt").write_text("#####\n#A.A#\n#####\n")
    assert run("b.txt")[0] == 2
    result, output, _ = run("b.txt", "--game", "fruit-dating", "--from", "text")
    assert result == 0 and 'game = "fruit-dating"' in output


def test_drafts_are_refused_unless_wanted(run):
    result, output, messages = run("draft.toml", "--to", "share")
    assert (result, output) == (2, "") and "is on a wall" in messages
    assert run("draft.toml", "--to", "share", "--drafts")[0] == 0


@pytest.mark.parametrize(
    ("content", "arguments", "words"),
    [
        (None, [], "b: no such file"),
        ("", [], "b: not a level file, JSON"),
        ("format = 1\ngame = \n", [], "b:2: not TOML"),
        ('{\n "format": 1\n "game"', [], "b:3: not JSON: expecting ',' delimiter at column 2"),
        ("pw1:fruit-dating:xx!", [], "b: expected letters"),
        (TEXT.replace("A.~", "A?~"), [], "b:5: unknown character '?' at column 3"),
        (TEXT, ["--from", "toml"], "b:1: not TOML"),
        (
            TEXT,
            ["--from", "gif"],
            "b: unknown format 'gif'; the formats are toml, json, share, text",
        ),
        (TEXT, ["--to", "gif"], "b: fruit-dating has no format 'gif'; its formats are toml, json"),
        (TEXT, ["--game", "chess", "--from", "text"], "unknown game 'chess'"),
        (TEXT, ["--out", "none/b.json"], "none/b.json: cannot be written: no such folder"),
        (TEXT, ["--out", "."], "a folder"),
    ],
)
def test_refusals_are_one_line_and_status_2(run, content, arguments, words):
    if content is not None:
        Path("b").write_text(content)
    refused(run("b", *arguments), words)


def test_a_failed_write_leaves_the_old_file(run):
    Path("out.json").write_text("old")
    Path("b").write_text("broken")
    assert run("b", "--out", "out.json")[0] == 2
    assert Path("out.json").read_text() == "old"


@pytest.mark.parametrize("source", ["argument", "stdin"])
def test_other_verbs_take_share_strings_too(run, stdin, source):
    stdin(f"{SHARED}\n")
    name = SHARED if source == "argument" else "-"
    assert run(name, verb="render") == run("a.toml", verb="render")


def test_a_damaged_share_string_is_one_line(run):
    result, output, messages = run("pw1:fruit-dating:AAAA", verb="render")
    assert (result, output) == (2, "")
    assert messages == "share string: damaged: it cannot be unpacked\n"


def test_a_pack_becomes_one_puzzlescript_game(run):
    Path("two.pack.toml").write_text(
        'format = 1\ntitle = "Two"\n\n[[levels]]\nfile = "a.toml"\n\n[[levels]]\nfile = "a.toml"\n'
    )
    assert run("two.pack.toml", "--to", "puzzlescript", "--out", "two.txt") == (0, "", "")
    source = Path("two.txt").read_text()
    assert source.startswith("title Two\n")
    assert source.count("\nmessage First date\n") == 2
    result, output, messages = run("two.pack.toml", "--to", "puzzlescript", "--out", "two.ps")
    assert (result, output) == (2, "")
    assert "expected a folder without ending, or a name that ends in .txt" in messages


def test_a_pack_with_a_missing_level_is_refused(run):
    Path("gone.pack.toml").write_text('format = 1\n\n[[levels]]\nfile = "gone.toml"\n')
    refused(run("gone.pack.toml", "--to", "json"), "level 1 of 1: gone.toml: no such file")
    Path("none.pack.toml").write_text("format = 1\n")
    refused(run("none.pack.toml", "--to", "json"), "none.pack.toml: a pack without levels")


def test_a_map_of_tiled_is_written_with_its_image_and_read_again(run):
    result, output, messages = run("a.toml", "--out", "a.tmj")
    assert (result, output) == (0, "")
    assert messages == "a.toml: tmj has no place for verdict\n"
    assert Path("fruit-dating.tiles.png").read_bytes().startswith(b"\x89PNG")
    assert run("a.tmj", "--out", "b.toml") == (0, "", "")
    assert levelfile.read_level("b.toml").board == BOARD
    result, output, messages = run("a.toml", "--to", "tmj")
    assert result == 0 and json.loads(output)["type"] == "map"
    assert "fruit-dating.tiles.png: the images are only written with --out" in messages
    refused(run("a.toml", "--to", "tmj", "--out", "a.json"), "a name that ends in .tmj")
    refused(run("a.toml", "--out", "a.tmx"), "found '.tmx'")


def test_maps_of_several_levels_need_a_folder(run):
    Path("two.toml.txt").write_text(TEXT + "\n" + TEXT)
    assert run("two.toml.txt", "--to", "tmj", "--out", "set")[0] == 0
    assert sorted(path.name for path in Path("set").iterdir()) == [
        *("fruit-dating.tiles.png", "two.toml-1.tmj", "two.toml-2.tmj")
    ]
    refused(run("two.toml.txt", "--to", "tmj", "--out", "set"), "is there already")
    refused(run("two.toml.txt", "--out", "set.tmj"), "2 levels; several files need a folder")


def test_projects_and_grids_are_chosen_by_their_endings(run):
    assert run("a.toml", "--out", "a.ldtk") == (0, "", "")
    assert json.loads(Path("a.ldtk").read_text())["levels"][0]["identifier"] == "Level_1"
    assert Path("fruit-dating.tiles.png").exists()
    assert run("a.toml", "--out", "a.csv") == (0, "", "")
    assert Path("a.csv").read_text().startswith("wall,wall,")
    refused(run("a.csv", "--to", "toml"), "not a level file, JSON, a share string or text")


def test_a_pack_becomes_one_json_object_and_comes_back(run):
    Path("one.pack.toml").write_text(
        'format = 1\ntitle = "One"\n\n[[levels]]\nfile = "a.toml"\npinned = true\n'
    )
    assert run("one.pack.toml", "--out", "one.json") == (0, "", "")
    assert run("one.pack.toml", "--to", "json")[1] == Path("one.json").read_text()
    found = json.loads(Path("one.json").read_text())
    assert (found["format"], found["title"]) == ("puzzle-workbench-pack/1", "One")
    assert found["levels"][0]["pinned"] is True
    assert found["levels"][0]["level"]["board"] == BOARD.to_table()
    assert run("one.json", "--to", "puzzlescript")[1].startswith("title One\n")
    assert run("one.json", "--out", "b.toml") == (0, "", "")
    assert levelfile.read_level("b.toml") == LEVEL
    Path("bad.json").write_text('{"format": "puzzle-workbench-pack/1", "levels": 3}')
    refused(run("bad.json", "--to", "json"), "bad.json: levels: expected")
