"""Questions about many rows of a trace, answered from arrays, against a look at every row."""

from __future__ import annotations

import numpy as np
import pytest
from fruit_boards import GAME, board_of
from fruit_traces import BOARDS, MUDDY, trace_of, traces
from hypothesis import given, reject
from hypothesis import strategies as st

from engine.games.fruit_dating.board import FruitBoard
from engine.jit import decorators
from engine.values.budget import Control
from engine.values.expression import ExpressionError
from engine.values.solver_trace import IndexedTrace, Trace, TraceRow
from workbench.session.trace import row_details
from workbench.session.trace.breakpoints import CellChange
from workbench.session.trace.row_search import FoundRows, find_first_row, find_rows, intersect_rows
from workbench.session.trace.trace_query import parse_query

TEXTS = (
    "won", "lost", "dead", "new", "=", "path", "start", "cut", "replaces", "mud", "tried", "limit",
    "S3", "2-1", "1-2", "2.1-1", "RU", "R", "L", "LURD", "start", "s0", "2.start", "eaten",
    "depth 2", "depth 1..3", "depth 4..", "not dead", "not new depth 2..3", "lost depth 2",
    "not mud", "dead new not path", "nowhere", "depth limit", "30", "not R",
    "seen", "on_path=false", "dead or won", "not (dead or new) depth>=2", "depth=3 or mud and R",
    "row 2..9", "row>5 not lost", "children>2", "children=0 not lost", "move=R or move=L", "→",
    "→↑ or RU", "parent=S1 new", "name=S3", "result='lost: mud'", "'lost mud'", "tag:x", "= S3",
    "lost mud or lost eaten", "'depth limit'",
)  # fmt: skip


def plain(trace: Trace, text: str) -> list[int]:
    """The rows that a text asks for, found by a look at each."""
    query = parse_query(text, GAME)
    return [index for index in range(len(trace)) if query.matches_row(trace, index)]


def every(trace: Trace, text: str, after: int = -1) -> list[int]:
    found = find_rows(trace, parse_query(text, GAME).find_rows, after, Control(), lambda part: None)
    assert found.is_complete
    return found.rows.tolist()


@pytest.mark.parametrize("strategy", GAME.solver.strategies)
def test_every_text_finds_what_a_look_at_each_row_finds(strategy: str) -> None:
    found = set()
    for _, trace in traces(strategy, 2):
        for text in TEXTS:
            rows = plain(trace, text)
            assert every(trace, text) == rows, text
            if rows:
                found.add(text)
    assert {"new", "won", "lost", "path", "depth 2", "not dead"} - found <= {"new"}


@given(st.data())
def test_any_text_in_any_stretch_of_any_trace(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(BOARDS))
    trace = trace_of(board, data.draw(st.sampled_from(GAME.solver.strategies)), 60)
    text = " ".join(data.draw(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=3)))
    try:
        parse_query(text, GAME)
    except ExpressionError:  # such as "won = =", which is no expression
        reject()
    start = data.draw(st.integers(0, len(trace) - 1))
    stop = data.draw(st.integers(start, len(trace)))
    wanted = plain(trace, text)
    rows = parse_query(text, GAME).find_rows(trace, start, stop, Control()).tolist()
    assert rows == [row for row in wanted if start <= row < stop]
    assert every(trace, text, after=start) == wanted
    within = np.array(plain(trace, "depth 2..5"), np.int64)
    found = find_rows(
        trace, parse_query(text, GAME).find_rows, -1, Control(), lambda part: None, within
    )
    assert set(found.rows.tolist()) == set(wanted) & set(within.tolist())


def test_arrows_are_moves() -> None:
    trace = trace_of(MUDDY, "graph")
    last = next(row for row in range(len(trace)) if trace[row].depth == 3)
    letters = "".join(trace.moves_to(last))
    assert every(trace, letters.translate(str.maketrans("RULD", "→↑←↓"))) == [last]
    assert every(trace, "move=→") == [n for n in range(len(trace)) if trace[n].move == "R"]


def test_found_rows_are_stepped_through() -> None:
    found = FoundRows(np.array([3, 7, 20]), 30, 30)
    assert [found.step_from(7, n) for n in (1, -1, 2, -5)] == [20, 3, 20, 3]
    assert [found.step_from(5, n) for n in (1, -1)] == [7, 3]
    assert (found.step_from(20, 1), found.step_from(3, -1), found.step_from(25, -1)) == (
        None,
        None,
        20,
    )
    assert (found.has_row(7), found.has_row(8), found.get_rank(8)) == (True, False, 2)
    assert FoundRows(np.empty(0, np.int64), 0, 9).step_from(0, 1) is None
    assert intersect_rows(np.array([1, 3, 5]), np.array([0, 3, 4])).tolist() == [3]


class Endless:
    """A billion rows, made one by one."""

    strategy = "endless"

    def __init__(self, control: Control) -> None:
        self.control = control

    def __len__(self) -> int:
        return 10**9

    def __getitem__(self, index: int) -> TraceRow:
        if index == 5000:
            self.control.cancel()
        return TraceRow(f"S{index}", "", "", 0, "won" if index == 100 else "new")

    def moves_to(self, index: int) -> tuple[str, ...]:
        return ()

    def find_row(self, moves: tuple[str, ...]) -> int | None:
        return None


def test_a_long_search_shows_what_it_has_and_can_be_stopped() -> None:
    control, parts = Control(), list[FoundRows]()
    found = find_rows(
        Endless(control), parse_query("won", GAME).find_rows, -1, control, parts.append
    )
    assert parts[0].rows.tolist() == [100]
    assert found.rows.tolist() == [100]
    assert not found.is_complete


LARGE = (
    "######## #...#..# #.#...## #......# #..#.### ##.#...# #..#...# ########",
    "........ ..D..... .B...B.. ..A..... ........ ..D.CC.. ..A..... ........",
)


@pytest.fixture(scope="session")
def millions() -> tuple[FruitBoard, IndexedTrace]:
    board = board_of(*LARGE)
    trace = GAME.solver.solve(board).trace
    assert isinstance(trace, IndexedTrace)
    trace.prepare()
    return board, trace


@pytest.mark.slow
@pytest.mark.skipif(decorators.is_disabled(), reason="two million states")
def test_millions_of_rows_are_looked_through(
    millions: tuple[FruitBoard, IndexedTrace],
) -> None:
    board, trace = millions
    assert len(trace) > 4_000_000
    for text in ("new", "dead depth 9..", "S1234567", "=", "won", "RULDRULD"):
        firsts = list[FoundRows]()
        found = find_rows(trace, parse_query(text, GAME).find_rows, 10, Control(), firsts.append)
        assert found.is_complete
        if text == "new":
            assert firsts[0].tested < 100_000, "the first rows are shown early"
    assert (
        find_first_row(trace, [CellChange(GAME, board, (6, 6)).find_rows], 10, Control())
        is not None
    )
    nowhere = [CellChange(GAME, board, (0, 0)).find_rows]
    assert find_first_row(trace, nowhere, 10, Control()) is None
    # One row, however far in, needs no look at the others: hundreds of looks at millions of
    # rows would not end.
    for index in range(len(trace) - 300, len(trace)):
        row_details.list_ancestors(trace, index)
        trace.list_children(index)
        trace.explain_row(index)
