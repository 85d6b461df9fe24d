"""Hints and checks of Linjat: what follows next from what is drawn, and what is still wrong."""

from __future__ import annotations

import pytest
from linjat_boards import EXAMPLES, GAME, example, needs_sample, sample, to_engine
from linjat_reference import from_published

from engine.game.playthrough import replay_moves
from engine.game.reasoned_trace import ReasonedTrace
from engine.games.linjat.board.line_notation import list_line_cells
from engine.games.linjat.board.text import read_published
from engine.games.linjat.deduction.rulesets import MEANINGS, RULES, TITLES

BOARD = read_published(["   . ", "  3  ", "     ", " 2  ."])


def board_of(rule):
    return to_engine(example(rule))


def after(board, *words):
    run, legal = replay_moves(GAME.play, board, words)
    assert legal
    return run.position


def check_tips(board):
    """From the start and from every row, a tip says what is not drawn yet; drawing all wins."""
    solved = GAME.solver.solve(board)
    for index in range(len(solved.trace)):
        position = after(board, *solved.trace.moves_to(index))
        tip = solved.trace.find_tip(position)
        if tip is None:
            assert position.status == "won" or not solved.facts["human_solvable"]
            continue
        drawn = {cell for line in position.pieces for cell in list_line_cells(line)}
        assert tip.text and tip.premise_cells and set(tip.concluded_cells) - drawn


@pytest.mark.jitless
class TestTips:
    def test_protocols(self):
        assert GAME.play.drag_input is not None
        assert isinstance(GAME.solver.solve(BOARD).trace, ReasonedTrace)

    @pytest.mark.parametrize("rule", EXAMPLES)
    def test_every_row_has_a_next_one(self, rule):
        if rule != "uncontested":  # more than one solution
            check_tips(board_of(rule))

    def test_the_first_conclusion_that_is_not_drawn(self):
        trace = GAME.solver.solve(board_of("cover")).trace
        tip = trace.find_tip(after(board_of("cover")))
        assert tip.rule == MEANINGS["cover"]
        assert tip.text == "only the 2 at 1,2 can still reach the dot at 0,2"
        assert (tip.premise_cells, tip.concluded_cells) == (((0, 2), (1, 2)), ((0, 2),))
        tip = trace.find_tip(after(board_of("cover"), "1,2:0,2-1,2"))
        assert tip.rule != MEANINGS["cover"]

    def test_a_wrong_line_comes_first(self):
        board = board_of("cover")
        tip = GAME.solver.solve(board).trace.find_tip(after(board, "1,2:1,2-2,2"))
        assert tip.text == "the line of the 2 at 1,2 is drawn wrongly"
        assert tip.concluded_cells == () and set(tip.premise_cells) == {(1, 2), (2, 2)}

    def test_nothing_without_deduction(self):
        assert GAME.solver.solve(BOARD, "exact").trace.find_tip(after(BOARD)) is None


@needs_sample
def test_tips_on_published_puzzles():
    for puzzle in sample()[::9]:
        check_tips(to_engine(from_published(puzzle["rows"])))


@pytest.mark.jitless
class TestMarks:
    def test_rows_show_what_they_conclude_and_from_what(self):
        trace = GAME.solver.solve(board_of("cover")).trace
        assert (trace.get_concluded_cells(0), trace.get_premise_cells(0)) == (
            frozenset(),
            frozenset(),
        )
        assert trace[1].result == "won: dot cover, 1 line"
        assert trace.get_concluded_cells(1) == {(0, 2)} and trace.get_premise_cells(1) == {
            (0, 2),
            (1, 2),
        }


@pytest.mark.jitless
class TestChecks:
    @pytest.mark.parametrize(
        ("words", "marked", "briefs"),
        [
            ((), [], ["no line is wrong so far; 2 lines to draw, 2 dots to cover"]),
            (
                ["1,2:1,0-1,4"],
                [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4)],
                ["the line of the 3 at 1,2 is 5 of 3, too long", "1 line to draw, 2 dots to cover"],
            ),
            (
                ["1,2:1,1-1,2", "3,1:3,1-3,2"],
                [(1, 1), (1, 2)],
                ["the line of the 3 at 1,2 is 2 of 3, too short", "2 dots to cover"],
            ),
            (
                ["1,2:1,2-1,4", "3,1:3,1-3,2"],
                [(0, 3), (3, 4)],
                ["the dot at 0,3 is bare", "the dot at 3,4 is bare"],
            ),
        ],
    )
    def test_only_what_was_done_can_be_wrong(self, words, marked, briefs):
        faults = GAME.play.drag_input.find_faults(after(BOARD, *words))
        assert [fault.text for fault in faults] == briefs
        assert [cell for fault in faults for cell in fault.cells] == marked

    def test_a_won_board_has_no_faults(self):
        board = board_of("cover")
        assert GAME.play.drag_input.find_faults(after(board, *GAME.solver.solve(board).moves)) == ()

    def test_what_is_on_a_cell(self):
        position = after(BOARD, "1,2:1,2-1,3")
        briefs = [
            GAME.play.drag_input.describe_cell(position, cell)
            for cell in ((0, 0), (0, 3), (1, 2), (1, 3))
        ]
        assert briefs == [
            "empty",
            "dot",
            "number 3: 2 of 3, too short",
            "line of the 3 at 1,2: 2 of 3, too short",
        ]

    def test_clearing(self):
        position = after(BOARD, "1,2:1,2-1,4")
        assert GAME.play.drag_input.find_clearing_move(position, (1, 4)) == "1,2:1,2-1,2"
        assert (
            GAME.play.drag_input.find_clearing_move(position, (3, 1)) is None
            and GAME.play.drag_input.find_clearing_move(position, (0, 0)) is None
        )


@pytest.mark.jitless
class TestJudgements:
    def briefs(self, **facts):
        return [each.brief for each in GAME.solver.judge_facts({"solvable": True, **facts})]

    def test_of_a_solver(self):
        facts = GAME.solver.solve(board_of("cover")).facts
        time = GAME.solver.judge_facts(facts)[-1].rating
        width = f"human-solvable, width {facts['width']}"
        assert self.briefs(**facts) == ["unique", width, time] and time.startswith("about ")

    def test_leaks(self):
        uses = {"single_solution": {"depth": 2, "width": 1}}
        (first,) = GAME.solver.judge_facts({"solvable": True, "unique": True, "rule_use": uses})
        assert first.brief == "unique" and first.lines[1][0] == TITLES["single_solution"]
        assert self.briefs(unique=False, rule_use=uses) == ["not unique"]

    def test_scores_and_ways_on(self):
        uses = {"cover": {"depth": 4, "width": 1}, "fit": {"depth": 2, "width": 3}}
        facts = {"solvable": True, "human_solvable": True, "width": 3, "rule_use": uses}
        (deduction,) = GAME.solver.judge_facts(facts)
        scores = dict(deduction.lines)["selection"]
        assert scores.startswith("easy 2.5, medium 2.2, hard 0, expert 1; ")
        assert "selection" not in dict(GAME.solver.judge_facts(facts | {"rule_use": {}})[0].lines)
        figures = {"mean_width": 1.5, "first_width": 2, "narrow_run": 1}
        time = GAME.solver.judge_facts({"human_time": 20, "deduction": figures})[-1]
        assert dict(time.lines)["choices"].endswith("; 1 layer in a row with just one")

    def test_stuck_or_not_known(self):
        assert self.briefs(unique=True, human_solvable=False) == ["unique", "deduction gets stuck"]
        assert self.briefs() == []
        assert self.briefs(solvable=False, unique=False, human_solvable=False) == ["", ""]

    def test_what_trust_solves_beside_several_solutions(self):
        facts = GAME.solver.solve(read_published(["     ", "    3", "    .", "   2."])).facts
        assert (facts["unique"], facts["human_solvable"], facts["width"]) == (False, True, 1)
        assert self.briefs(**facts)[:2] == ["not unique", "human-solvable on trust, width 1"]
        assert "only by trust in a single solution" in GAME.solver.judge_facts(facts)[1].rating

    def test_of_a_file_written_by_hand(self):
        assert self.briefs(unique="yes", human_solvable=3, rule_use=[1]) == []
        odd = {"cover": 3, "fit": {"depth": "two"}}
        assert self.briefs(human_solvable=True, width=2, rule_use=odd)

    def test_every_rule_has_a_title_and_a_meaning(self):
        assert set(RULES) == set(TITLES) == set(MEANINGS)
