"""The rules of deduction: an example for each, the published traces, two readings that agree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linjat_boards import (
    EXAMPLES,
    GAME,
    EngineDeduction,
    boards,
    broken,
    mixed_boards,
    needs_sample,
    sample,
    to_engine,
)
from linjat_reference import (
    CORRECTED,
    CORRECTIONS,
    DEPENDENCY_EVERYWHERE,
    OVERLAP_CHECK,
    PUBLISHED,
    RETRY,
    SINGLE_ONE,
    SQUARE_AT_DISTANCE,
    RefBoard,
    from_published,
    solutions,
    solve,
)

from engine.errors import EngineError
from engine.games.linjat.deduction import layers, rulesets
from engine.games.linjat.deduction.deduction import deduce_board

TRACES = {"trace_published": PUBLISHED, "trace_dependency_everywhere": {DEPENDENCY_EVERYWHERE}}
RULES = rulesets.RULES

CHANGED = {
    DEPENDENCY_EVERYWHERE: EXAMPLES["dependency"][0],
    SINGLE_ONE: " 1  /    /    /4  4",
    RETRY: "  4..5/   .3 /      /   4. /   .3.",
    OVERLAP_CHECK: "4    /     /.    / 5   ",
}
"""Boards on which a correction makes a difference."""


def compare(board: RefBoard, names: Collection[str]) -> Counter[str]:
    """Holds the two readings together after every layer; what fired, and how it ended."""
    expected, deduction = solve(board, frozenset(names)), EngineDeduction(board, names)
    for layer in expected.layers:
        assert deduction.next_layer() == (layer.rule, layer.width)
        assert (deduction.alive(), deduction.owner()) == (layer.alive, layer.owner)
    assert deduction.next_layer() is None
    assert (layers.OUTCOME_NAMES[deduction.stands], deduction.alive()) == (
        expected.end,
        expected.alive,
    )
    deduced = deduce_board(to_engine(board), rulesets.switches_of(names))
    assert [[rulesets.RULES[kind - 1], width] for kind, width in deduced.kinds] == expected.trace
    assert layers.OUTCOME_NAMES[deduced.end] == expected.end
    return Counter([expected.end, *(layer.rule for layer in expected.layers)])


@pytest.mark.jitless
class TestExamples:
    @pytest.mark.parametrize("rule", EXAMPLES)
    def test_every_rule_has_one(self, rule):
        rows, end, rules = EXAMPLES[rule]
        deduction = solve(from_published(rows.split("/")))
        assert (deduction.end, [layer.rule for layer in deduction.layers]) == (end, rules)
        compare(from_published(rows.split("/")), CORRECTIONS)

    def test_a_dot_that_one_number_reaches_is_its_own(self):
        deduction = EngineDeduction(from_published(["  . ", "  24", "    ", "    "]), CORRECTIONS)
        assert deduction.next_layer() == ("cover", 1)
        assert deduction.owner() == {(0, 2): 0, (1, 2): 0, (1, 3): 1}

    def test_cells_that_all_lines_have_are_owned(self):
        deduction = EngineDeduction(from_published(["    ", "    ", "    ", "4  4"]), CORRECTIONS)
        assert deduction.next_layer() == ("fit", 2)
        assert {cell for cell, number in deduction.owner().items() if number == 1} == {
            (row, 3) for row in range(4)
        }

    def test_the_single_solution_rule_proves_nothing(self):
        board = from_published([" .2 ", "    ", "    ", " 4  "])
        assert solve(board).end == "solved"
        assert len(list(solutions(board))) == 3


@pytest.mark.jitless
class TestCorrections:
    def test_names(self):
        assert rulesets.CORRECTIONS == CORRECTIONS
        both = rulesets.switches_of([RETRY, OVERLAP_CHECK])
        assert both.bit_count() == 2
        assert both == rulesets.switches_of([RETRY]) | rulesets.switches_of([OVERLAP_CHECK])
        assert rulesets.switches_of(["corrected"]) == rulesets.switches_of(CORRECTIONS)
        with pytest.raises(EngineError, match="unknown rules 'hope'; expected published"):
            GAME.with_rules(["hope"])

    def test_a_1_is_complete_only_by_the_corrected_rules(self):
        board = from_published([" 1  ", "    ", "    ", "4  4"])
        assert solve(board, CORRECTED).end == "solved"
        assert solve(board, CORRECTED - {SINGLE_ONE}).end != "solved"
        compare(board, CORRECTIONS)
        compare(board, ())

    def test_nothing_but_ones_is_solved_from_the_start(self):
        board = RefBoard(16, 16, tuple(((n // 16, n % 16), 1) for n in range(256)), frozenset())
        compare(board, CORRECTED)
        compare(board, PUBLISHED)
        assert solve(board).end == "solved"
        facts = GAME.solver.solve(to_engine(board)).facts
        assert (facts["unique"], facts["human_solvable"], facts["layers"]) == (True, True, 0)

    @pytest.mark.parametrize("name", CHANGED)
    def test_each_changes_some_run(self, name):
        board = from_published(CHANGED[name].split("/"))
        with_it, without = solve(board, CORRECTED), solve(board, CORRECTED - {name})
        assert (with_it.end, with_it.trace) != (without.end, without.trace)
        compare(board, CORRECTED)
        compare(board, CORRECTED - {name})

    @given(boards())
    def test_two_dots_that_two_numbers_share_are_never_in_line(self, board):
        """The square rule at distance n is sound, and finds nothing that it did not find before."""
        assert solve(board, CORRECTED) == solve(board, CORRECTED - {SQUARE_AT_DISTANCE})

    def test_overlapping_lines_are_no_solution(self):
        board = from_published(CHANGED[OVERLAP_CHECK].split("/"))
        assert solve(board, CORRECTED - {OVERLAP_CHECK}).end == "solved"
        assert solve(board, CORRECTED).end == "impossible"
        assert not list(solutions(board))


def traced(trace: str) -> list[dict[str, Any]]:
    """The published puzzles that have a trace: all but the three of the tutorial."""
    found = [puzzle for puzzle in sample() if trace in puzzle]
    assert len(found) == len(sample()) - 3 == 100
    return found


@needs_sample
class TestPublishedPuzzles:
    @pytest.mark.parametrize("trace", TRACES)
    def test_the_reference_gives_the_original_traces(self, trace):
        for puzzle in traced(trace):
            deduction = solve(from_published(puzzle["rows"]), frozenset(TRACES[trace]))
            expected = puzzle[trace]
            assert (deduction.end, deduction.trace) == (expected["end"], expected["layers"]), (
                puzzle["id"]
            )

    @pytest.mark.parametrize("trace", TRACES)
    def test_the_compiled_rules_give_the_original_traces(self, trace):
        for puzzle in traced(trace):
            board = to_engine(from_published(puzzle["rows"]))
            deduction = deduce_board(board, rulesets.switches_of(TRACES[trace]))
            reported = [[rulesets.RULES[kind - 1], width] for kind, width in deduction.kinds]
            expected = puzzle[trace]
            assert (layers.OUTCOME_NAMES[deduction.end], reported) == (
                expected["end"],
                expected["layers"],
            )

    @pytest.mark.parametrize("trace", TRACES)
    def test_the_facts_of_a_verdict_are_those_of_the_original_traces(self, trace):
        for puzzle in traced(trace):
            board = to_engine(from_published(puzzle["rows"]))
            facts = GAME.with_rules(TRACES[trace]).solver.solve(board, "published").facts
            expected = puzzle[trace]["layers"]
            solved = puzzle[trace]["end"] == "solved"
            use = {rule: [width for kind, width in expected if kind == rule] for rule in RULES}
            assert facts["rule_use"] == {
                rule: {"depth": len(widths), "width": max(widths, default=0)}
                for rule, widths in use.items()
            }
            assert facts["human_solvable"] == solved
            assert facts["layers"] == facts["moves"] == (len(expected) if solved else None)
            assert facts["width"] == max(width for _, width in expected)

    @pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
    def test_every_state_of_every_layer_agrees(self, step):
        for puzzle in sample()[::step]:
            compare(from_published(puzzle["rows"]), CORRECTED)

    def test_the_corrected_rules_solve_all_but_the_ambiguous_one(self):
        for puzzle in sample():
            solved = GAME.solver.solve(to_engine(from_published(puzzle["rows"]))).facts
            assert solved["unique"] == (puzzle["id"] != "tutorial.3")
            assert solved["human_solvable"] or not solved["unique"]

    @pytest.mark.slow
    def test_the_readings_agree_on_puzzles_gone_wrong(self):
        for seed, puzzle in enumerate(sample() * 10):
            names = random.Random(seed).sample(CORRECTIONS, seed % 6)
            compare(broken(from_published(puzzle["rows"]), seed), names)


class TestTwoReadings:
    @pytest.mark.jitless
    @given(boards(), st.sets(st.sampled_from(CORRECTIONS)))
    def test_small_boards(self, board, names):
        compare(board, names)

    @pytest.mark.parametrize("count", [250, pytest.param(6_000, marks=pytest.mark.slow)])
    def test_boards_of_all_kinds(self, count):
        seen = self.check(count)
        assert all(seen[rule] for rule in RULES)
        assert all(seen[end] for end in ("solved", "stuck", "impossible"))

    def check(self, count: int) -> Counter[str]:
        seen: Counter[str] = Counter()
        for seed, board in enumerate(mixed_boards(count)):
            if board.numbers:
                draw = random.Random(seed)
                some, one = draw.sample(CORRECTIONS, 3), draw.sample(CORRECTIONS, 1)
                seen += compare(board, (PUBLISHED, CORRECTED, some, one)[seed % 4])
        return seen

    def test_large_boards_full_of_numbers(self):
        draw = random.Random(1)
        for values in ((1, 2), (1, 3), (2, 9)):
            cells = [(row, col) for row in range(16) for col in range(16)]
            draw.shuffle(cells)
            numbers = tuple(sorted((cell, draw.randint(*values)) for cell in cells[:110]))
            compare(RefBoard(16, 16, numbers, frozenset(cells[110:150])), CORRECTED)
