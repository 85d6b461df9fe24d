"""Folded layers: nothing is lost, nothing is counted twice, what is pinned stays single."""

from __future__ import annotations

import pytest
from cases_skiddy import FIXTURES
from hypothesis import given
from hypothesis import strategies as st
from skiddy_boards import GAME, board_of, boards

from engine.games.skiddy.board import SkiddyBoard
from engine.jit import decorators
from engine.search.maps.state_bundles import DISTANCES, KINDS, STATES, bundle_layer, find_bundle
from engine.search.maps.statemap import StateMap

pytestmark = pytest.mark.jitless

PIECES = 3 if decorators.is_disabled() else 4


def states_of(board: SkiddyBoard) -> StateMap:
    states = GAME.solver.solve(board).states
    assert states is not None
    states.prepare()
    return states


@given(boards(max_pieces=PIECES), st.data())
def test_folding_keeps_every_state_in_one_bundle(board: SkiddyBoard, data: st.DataObject) -> None:
    states = states_of(board)
    room = data.draw(st.integers(1, 12), "room")
    grain = data.draw(st.sampled_from((STATES, DISTANCES, KINDS)), "grain")
    pinned = data.draw(st.sets(st.integers(0, states.count - 1), max_size=3), "pinned")
    for depth in range(states.layer_count):
        layer = states.get_layer(depth)
        bundles = bundle_layer(states, depth, room, pinned, grain)
        held = [find_bundle(bundles, states.get_node(state)) for state in layer]
        assert [held.count(place) for place in range(len(bundles))] == [b.count for b in bundles]
        assert sum(bundle.count for bundle in bundles) == len(layer)
        assert [min(s for s, p in zip(layer, held, strict=True) if p == place)
                for place in range(len(bundles))] == [b.first for b in bundles]  # fmt: skip
        here = pinned & {*layer}
        assert all(bundles[held[state - layer.start]].is_single for state in here)
        assert len(bundles) <= max(room, len(here) + 1)
        for state, place in zip(layer, held, strict=True):
            assert bundles[place].kind in (None, states.get_node(state).kind)


@given(boards(max_pieces=PIECES))
def test_grains_are_as_coarse_as_they_say(board: SkiddyBoard) -> None:
    states = states_of(board)
    for depth in range(states.layer_count):
        layer = states.get_layer(depth)
        nodes = [states.get_node(state) for state in layer]
        singles = bundle_layer(states, depth, len(layer))
        assert [bundle.first for bundle in singles] == states.get_ordered_layer(depth).tolist()
        alike = bundle_layer(states, depth, len(layer), grain=DISTANCES)
        assert len(alike) == len({(node.kind, node.remaining) for node in nodes})
        assert len(bundle_layer(states, depth, len(layer), grain=KINDS)) == len(
            {n.kind for n in nodes}
        )


def test_what_there_is_room_for_is_taken_apart_the_smallest_first() -> None:
    states = states_of(board_of(next(f for f in FIXTURES if f.name == "F04").rows))
    assert [b.count for b in bundle_layer(states, 1, 2)] == [1, 2]
    assert [b.count for b in bundle_layer(states, 1, 3)] == [1, 1, 1]
    assert [b.count for b in bundle_layer(states, 1, 1)] == [3]
