"""Painted weights in plain mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import Talk

from engine.files import levelfile


def test_weights_are_painted_shown_undone_and_generated_by(talk: Talk, made: Path) -> None:
    more = "generate 5 moves=1.. blockers=0 inert=0.."
    said = talk(
        "weights", "weigh fruit 0 1 1", "weigh fruit 0 1 1", "weigh fruit 40 2 2", "undo edit",
        "weights", more, "weights", f"save {made.with_name('b.toml')}", "quit", "discard",
        file=made,
    )  # fmt: skip
    assert "No weights are painted." in said and "These cells already have this weight." in said
    assert "Weight 0 for Fruit at row 1, column 1." in said
    assert said.count("fruit: 0 at 1,1.") == 2
    assert levelfile.read_level(made.with_name("b.toml")).provenance.weights["fruit"].cells == {
        (1, 1): 0
    }


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("weigh walls 5 1 1", "expected one of fruit, blockers"),
        ("weigh fruit 1001 1 1", "Expected a weight from 0 to 1000 or ., found '1001'"),
        ("weigh fruit 5 9 9", "rows go from 0 to 4"),
    ],
)
def test_what_is_no_weight_is_refused(talk: Talk, made: Path, order: str, message: str) -> None:
    said = talk(order, "weights", "quit", file=made)
    assert message in said and "No weights are painted." in said


def test_an_area_is_kept_made_anew_and_made_symmetric(talk: Talk, made: Path) -> None:
    before = levelfile.read_level(made).board
    out = made.with_name("b.toml")
    easy = "moves=1.. blockers=0 inert=0.. touching=0.."
    said = talk(f"keep 1 1 2 2 {easy}", f"save {out}", "quit", "discard", file=made)
    assert "Generated from seed" in said
    after = levelfile.read_level(out)
    assert [line[1:3] for line in after.board.tiles[1:3]] == [
        line[1:3] for line in before.tiles[1:3]
    ]
    assert after.board.locked[1:3] == (".xx...", ".xx...")
    said = talk("symmetric walls left-right 1 1 2 3", "keep 1 1 9 9", "keep 1 1", "quit", file=out)
    assert "symmetric, left-right in 1,1 to 2,3: " in said or "no walls to change" in said.lower()
    assert "rows go from 0 to 4" in said and "Expected: keep ROW COLUMN ROW COLUMN" in said
