"""The stages that place things, and where."""

from __future__ import annotations

import pytest
from fruit_generator import (
    beside,
    board_before,
    events_of,
    is_solid,
    made,
    seeds,
    setting,
    shape_at,
)
from hypothesis import given

from engine.games.fruit_dating.board import FruitBoard

pytestmark = pytest.mark.jitless


@given(setting(), seeds)
def test_corridors_stay_free_of_animals(chosen: dict[str, object], seed: int) -> None:
    for thing in ("anteater", "hedgehog"):
        chosen |= {f"{thing}_corridor": 0, f"{thing}_corridor_random": 0, f"{thing}s": "1..2"}
    candidate = made(chosen, seed)
    for stage in ("anteaters", "hedgehogs"):
        tiles = board_before(candidate, stage).tiles
        for event in events_of(candidate):
            if event.stage == stage and event.plane == "tiles":
                assert shape_at(tiles, (event.row, event.col)) != "corridor"


@given(setting(), seeds)
def test_anteaters_look_where_it_is_free(chosen: dict[str, object], seed: int) -> None:
    chosen |= {"anteaters": 2}
    candidate = made(chosen, seed)
    for moment, event in enumerate(events_of(candidate)):
        if event.stage == "anteaters" and event.plane == "tiles":
            board = candidate.make_board_at(moment)
            assert isinstance(board, FruitBoard)
            assert not is_solid(
                board.tiles, beside((event.row, event.col), ">^<v".index(event.new))
            )
