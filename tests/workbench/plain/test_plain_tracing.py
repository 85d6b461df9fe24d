"""Stepping through the making of a level, its solutions and its traces in plain mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import Talk
from fruit_boards import board_of

from engine import workshop
from engine.files import levelfile
from engine.game import registry
from engine.values.level import Level

PAIR = board_of(
    "####### #.....# #.....# #.....# #######", "....... .A..... ....... .....A. ......."
)


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    path = tmp_path / "pair.toml"
    levelfile.write(Level("fruit-dating", PAIR, "Pair"), path)
    return path


@pytest.fixture
def made(tmp_path: Path) -> Path:
    settings = {"rows": 5, "cols": 6, "moves": "1..", "blockers": 0, "inert": "0.."}
    path = tmp_path / "made.toml"
    levelfile.write(workshop.generate(registry.get("fruit-dating"), 3, settings)[0], path)
    return path


def test_the_making_and_a_solution_are_stepped_through(talk: Talk, made: Path, pair: Path) -> None:
    said = talk("first", "next-stage", "forward", "last", file=made).splitlines()
    assert len(said) == 6 and all(line.endswith(".") for line in said)
    said = talk("mode", "forward", "back", "mode", "witness", file=pair)
    assert "Move 1: right." in said and said.count("Start position.") == 2
    assert "Nothing to step through: no generation" in talk("forward", file=pair)


def test_the_trace_is_that_of_any_strategy_and_is_searched(talk: Talk, pair: Path) -> None:
    said = talk(
        "next-match", "search won", "child", "parent", "depth-limit 4", "strategy", "strategy",
        "depth-limit 4", "trace", "search nosuchrow", file=pair,
    )  # fmt: skip
    for line in (
        "Nothing was searched for: search searches.", "The trace is that of uniform-cost.",
        "has no depth limit.", "It looks 4 moves ahead.", "Row 0: ", "Nothing like 'nosuchrow'",
    ):  # fmt: skip
        assert line in said, line
