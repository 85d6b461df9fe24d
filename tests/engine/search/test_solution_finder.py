"""All solutions as lists, held against sequences of moves that are tried one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from cases_skiddy import FIXTURES, LEVEL_1_1, Fixture
from skiddy_boards import GAME, LETTERS, board_of

from engine.game.playthrough import Playthrough
from engine.games.skiddy.board import SkiddyBoard
from engine.search.solution_finder import SolutionFinder
from engine.search.solver_result import SolverResult
from engine.values.budget import Budget

pytestmark = pytest.mark.jitless

KINDS = ("max combo", "no combo")


def finder_of(solved: SolverResult) -> SolutionFinder:
    assert solved.solutions is not None
    return solved.solutions


def tried(board: SkiddyBoard, depth: int) -> Iterator[tuple[str, str]]:
    """Every sequence of up to so many moves that wins, shorter ones first, with its kind."""
    aim = GAME.play.aims[0]
    for length in range(1, depth + 1):
        for letters in product(LETTERS, repeat=length):
            run = Playthrough(GAME.play, board)
            if all(run.make_move(letter).changed for letter in letters):
                position = run.position
                if position.status == "won":
                    yield "".join(letters), KINDS[GAME.play.is_aim_missed(position, aim)]


def test_level_1_1_as_the_article_lists_it() -> None:
    for strategy in ("graph", "published"):
        finder = finder_of(GAME.solver.solve(board_of(LEVEL_1_1), strategy))
        assert [
            (finder.get_title(found), "".join(found.moves), found.state)
            for found in finder.list_by_move()
        ] == [
            ("max combo", "LD", 3),
            ("no combo", "DLD", 6),
            ("max combo", "RDLD", 7),
            ("no combo", "DULD", 8),
        ]
        assert [found.moves for found in finder.list_firsts()] == [("L", "D"), ("D", "L", "D")]


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)
def test_the_lists_are_as_long_as_the_counts_and_all_of_them_win(fixture: Fixture) -> None:
    board = board_of(fixture.rows)
    solved = GAME.solver.solve(board)
    finder, facts = finder_of(solved), solved.facts
    by_move, shortest = list(finder.list_by_move()), list(finder.list_all_shortest())
    counted = Counter(finder.get_title(found) for found in by_move)
    listed = Counter(finder.get_title(found) for found in shortest)
    for kind, key in zip(KINDS, ("max_combo", "no_combo"), strict=True):
        assert counted[kind] == facts["winning_edges"][key]
        assert listed[kind] == (facts[key] or {"shortest_solutions": 0})["shortest_solutions"]
        first = next((each for each in shortest if finder.get_title(each) == kind), None)
        assert (first is None) == (facts[key] is None)
        if first is not None:
            assert "".join(first.moves) == facts[key]["solution"]
    assert len(set(shortest)) == len(shortest)
    assert [each.state for each in by_move] == sorted(each.state for each in by_move)
    for found in (*by_move, *shortest):
        run = Playthrough(GAME.play, board)
        assert all(run.make_move(move).changed for move in found.moves)
        broken = GAME.play.is_aim_missed(run.position, GAME.play.aims[0])
        assert (run.position.status, KINDS[broken]) == ("won", finder.get_title(found))
    published = finder_of(GAME.solver.solve(board, "published"))
    assert list(published.list_by_move()) == by_move
    assert list(published.list_all_shortest()) == shortest


@pytest.mark.parametrize(
    "fixture",
    [f for f in FIXTURES if f.name in ("F01", "F02", "F04", "F05", "F12", "F14")],
    ids=lambda fixture: fixture.name,
)
def test_the_shortest_are_those_that_trying_everything_finds(fixture: Fixture) -> None:
    board = board_of(fixture.rows)
    finder = finder_of(GAME.solver.solve(board))
    expected: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for word, kind in tried(board, 5):
        if not expected[kind] or len(expected[kind][0]) == len(word):
            expected[kind].append(word)
    order = {letter: number for number, letter in enumerate(LETTERS)}
    for number, kind in enumerate(KINDS):
        if expected[kind]:
            found = ["".join(each.moves) for each in finder.list_shortest(number)]
            assert found == sorted(expected[kind], key=lambda word: [order[c] for c in word])


def test_a_search_cut_short_and_other_searches_list_none() -> None:
    board = board_of(LEVEL_1_1)
    assert GAME.solver.solve(board, budget=Budget(3)).solutions is None
    assert GAME.solver.solve(board, "published", Budget(3)).solutions is None
    assert GAME.solver.solve(board, "uniform-cost").solutions is None
