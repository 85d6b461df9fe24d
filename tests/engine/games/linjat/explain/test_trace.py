"""The trace of deduction: every conclusion has its reason, and every row can be drawn."""

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

from engine.game.playthrough import replay
from engine.games.linjat.board.lines import span, word_of
from engine.games.linjat.deduce.deduction import deduce
from engine.games.linjat.deduce.rulesets import switches_of

BY_OPTIONS = ("fit", "square", "dependency", "one_of")


def check_reasons(board, names=CORRECTIONS):
    """Every claim has one reason, every line ruled out was there, and fits follow."""
    deduction = deduce(to_engine(board), switches_of(names))
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
            sentences[rule] = "; ".join(trace.reasons(rules.index(rule) + 1)) + "."
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


@pytest.mark.jitless
class TestRows:
    @pytest.fixture(params=EXAMPLES)
    def board(self, request):
        return to_engine(example(request.param))

    def test_a_row_for_the_start_and_each_layer(self, board):
        solved = GAME.solver.solve(board)
        assert [row.name for row in solved.trace] == [f"L{n}" for n in range(len(solved.trace))]
        assert solved.facts["layers"] in (None, len(solved.trace) - 1)

    def test_rows_are_drawn_by_moves_and_found_again(self, board):
        trace = GAME.solver.solve(board).trace
        for index, row in enumerate(trace):
            playthrough, legal = replay(GAME.play, board, trace.moves_to(index))
            assert legal
            assert (playthrough.position.status == "won") == (row.won)
            assert trace.find(trace.moves_to(index)) <= index
        assert trace.find(("9,9:9,9-9,9",)) is None

    def test_lines_that_overlap_are_not_drawn(self):
        board = to_engine(from_published(["4    ", "     ", ".    ", " 5   "]))
        solved = GAME.under(["published"]).solver.solve(board)
        last = len(solved.trace) - 1
        assert solved.trace[last].result == "overlapping: dot cover, 1 line"
        assert replay(GAME.play, board, solved.trace.moves_to(last))[1]
        assert (solved.facts["human_solvable"], solved.facts["solvable"]) == (True, False)

    def test_facts(self, board):
        facts = GAME.solver.solve(board).facts
        assert facts["human_solvable"] == (facts["layers"] is not None)
        assert sum(use["depth"] for use in facts["rule_use"].values()) >= (facts["layers"] or 0)
        assert max(use["width"] for use in facts["rule_use"].values()) == facts["width"]
        words = []
        for line in facts["solution"]:
            home, cells = (line["row"], line["col"]), [tuple(cell) for cell in line["cells"]]
            assert home in cells
            words.append(word_of(home, span(cells)))
        moves = GAME.play.read_moves(" ".join(words))
        assert replay(GAME.play, board, moves)[0].position.status == "won"

    def test_strategies(self, board):
        exact = GAME.solver.solve(board, "exact")
        assert exact.facts["unique"] == GAME.solver.solve(board).facts["unique"]
        assert exact.facts["human_solvable"] is None and len(exact.trace) == 1
        published = GAME.solver.solve(board, "published").facts
        assert published == GAME.under(["published"]).solver.solve(board).facts


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
