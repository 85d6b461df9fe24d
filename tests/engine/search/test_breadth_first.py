"""The search: its set of states, its budgets, its traces, and counting solutions."""

from __future__ import annotations

import random
import threading
import time
from itertools import product

import numpy as np
import pytest
from cases_fruit_dating import LEVEL_ONE
from fruit_boards import GAME, LETTERS, to_engine, to_reference
from fruit_searches import FIRST_LEVEL, graph_of, levels, same_situation
from reference.fruit_dating import RefBoard, random_board, start_state, tilt

from engine.game.playthrough import replay_moves
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.fruit_compiler import compile_board
from engine.jit import decorators
from engine.search import search_memory
from engine.search.breadth_first import WON_EDGE
from engine.search.retrograde import DEAD, analyse_retrograde
from engine.search.search_memory import DONE, FULL
from engine.search.sequence_enumeration import search_sequences
from engine.search.shortest_solutions import find_shortest_wins
from engine.values.budget import Budget, Control

HEAVY = "AABBCCDDoo"


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
        moves = [LETTERS[move] for move in found.find_path(state)]
        run, legal = replay_moves(GAME.play, heavy_board(), moves)
        assert legal
        for move, letter in enumerate(LETTERS):
            step = GAME.play.step(run.position, letter)
            edge = int(found.edges[state, move])
            if step.changed and step.after.status == "playing":
                there, _ = replay_moves(
                    GAME.play, heavy_board(), (LETTERS[m] for m in found.find_path(edge))
                )
                assert same_situation(there.position, step.after)


@pytest.mark.jitless
@pytest.mark.parametrize("chunk", [1, 2, 7])
def test_a_search_goes_on_where_it_stopped(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for board in levels(6, 60):
        whole = graph_of(board)
        with monkeypatch.context() as patch:
            patch.setattr(search_memory, "_MAX_PORTION", chunk)
            parts = graph_of(board)
        for name in ("states", "parents", "edges", "starts"):
            assert np.array_equal(getattr(parts, name), getattr(whole, name))
        assert (parts.first_win, parts.status) == (whole.first_win, DONE)


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
        level = compile_board(heavy_board()).make_search_level()
        return len(search_sequences(level, 30, budget, control).rows)
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


@pytest.mark.jitless
def test_distances_fall_by_one_on_the_best_move_and_never_by_more() -> None:
    for board in levels(10, 60):
        found = graph_of(board)
        distance = analyse_retrograde(found).distance.tolist()
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
    longest = 4 if decorators.is_disabled() else 5
    for board in levels(30 if decorators.is_disabled() else 150, 100):
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
        ahead = analyse_retrograde(found)
        if ahead.distance[0] != DEAD:
            exact = find_shortest_wins(found, WON_EDGE, int(ahead.distance[0])).count_solutions(
                range(found.moves)
            )
            assert exact == ahead.shortest_solutions


def test_random_boards_of_the_reference_are_playable() -> None:
    # The helpers here rest on it.
    assert GAME.boards.find_problems(to_engine(random_board(random.Random(3), 6, 6))) == ()
    assert GAME.boards.find_problems(heavy_board()) == ()
