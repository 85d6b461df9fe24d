"""Reasons of the conclusions of a deduction."""

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
from linjat_reference import CORRECTIONS, from_published

from engine.games.linjat.deduction.deduction import deduce_board
from engine.games.linjat.deduction.rulesets import switches_of

BY_OPTIONS = ("fit", "square", "dependency", "one_of")


def check_reasons(board, names=CORRECTIONS):
    """Every claim has one reason, every line ruled out was there, and fits follow."""
    deduction = deduce_board(to_engine(board), switches_of(names))
    for layer in deduction.layers:
        before, after = layer.before, layer.after
        claimed = {}
        for reason in layer.reasons:
            assert reason.because and reason.text
            assert not claimed.keys() & set(reason.claims)
            claimed |= dict.fromkeys(reason.claims, reason.number)
            assert set(reason.kills) <= set(before.alive[reason.number])
            assert not set(reason.kills) & set(after.alive[reason.number])
            if reason.claims and layer.rule in BY_OPTIONS:
                assert all(set(reason.claims) <= set(line) for line in reason.options)
                killed = {k for r in layer.reasons if r.number == reason.number for k in r.kills}
                assert set(before.alive[reason.number]) - killed <= set(reason.options)
        assert claimed == {c: n for c, n in after.owner.items() if c not in before.owner}


@pytest.mark.jitless
class TestReasons:
    @pytest.mark.parametrize("rule", EXAMPLES)
    def test_examples(self, rule):
        check_reasons(example(rule))

    @given(boards(), st.sets(st.sampled_from(CORRECTIONS)))
    def test_small_boards(self, board, names):
        check_reasons(board, names)

    def test_sentences(self):
        sentences = {}
        for rule, (rows, _, rules) in EXAMPLES.items():
            trace = GAME.solver.solve(to_engine(from_published(rows.split("/")))).trace
            sentences[rule] = "; ".join(trace.list_reasons(rules.index(rule) + 1)) + "."
        assert sentences == SENTENCES


def test_reasons_on_boards_of_all_kinds():
    for board in mixed_boards(120):
        if board.numbers:
            check_reasons(board)


@needs_sample
def test_reasons_on_published_puzzles():
    for puzzle in sample()[::8]:
        check_reasons(from_published(puzzle["rows"]), ())
        check_reasons(from_published(puzzle["rows"]))


SENTENCES = {
    "uncontested": "the 3 at 0,1 reaches no open dot and nobody else reaches 0,0 and 0,2; if there "
    "is one solution only, its line is there.",
    "cover": "only the 2 at 1,2 can still reach the dot at 0,2.",
    "single_solution": "nothing tells 0,2-0,3 and 0,2-1,2 apart for the 2 at 0,2; if there is one "
    "solution only, its line covers a dot, and with it 0,1.",
    "fit": "the only line left for the 4 at 3,0 has 0,0, 1,0 and 2,0; the only line left for the 4 "
    "at 3,3 has 0,3, 1,3 and 2,3.",
    "square": "the 4 at 0,2 and the 3 at 2,0 share the dots at 0,0 and 2,2, and neither can cover "
    "both: each takes one; that rules out 0,1-0,4 and 0,2-0,5; the 4 at 0,2 and the 4 at 3,4 share "
    "the dots at 0,4 and 3,2, and neither can cover both: each takes one; that rules out 0,0-0,3; "
    "without these lines, the only line left for the 4 at 0,2 has 1,2, 2,2 and 3,2; on the way, "
    "lines are ruled out for the 3 at 2,0.",
    "dependency": "the 3 at 3,2 and the 4 at 2,0 share the dots at 2,2 and 3,0, and neither can "
    "cover both: each takes one; that rules out 3,1-3,3; whoever covers the dot at 3,3 also covers "
    "that at 2,3, so the 4 at 2,0 does not cover 2,3; that rules out 2,0-2,3; without these lines, "
    "the only line left for the 4 at 2,0 has 0,0, 1,0 and 3,0.",
    "one_of": "only one line can cover 2,0, so the 3 at 1,0 or the 2 at 3,0 goes another way, and "
    "the 4 at 2,1 would be in the way of both; that rules out 0,1-3,1; without that line, the only "
    "line left for the 4 at 2,1 has 2,0, 2,2 and 2,3.",
}
