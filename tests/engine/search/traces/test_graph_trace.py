"""The trace of a search over a graph, row by row, as play has it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from fruit_boards import GAME, LETTERS
from fruit_searches import PUSHED_HOME, graph_of, levels, same_situation

from engine.game.play_position import Position
from engine.game.playthrough import replay_moves
from engine.games.fruit_dating.board import FruitBoard
from engine.jit import decorators
from engine.search.retrograde import DEAD, analyse_retrograde
from engine.search.solver_result import SolverResult
from engine.values.budget import Budget


def position_after(board: FruitBoard, moves: tuple[str, ...]) -> Position:
    return replay_moves(GAME.play, board, moves)[0].position


def check_rows(board: FruitBoard, solved: SolverResult) -> None:
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
        run, legal = replay_moves(GAME.play, board, moves)
        assert legal
        status = run.position.status
        if status == "lost":
            assert run.last_step is not None
            assert row.result == f"lost: {run.last_step.note}"
            assert row.dead
        else:
            assert (row.result == "won") == (status == "won")
        found = trace.find_row(moves)
        assert found is not None
        assert same_situation(position_after(board, trace.moves_to(found)), run.position)
        assert found <= index
        assert trace.find_row(trace.moves_to(found)) == found


def check_walks(board: FruitBoard, solved: SolverResult) -> None:
    """Whatever is played, the trace finds the situation or says that it has none."""
    rng = random.Random(2)
    for _ in range(10):
        moves = tuple(rng.choice(LETTERS) for _ in range(rng.randint(0, 8)))
        found = solved.trace.find_row(moves)
        position = GAME.play.create_start(board)
        past_the_end = False
        for letter in moves:
            past_the_end = position.status != "playing"
            position = GAME.play.step(position, letter).after
        if found is not None:
            there = position_after(board, solved.trace.moves_to(found))
            assert same_situation(there, position)
        elif solved.trace.strategy == "graph" and solved.facts["complete"]:
            assert past_the_end


def small_traces(strategy: str, budget: Budget) -> Iterator[tuple[FruitBoard, SolverResult]]:
    count, most = (9, 40) if decorators.is_disabled() else (30, 120)
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
                assert trace.find_row(trace.moves_to(index)) == index


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
        distance = analyse_retrograde(found).distance
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
