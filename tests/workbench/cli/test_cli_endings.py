"""Endings of output files: a file has what its name promises, or is not written."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import Run, refused

LEVEL = """\
format = 1
game = "skiddy"

[board]
tiles = \"\"\"
####
R..R
####
\"\"\"
pieces = \"\"\"
....
.rr.
....
\"\"\"
"""
PICTURES = ".txt or .svg or .png or .gif or .apng or .cast or .pdf"
TEXTS = ".toml or .json or .share or .txt or .tmj or .ldtk or .csv or .bundle"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """A folder with a level and a catalogue."""
    monkeypatch.chdir(tmp_path)
    Path("level.toml").write_text(LEVEL)
    assert run("catalogue", "a.catalogue", "--import", "level.toml")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["render", "level.toml", "--out", "x.bmp"], f"{PICTURES}, found '.bmp'"),
        (["render", "level.toml", "--out", "x.gif"], "gif shows --solution, --generation or"),
        (["render", "level.toml", "--out", "x.svg", "--format", "png"], ".png, found '.svg'"),
        (["render", "level.toml", "--out", "x.PNG", "--format", "text"], ".txt, found '.png'"),
        (["render", "level.toml", "--out", "x.gif", "--format", "png"], ".png, found '.gif'"),
        (["convert", "level.toml", "--out", "x.tmx"], f"{TEXTS}, found '.tmx'"),
        (["convert", "level.toml", "--out", "x.json", "--to", "toml"], ".toml, found '.json'"),
        (["convert", "level.toml", "--out", "x.toml", "--to", "text"], ".txt, found '.toml'"),
        (["catalogue", "a.catalogue", "--export", "x.xlsx"], ".csv or .jsonl, found '.xlsx'"),
        (["catalogue", "a.catalogue", "--density", "moves,states", "--out", "x.gif"], "*.svg"),
        (["catalogue", "a.catalogue", "--merge", "x.csv"], "--merge: expected a name such as"),
        (["catalogue", "x.png", "--import", "level.toml"], "CATALOGUE: expected a name such as"),
        (["batch", "skiddy", "--count", "1", "--out", "x.toml"], "--out: expected a name such"),
        (["generate", "skiddy", "--seed", "1", "--out", "x.gif"], ".toml, found '.gif'"),
        (["improve", "level.toml", "--iterations", "1", "--out", "x.svg"], ".toml, found '.svg'"),
        (["rebuild", "level.toml", "--out", "x.json"], ".toml, found '.json'"),
        (["experiment", "monk-time", "--count", "1", "--out", "x.png"], ".csv or .svg, found"),
        (["experiment", "monk-time", "--count", "1", "--out", "x"], "ends in .csv or .svg"),
        (["trace", "level.toml", "--tree", "x.gif"], "*.svg"),
    ],
)
def test_another_ending_is_refused(run: Run, arguments: list[str], words: str) -> None:
    before = {*Path().iterdir()}
    refused(run(*arguments), words)
    assert {*Path().iterdir()} == before


def test_names_without_an_ending_take_any_format(run: Run) -> None:
    for form, begin in (("svg", b"<svg"), ("png", b"\x89PNG"), ("text", b"   0 1")):
        assert run("render", "level.toml", "--out", "picture", "--format", form)[0] == 0
        assert Path("picture").read_bytes().startswith(begin)
    for form, begin in (("toml", b"format"), ("json", b"{"), ("share", b"pw1:")):
        assert run("convert", "level.toml", "--out", "text", "--to", form)[0] == 0
        assert Path("text").read_bytes().startswith(begin)
    assert run("generate", "linjat", "--seed", "1", "--out", "made")[0] == 0
    assert run("rebuild", "made", "--out", "again")[0] == 0
    assert Path("made").read_bytes() == Path("again").read_bytes()


def test_capitals_in_an_ending_do_not_matter(run: Run) -> None:
    assert run("render", "level.toml", "--out", "x.SVG")[0] == 0
    assert Path("x.SVG").read_bytes().startswith(b"<svg")
    assert run("catalogue", "a.catalogue", "--export", "x.CSV")[0] == 0
    assert Path("x.CSV").read_text().startswith("id,")


def test_levels_go_to_a_folder_with_any_name_that_is_there(run: Run) -> None:
    Path("set.v2").mkdir()
    assert run("catalogue", "a.catalogue", "--export", "set.v2")[0] == 0
    assert [*Path("set.v2").iterdir()] == [Path("set.v2/skiddy-by-hand.toml")]
    refused(run("catalogue", "a.catalogue", "--export", "set.v3"), "a folder without ending, or")


def test_a_catalogue_keeps_its_name(run: Run) -> None:
    Path("a.catalogue").rename("a.csv")
    assert run("catalogue", "a.csv", "--import", "level.toml")[0] == 0
