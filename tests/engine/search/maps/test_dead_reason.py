"""The reasons for dead ends, each held against the positions that can follow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from shipped import files_of, level_in

from engine.game import registry
from engine.search.maps import dead_reason
from engine.search.maps.trap_finder import TrapFinder

MAX_ROWS = 3000


def finders(game: str) -> Iterator[TrapFinder]:
    for file in files_of(game):
        solved = registry.get_game(game).solver.solve(level_in(file).board)
        if solved.traps is not None and solved.traps.graph.count < MAX_ROWS:
            yield solved.traps


def pieces(finder: TrapFinder, state: int) -> set[tuple[str, tuple[int, int]]]:
    packed = finder.graph.states.reshape(-1, finder.graph.words)[state].tobytes()
    kinds, cols = finder.pieces.kinds, finder.pieces.cols
    return {(kind, divmod(at, cols)) for kind, at in zip(kinds, packed, strict=False) if at != 255}


def followers(finder: TrapFinder, state: int) -> set[int]:
    found, queue = {state}, [state]
    for each in queue:
        onward = {int(to) for to in finder.graph.edges[each] if to >= 0} - found
        found |= onward
        queue += onward
    return found


@pytest.mark.parametrize("game", ["fruit-dating"])
def test_reasons_hold(game: str) -> None:
    said = set()
    for finder in finders(game):
        distance, graph = finder.ahead.distance, finder.graph
        dead = [state for state in range(graph.count) if distance[state] == -1]
        last = {state for state in range(graph.count) if min(graph.edges[state]) <= -4}
        for state in dead[:: max(len(dead) // 40, 1)]:
            reason = dead_reason.find_dead_reason(finder, state)
            if reason is None:
                continue
            if reason.at is not None:
                here = (reason.kind, reason.at)
                assert here in pieces(finder, state)
                some = [each for each in range(graph.count) if here in pieces(finder, each)]
                assert all(distance[each] == -1 for each in some)
            else:
                wanted = {(reason.kind, cell) for cell in reason.unreachable}
                assert wanted
                assert all(wanted & pieces(finder, each) for each in last)
                assert not any(wanted & pieces(finder, to) for to in followers(finder, state))
            said.add(reason.at is None)
    assert said, "some dead ends have a reason"


def test_the_last_good_move_is_found() -> None:
    for finder in finders("fruit-dating"):
        words, graph = finder.move_words, finder.graph
        for state in range(0, graph.count, 7):
            moves = tuple(words[move] for move in graph.find_path(state))
            found = dead_reason.explain_dead_end(finder, moves)
            assert (found is not None) == (finder.ahead.distance[state] == -1)
            if found is not None and found.trap is not None:
                after = graph.follow_moves(map(words.index, (*found.good, found.trap)))
                before = graph.follow_moves(map(words.index, found.good))
                assert before is not None and finder.ahead.distance[before[0]] != -1
                assert after is not None and finder.ahead.distance[after[0]] == -1
