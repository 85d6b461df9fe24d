"""The text of a verdict, for people who solve a puzzle."""

from __future__ import annotations

from pathlib import Path

import pytest
from linjat_files import BOARDS

from engine.files import levelfile
from engine.games.linjat.board.text import read_published
from engine.values.level import Level


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own that holds some levels."""
    monkeypatch.chdir(tmp_path)
    for name, rows in BOARDS.items():
        levelfile.write_level(Level("linjat", read_published(rows)), f"{name}.toml")


def test_people_are_given_moves_that_win(run):
    for name in ("unique", "stuck"):
        output = run("solve", f"{name}.toml")[1]
        (line,) = (line for line in output.splitlines() if line.startswith("  solution"))
        moves = line.removeprefix("  solution").strip()
        assert run("verify", f"{name}.toml", "--moves", moves)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (("unique",), ["solvable in 2 layers of deduction", "Solutions: one solution"]),
        (("stuck",), ["solvable", "Deduction: gets stuck"]),
        (("ambiguous",), ["Solutions: several solutions", "uncontested place  1 layer where"]),
        (("impossible",), ["unsolvable", "Solutions: none", "Deduction: finds none"]),
        (
            ("overlapping", "--rules", "published"),
            ["unsolvable", "Deduction: takes overlapping lines for a solution"],
        ),
        (("unique", "--strategy", "exact"), ["layers          not known"]),
    ],
)
def test_people_see_what_holds(run, arguments, lines):
    name, *rest = arguments
    output = run("solve", f"{name}.toml", *rest)[1]
    for line in lines:
        assert f"  {line}" in output
