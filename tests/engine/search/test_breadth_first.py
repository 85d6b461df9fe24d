"""The search: its set of states, its budgets, its traces, and counting solutions."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from itertools import pairwise, product

import numpy as np
import pytest
from cases_fruit_dating import LEVEL_ONE
from fruit_boards import GAME, LETTERS, board_of, random_levels, state_of, to_engine, to_reference
from reference.fruit_dating import RefBoard, canonical, random_board, start_state, tilt

from engine.game.playthrough import replay
from engine.game.position import Position
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.compiled import compile_board
from engine.jit import marks
from engine.search import running
from engine.search.breadth_first import WON_EDGE
from engine.search.enumeration import naive_search
from engine.search.graph import Graph, search
from engine.search.retrograde import DEAD, look_from_wins
from engine.search.running import DONE, FULL
from engine.search.shortest import shortest_wins
from engine.search.solved import Solved
from engine.values.budget import Budget, Control

FIRST_LEVEL = to_engine(RefBoard(LEVEL_ONE.tiles, LEVEL_ONE.pieces, LEVEL_ONE.gates))
PUSHED_HOME = board_of("###### #..#.# ##...# ######", "...... .B..B. ...BB. ......")
"""The reference's example of a situation that is reached sooner later on."""
FROZEN = board_of("###### #.##.# ######", "...... .A..A. ......")
"""A level in which no move changes anything."""
SINK = board_of("####### #...#.# #######", "....... .A...A. .......", (1, 1, "R"), (1, 2, "R"))
"""A level with one move, after which none changes anything."""
HEAVY = "AABBCCDDoo"


def levels(count: int, most: int) -> list[FruitBoard]:
    """Random boards with small graphs, solvable and not."""
    found = [to_engine(board) for board, _ in random_levels(range(300, 300 + count), (4, 7), most)]
    return [FIRST_LEVEL, PUSHED_HOME, FROZEN, SINK, *found]


def heavy_board(seed: int = 4, side: int = 14) -> FruitBoard:
    """A board with many millions of states and no solution."""
    rng = random.Random(seed)
    inner = range(1, side - 1)
    tiles = [
        ["." if r in inner and c in inner and rng.random() > 0.14 else "#" for c in range(side)]
        for r in range(side)
    ]
    # Two fruit in cells of their own can never meet.
    for corner in (1, side - 2):
        beside = corner + (1 if corner == 1 else -1)
        tiles[corner][beside] = tiles[beside][corner] = "#"
        tiles[corner][corner] = "#"
    free = [(r, c) for r in inner for c in inner if tiles[r][c] == "."]
    for corner in (1, side - 2):
        tiles[corner][corner] = "."
    at = dict.fromkeys(((1, 1), (side - 2, side - 2)), "E") | dict(
        zip(rng.sample(free, len(HEAVY)), HEAVY, strict=True)
    )
    pieces = ["".join(at.get((r, c), ".") for c in range(side)) for r in range(side)]
    return FruitBoard(tuple("".join(line) for line in tiles), tuple(pieces))


def graph_of(board: FruitBoard, budget: Budget | None = None, **how: bool) -> Graph:
    return search(compile_board(board).level(), budget or Budget(max_states=20_000), **how)


def words_of(found: Graph, state: int) -> np.ndarray:
    return found.states[state * found.words : (state + 1) * found.words]


@pytest.mark.jitless
def test_a_budget_just_below_the_next_size_of_the_set_is_kept() -> None:
    # As plain Python this fails where compiled code would write past its memory.
    found = graph_of(heavy_board(), Budget(max_states=2000))
    assert found.status == FULL
    states = found.states.reshape(-1, found.words)
    assert len(np.unique(states, axis=0)) == found.count


def test_a_growing_search_forgets_no_state() -> None:
    found = graph_of(heavy_board(), Budget(max_states=120_000))
    assert found.status == FULL
    states = found.states.reshape(-1, found.words)
    assert len(np.unique(states, axis=0)) == found.count > 120_000
    # Every edge of a sample leads to the state that play leads to.
    for state in range(0, found.expanded, 9973):
        moves = [LETTERS[move] for move in found.path(state)]
        run, legal = replay(GAME.play, heavy_board(), moves)
        assert legal
        for move, letter in enumerate(LETTERS):
            step = GAME.play.step(run.position, letter)
            edge = int(found.edges[state, move])
            if step.changed and step.after.status == "playing":
                there, _ = replay(GAME.play, heavy_board(), (LETTERS[m] for m in found.path(edge)))
                assert same_situation(there.position, step.after)


@pytest.mark.jitless
@pytest.mark.parametrize("chunk", [1, 2, 7])
def test_a_search_goes_on_where_it_stopped(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for board in levels(6, 60):
        whole = graph_of(board)
        with monkeypatch.context() as patch:
            patch.setattr(running, "_MOST_AT_ONCE", chunk)
            parts = graph_of(board)
        for name in ("states", "parents", "edges", "starts"):
            assert np.array_equal(getattr(parts, name), getattr(whole, name))
        assert (parts.won, parts.status) == (whole.won, DONE)


# --- budgets -------------------------------------------------------------------------------


@pytest.mark.jitless
def test_a_graph_is_complete_from_exactly_its_size_on() -> None:
    for board in levels(10, 60):
        whole = GAME.solver.solve(board).facts
        for most in range(1, whole["states"] + 3):
            facts = GAME.solver.solve(board, budget=Budget(max_states=most)).facts
            assert facts["complete"] == (most >= whole["states"])
            if facts["complete"]:
                assert facts == whole
                continue
            assert most < facts["states_seen"] <= most + len(LETTERS)
            assert (facts["states"], facts["dead_states"]) == (None, None)
            # A solution found early is a shortest one, and the very one of the whole graph.
            known = (facts["solvable"], facts["moves"], facts["solution"])
            final = (whole["solvable"], whole["moves"], whole["solution"])
            assert known in (final, (None, None, None))


@pytest.mark.jitless
def test_a_budget_that_ends_after_the_first_win_leaves_a_proven_solution() -> None:
    facts = GAME.solver.solve(FIRST_LEVEL, budget=Budget(max_states=30)).facts
    assert (facts["complete"], facts["solvable"]) == (False, True)
    assert (facts["moves"], facts["solution"]) == (3, LEVEL_ONE.solution)


@pytest.mark.jitless
@pytest.mark.parametrize("strategy", GAME.solver.strategies)
def test_what_a_strategy_says_within_a_budget_is_true(strategy: str) -> None:
    for board in levels(8, 40):
        whole = GAME.solver.solve(board).facts
        for most in (1, 2, 3, 5, 8, 13, 21, 34, 55):
            facts = GAME.solver.solve(board, strategy, Budget(max_states=most)).facts
            assert facts["solvable"] in (None, whole["solvable"])
            assert facts["moves"] in (None, whole["moves"])
            assert facts["solution"] in (None, whole["solution"])
            assert facts["states_seen"] <= 4 * (most + 4) + 1
            assert facts["solvable"] is not None or not facts["complete"]


@pytest.mark.jitless
@pytest.mark.parametrize("strategy", ["graph", "uniform-cost", "naive"])
@pytest.mark.parametrize("board", [FROZEN, SINK], ids=["frozen", "sink"])
def test_a_strategy_that_tried_everything_says_unsolvable(strategy: str, board: FruitBoard) -> None:
    facts = GAME.solver.solve(board, strategy).facts
    assert (facts["solvable"], facts["complete"]) == (False, True)


@pytest.mark.jitless
def test_plain_enumeration_admits_that_sequences_went_on() -> None:
    to_and_fro = board_of("###### #..#.# ######", "...... .A..A. ......")
    facts = GAME.solver.solve(to_and_fro, "naive").facts
    assert (facts["solvable"], facts["complete"]) == (None, False)


# --- stopping ------------------------------------------------------------------------------


@pytest.mark.jitless
@pytest.mark.parametrize("strategy", GAME.solver.strategies)
def test_a_cancelled_search_does_not_begin(strategy: str) -> None:
    control = Control()
    control.cancel()
    solved = GAME.solver.solve(FIRST_LEVEL, strategy, control=control)
    assert (solved.facts["complete"], solved.facts["solvable"]) == (False, None)
    assert len(solved.trace) == 1


def run_through(strategy: str, budget: Budget, control: Control) -> int:
    """Begins what would take long; the states or sequences seen."""
    if strategy == "naive":  # the game's limit of depth ends it too soon for this
        level = compile_board(heavy_board()).level()
        return len(naive_search(level, 30, budget, control).rows)
    facts = GAME.solver.solve(heavy_board(), strategy, budget, control).facts
    assert (facts["complete"], facts["solvable"]) == (False, None)
    return int(facts["states_seen"])


@pytest.mark.jitless
@pytest.mark.parametrize("strategy", GAME.solver.strategies)
def test_cancel_from_another_thread_stops_a_search(strategy: str) -> None:
    control = Control()

    def cancel() -> None:
        while control.progress < 50 and control.seconds < 0.5:
            time.sleep(0.001)
        time.sleep(0.02)
        control.cancel()

    thread = threading.Thread(target=cancel)
    thread.start()
    seen = run_through(strategy, Budget(), control)
    thread.join()
    assert 0 < seen < Budget().max_states


@pytest.mark.parametrize("strategy", GAME.solver.strategies)
def test_seconds_end_a_search(strategy: str) -> None:
    control = Control()
    seen = run_through(strategy, Budget(seconds=0.05), control)
    assert 0 < seen < Budget().max_states
    assert control.seconds > 0.05


def test_no_seconds_at_all_end_a_search_after_its_first_part() -> None:
    facts = GAME.solver.solve(heavy_board(), budget=Budget(seconds=0)).facts
    assert facts["complete"] is False
    assert facts["states_seen"] < 1_000_000


def test_progress_counts_states() -> None:
    control = Control()
    facts = GAME.solver.solve(heavy_board(), budget=Budget(max_states=5000), control=control).facts
    assert control.progress == facts["states_seen"]


# --- traces --------------------------------------------------------------------------------


def same_situation(one: Position, other: Position) -> bool:
    """Whether two positions of a level are equal, equal objects exchanged perhaps."""
    assert isinstance(one.board, FruitBoard)
    assert isinstance(other.board, FruitBoard)
    return one.status == other.status and canonical(state_of(one.board, one.pieces)) == canonical(
        state_of(other.board, other.pieces)
    )


def position_after(board: FruitBoard, moves: tuple[str, ...]) -> Position:
    return replay(GAME.play, board, moves)[0].position


def check_rows(board: FruitBoard, solved: Solved) -> None:
    """What holds for the trace of every strategy."""
    trace = solved.trace
    rows = [trace[index] for index in range(len(trace))]
    assert (rows[0].parent, rows[0].move, rows[0].depth) == ("", "", 0)
    assert "start" in rows[0].result
    for bad in (-1, len(trace)):
        with pytest.raises(IndexError):
            trace[bad]
    assert trace[len(trace) - 1] == rows[-1]
    for index, row in enumerate(rows):
        moves = trace.moves_to(index)
        assert len(moves) == row.depth
        assert "".join(moves[-1:]) == row.move
        run, legal = replay(GAME.play, board, moves)
        assert legal
        status = run.position.status
        if status == "lost":
            assert run.last is not None
            assert row.result == f"lost: {run.last.note}"
            assert row.dead
        else:
            assert (row.result == "won") == (status == "won")
        found = trace.find(moves)
        assert found is not None
        assert same_situation(position_after(board, trace.moves_to(found)), run.position)
        assert found <= index
        assert trace.find(trace.moves_to(found)) == found


def check_walks(board: FruitBoard, solved: Solved) -> None:
    """Whatever is played, the trace finds the situation or says that it has none."""
    rng = random.Random(2)
    for _ in range(10):
        moves = tuple(rng.choice(LETTERS) for _ in range(rng.randint(0, 8)))
        found = solved.trace.find(moves)
        position = GAME.play.start(board)
        past_the_end = False
        for letter in moves:
            past_the_end = position.status != "playing"
            position = GAME.play.step(position, letter).after
        if found is not None:
            there = position_after(board, solved.trace.moves_to(found))
            assert same_situation(there, position)
        elif solved.trace.strategy == "graph" and solved.facts["complete"]:
            assert past_the_end


def small_traces(strategy: str, budget: Budget) -> Iterator[tuple[FruitBoard, Solved]]:
    count, most = (9, 40) if marks.disabled() else (30, 120)
    for board in levels(count, most):
        yield board, GAME.solver.solve(board, strategy, budget)


@pytest.mark.jitless
@pytest.mark.parametrize("most", [7, 80, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize("strategy", GAME.solver.strategies)
def test_every_row_is_what_play_makes_of_its_moves(strategy: str, most: int) -> None:
    rows = 0
    for board, solved in small_traces(strategy, Budget(max_states=most)):
        assert solved.trace.strategy == strategy
        check_rows(board, solved)
        check_walks(board, solved)
        rows += len(solved.trace)
    assert rows > 50


@pytest.mark.jitless
@pytest.mark.parametrize("strategy", ["graph", "uniform-cost", "naive"])
def test_rows_on_the_path_spell_the_solution(strategy: str) -> None:
    solvable = 0
    for _, solved in small_traces(strategy, Budget(max_states=2000)):
        rows = [solved.trace[index] for index in range(len(solved.trace))]
        on_path = [row for row in rows if row.on_path]
        assert [row.depth for row in on_path] == list(range(len(on_path)))
        assert "".join(row.move for row in on_path) == (solved.facts["solution"] or "")
        if on_path:
            assert on_path[-1].result == "won"
            solvable += 1
        for before, row in pairwise(on_path):
            assert row.parent == before.name
    assert solvable > 2


@pytest.mark.jitless
def test_rows_on_the_path_of_the_published_solver_lead_to_its_last_win() -> None:
    for board, solved in small_traces("published", Budget(max_states=2000)):
        trace = solved.trace
        rows = [trace[index] for index in range(len(trace))]
        won = [index for index, row in enumerate(rows) if row.result == "won"]
        on_path = [row for row in rows if row.on_path]
        spelled = tuple(row.move for row in on_path if row.move)
        assert spelled == (trace.moves_to(won[-1]) if won else ())
        if won:
            assert position_after(board, spelled).status == "won"
            # Every run after the first win looks for a shorter one.
            lengths = [rows[index].depth for index in won]
            assert lengths == sorted(set(lengths), reverse=True)


@pytest.mark.jitless
@pytest.mark.parametrize("strategy", ["graph", "uniform-cost", "published"])
def test_names_stay_with_their_situations(strategy: str) -> None:
    for board, solved in small_traces(strategy, Budget(max_states=400)):
        named: dict[str, Position] = {}
        trace = solved.trace
        for index in range(len(trace)):
            row = trace[index]
            position = position_after(board, trace.moves_to(index))
            if row.name in ("won", "lost"):
                continue
            assert same_situation(named.setdefault(row.name, position), position)
            if row.parent:
                before = position_after(board, trace.moves_to(index)[:-1])
                assert same_situation(named[row.parent], before)
            if row.result.startswith("= "):
                assert same_situation(named[row.result[2:].split(",")[0]], position)
            elif row.result == "new" and strategy != "published":
                assert trace.find(trace.moves_to(index)) == index


@pytest.mark.jitless
def test_two_solves_name_alike() -> None:
    for strategy in GAME.solver.strategies:
        ours, theirs = (GAME.solver.solve(PUSHED_HOME, strategy).trace for _ in range(2))
        assert len(ours) == len(theirs)
        assert all(ours[index] == theirs[index] for index in range(len(ours)))


@pytest.mark.jitless
def test_dead_rows_are_those_without_a_win_ahead() -> None:
    dead_ends = 0
    for board, solved in small_traces("graph", Budget(max_states=2000)):
        found = graph_of(board)
        distance = look_from_wins(found).distance
        trace = solved.trace
        dead = set()
        for index in range(len(trace)):
            row = trace[index]
            if row.name in ("won", "lost"):
                assert row.dead == (row.name == "lost")
                continue
            assert row.dead == (distance[int(row.name[1:])] == DEAD)
            if row.dead:
                dead.add(row.name)
        assert len(dead) == solved.facts["dead_states"]
        dead_ends += len(dead)
    assert dead_ends > 5


@pytest.mark.jitless
def test_distances_fall_by_one_on_the_best_move_and_never_by_more() -> None:
    for board in levels(10, 60):
        found = graph_of(board)
        distance = look_from_wins(found).distance.tolist()
        for state in range(found.count):
            ahead = [
                1 if edge <= WON_EDGE else distance[edge] + 1
                for edge in found.edges[state].tolist()
                if edge <= WON_EDGE or (edge >= 0 and distance[edge] != DEAD)
            ]
            assert distance[state] == min(ahead, default=DEAD)


# --- counting solutions --------------------------------------------------------------------


def wins_by_brute_force(board: RefBoard, length: int) -> int:
    """How many of all sequences of that length win with their last move and not before."""
    found = 0
    for moves in product(LETTERS, repeat=length):
        state, outcomes = start_state(board), []
        for letter in moves:
            outcome, state = tilt(board, state, letter)
            outcomes.append(outcome)
            if outcome != "moved":
                break
        found += outcomes == ["moved"] * (length - 1) + ["won"]
    return found


@pytest.mark.jitless
def test_shortest_solutions_are_counted_as_brute_force_counts_them() -> None:
    counted = set()
    longest = 4 if marks.disabled() else 5
    for board in levels(30 if marks.disabled() else 150, 100):
        solved = GAME.solver.solve(board).facts
        if solved["moves"] is None:
            assert solved["shortest_solutions"] == 0
        elif solved["moves"] <= longest:
            expected = wins_by_brute_force(to_reference(board), solved["moves"])
            assert solved["shortest_solutions"] == expected
            counted.add(expected)
            for shorter in range(1, solved["moves"]):
                assert wins_by_brute_force(to_reference(board), shorter) == 0
    assert len(counted) >= 3


@pytest.mark.jitless
def test_counting_in_whole_numbers_agrees_with_the_kernel() -> None:
    for board in levels(20, 100):
        found = graph_of(board)
        ahead = look_from_wins(found)
        if ahead.distance[0] != DEAD:
            exact = shortest_wins(found, WON_EDGE, int(ahead.distance[0])).solutions(
                range(found.moves)
            )
            assert exact == ahead.shortest_solutions


@pytest.mark.jitless
def test_no_two_strategies_disagree() -> None:
    for board in levels(12, 60):
        answers: dict[str, set[object]] = {}
        for strategy in GAME.solver.strategies:
            facts = GAME.solver.solve(board, strategy, Budget(max_states=5000)).facts
            for key in ("solvable", "moves", "solution"):
                if facts[key] is not None:
                    answers.setdefault(key, set()).add(facts[key])
        assert all(len(values) == 1 for values in answers.values())


def test_random_boards_of_the_reference_are_playable() -> None:
    # The helpers here rest on it.
    assert GAME.boards.problems(to_engine(random_board(random.Random(3), 6, 6))) == ()
    assert GAME.boards.problems(heavy_board()) == ()
