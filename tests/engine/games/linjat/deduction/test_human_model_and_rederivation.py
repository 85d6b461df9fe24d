"""The serial human model: one deduction at a time, and the time that takes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linjat_boards import (
    EXAMPLES,
    GAME,
    boards,
    example,
    mixed_boards,
    needs_sample,
    sample,
    to_engine,
)

from engine.errors import GenerationFailed
from engine.games.linjat.board.text import read_published
from engine.games.linjat.deduction import deduction_score, human_model, sound_derivation
from engine.games.linjat.deduction.deduction import deduce_board
from engine.games.linjat.deduction.pair_rule_reasons import Rederivation
from engine.games.linjat.deduction.rulesets import CORRECTED, RULES, UNSOUND_RULES
from engine.games.linjat.exact.solution_count import count_solutions
from engine.workshop import generate

RUNG = read_published(["3   ", " . 4", "    ", "    "])
"""The dot is the 4's; its line fills the row, and the 3 can only go right."""
TIMES = {"square": 39, "dependency": 50, "one_of": 64}
"""Of the examples that are solved without trust in a single solution."""


def offered(before, rule):
    """The numbers that a rule concludes something of, by plain sets."""
    if rule == "cover":
        return set(sound_derivation.find_covers(before))
    again = Rederivation(before)
    again.apply_rules(RULES.index(rule) + 1, CORRECTED)
    return set(again.find_claims())


def check_steps(board, sample):
    """Every step is one number's, of the easiest rule that has any, and has its reason."""
    deduction = human_model.deduce_serially(board, CORRECTED, sample)
    solvable = count_solutions(board).is_solvable
    for (kind, available), layer in zip(deduction.kinds, deduction.layers, strict=True):
        before, after = layer.before, layer.after
        assert layer.rule == RULES[kind - 1] and layer.width == available > 0
        grown = [n for n, own in enumerate(after.own) if own != before.own[n]]
        narrowed = [n for n, lines in enumerate(after.alive) if lines != before.alive[n]]
        (number,) = {*grown, *narrowed}
        assert {reason.number for reason in layer.reasons} == {number}
        claims = {cell for reason in layer.reasons for cell in reason.claims}
        assert claims == set(after.own[number]) - set(before.own[number])
        if layer.rule in UNSOUND_RULES:
            continue
        easier = ("cover", "fit", "square", "dependency", "one_of")
        for rule in easier[: easier.index(layer.rule)]:
            assert not offered(before, rule)
        if grown and solvable:  # else two numbers may want the same cell, and only one gets it
            assert len(offered(before, layer.rule)) == available
    return deduction


@pytest.mark.jitless
class TestSteps:
    @pytest.mark.parametrize("rule", EXAMPLES)
    def test_examples(self, rule):
        check_steps(to_engine(example(rule)), 0)

    @given(boards(), st.integers(0, 3))
    def test_small_boards(self, board, sample):
        check_steps(to_engine(board), sample)

    def test_the_easiest_conclusion_comes_first_whatever_the_layers_do(self):
        deduction = check_steps(RUNG, 0)
        assert [layer.rule for layer in deduction.layers] == ["cover", "fit", "fit"]
        assert [deduction.estimate_seconds(index) for index in range(3)] == [5, 8, 8]
        assert human_model.rate_board(RUNG, CORRECTED) == human_model.HumanRating(21, "fit", 1, 1)

    def test_a_choice_of_conclusions_takes_less_time(self):
        both = read_published(["3.  ", "    ", "    ", "  .3"])
        deduction = human_model.deduce_serially(both, CORRECTED)
        assert deduction.kinds == ((2, 2), (2, 1))
        assert [deduction.estimate_seconds(index) for index in range(2)] == [2.5, 5]
        rating = human_model.rate_board(both, CORRECTED)
        assert rating is not None and rating.seconds == 8

    def test_times_are_the_same_everywhere(self):
        found = {}
        for rule in TIMES:
            rating = human_model.rate_board(to_engine(example(rule)), CORRECTED)
            assert rating is not None and rating.hardest == rule
            found[rule] = rating.seconds
        assert found == TIMES

    def test_there_is_no_time_for_what_is_not_solved(self):
        stuck = read_published([" 3  ", "    ", ". 3 ", "    "])
        assert human_model.rate_board(stuck, CORRECTED) is None
        facts = GAME.solver.solve(stuck).facts
        assert (facts["human_time"], facts["deduction"]) == (None, None)


def test_boards_of_all_kinds():
    """Who takes one step at a time gets as far as the layers do, and never relies on luck."""
    for board in mixed_boards(200):
        if not board.numbers:
            continue
        own = to_engine(board)
        check_steps(own, 1)
        if deduce_board(own, CORRECTED).is_solved and count_solutions(own).is_unique:
            assert human_model.rate_board(own, CORRECTED, samples=4) is not None


@needs_sample
def test_no_published_puzzle_needs_trust_in_a_single_solution():
    for puzzle in sample():
        board = read_published(puzzle["rows"])
        if deduce_board(board, CORRECTED).is_solved and count_solutions(board).is_unique:
            rating = human_model.rate_board(board, CORRECTED)
            assert rating is not None and rating.hardest not in UNSOUND_RULES


def test_what_is_only_kept_in_mind_is_reported_in_full():
    """By the trace of a puzzle with a step that claims no cell."""
    for board in map(to_engine, mixed_boards(200)):
        if not any(board.list_numbers()) or not count_solutions(board).is_solvable:
            continue
        trace = GAME.solver.solve(board, "serial").trace
        for index in range(1, len(trace)):
            if not trace.get_concluded_cells(index):
                *reported, pace = trace.list_reasons(index)
                assert reported and all("; that rules out " in text for text in reported)
                assert pace.endswith("s by the model")
                return
    pytest.fail("no such step")


class TestFacts:
    def test_widths(self):
        kinds = [(2, 3), (4, 1), (4, 1), (2, 2), (4, 1)]
        assert deduction_score.summarize_widths(kinds) == {
            "mean_width": 1.6,
            "first_width": 3,
            "narrow_run": 2,
        }
        assert deduction_score.summarize_widths([]) == {
            "mean_width": 0.0,
            "first_width": 0,
            "narrow_run": 0,
        }

    def test_the_strategies_agree_on_the_time(self):
        layers, serial = (GAME.solver.solve(RUNG, name) for name in ("layers", "serial"))
        assert layers.facts["human_time"] == serial.facts["human_time"] == 21
        assert layers.facts["deduction"] == {
            "mean_width": 1.0,
            "first_width": 1,
            "narrow_run": 2,
            "hardest_rule": "fit",
            "dots": 1,
            "clue_economy": 1,
        }
        assert (
            GAME.solver.rate_difficulty(layers.facts) == 21
            and GAME.solver.rate_difficulty({"moves": 3}) is None
        )
        assert serial.facts["human_solvable"] is True and serial.facts["layers"] is None
        assert len(serial.trace) == 4
        assert serial.trace[2].result == "fit: 1 of 1"
        assert (
            serial.trace.list_reasons(3)[-1]
            == "the only such conclusion at that point: 8.0 s by the model"
        )

    def test_a_level_can_be_accepted_by_its_time(self):
        small = {"rows": 5, "cols": 5, "numbers": 4, "iterations": 20, "cover_layers": "0.."}
        level, _, _ = generate(GAME, 3, small | {"human_time": "40..60"})
        assert level.verdict is not None and 40 <= level.verdict.facts["human_time"] <= 60
        with pytest.raises(GenerationFailed, match="human time out of range"):
            generate(GAME, 3, small | {"human_time": "9000.."}, max_attempts=300)
