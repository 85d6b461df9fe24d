"""The intended solution and the mechanics in plain mode."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from commanding import Talk
from shipped import LEVELS, level_in

from engine.files import levelfile


def test_moves_are_pinned_checked_after_an_edit_and_saved(talk: Talk, pair: Path) -> None:
    answers = talk(
        "intended", "pin", "pin R", "pin RU", "intended", "paint wall 1 3", "undo edit", "save",
        "quit", file=pair,
    )  # fmt: skip
    for said in (
        "No intended solution is pinned; type pin MOVES, or win the level and type pin.",
        "These moves do not win.",
        "Intended solution: wins in 2 moves.",
        "Intended solution, RU: right, up: wins in 2 moves, the shortest; other solutions of the",
        "Intended solution: not won after 2 moves.",
    ):
        assert said in answers, said
    assert levelfile.read_level(pair).intended == "RU"


def test_moves_made_are_pinned_and_unpinned(talk: Talk, pair: Path) -> None:
    answers = talk("move DL", "pin", "save", "unpin", "unpin", "quit", "discard", file=pair)
    assert "Intended solution unpinned." in answers
    assert "No intended solution is pinned." in answers
    assert levelfile.read_level(pair).intended == "DL"


def test_a_solution_that_is_stepped_through_is_pinned(talk: Talk, pair: Path) -> None:
    talk("mode", "pin", "save", "quit", file=pair)
    assert levelfile.read_level(pair).intended in ("RU", "DL", "UR", "LD")


def test_it_is_reported_when_a_level_is_opened(talk: Talk, pair: Path) -> None:
    levelfile.write_level(replace(levelfile.read_level(pair), intended="RR"), pair)
    assert "Intended solution: broken at move 2 (R): nothing moves that way." in talk(file=pair)


def test_mechanics_are_shown_by_how_many_solutions_have_them(talk: Talk) -> None:
    printed = talk("mechanics", file=LEVELS / "skiddy" / "5-1-cool-head.toml")
    assert "In every shortest solution: ice slid, combo, carried out, goals all used." in printed
    assert "In no shortest solution: crate pushed, " in printed
    level = level_in(LEVELS / "skiddy" / "5-1-cool-head.toml")
    assert level.intended is None
