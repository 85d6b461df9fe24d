"""Weights of cells, and the choice of cells by them."""

from __future__ import annotations

import pytest
from fruit_boards import SOLID
from fruit_generator import (
    PLACING,
    Cell,
    board_before,
    events_of,
    made,
    seeds,
    setting,
    shape_at,
)
from hypothesis import given

from engine.games.fruit_dating.board import FruitBoard
from engine.stages.candidate import Candidate
from engine.values.grid import iterate_cells

pytestmark = pytest.mark.jitless


def plane(candidate: Candidate, moment: int, name: str) -> dict[Cell, int]:
    """The numbers of one plane at a moment, by cell."""
    names = [plane.name for plane in candidate.timeline.planes]
    values = candidate.timeline.build_layout(moment)[names.index(name)].tolist()
    cols = candidate.timeline.cols
    return {divmod(cell, cols): value for cell, value in enumerate(values)}


# --- weights -------------------------------------------------------------------------------


@given(setting(), seeds)
def test_weights_follow_the_shape_of_the_tiles(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    parameters = candidate.recipe.parameters
    events = events_of(candidate)
    for stage in ("weights", *PLACING):
        weighing = [
            event
            for event in events
            if event.stage == stage and event.plane.endswith("-weight") and event.weight is not None
        ]
        if not weighing:
            continue
        tiles = board_before(candidate, stage).tiles
        assert [(event.row, event.col) for event in weighing] == [
            (row, col) for row, col, tile in iterate_cells(tiles) if tile not in SOLID
        ]
        for event in weighing:
            thing = event.plane.removesuffix("-weight").replace("-", "_")
            key = f"{thing}_{shape_at(tiles, (event.row, event.col))}"
            assert event.draw in range(max(1, parameters.get_integer(f"{key}_random")))
            weight = parameters.get_integer(key) + (event.draw or 0)
            assert (event.new, event.weight) == (str(weight), weight)


def test_the_articles_weights_are_the_defaults() -> None:
    seen: dict[str, set[int]] = {}
    for attempt in range(40):
        candidate = made({}, 3, attempt)
        tiles = board_before(candidate, "weights").tiles
        for event in events_of(candidate):
            if event.stage == "weights" and event.weight is not None:
                shape = shape_at(tiles, (event.row, event.col))
                seen.setdefault(shape, set()).add(event.weight)
    assert seen == {
        "dead_end": {6, 7, 8},
        "corner": {3, 4, 5},
        "corridor": {2},
        "open": {1},
    }


@given(setting(), seeds)
def test_cells_are_chosen_by_weight_and_draw(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    for moment, event in enumerate(events_of(candidate)):
        weighing = event.plane.endswith("-weight")
        if event.stage not in PLACING or (weighing and event.weight is not None):
            continue
        board = candidate.make_board_at(moment)
        assert isinstance(board, FruitBoard)
        weights = {
            (row, col): weight
            for (row, col), weight in plane(
                candidate, moment, f"{PLACING[event.stage]}-weight"
            ).items()
            if board.tiles[row][col] == "." and board.pieces[row][col] == "." and weight > 0
        }
        # The cell on whose stretch of the line of weights the draw falls.
        line = [cell for cell, weight in weights.items() for _ in range(weight)]
        assert event.draw is not None
        assert line[event.draw] == (event.row, event.col)
        if not weighing:
            assert event.weight == weights[event.row, event.col]
