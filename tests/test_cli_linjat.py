"""Linjat on the command line: verdicts, rule sets, reasons, moves, conversion."""

from __future__ import annotations

import json

import pytest

from engine import levelfile
from engine.games.linjat.text import read_published
from engine.level import Level
from workbench.cli import main

UNIQUE = ("    ", ".  4", "4 ..", ". 3.")
AMBIGUOUS = (" 3  ", "    ", ". 3 ", "    ")
IMPOSSIBLE = ("4   ", "    ", ".   ", " 5  ")


@pytest.fixture
def file(tmp_path):
    def write(rows):
        path = tmp_path / "level.toml"
        path.write_text(levelfile.dumps(Level("linjat", read_published(rows))), encoding="utf-8")
        return str(path)

    return write


def answer(capsys, *arguments):
    status = main([*arguments, "--json"])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("rows", "status", "unique"), [(UNIQUE, 0, True), (AMBIGUOUS, 1, False), (IMPOSSIBLE, 1, False)]
)
def test_the_verdict(file, capsys, rows, status, unique):
    found, facts = answer(capsys, "solve", file(rows))
    assert (found, facts["unique"], facts["solvable"]) == (status, unique, rows != IMPOSSIBLE)
    assert (facts["solution"] is None) == (rows == IMPOSSIBLE)


def test_rules_by_name(file, capsys):
    path = file(UNIQUE)
    assert answer(capsys, "solve", path)[1]["layers"] == 2
    assert answer(capsys, "solve", path, "--rules", "published")[1]["layers"] is None
    switched = answer(capsys, "solve", path, "--rules", "published, dependency-everywhere")[1]
    assert switched["rule_use"]["dependency"] == {"depth": 1, "width": 1}
    assert main(["solve", path, "--rules", "magic"]) == 2
    assert "unknown rules 'magic'" in capsys.readouterr().err


def test_the_trace_gives_reasons(file, capsys):
    assert main(["trace", file(UNIQUE)]) == 0
    out = capsys.readouterr().out
    assert "dot dependency: 1 line" in out
    assert "whoever covers the dot at 3,3 also covers that at 2,3" in out
    assert out.splitlines()[-1].startswith("path  1,3:0,3-3,3")


def test_moves_are_verified(file, capsys):
    path = file(UNIQUE)
    moves = "1,3:0,3-3,3 2,0:0,0-3,0 3,2:1,2-3,2"
    assert answer(capsys, "verify", path, "--moves", moves) == (
        0,
        {"legal": True, "won": True, "lost": False, "moves": 3},
    )
    status, facts = answer(capsys, "verify", path, "--moves", "1,3:0,3-3,3 1,3:0,3-3,3")
    assert (status, facts["legal"], facts["moves"]) == (1, False, 1)
    assert main(["verify", path, "--moves", "UR"]) == 2


def test_the_original_board_string_is_converted(tmp_path, capsys):
    source = tmp_path / "board.txt"
    source.write_text(",    ,.  4,4 ..,. 3.\n", encoding="utf-8")
    target = tmp_path / "board.toml"
    assert main(["convert", str(source), "--out", str(target)]) == 0
    assert levelfile.loads(target.read_text(encoding="utf-8")).board == read_published(UNIQUE)
    assert main(["convert", str(target), "--to", "rows"]) == 0
    assert capsys.readouterr().out == "".join(row + "\n" for row in UNIQUE)
