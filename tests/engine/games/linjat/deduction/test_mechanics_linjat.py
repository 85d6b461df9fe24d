"""Which rules of deduction a Linjat puzzle needs."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from linjat_boards import GAME, example, to_engine
from linjat_reference import (
    CORRECTED,
    RefBoard,
    Solver,
    from_published,
    puzzle_like,
    random_board,
    solve,
)
from mechanics import acting, solver_mechanics
from shipped import LEVELS, board_in

from engine.evaluation.board_facts import BoardFacts, parse_board_expression
from engine.evaluation.rating import rate_level
from engine.jit import decorators
from engine.values.budget import Control
from engine.values.expression import is_satisfied
from engine.values.grid import SYMMETRIES
from engine.values.level import Level

RULES = ("uncontested", "cover", "single_solution", "fit", "square", "dependency", "one_of")
METHODS = {"single_solution": "single"}
"""What the reference calls a rule, where that is not its name."""
compiled = pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")


@dataclass
class Without(Solver):
    """The reference's deduction, in which one rule has no turn."""

    rule: str = ""

    def layer(self) -> tuple[str, int] | None:
        """Try the other rules in order until one makes progress."""
        self.look()
        for rule in RULES:
            if rule != self.rule and (count := getattr(self, METHODS.get(rule, rule))()):
                return rule, count
        return None


def alike(found: dict[str, str | None], expected: dict[str, str | None]) -> bool:
    """Whether words agree; of ``fit``, which also ends the rules of pairs, just if it is used.

    The reference lets them fit even where they have found nothing, and so needs no turn for it.
    """
    fit, other = found["fit_rule"], expected["fit_rule"]
    used = fit in ("every", "some") and other in ("every", "some")
    return {**found, "fit_rule": ""} == {**expected, "fit_rule": ""} and (used or fit == other)


def needed(board: RefBoard) -> dict[str, str | None]:
    """The words by the reference, each rule taken away by itself."""
    whole = solve(board)
    if whole.end != "solved":
        return {f"{rule}_rule": None for rule in RULES}
    used = {layer.rule for layer in whole.layers}
    return {
        f"{rule}_rule": "every"
        if Without(board, CORRECTED, rule=rule).run().end != "solved"
        else "some"
        if rule in used
        else "no"
        for rule in RULES
    }


def held_against_the_reference(seeds: range) -> set[tuple[str, str | None]]:
    """The words met on random boards, on each of which engine and reference agree."""
    met: set[tuple[str, str | None]] = set()
    for make in (random_board, puzzle_like):
        for seed in seeds:
            board = make(seed)
            if board.numbers and not GAME.boards.find_problems(to_engine(board)):
                expected = needed(board)
                assert alike(solver_mechanics(GAME, to_engine(board)), expected)
                met |= {*expected.items()}
    return met


@compiled
def test_it_is_what_the_reference_says_without_each_rule() -> None:
    met = held_against_the_reference(range(40))
    assert {word for _, word in met} >= {"every", "no", None}


@compiled
@pytest.mark.slow
def test_it_is_what_the_reference_says_of_many_puzzles() -> None:
    met = held_against_the_reference(range(3_000))
    assert met >= {(f"{rule}_rule", "every") for rule in ("cover", "square")}


@pytest.mark.parametrize("rule", ["cover", "single_solution", "square", "dependency", "one_of"])
def test_examples_of_a_rule(rule: str) -> None:
    expected = needed(example(rule))
    assert alike(solver_mechanics(GAME, to_engine(example(rule))), expected)
    assert expected[f"{rule}_rule"] in ("some", "every", None)


def test_a_turned_puzzle_needs_the_same_rules() -> None:
    board = board_in(LEVELS / "linjat" / "4-expert-04-fork-in-the-road.toml")
    found = acting(GAME, board)
    names = ("cover", "fit", "square", "dependency", "one_of")
    assert found == dict.fromkeys([f"{name}_rule" for name in names], "every")
    for symmetry in SYMMETRIES:
        assert acting(GAME, GAME.boards.reshaper.transform(board, symmetry)) == found


SILENT = " .5..2/ 3.   /   6  / .   3/    7 / 3 .  /     3/ .5. ./   6  "
"""Seed 900001 of the usual preset: the square rule rules out a line, and dot cover fires then."""


class TestARuleWithoutALayerOfItsOwn:
    board = to_engine(from_published(SILENT.split("/")))

    def test_it_is_needed_although_no_layer_counts_for_it(self) -> None:
        solved = GAME.solver.solve(self.board)
        assert solved.facts["rule_use"]["square"] == {"depth": 0, "width": 0}
        assert (solved.facts["layers"], solved.facts["score"]) == (15, 12)
        assert acting(GAME, self.board) == dict.fromkeys(
            ("cover_rule", "fit_rule", "square_rule"), "every"
        )

    def test_rate_lists_the_rules_that_are_needed(self) -> None:
        facts = rate_level(Level("linjat", self.board)).list_facts()
        needed = [rule for rule, is_needed in facts["needed_rules"].items() if is_needed]
        assert needed == ["cover", "fit", "square"] and facts["mechanics_every"] == 3
        assert "needed_rules" not in GAME.solver.solve(self.board).all_facts

    def test_it_can_be_asked_for(self) -> None:
        known = BoardFacts(GAME, self.board, Control())
        for text in ("needed_rules.square=true", "square_rule=every needed_rules.one_of=false"):
            assert is_satisfied(parse_board_expression(text, [GAME]), known)
        assert not is_satisfied(parse_board_expression("square_rule=no", [GAME]), known)


def test_a_puzzle_beyond_the_rules_has_no_words() -> None:
    board = GAME.boards.read_table({"cells": "2...\n....\n....\n....\n"})
    assert {*solver_mechanics(GAME, board).values()} == {None}
    assert {*BoardFacts(GAME, board, Control())["needed_rules"].values()} == {None}
