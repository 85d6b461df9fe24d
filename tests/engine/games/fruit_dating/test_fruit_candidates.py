"""Candidates of the generator, before any is accepted."""

from __future__ import annotations

from collections import Counter

import pytest
from fruit_boards import GAME
from fruit_generator import (
    areas,
    board_before,
    final,
    made,
    seeds,
    setting,
)
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.values.grid import iterate_cells

pytestmark = pytest.mark.jitless


# --- whole candidates ----------------------------------------------------------------------


@given(setting(), seeds, st.integers(0, 50))
def test_finished_candidates_are_levels_with_what_was_asked_for(
    chosen: dict[str, object], seed: int, attempt: int
) -> None:
    candidate = made(chosen, seed, attempt)
    assume(candidate.failed is None)
    board = final(candidate)
    parameters = candidate.recipe.parameters
    assert GAME.boards.find_problems(board) == ()
    assert (board.rows, board.cols) == (chosen["rows"], chosen["cols"])
    assert len(areas(board.tiles)) == 1
    assert all(
        tile == "#"
        for row, col, tile in iterate_cells(board.tiles)
        if row in (0, board.rows - 1) or col in (0, board.cols - 1)
    )
    pieces = Counter(kind for _, _, kind in board.iterate_pieces())
    fruit = {kind: count for kind, count in pieces.items() if kind in "ABCDEFGH"}
    assert all(count % 2 == 0 for count in fruit.values())
    pairs = sum(fruit.values()) // 2
    assert pairs in parameters.get_range("pairs")
    colours = parameters.get_range("colours")
    assert colours.low is not None
    assert colours.high is not None
    assert min(colours.low, pairs) <= len(fruit) <= min(colours.high, pairs)
    assert set(fruit) == set("ABCDEFGH"[: len(fruit)])
    blockers = {kind: count for kind, count in pieces.items() if kind in "ocb"}
    free = len(areas(board_before(candidate, "blockers").tiles)[0])
    density = parameters.get_range("blockers")
    assert density.low is not None
    assert density.high is not None
    assert sum(blockers.values()) in {
        (free * share + 50) // 100 for share in range(density.low, density.high + 1)
    }
    kind = parameters.get_word("blocker_kind")
    assert kind == "mixed" or set(blockers) <= {kind[0] if kind != "stone" else "o"}
    tiles = Counter(tile for _, _, tile in iterate_cells(board.tiles))
    assert len(board.gates) in parameters.get_range("one_ways")
    assert tiles["~"] in parameters.get_range("mud")
    assert sum(tiles[look] for look in ">^<v") in parameters.get_range("anteaters")
    assert tiles["h"] in parameters.get_range("hedgehogs")


def test_most_candidates_of_the_defaults_are_whole() -> None:
    whole = sum(made({}, 1, attempt).failed is None for attempt in range(30))
    assert whole >= 15
