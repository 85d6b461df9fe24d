"""Two readings of the rules held against each other: compiled kernels and the slow reference."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from fruit_boards import (
    FACTS,
    GAME,
    facts_within,
    random_levels,
    to_engine,
    to_reference,
)
from reference.fruit_dating import (
    BLOCKERS,
    FRUIT,
    RefBoard,
    RefFacts,
    naive,
    problems,
    published,
    random_board,
    uniform_cost,
)

from engine.games.fruit_dating.fruit_compiler import compile_board
from engine.games.fruit_dating.plain_fruit_rules import RULES
from engine.search.graph import Graph, search_graph
from engine.search.solver_result import SolverResult
from engine.tiles.kernel_check import find_kernel_fault
from engine.values.budget import Budget

BUDGET = Budget(max_states=20_000)
NAIVE_DEPTH = 6


# --- what is compared ----------------------------------------------------------------------


def compare_all(board: RefBoard, facts: RefFacts) -> None:
    """Everything the two readings can be asked about one board."""
    compare_facts(board, facts)
    if facts.states <= 120:
        assert find_kernel_fault(RULES, to_engine(board)) is None
        compare_published(board)
        compare_other_strategies(board, facts)


def compare_facts(board: RefBoard, facts: RefFacts) -> None:
    """All facts of the graph, and the number of states of every depth."""
    own = to_engine(board)
    assert GAME.boards.find_problems(own) == ()
    found = GAME.solver.solve(own, budget=BUDGET).facts
    assert found["complete"]
    assert {key: found[key] for key in FACTS} == {key: getattr(facts, key) for key in FACTS}
    graph = search_graph(compile_board(own).make_search_level(), BUDGET)
    starts = graph.starts.tolist()
    sizes = [after - before for before, after in pairwise(starts)]
    assert tuple(size for size in sizes if size) == facts.depths


def compare_published(board: RefBoard) -> None:
    """The article's solver: every row of its trace, and its last solution."""
    for depth in (None, 4):
        rows, solution = published(board, depth or 30)
        solved = GAME.solver.solve(to_engine(board), "published", replace(BUDGET, depth=depth))
        assert published_rows(solved) == [tuple(row) for row in rows]
        assert own_solution(solved) == solution
        assert solved.facts["solution"] == (None if solution is None else uniform_cost(board))
        assert solved.facts["moves"] == (None if solution is None else len(solution))


def published_rows(solved: SolverResult) -> list[tuple[str, str, str, str, str | None]]:
    """The rows of the engine's trace in the words of the reference, starts of runs left out."""
    found = []
    for index in range(len(solved.trace)):
        row = solved.trace[index]
        if not row.parent:
            continue
        other = None
        kind = row.result
        if kind.startswith("= "):
            other, _, kind = kind[2:].partition(", ")
            other = "start" if other.endswith("start") else other
            kind = "cut" if kind == "cut" else "replaced"
        kind = kind.split(":")[0]
        parent = "start" if row.parent.endswith("start") else row.parent
        found.append((row.name, parent, row.move, kind, other))
    return found


def own_solution(solved: SolverResult) -> str | None:
    """The moves that the last solved row of a trace spells."""
    trace = solved.trace
    won = [index for index in range(len(trace)) if trace[index].result == "won"]
    return "".join(trace.moves_to(won[-1])) if won else None


def compare_other_strategies(board: RefBoard, facts: RefFacts) -> None:
    """Uniform-cost search and plain enumeration: the solution, and that they know they are done."""
    own = to_engine(board)
    cheapest = GAME.solver.solve(own, "uniform-cost", BUDGET).facts
    assert cheapest["solution"] == uniform_cost(board)
    assert (cheapest["complete"], cheapest["solvable"]) == (True, facts.solvable)
    plain = GAME.solver.solve(own, "naive", Budget(max_states=5000)).facts
    first = naive(board, NAIVE_DEPTH) if facts.moves is not None else None
    if first is not None and plain["solution"] is not None:
        assert plain["solution"] == first
    if plain["solvable"] is not None:
        assert plain["solvable"] == facts.solvable


def words_of(graph: Graph, state: int) -> tuple[int, ...]:
    return tuple(graph.states[state * graph.words : (state + 1) * graph.words].tolist())


# --- which boards --------------------------------------------------------------------------


def crowded_levels(seeds: range, max_states: int) -> Iterator[tuple[RefBoard, RefFacts]]:
    """Boards with 9 to some 40 pieces, so that a state is two words and more."""
    for seed in seeds:
        rng = random.Random(seed)
        bare = random_board(rng, rng.randint(6, 10), rng.randint(6, 10))
        free = [
            (row, col)
            for row, line in enumerate(bare.tiles)
            for col, tile in enumerate(line)
            if tile in ".~"
        ]
        count = min(len(free) - 1, rng.randint(9, 40))
        if count < 9:
            continue
        pairs = [rng.choice(FRUIT[: rng.randint(1, 8)]) for _ in range(rng.randint(1, count // 3))]
        kinds = [*pairs, *pairs]
        kinds += rng.choices(BLOCKERS, k=count - len(kinds))
        at = dict(zip(rng.sample(free, count), kinds, strict=True))
        pieces = tuple(
            "".join(at.get((row, col), ".") for col in range(len(line)))
            for row, line in enumerate(bare.tiles)
        )
        board = RefBoard(bare.tiles, pieces, bare.gates)
        assert problems(board) == []
        facts = facts_within(board, max_states)
        if facts is not None:
            yield board, facts


def crowds_between_walls(seeds: range, max_states: int) -> Iterator[tuple[RefBoard, RefFacts]]:
    """Boards of walls, fruit and blockers alone, many alike, some side by side at the start."""
    for seed in seeds:
        rng = random.Random(seed)
        bare = random_board(rng, rng.randint(4, 6), rng.randint(4, 6), features=False)
        free = [
            (row, col)
            for row, line in enumerate(bare.tiles)
            for col, tile in enumerate(line)
            if tile == "."
        ]
        pairs = [rng.choice("AAB") for _ in range(rng.randint(1, 3))]
        kinds = [*pairs, *pairs, *rng.choices(BLOCKERS, k=rng.randint(0, 2))]
        if len(kinds) > len(free):
            continue
        at = dict(zip(rng.sample(free, len(kinds)), kinds, strict=True))
        pieces = tuple(
            "".join(at.get((row, col), ".") for col in range(len(line)))
            for row, line in enumerate(bare.tiles)
        )
        board = RefBoard(bare.tiles, pieces)
        facts = facts_within(board, max_states)
        if facts is not None:
            yield board, facts


# --- the default run -----------------------------------------------------------------------


@pytest.mark.jitless
def test_small_boards_agree() -> None:
    compared = 0
    for board, facts in random_levels(range(40), (4, 6), 80):
        compare_all(board, facts)
        compared += 1
    assert compared >= 25


@pytest.mark.parametrize("count", [40, pytest.param(300, marks=pytest.mark.slow)])
def test_boards_of_all_kinds_agree(count: int) -> None:
    compared = 0
    for board, facts in random_levels(range(1000, 1050 + count), (4, 10), 800):
        compare_all(board, facts)
        compared += 1
    assert compared >= count


@pytest.mark.jitless
def test_one_board_of_every_number_of_words_agrees() -> None:
    words = set()
    for board, facts in crowded_levels(range(60), 12):
        words.add(-(-sum(kind != "." for line in board.pieces for kind in line) // 8))
        compare_all(board, facts)
    assert words >= {2, 3, 4}


@pytest.mark.jitless
def test_what_a_state_knows_of_its_parent_is_what_trying_would_find() -> None:
    compared = 0
    for board, facts in crowds_between_walls(range(120), 120):
        compare_facts(board, facts)
        assert find_kernel_fault(RULES, to_engine(board)) is None
        compared += facts.states > 10
    assert compared >= 25


@pytest.mark.parametrize("count", [30, pytest.param(90, marks=pytest.mark.slow)])
def test_boards_of_many_pieces_agree(count: int) -> None:
    compared = 0
    for board, facts in crowded_levels(range(60, 60 + count), 100):
        compare_all(board, facts)
        compared += 1
    assert compared >= count // 5


def test_large_boards_agree() -> None:
    compared, largest = 0, 0
    for board, facts in random_levels(range(2000, 2050), (11, 16), 200):
        compare_all(board, facts)
        compared += 1
        largest = max(largest, len(board.tiles) * len(board.tiles[0]))
    assert compared >= 15
    assert largest >= 15 * 15


# --- all of them ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("part", range(12))
def test_more_than_2000_boards_agree(part: int) -> None:
    compared = 0
    first = 10_000 + 220 * part
    for board, facts in random_levels(range(first, first + 220), (3, 10), 3000):
        compare_all(board, facts)
        compared += 1
    assert compared >= 190


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_crowded_and_large_boards_agree(part: int) -> None:
    first = 50_000 + 150 * part
    for board, facts in crowded_levels(range(first, first + 150), 1000):
        compare_all(board, facts)
    for board, facts in random_levels(range(first, first + 100), (11, 16), 1500):
        compare_all(board, facts)


def test_the_converters_keep_boards() -> None:
    for board, _ in random_levels(range(20), (3, 7), 50):
        assert to_reference(to_engine(board)) == board
