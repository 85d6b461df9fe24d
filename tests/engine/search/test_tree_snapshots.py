"""The nodes of the published analyser's tree as they stood at a moment, field by field."""

from __future__ import annotations

import pytest
from cases_skiddy import LEVEL_1_1, VARIATION
from skiddy_boards import GAME, board_of

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.published.analyser_trace import ReversedTreeTrace
from engine.search.tree_snapshots import TreeSnapshots

pytestmark = pytest.mark.jitless

FIRST = board_of(LEVEL_1_1)
OTHER = board_of(VARIATION)


def moments_of(board: SkiddyBoard, *, refined: bool = True) -> TreeSnapshots:
    trace = GAME.solver.solve(board, "published").trace
    assert isinstance(trace, ReversedTreeTrace)
    return trace.create_snapshots(refined=refined)


def marked_by_row(moments: TreeSnapshots) -> dict[int, tuple[str, list[int]]]:
    """By row of the trace: the nodes that it marks, and as what."""
    found = {}
    for moment in range(1, moments.last_moment + 1):
        pairs = [
            (moments.get_node(number, moment - 1), moments.get_node(number, moment))
            for number in range(moments.count_nodes(moment - 1))
        ]
        changed = [
            now for before, now in pairs if before and now and before.label_title != now.label_title
        ]
        if changed:
            found[moment] = changed[0].label_title, [node.number for node in changed]
            assert {node.label_title for node in changed} == {changed[0].label_title}
    return found


def test_the_nodes_that_the_article_watches() -> None:
    """ "With details of root node [0], S3 [3] and S8 [8]. Every node has its state set."

    Index and depth are the article's: -1 and 0 for the root, and 3 for left.
    """
    moments = moments_of(FIRST)
    watched = [moments.get_node(number, moments.last_moment) for number in (0, 3, 8)]
    assert [
        (node.label_title, node.index, node.parent, node.depth, node.secondary)
        for node in watched
        if node
    ] == [("MaxCombo", -1, None, 0, ()), ("MaxCombo", 3, 0, 1, (1, 7)), ("Ok", 3, 5, 3, (6,))]
    assert moments.get_node(8, 9) is None
    assert len({node.value for node in watched if node}) == 3


def test_level_1_1_is_marked_moment_by_moment() -> None:
    moments = moments_of(FIRST)
    assert moments.last_moment == 21
    assert marked_by_row(moments) == {
        9: ("MaxCombo", [0, 1, 3]),
        10: ("MaxCombo", [4]),
        16: ("Ok", [2, 5, 6]),
        17: ("MaxCombo", [7]),
        20: ("Ok", [8]),
    }
    four, before = moments.get_node(4, 18), moments_of(FIRST, refined=False).get_node(4, 18)
    assert four is not None and before is not None
    assert (four.secondary, before.secondary) == ((), (7,)), "S7 is marked by then"


def test_the_variation_is_marked_moment_by_moment() -> None:
    moments = moments_of(OTHER)
    assert moments.last_moment == 28
    assert marked_by_row(moments) == {
        12: ("MaxCombo", [0, 2, 4]),
        16: ("MaxCombo", [1, 5, 6]),
        21: ("Ok", [3, 7, 8]),
        22: ("MaxCombo", [9]),
        24: ("Ok", [10]),
        26: ("MaxCombo", [11]),
    }
    before, after = moments.get_node(2, 11), moments.get_node(4, 11)
    assert before is not None and after is not None
    assert before.label_title == "DeadEnd", "until S4 wins"
    assert 2 in after.secondary
