"""The graph of the article's first level, node by node, and the mistake it warns of."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from cases_skiddy import LEVEL_1_1, LEVEL_1_1_GRAPH, VARIATION, GraphNode
from reversed_trees import secondary_parents
from skiddy_boards import GAME, LETTERS, board_of, explored, position_of, state_of, to_reference
from skiddy_reference import from_text, start_pieces, to_text

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.compiled import compile_board
from engine.games.skiddy.published.reversed_trace import ReversedTreeTrace
from engine.games.skiddy.published.reversed_tree import ReversedTree, analyse
from engine.search.breadth_first import STAY_EDGE, WON_EDGE
from engine.search.moments import TreeMoments
from engine.search.retrograde import look_from_wins
from engine.search.shortest import endings
from engine.values.budget import Budget
from engine.values.trace import IndexedTrace

pytestmark = pytest.mark.jitless

FIRST = board_of(LEVEL_1_1)
OTHER = board_of(VARIATION)
WINS = {WON_EDGE: "max", WON_EDGE - 1: "end"}


def tree_of(board: SkiddyBoard) -> ReversedTree:
    return analyse(compile_board(board).level())


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
    assert (graph.count, graph.complete) == (len(LEVEL_1_1_GRAPH), True)
    pieces = state_of(position_of(FIRST, graph, node.number)).pieces
    rows = to_text(to_reference(FIRST), pieces).replace(" ", ".").split("/")
    assert "/".join(row[1:-1] for row in rows[1:-1]) == node.inner
    assert graph.depth(node.number) == node.depth
    assert moves_of(FIRST, node.number) == node.moves


def test_level_1_1_has_no_dead_end_and_two_wins_of_each_kind() -> None:
    graph = explored(FIRST)
    assert (look_from_wins(graph).distance != -1).all()
    with_combo, without = endings(graph, 2)
    assert (with_combo.edges, with_combo.solutions) == (2, 1)
    assert (without.edges, without.solutions) == (2, 1)
    assert spelt(with_combo.solution or ()) == "LD"
    assert spelt(without.solution or ()) == "DLD"


def spelt(moves: Iterable[int]) -> str:
    return "".join(LETTERS[move] for move in moves)


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
        5: "Cut: same as S3 (row 4, depth 1), S1 its secondary parent."
        " It marks nothing: S3 is not marked yet.",
        9: "Won in 2 moves: the branch ends. It marks S0, S1, S3 as MaxCombo, no dead end.",
        18: "Cut: same as S4 (row 5, depth 2). It marks nothing: S7 is marked already.",
    }
    assert {index: trace.explain(index) for index in sentences} == sentences
    assert [rows[index].result for index in (5, 18)] == ["= S3, secondary parent", "= S4"]


def moments_of(board: SkiddyBoard, *, refined: bool = True) -> TreeMoments:
    trace = GAME.solver.solve(board, "published").trace
    assert isinstance(trace, ReversedTreeTrace)
    return trace.moments(refined=refined)


def marked_by_row(moments: TreeMoments) -> dict[int, tuple[str, list[int]]]:
    """By row of the trace: the nodes that it marks, and as what."""
    found = {}
    for moment in range(1, moments.length + 1):
        pairs = [
            (moments.node(number, moment - 1), moments.node(number, moment))
            for number in range(moments.count(moment - 1))
        ]
        changed = [now for before, now in pairs if before and now and before.state != now.state]
        if changed:
            found[moment] = changed[0].state, [node.number for node in changed]
            assert {node.state for node in changed} == {changed[0].state}
    return found


def test_the_nodes_that_the_article_watches() -> None:
    """ "With details of root node [0], S3 [3] and S8 [8]. Every node has its state set."

    Index and depth are the article's: -1 and 0 for the root, and 3 for left.
    """
    moments = moments_of(FIRST)
    watched = [moments.node(number, moments.length) for number in (0, 3, 8)]
    assert [
        (node.state, node.index, node.parent, node.depth, node.secondary)
        for node in watched
        if node
    ] == [("MaxCombo", -1, None, 0, ()), ("MaxCombo", 3, 0, 1, (1, 7)), ("Ok", 3, 5, 3, (6,))]
    assert moments.node(8, 9) is None
    assert len({node.value for node in watched if node}) == 3


def test_level_1_1_is_marked_moment_by_moment() -> None:
    moments = moments_of(FIRST)
    assert moments.length == 21
    assert marked_by_row(moments) == {
        9: ("MaxCombo", [0, 1, 3]),
        10: ("MaxCombo", [4]),
        16: ("Ok", [2, 5, 6]),
        17: ("MaxCombo", [7]),
        20: ("Ok", [8]),
    }
    four, before = moments.node(4, 18), moments_of(FIRST, refined=False).node(4, 18)
    assert four is not None and before is not None
    assert (four.secondary, before.secondary) == ((), (7,)), "S7 is marked by then"


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
    assert int(look_from_wins(explored(OTHER)).distance[2]) == 2
    tree = tree_of(OTHER)
    assert 2 in secondary_parents(tree, 4)
    assert tree.labels[2]
    assert GAME.solver.solve(OTHER, "published").facts["dead_states"] == 0


def test_the_variation_is_marked_moment_by_moment() -> None:
    moments = moments_of(OTHER)
    assert moments.length == 28
    assert marked_by_row(moments) == {
        12: ("MaxCombo", [0, 2, 4]),
        16: ("MaxCombo", [1, 5, 6]),
        21: ("Ok", [3, 7, 8]),
        22: ("MaxCombo", [9]),
        24: ("Ok", [10]),
        26: ("MaxCombo", [11]),
    }
    before, after = moments.node(2, 11), moments.node(4, 11)
    assert before is not None and after is not None
    assert before.state == "DeadEnd", "until S4 wins"
    assert 2 in after.secondary


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
    certain, unsure = trace.saying("combo", 0, len(trace))
    assert {index for index in range(len(trace)) if certain[index] or unsure[index]} >= {*won}
