"""Painted weights on the command line: grids of files, those of a level, and what is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from commanding import Run, refused

from engine.files import levelfile
from engine.values.painted_weights import PaintedWeights, read_weights

GRID = PaintedWeights.create_blank(5, 6).paint_cells(
    [(r, c) for r in range(3) for c in range(6)], 0
)
SMALL = ("--set", "rows=5", "--set", "cols=6", "--set", "moves=1..", "--set", "blockers=0")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("low.txt").write_text(GRID.format_grid())


def fruit(path: str) -> list[int]:
    """The rows that fruit of a level stands in."""
    pieces = tomllib.loads(Path(path).read_text())["board"]["pieces"].splitlines()
    return [row for row, line in enumerate(pieces) for glyph in line if glyph in "ABCDEFGH"]


def test_a_level_is_made_by_the_weights_of_a_file_and_rebuilt(run: Run):
    made = run("generate", "fruit-dating", "--seed", "3", *SMALL, "--weights", "fruit=low.txt",
               "--out", "a.toml")  # fmt: skip
    assert made[0] == 0
    assert set(fruit("a.toml")) == {3}
    text = Path("a.toml").read_text()
    assert text.count("[provenance.weights.fruit]") == 1
    assert read_weights(tomllib.loads(text)["provenance"]["weights"]["fruit"]["grid"]) == GRID
    assert run("rebuild", "a.toml")[0] == 0


def test_from_keeps_the_weights_of_a_level_and_its_size(run: Run):
    run("generate", "fruit-dating", "--seed", "3", *SMALL, "--weights", "fruit=low.txt",
        "--out", "a.toml")  # fmt: skip
    low, status = "--set=moves=1..", 0
    found = run(
        "generate", "fruit-dating", "--seed", "4", low, "--from", "a.toml", "--out", "b.toml"
    )
    assert found[0] == status
    again = levelfile.read_level("b.toml")
    assert (again.board.rows, again.board.cols) == (5, 6)
    assert dict(again.provenance.weights) == {"fruit": GRID}
    Path("none.txt").write_text(PaintedWeights.create_blank(5, 6).format_grid())
    run("generate", "fruit-dating", "--seed", "4", *SMALL, "--from", "a.toml", "--weights",
        "fruit=none.txt", "--out", "c.toml")  # fmt: skip
    run("generate", "fruit-dating", "--seed", "4", *SMALL, "--out", "d.toml")
    assert Path("c.toml").read_bytes() == Path("d.toml").read_bytes()


def test_another_grid_is_another_order(run: Run):
    order = ("generate", "fruit-dating", "--seed", "3", "--count", "2", *SMALL, "--out", "out")
    assert run(*order, "--weights", "fruit=low.txt")[0] == 0
    assert run(*order, "--weights", "fruit=low.txt")[0] == 0
    refused(run(*order), "another level; not overwritten")


@pytest.mark.parametrize(
    ("game", "weights", "message"),
    [
        ("fruit-dating", "walls=low.txt", "expected one of fruit, blockers, one-ways, mud"),
        ("fruit-dating", "weights=low.txt", "expected one of fruit"),
        ("linjat", "mutations=low.txt", "expected one of numbers, dots"),
        ("mazing-monk", "carving=low.txt", "expected one of placement"),
        ("mazing-monk", "placement=low.txt", "on a board of 5 by 6, not 12 by 9"),
        ("fruit-dating", "fruit", "expected STAGE=FILE"),
        ("fruit-dating", "fruit=absent.txt", "absent.txt: "),
        ("fruit-dating", "fruit=bad.txt", "bad.txt: row 1, column 2: expected a weight from 0 to"),
        ("fruit-dating", "fruit=ragged.txt", "ragged.txt: row 1: expected 3 weights like row 0"),
        ("fruit-dating", "fruit=empty.txt", "empty.txt: row 0: expected a row of weights"),
        ("fruit-dating", "fruit=bytes.txt", "bytes.txt:1: expected UTF-8"),
    ],
)
def test_what_is_no_grid_for_a_stage_is_refused_in_a_line(run: Run, game, weights, message):
    Path("bad.txt").write_text("1 2 3\n1 2 9999\n")
    Path("ragged.txt").write_text("1 2 3\n1 2\n")
    Path("empty.txt").write_text("")
    Path("bytes.txt").write_bytes(b"\xff\xfe")
    refused(run("generate", game, "--seed", "1", "--weights", weights), message)


@pytest.mark.parametrize("setting", ["mode=formula", "mode=random", "iterations=10"])
def test_the_end_of_a_cube_is_wished_where_it_is_made_from_that(run: Run, setting):
    Path("net.txt").write_text(
        PaintedWeights.create_blank(12, 9).paint_cells([(0, 3)], 9).format_grid()
    )
    order = ("generate", "mazing-monk", "--seed", "1", "--set", setting, "--weights")
    refused(run(*order, "placement=net.txt"), "weights.placement: expected a mode that plays")


def test_a_grid_of_another_size_is_refused_before_any_search(run: Run):
    refused(
        run("generate", "skiddy", "--seed", "1", "--set", "rows=9", "--weights", "reds=low.txt"),
        "weights.reds: painted on a board of 5 by 6, not 9 by 6",
    )


def test_weights_that_keep_a_thing_off_every_cell_are_refused_before_any_search(run: Run):
    cells = [(row, col) for row in range(1, 4) for col in range(1, 5)]
    Path("off.txt").write_text(GRID.paint_cells(cells, 0).format_grid())
    order = ("generate", "fruit-dating", "--seed", "1", *SMALL, "--weights", "fruit=off.txt")
    refused(run(*order), "cannot be met: all weights for fruit are 0")


def test_a_file_whose_weights_do_not_fit_is_refused_with_their_key(run: Run):
    run("generate", "fruit-dating", "--seed", "3", *SMALL, "--weights", "fruit=low.txt",
        "--out", "a.toml")  # fmt: skip
    text = Path("a.toml").read_text()
    Path("b.toml").write_text(
        text.replace("[provenance.weights.fruit]", "[provenance.weights.sky]")
    )
    refused(
        run("rebuild", "b.toml"), "b.toml: provenance.weights: painted weights: expected one of"
    )
    Path("c.toml").write_text(text.replace("rows = 5", "rows = 6"))
    refused(run("rebuild", "c.toml"), "c.toml: weights.fruit: painted on a board of 5 by 6, not 6")


def test_an_area_of_a_level_is_kept_or_made_anew(run: Run):
    run("generate", "fruit-dating", "--seed", "3", *SMALL, "--out", "a.toml")
    order = ("generate", "fruit-dating", "--seed", "4", *SMALL, "--from", "a.toml")
    assert run(*order, "--keep-area", "2,2,1,1", "--out", "b.toml")[0] == 0
    first, kept = levelfile.read_level("a.toml").board, levelfile.read_level("b.toml").board
    assert kept.locked == ("......", ".xx...", ".xx...", "......", "......")
    assert [line[1:3] for line in kept.tiles[1:3]] == [line[1:3] for line in first.tiles[1:3]]
    assert run("rebuild", "b.toml")[0] == 0
    refused(run(*order, "--keep-area", "1,1,9,9"), "the board has 5 rows and 6 columns")
    refused(run(*order, "--renew-area", "1,1"), "expected ROW,COLUMN,ROW,COLUMN of two corners")
    refused(run(*order[:-2], "--keep-area", "1,1,2,2"), "need --from LEVEL")
    assert run(*order, "--renew-area", "1,1,3,4", "--set", "pairs=1", "--out", "c.toml")[0] == 0
    anew = levelfile.read_level("c.toml").board
    assert anew.locked[1] == "x....x" and anew.locked[4] == "xxxxxx"


def test_no_weight_is_painted_beside_the_net(run: Run):
    Path("net.txt").write_text(
        PaintedWeights.create_blank(12, 9).paint_cells([(0, 0)], 9).format_grid()
    )
    order = ("generate", "mazing-monk", "--seed", "1", "--weights", "placement=net.txt")
    refused(run(*order), "weights.placement: row 0, column 0: the net has no cell there")
