"""Leaks and reasons in plain mode's sentences."""

from __future__ import annotations

from pathlib import Path

from commanding import Talk

from engine.files import levelfile
from engine.games.fruit_dating.board import FruitBoard
from engine.games.linjat.board.text import read_published
from engine.values.level import Level


def file_of(rows: list[str], folder: Path) -> Path:
    """A file with a puzzle."""
    path = folder / "puzzle.toml"
    levelfile.write_level(Level("linjat", read_published(rows), "Puzzle"), path)
    return path


def test_leaks(talk: Talk, tmp_path: Path) -> None:
    file = file_of(["     ", "     ", "     ", ".3 3 "], tmp_path)
    printed = talk("verdict", "leaks", file=file).splitlines()
    assert printed.count("Uniqueness leaks: 1 leak.") == 2
    (leak,) = {line for line in printed if line.startswith("at the start: the 3 at 3,3")}
    assert leak.endswith("; proven no sooner than in layer 2.")


def test_of_several_solutions_leaks_are_not_reported(talk: Talk, tmp_path: Path) -> None:
    file = file_of(["3    ", "     ", "     ", "     "], tmp_path)
    printed = talk("leaks", file=file).splitlines()
    assert "No leaks are possible: the level has several solutions." in printed


def test_symmetry(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "level.toml"
    tiles = "######\n##...#\n#....#\n######\n"
    pieces = "......\n...A..\n.A....\n......\n"
    board = {"tiles": tiles, "pieces": pieces}
    levelfile.write_level(Level("fruit-dating", FruitBoard.from_table(board), "Pair"), path)
    making = ("pieces left-right", "walls half turn", "mud left-right", "walls sideways")
    orders = [*(f"symmetric {what}" for what in making), "verdict", "undo edit", "undo edit"]
    printed = talk(*orders, "cell 1 2", "quit", "discard", file=path).splitlines()
    assert "Pieces symmetric, left-right: 0.00 to 1.00." in printed
    assert "Walls symmetric, half turn: 0.75 to 1.00." in printed
    assert "Expected walls or pieces, found 'mud'." in printed
    assert any(
        line.startswith("Unknown symmetry 'sideways'; choose from left-right") for line in printed
    )
    assert any(line.startswith("Symmetry, our own rating: walls 1.00") for line in printed)


def test_reasons(talk: Talk, tmp_path: Path) -> None:
    file = file_of(["    ", "    ", "    ", "4  4"], tmp_path)
    printed = talk("reasons 1", "reasons 9", "reasons x", file=file).splitlines()
    assert "Fit: the only line left for the 4 at 3,0 has 0,0, 1,0 and 2,0." in printed
    assert "  4 at 3,0: 3,0-3,3 out, 3,3 is the 4." in printed
    assert "The trace ends with row 1." in printed
    assert "Expected a row as a number, found 'x'." in printed
