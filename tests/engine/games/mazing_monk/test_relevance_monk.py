"""What soldiers, karma and obstacles of the monk's cube are there for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from monk_boards import GAME, TWO_TURNS
from monk_literal import least, ways
from monk_reference import attacked, read
from relevance import Key, Worth, solver_relevance, worth
from shipped import board_in, each, files_of

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.net import PLACES
from engine.jit import decorators
from engine.values.budget import Budget

KINDS = {"S": "soldier", "*": "karma", "#": "obstacle"}
COMPARED = ("solvable", "turns", "walks", "optimal_solutions")
compiled = pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")


def taken_away(text: str) -> Iterator[tuple[Key, str]]:
    """Each thing of a cube, and the cube without it."""
    for cell, glyph in enumerate(text):
        if glyph in KINDS:
            yield (KINDS[glyph], *PLACES[cell]), f"{text[:cell]}.{text[cell + 1 :]}"


def facts_of(text: str, needed: int) -> dict[str, object]:
    """The facts by a literal search; a level that is lost from the start has no win."""
    start = read(text)
    lost = attacked(dict(start.cube), start.monk) or text.count("*") < needed
    found = None if lost else least(text, needed, most=20_000)
    turns, walks = found or (None, None)
    return {
        "solvable": found is not None,
        "moves": None if turns is None or walks is None else turns + walks,
        "turns": turns,
        "walks": walks,
        "optimal_solutions": 0 if turns is None else ways(text, turns, needed),
    }


def by_reference(board: MonkBoard) -> dict[Key, Worth]:
    before = facts_of(board.cells, board.karma_needed)
    return {
        key: worth(before, facts_of(without, board.karma_needed), COMPARED)
        for key, without in taken_away(board.cells)
    }


@compiled
def test_it_is_what_the_literal_search_says() -> None:
    found = solver_relevance(GAME, TWO_TURNS)
    assert found == by_reference(TWO_TURNS)
    assert {kind for kind, *_ in found} == {*KINDS.values()}


def test_karma_that_the_exit_needs_is_needed() -> None:
    board = MonkBoard("M" + "*" * 7 + "." + "#" * 45)
    found = solver_relevance(GAME, board)
    karma = [each for (kind, *_), each in found.items() if kind == "karma"]
    assert karma == [(True, False, None)] * 7
    one_more = MonkBoard("M" + "*" * 7 + "." + "#" * 44 + "*")
    assert (False, True, 1) in solver_relevance(GAME, one_more).values()


def test_an_obstacle_that_keeps_soldiers_away_is_needed() -> None:
    board = MonkBoard("M.." + "#.." + "S.*" + "#" * 45, 1)
    assert GAME.boards.find_problems(board)
    board = MonkBoard("M#S" + ".##" + "*.." + "#" * 45, 1)
    found = solver_relevance(GAME, board)
    assert found["obstacle", *PLACES[1]] == (True, False, None)
    assert found["soldier", *PLACES[2]][0] is False


def test_without_what_is_missing_anyway_all_stays_unsolvable() -> None:
    board = MonkBoard("M#" + 7 * "." + "S" * 20 + "*" * 7 + "#" * 18)
    found = solver_relevance(GAME, board, Budget(2_000))
    karma = {each for (kind, *_), each in found.items() if kind == "karma"}
    assert karma == {(False, True, None)}


def test_what_is_cut_short_is_unknown_throughout() -> None:
    assert set(solver_relevance(GAME, TWO_TURNS, Budget(1)).values()) == {(None, None, None)}


@compiled
@each(files_of("mazing-monk")[:3])
def test_obstacles_are_not_counted(file) -> None:
    things = [*GAME.boards.list_objects(board_in(file))]
    assert {thing.kind for thing in things if not thing.counted} == {"obstacle"}
    assert {thing.kind for thing in things if thing.counted} <= {"soldier", "karma"}
