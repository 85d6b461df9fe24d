"""The slow reading of Skiddy, checked by hand-worked boards, the fixtures and against itself."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from cases_skiddy import (
    FIXTURES,
    LEVEL_1_1,
    LEVEL_1_1_GRAPH,
    VARIATION,
    Fixture,
    GraphNode,
)
from skiddy_reference import (
    FEATURES,
    TooManyStatesError,
    Way,
    explore,
    from_text,
    graph_of,
    problems,
    published,
    random_board,
    shortest_solutions,
    start_pieces,
    to_text,
)


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)
def test_fixtures(fixture: Fixture) -> None:
    board, expected = from_text(fixture.rows), fixture.expected
    assert problems(board) == []
    facts = explore(board)
    kinds = Counter(kind for _, _, kind in start_pieces(board))
    assert f"{len(fixture.rows[0])}x{len(fixture.rows)}" == expected["size"]
    assert {colour: kinds[colour] for colour in "rb"} == expected["skiddies"]
    assert facts.states == expected["states"]
    assert len(facts.dead_ends) == expected["dead_ends"]
    # The fixtures name no more than twenty.
    assert list(facts.dead_ends[:20]) == expected["dead_end_ids"]
    for way, kind in ((facts.max_combo, "max_combo"), (facts.no_combo, "no_combo")):
        reported = (
            expected[f"shortest_{kind}"],
            expected[f"{kind}_solution"],
            expected[f"{kind}_shortest_count"],
        )
        assert reported == (
            (None, None, 0) if way is None else (way.moves, way.solution, way.count)
        )
    best = facts.best
    reported = (expected["minimum_moves"], expected["solution"])
    assert reported == ((None, None) if best is None else (best.moves, best.solution))
    assert facts.winning_edges == tuple(expected["winning_edges"][kind] for kind in ("MAX", "END"))
    assert facts.stars == expected["stars"]


@pytest.mark.parametrize("node", LEVEL_1_1_GRAPH, ids=lambda node: f"S{node.number}")
def test_level_1_1_node_by_node(node: GraphNode) -> None:
    board = from_text(LEVEL_1_1)
    graph, depth = graph_of(board)
    assert len(graph) == len(LEVEL_1_1_GRAPH)
    states = list(graph)
    state = states[node.number]
    grid = to_text(board, state.pieces).replace(" ", ".").split("/")
    assert "/".join(line[1:-1] for line in grid[1:-1]) == node.inner
    assert depth[state] == node.depth
    assert {
        letter: edge.win or f"S{states.index(edge.after)}" for letter, edge in graph[state].items()
    } == node.moves


def test_level_1_1_as_the_article_tells() -> None:
    found = published(from_text(LEVEL_1_1))
    assert not found.has_dead_ends
    assert found.solutions[0] == ("LD", "max")
    root, s1, _, s3, s4, *_, s7, _ = found.nodes
    assert root.secondary == []
    assert s1.parent is s3.parent is root
    assert [id(node) for node in s1.secondary] == [id(s3), id(s4)]
    assert [id(node) for node in s3.secondary] == [id(s1), id(s7)]


def test_the_variation_needs_its_secondary_parents() -> None:
    board = from_text(VARIATION)
    facts = explore(board)
    assert (facts.states, facts.dead_ends, facts.stars) == (12, (), 3)
    assert (facts.max_combo, facts.no_combo) == (Way(2, "LD", 1), Way(3, "DLD", 1))
    assert facts.winning_edges == (3, 2)
    graph, _ = graph_of(board)
    states = list(graph)
    # S2 leads to nothing but S4, which is known by then and wins going down.
    assert {letter: states.index(e.after) for letter, e in graph[states[2]].items()} == {"L": 4}
    assert graph[states[4]]["D"].win
    assert states[1].pieces == start_pieces(from_text(LEVEL_1_1))
    assert not published(board).has_dead_ends
    careless = published(board, secondary_parents=False)
    assert careless.nodes[2].label == "dead end"


def test_the_published_analyser_agrees_with_the_graph() -> None:
    compared = 0
    for seed in range(60):
        rng = random.Random(seed)
        features = rng.sample(FEATURES, rng.choice((0, 1, 1, 2)))
        board = random_board(rng, rng.randint(4, 6), rng.randint(5, 7), features)
        assert problems(board) == []
        try:
            facts = explore(board, 200)
        except TooManyStatesError:
            continue
        found = published(board)
        graph, depth = graph_of(board)
        assert [node.state for node in found.nodes] == list(graph)
        assert [node.depth for node in found.nodes] == list(depth.values())
        unmarked = [n for n, node in enumerate(found.nodes) if node.label == "dead end"]
        assert tuple(unmarked) == facts.dead_ends
        kinds = Counter(kind for _, kind in found.solutions)
        assert (kinds["max"], kinds["end"]) == facts.winning_edges
        for way, kind in ((facts.max_combo, "max"), (facts.no_combo, "end")):
            shortest = min((len(s) for s, k in found.solutions if k == kind), default=None)
            assert shortest == (way.moves if way else None)
            assert len(shortest_solutions(board, kind)) == (way.count if way else 0)
        compared += 1
    assert compared >= 40
