"""Steps through a trace: how rows hang together, and their details."""

from __future__ import annotations

import pytest
from fruit_boards import GAME, board_of
from fruit_traces import MUDDY, trace_of, traces

from workbench.session.trace import row_details


@pytest.mark.parametrize("strategy", GAME.solver.strategies)
def test_rows_hang_together(strategy: str) -> None:
    for board, trace in traces(strategy):
        for index in range(min(len(trace), 150)):
            row, parent = trace[index], trace.find_parent(index)
            if parent is None:
                assert row.depth == 0
                continue
            assert trace[parent].name == row.parent
            assert index in trace.list_children(parent)
            line = row_details.list_ancestors(trace, index)
            assert "".join(trace[at].move for at in line) == "".join(trace.moves_to(index))
            for child in trace.list_children(index):
                assert trace[child].move in "RULD"
                assert trace.find_row((*trace.moves_to(index), trace[child].move)) is not None
            if row.won or row.lost:
                assert trace.list_children(index) == ()
            sentence = trace.explain_row(index)
            assert sentence.endswith(".")
            assert sentence.startswith("Seen before") == (row.seen and "replaces" not in row.result)
            found = row_details.collect_details(GAME, board, trace, index)
            mine = [branch for branch in found.siblings if branch.is_selected]
            assert [branch.row for branch in mine] == [index]


def test_details_say_which_moves_do_nothing_and_which_were_left_out() -> None:
    board = board_of("##### #...# #...# #####", "..... .A... ...A. .....")
    trace = trace_of(board, "graph")
    start = row_details.collect_details(GAME, board, trace, 0)
    words = {branch.sign: branch.result for branch in start.children}
    assert words["↑"].startswith("S") or words["↑"] == "no effect"
    assert set("→↑←↓") == set(words)
    short = trace_of(MUDDY, "graph", 5)
    last = row_details.collect_details(GAME, MUDDY, short, len(short) - 1)
    assert all(b.result in ("no effect", "untried") for b in last.children if b.row is None)
    assert any("search ended" in short.explain_row(index) for index in range(len(short)))
