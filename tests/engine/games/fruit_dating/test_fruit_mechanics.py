"""Which mechanics act in every, in some or in no shortest solution of Fruit Dating."""

from __future__ import annotations

import pytest
from fruit_boards import GAME, board_of, boards, random_levels, to_engine, to_reference
from hypothesis import assume, given
from hypothesis import strategies as st
from mechanics import acting, agreed, list_events, list_solutions, solver_mechanics, words
from reference.fruit_dating import symmetries_hold
from shipped import LEVELS, board_in

from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.plain_fruit_rules import RULES
from engine.jit import decorators
from engine.values.grid import SYMMETRIES, Symmetry

NAMES = (*RULES.mechanics,)
compiled = pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")
ROW = "####### #.....# #######"


def held_against_enumeration(seeds: range) -> set[tuple[str, str | None]]:
    """The words met on random boards, on each of which engine and enumeration agree."""
    levels = []
    for board, _ in random_levels(seeds, (4, 5), 200):
        own = to_engine(board)
        solutions = list_solutions(RULES, own, 200)
        if solutions is not None:
            levels.append((own, [list_events(RULES, own, each) for each in solutions]))
    return agreed(GAME, levels, NAMES)


@compiled
def test_it_is_what_the_plain_function_says_of_each_solution() -> None:
    assert len(held_against_enumeration(range(60))) > 2 * len(NAMES)


@compiled
@pytest.mark.slow
def test_it_is_what_the_plain_function_says_of_many_levels() -> None:
    met = held_against_enumeration(range(1_000))
    assert met >= {(name, word) for name in NAMES for word in ("every", "no")}


@given(boards())
def test_it_is_what_the_plain_function_says_of_any_board(board: FruitBoard) -> None:
    solutions = list_solutions(RULES, board, 200)
    assume(solutions is not None)
    found = [list_events(RULES, board, each) for each in solutions or ()]
    assert solver_mechanics(GAME, board) == words(found, NAMES)


@given(boards(symmetric=True), st.sampled_from(SYMMETRIES))
def test_a_turned_board_has_the_same_mechanics(board: FruitBoard, symmetry: Symmetry) -> None:
    assume(symmetries_hold(to_reference(board)))
    assert solver_mechanics(GAME, board.transform(symmetry)) == solver_mechanics(GAME, board)


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (board_of(ROW, "....... .A...A. ......."), {}),
        (board_of(ROW, "....... .A...A. .......", (1, 3, "L")), {"gate_passed": "every"}),
        (board_of(ROW, "....... .A.A.o. ......."), {"blocker_leaned_on": "some"}),
        (
            board_of(
                "####### #.....# ####### #.....# #######",
                "....... .A...A. ....... .B...B. .......",
            ),
            {"pairs_at_once": "every"},
        ),
        (
            board_of("####### #~....# #######", "....... ..A.A.. ......."),
            {"mud_threatened": "every"},
        ),
    ],
)
def test_small_boards(board: FruitBoard, expected: dict[str, str]) -> None:
    assert acting(GAME, board) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("01-first-date", ""),
        ("03-a-shoulder-to-lean-on", "blocker_leaned_on"),
        ("06-double-date", "fruit_leaned_on"),
        ("08-no-way-back", "gate_held gate_passed"),
        ("09-mind-the-puddles", "mud_threatened"),
        ("10-let-sleeping-hedgehogs-lie", "hedgehog_threatened"),
        ("11-matchmakers", "fruit_dragged"),
        (
            "17-evening-dress",
            "mud_crossed mud_threatened blocker_leaned_on fruit_leaned_on",
        ),
    ],
)
def test_levels_that_teach_a_mechanic_need_it(name: str, expected: str) -> None:
    board = board_in(LEVELS / "fruit-dating" / f"{name}.toml")
    assert acting(GAME, board) == dict.fromkeys(expected.split(), "every")


def test_nothing_is_known_where_nothing_wins() -> None:
    board = board_of("####### #..#..# #######", "....... .A...A. .......")
    assert solver_mechanics(GAME, board) == dict.fromkeys(NAMES)
