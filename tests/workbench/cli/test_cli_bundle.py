"""Bundles on the command line: written by ``convert``, and read by all other verbs."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest
from commanding import is_one_line
from ice_files import objects
from shipped import LEVELS

RECORDS = "format = 1\n"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = ""
    for number, file in enumerate(sorted((LEVELS / "skiddy").glob("*.toml"))[:3]):
        shutil.copy(file, f"{number}.toml")
        rows += f'[[levels]]\nfile = "{number}.toml"\n'
    Path("first.pack.toml").write_text(f'format = 1\ntitle = "First"\n\n{rows}')
    Path("1.plays.toml").write_text(RECORDS)


def test_a_pack_travels(run):
    assert run("convert", "first.pack.toml", "--to", "bundle", "--out", "a.bundle") == (0, "", "")
    assert run("convert", "first.pack.toml", "--out", "b.bundle")[0] == 0
    assert Path("a.bundle").read_bytes() == Path("b.bundle").read_bytes()
    Path("other").mkdir()
    shutil.move("a.bundle", "other/a.bundle")
    assert run("convert", "other/a.bundle", "--out", "made")[0] == 0
    for number in range(3):
        assert Path(f"made/a-{number + 1}.toml").read_text() == Path(f"{number}.toml").read_text()


def test_records_are_left_out_unless_asked(run):
    run("convert", "first.pack.toml", "--out", "a.bundle")
    run("convert", "first.pack.toml", "--records", "--out", "b.bundle")
    with zipfile.ZipFile("a.bundle") as bare, zipfile.ZipFile("b.bundle") as full:
        assert {*full.namelist()} - {*bare.namelist()} == {"levels/0002.plays.toml"}
        assert full.read("levels/0002.plays.toml").decode() == RECORDS
    assert run("solve", "b.bundle")[0] == 0


@pytest.mark.parametrize("verb", ["solve", "rate", "validate"])
def test_verbs_read_it_without_unpacking(run, verb):
    run("convert", "first.pack.toml", "--out", "a.bundle")
    before = {*Path().iterdir()}
    result, output, _ = run(verb, "a.bundle", "--json")
    assert result == 0
    assert [each["file"] for each in objects(output)] == [f"a.bundle/{n}" for n in (1, 2, 3)]
    assert {*Path().iterdir()} == before
    assert run("verify", "a.bundle/1", "--moves", "L")[0] in (0, 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("convert", "first.pack.toml", "--to", "bundle"),
        ("convert", "first.pack.toml", "--to", "bundle", "--out", "a.zip"),
        ("convert", "first.pack.toml", "--records", "--out", "a.json"),
        ("convert", "bad.bundle", "--out", "x"),
        ("solve", "bad.bundle"),
        ("validate", "bad.bundle"),
        ("play", "bad.bundle"),
        ("solve", "none.bundle"),
        ("solve", "first.bundle/9"),
    ],
)
def test_refused(run, arguments):
    Path("bad.bundle").write_text("no archive")
    result, output, messages = run(*arguments)
    assert (result, output) == (2, "") and is_one_line(messages)
