"""Reports for build servers: annotations of GitHub and JUnit XML."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commanding import Run, refused
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import LevelError
from workbench.cli.support.problem_reports import (
    FileReport,
    format_github,
    format_junit,
    locate_problems,
)

GOOD = '''\
format = 1
game = "skiddy"
title = "One"

[board]
tiles = """
####
R..R
####
"""
pieces = """
....
.rr.
....
"""
'''
BAD = GOOD.replace(".rr.", ".rx.")
ODD = "a%,:b<&>\x1b[2J\nc"
"""A name with every character that a report must escape."""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.toml").write_text(GOOD)
    Path("bad.toml").write_text(BAD)
    Path("draft.toml").write_text(GOOD.replace("rr", ".."))
    Path("broken.toml").write_text("format = 1\nx\n")


def test_annotations_have_the_file_and_the_line(run: Run) -> None:
    result, output, messages = run("validate", ".", "none", "--format", "github")
    assert result == 2 and messages == "none: no such file or folder\n"
    heads = [line.split("::")[1] for line in output.splitlines()]
    assert "warning file=good.toml,line=6" in heads or "warning file=good.toml,line=7" in heads
    assert [head for head in heads if head.startswith("error")] == [
        "error file=bad.toml,line=13",
        "error file=broken.toml,line=2",
        "error file=draft.toml,line=11",
        "error file=none",
    ]
    assert output.splitlines()[0].split("::")[2].startswith("board.pieces, row 1, column 2: ")
    assert run("validate", "good.toml", "-f", "github")[0] == 0
    assert run("validate", "bad.toml", "-f", "github")[0] == 1


def test_xml_has_a_test_case_for_each_file(run: Run) -> None:
    result, output, _ = run("validate", ".", "none", "--format", "junit")
    root = ElementTree.fromstring(output)
    assert result == 2
    assert {key: root.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "5", "failures": "3", "errors": "1",
    }  # fmt: skip
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert [*cases] == ["bad.toml", "broken.toml", "draft.toml", "good.toml", "none"]
    failure = cases["bad.toml"].find("failure")
    assert failure is not None and failure.text is not None
    assert failure.text.startswith("bad.toml:13: board.pieces, row 1, column 2: ")
    assert cases["good.toml"].find("failure") is None and cases["none"].find("error") is not None
    assert run("validate", "good.toml", "-f", "junit")[0] == 0


def test_json_and_text_are_formats_too(run: Run) -> None:
    assert run("validate", ".", "--format", "json") == run("validate", ".", "--json")
    assert run("validate", ".", "--format", "text") == run("validate", ".")
    assert json.loads(run("validate", "good.toml", "-f", "json", "--json")[1])["problems"] == []
    refused(run("validate", ".", "--json", "-f", "junit"), "expected --json or --format junit")
    refused(run("validate", ".", "-f", "xml"), "expected text or json or github or junit")


def test_names_and_titles_of_any_characters(run: Run) -> None:
    title = json.dumps("]]>\x00\x1b<&'\"\uffff")
    Path(ODD).write_text(BAD.replace('"One"', title))
    result, output, _ = run("validate", ODD, "-f", "junit")
    (case,) = ElementTree.fromstring(output).iter("testcase")
    assert result == 1 and case.get("name") == "a%,:b<&>\\x1b[2J\\nc"
    result, output, _ = run("validate", ODD, "-f", "github")
    assert result == 1 and output.count("\n") == 1
    assert output.startswith("::error file=a%25%2C%3Ab<&>\\x1b[2J%0Ac,line=13::")
    Path(os.fsdecode(b"\xff.toml")).write_text(BAD)
    for form in ("junit", "github"):
        assert run("validate", os.fsdecode(b"\xff.toml"), "-f", form)[0] == 1


def test_a_level_from_a_pipe_is_read_once(run: Run, stdin) -> None:
    stdin(BAD)
    result, output, _ = run("validate", "-", "-f", "github")
    assert result == 1 and output.startswith("::error file=-::board.pieces")


@given(st.text(st.characters(codec=None)), st.text(st.characters(codec=None)))
def test_reports_of_any_text_are_valid(name: str, message: str) -> None:
    problem = LevelError(message, file=name)
    report = FileReport(name, [problem], [problem], refusal=message or "x")
    (case,) = ElementTree.fromstring("\n".join(format_junit([report]))).iter("testcase")
    assert len(case) == 3
    assert all(line.isprintable() and line.startswith("::") for line in format_github(report))


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        (LevelError("x", line=3, key="board.tiles", row=1), 3),
        (LevelError("x", key="board.tiles"), 6),
        (LevelError("x", key="board.tiles", row=2), 9),
        (LevelError("x", key="board.pieces", row=0, col=1), 12),
        (LevelError("x", key="board.gates"), 5),
        (LevelError("x", key="title"), 3),
        (LevelError("x", key="intended"), None),
        (LevelError("x", key="verdict.moves"), None),
        (LevelError("x"), None),
    ],
)
def test_lines_of_keys(problem: LevelError, line: int | None) -> None:
    (found,) = locate_problems([problem], GOOD.encode())
    assert found.line == line
    assert (found.message, found.key, found.row) == (problem.message, problem.key, problem.row)
