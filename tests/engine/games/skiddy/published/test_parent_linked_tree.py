"""The graph of the article's first level, node by node, and the mistake it warns of."""

from __future__ import annotations

import pytest
from cases_skiddy import LEVEL_1_1, LEVEL_1_1_GRAPH, VARIATION, GraphNode
from reversed_trees import secondary_parents
from skiddy_boards import GAME, LETTERS, board_of, explored, position_of, state_of, to_reference
from skiddy_reference import from_text, start_pieces, to_text

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.published.parent_linked_tree import ReversedTree, analyse_level
from engine.games.skiddy.skiddy_compiler import compile_board
from engine.search.breadth_first import STAY_EDGE, WON_EDGE
from engine.search.retrograde import analyse_retrograde
from engine.values.budget import Budget
from engine.values.solver_trace import IndexedTrace

pytestmark = pytest.mark.jitless

FIRST = board_of(LEVEL_1_1)
OTHER = board_of(VARIATION)
WINS = {WON_EDGE: "max", WON_EDGE - 1: "end"}


def tree_of(board: SkiddyBoard) -> ReversedTree:
    return analyse_level(compile_board(board).make_search_level())


def moves_of(board: SkiddyBoard, number: int) -> dict[str, str]:
    """Where the moves of a state lead: a state's name, or the kind of win."""
    edges = explored(board).edges[number].tolist()
    return {
        letter: WINS.get(edge, f"S{edge}")
        for letter, edge in zip(LETTERS, edges, strict=True)
        if edge != STAY_EDGE
    }


# --- level 1-1 -----------------------------------------------------------------------------


@pytest.mark.parametrize("node", LEVEL_1_1_GRAPH, ids=lambda node: f"S{node.number}")
def test_level_1_1_node_by_node(node: GraphNode) -> None:
    graph = explored(FIRST)
    assert (graph.count, graph.is_complete) == (len(LEVEL_1_1_GRAPH), True)
    pieces = state_of(position_of(FIRST, graph, node.number)).pieces
    rows = to_text(to_reference(FIRST), pieces).replace(" ", ".").split("/")
    assert "/".join(row[1:-1] for row in rows[1:-1]) == node.inner
    assert graph.get_depth(node.number) == node.depth
    assert moves_of(FIRST, node.number) == node.moves


def test_the_first_win_is_found_from_s3_going_down() -> None:
    tree = tree_of(FIRST)
    assert tuple(tree.wins[0]) == (3, LETTERS.index("D"), 0)
    assert sorted((state, kind) for state, _, kind in tree.wins) == [(3, 0), (6, 1), (7, 0), (8, 1)]


def test_the_root_has_no_secondary_parent_and_s1_and_s3_have_each_other() -> None:
    tree = tree_of(FIRST)
    assert secondary_parents(tree, 0) == []
    assert 3 in secondary_parents(tree, 1)
    assert 1 in secondary_parents(tree, 3)
    assert all(tree.labels)


def test_the_published_trace_shows_the_story() -> None:
    trace = GAME.solver.solve(FIRST, "published").trace
    rows = [trace[index] for index in range(len(trace))]
    assert rows[0].name == "S0"
    moves = [(row.name, row.parent, row.move, row.depth) for row in rows[1:4]]
    assert moves == [("S1", "S0", "R", 1), ("S2", "S0", "D", 1), ("S3", "S0", "L", 1)]
    wins = [(row.parent, row.move) for row in rows if row.won]
    assert wins == [("S3", "D"), ("S6", "D"), ("S7", "D"), ("S8", "D")]
    assert isinstance(trace, IndexedTrace)
    # "When we reach the winning state from S3 going down, we already know S1 is a parent."
    sentences = {
        5: "Seen before: same as S3 (row 4, depth 1), S1 its secondary parent."
        " It marks nothing: S3 is not marked yet.",
        9: "Won in 2 moves: the branch ends. It marks S0, S1, S3 as MaxCombo, no dead end.",
        18: "Seen before: same as S4 (row 5, depth 2). It marks nothing: S7 is marked already.",
    }
    assert {index: trace.explain_row(index) for index in sentences} == sentences
    assert [rows[index].result for index in (5, 18)] == ["= S3, secondary parent", "= S4"]


# --- the variation -------------------------------------------------------------------------


def test_the_variation_is_fair() -> None:
    facts = GAME.solver.solve(OTHER).facts
    assert (facts["states"], facts["dead_states"], facts["stars"]) == (12, 0, 3)
    assert facts["max_combo"] == {"moves": 2, "solution": "LD", "shortest_solutions": 1}
    assert facts["no_combo"] == {"moves": 3, "solution": "DLD", "shortest_solutions": 1}
    assert facts["winning_edges"] == {"max_combo": 3, "no_combo": 2}


def test_s1_of_the_variation_is_the_start_of_level_1_1() -> None:
    graph = explored(OTHER)
    assert state_of(position_of(OTHER, graph, 1)).pieces == start_pieces(from_text(LEVEL_1_1))


def test_s2_of_the_variation_is_no_dead_end() -> None:
    # It leads to nothing but S4, which is known by then; S4 wins going down.
    assert moves_of(OTHER, 2) == {"L": "S4"}
    assert moves_of(OTHER, 4)["D"] == "max"
    assert int(analyse_retrograde(explored(OTHER)).distance[2]) == 2
    tree = tree_of(OTHER)
    assert 2 in secondary_parents(tree, 4)
    assert tree.labels[2]
    assert GAME.solver.solve(OTHER, "published").facts["dead_states"] == 0


# --- limits --------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["graph", "published"])
def test_a_graph_beyond_the_budget_is_unknown_and_has_no_rating(strategy: str) -> None:
    board = board_of("#R####/#i   #/# r  #/#    #/#   r#/#   ##/######")
    facts = GAME.solver.solve(board, strategy, Budget(max_states=10)).facts
    assert facts["complete"] is False
    assert facts["stars"] is facts["dead_states"] is facts["evidence"] is None
    assert facts["states"] is None
    assert facts["states_seen"] > 0


@pytest.mark.parametrize("strategy", GAME.solver.strategies)
def test_every_trace_says_how_it_was_won(strategy: str) -> None:
    trace = GAME.solver.solve(FIRST, strategy).trace
    assert isinstance(trace, IndexedTrace)
    won = [index for index in range(len(trace)) if trace[index].won]
    assert trace[won[0]].result == "won: max combo"
    assert {trace[index].result for index in won} <= {"won: max combo", "won: no combo"}
    certain, unsure = trace.filter_by_word("combo", 0, len(trace))
    assert {index for index in range(len(trace)) if certain[index] or unsure[index]} >= {*won}
