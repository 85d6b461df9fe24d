"""Which mechanics act in every, in some or in no shortest solution of Skiddy."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from mechanics import acting, agreed, list_events, list_solutions, solver_mechanics, words
from shipped import LEVELS, board_in
from skiddy_boards import GAME, board_of, boards, random_levels, to_engine

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.plain_skiddy_rules import RULES
from engine.jit import decorators
from engine.values.grid import SYMMETRIES, Symmetry

NAMES = (*RULES.mechanics,)
compiled = pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")


def held_against_enumeration(seeds: range) -> set[tuple[str, str | None]]:
    """The words met on random boards, on each of which engine and enumeration agree."""
    levels = []
    for board, _ in random_levels(seeds, (5, 6), (5, 7), 200):
        own = to_engine(board)
        solutions = list_solutions(RULES, own, 200)
        if solutions is not None:
            levels.append((own, [list_events(RULES, own, each) for each in solutions]))
    return agreed(GAME, levels, NAMES)


@compiled
def test_it_is_what_the_plain_function_says_of_each_solution() -> None:
    assert len(held_against_enumeration(range(40))) > 2 * len(NAMES)


@compiled
@pytest.mark.slow
def test_it_is_what_the_plain_function_says_of_many_levels() -> None:
    met = held_against_enumeration(range(1_000))
    assert met >= {(name, word) for name in NAMES for word in ("every", "some", "no")}


@given(boards())
def test_it_is_what_the_plain_function_says_of_any_board(board: SkiddyBoard) -> None:
    solutions = list_solutions(RULES, board, 200)
    assume(solutions is not None)
    found = [list_events(RULES, board, each) for each in solutions or ()]
    assert solver_mechanics(GAME, board) == words(found, NAMES)


@given(boards(), st.sampled_from(SYMMETRIES))
def test_a_turned_board_has_the_same_mechanics(board: SkiddyBoard, symmetry: Symmetry) -> None:
    assert solver_mechanics(GAME, board.transform(symmetry)) == solver_mechanics(GAME, board)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("#####", "#r  R", "#####"), {"goals_all_used": "every"}),
        (("#####", "#r rR", "#####"), {"combo": "every", "goals_all_used": "every"}),
        (
            ("####", "#rr#", "#R##"),
            {"combo": "every", "carried_out": "every", "goals_all_used": "every"},
        ),
        (("######", "R r i#", "######"), {"ice_slid": "every", "goals_all_used": "every"}),
        (("######", "Rir  R", "######"), {"ice_slid": "every"}),
        (("######", "#r o R", "######"), {"skiddy_in_pit": "every", "goals_all_used": "every"}),
    ],
)
def test_small_boards(rows: tuple[str, ...], expected: dict[str, str]) -> None:
    assert acting(GAME, board_of(rows)) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("2-1-hold-the-door", "skiddy_in_pit"),
        ("4-1-a-gentle-push", "crate_pushed"),
        ("4-4-down-the-stairs", "crate_pushed crate_leaned_on"),
        ("5-1-cool-head", "ice_slid"),
        ("5-2-ice-in-the-way", "ice_slid ice_leaned_on"),
    ],
)
def test_levels_that_teach_a_mechanic_need_it(name: str, expected: str) -> None:
    board = board_in(LEVELS / "skiddy" / f"{name}.toml")
    common = {"combo": "every", "carried_out": "every", "goals_all_used": "every"}
    assert acting(GAME, board) == common | dict.fromkeys(expected.split(), "every")


def test_nothing_is_known_where_nothing_wins() -> None:
    assert solver_mechanics(GAME, board_of(("#####", "#r#rR", "#####"))) == dict.fromkeys(NAMES)
