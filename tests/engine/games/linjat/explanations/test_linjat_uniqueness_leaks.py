"""Uniqueness leaks: true conclusions that trust draws before any sound rule does."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import hypothesis
import pytest
from hypothesis import given
from linjat_boards import (
    GAME,
    boards,
    example,
    mixed_boards,
    needs_sample,
    sample,
    to_engine,
)
from linjat_reference import RefBoard, from_published

from engine import workshop
from engine.errors import GenerationFailed
from engine.game.playthrough import replay_moves
from engine.games.linjat.deduction import sound_derivation
from engine.games.linjat.deduction.deduction import Deduction, deduce_board
from engine.games.linjat.deduction.rulesets import (
    CORRECTED,
    EXCHANGE,
    PLACE_TO_SPARE,
    RULES,
    SINGLE_SOLUTION,
    UNCONTESTED,
)
from engine.games.linjat.exact.solution_count import count_solutions
from engine.games.linjat.explanations.uniqueness_leaks import (
    list_published_conclusions,
    list_uniqueness_conclusions,
)
from engine.values import uniqueness_leak
from engine.values.uniqueness_leak import Leak

LEAKY = ("     ", "     ", "     ", ".3 3 ")
"""The second 3 has its column for itself, and no dot to serve."""
NEVER = (" 2 3 ", " 3  2", "    2", "3 4  ")
"""The first 2 has the corner for itself, which no rule ever proves."""
SPARED = (".   ", ".   ", "4   ", " 3. ")
"""The last row is free for the 3, so it does not go where the 4 may go."""
EXCHANGED = (" 3 2", "  4 ", " .  ", "    ")
"""With the 2 along its row, it and the 4 could lie as well in the columns beside them."""


def check_leaks(board: RefBoard) -> tuple[Leak, ...]:
    """Every leak is true, drawn from what is known by then, and not proven at that moment."""
    own = to_engine(board)
    solved = GAME.solver.solve(own)
    if not solved.facts["unique"]:
        assert solved.leaks is None
        return ()
    assert solved.leaks is not None
    found = solved.leaks()
    assert found is solved.leaks()
    assert [leak.layer for leak in found] == sorted(leak.layer for leak in found)
    lines = {(line["row"], line["col"]): line["cells"] for line in solved.facts["solution"]}
    moments = tuple(
        sound_derivation.list_sound_moments(deduce_board(own, CORRECTED).start, CORRECTED)
    )
    for moment in moments:
        for thought in list_uniqueness_conclusions(moment):
            line = lines[moment.get_home(thought.number)]
            assert thought.claims and set(thought.claims) <= set(map(tuple, line))
            assert set(thought.claims) <= set(thought.because)
    for leak in found:
        assert leak.concluded_cells and set(leak.concluded_cells) <= set(
            map(tuple, lines[leak.cell])
        )
        moment = moments[leak.layer]
        number = [moment.get_home(n) for n in range(len(moment.numbers))].index(leak.cell)
        known = [
            all({*leak.concluded_cells} <= {*x} for x in then.alive[number]) for then in moments
        ]
        assert not any(known[: leak.layer + 2])
        assert leak.proven == (known.index(True) if any(known) else None)
        after = sound_derivation.apply_all_rules(moment, CORRECTED).alive[number]
        assert not all(set(leak.concluded_cells) <= set(line) for line in after)
        playthrough, whole = replay_moves(GAME.play, own, leak.moves)
        assert whole and len(playthrough.moves) == len(leak.moves)
    return found


def small_boards(count: int) -> Iterator[RefBoard]:
    """Boards of 4 by 4 with a few numbers and dots, most with no solution or several."""
    rng = random.Random(3)
    for _ in range(count):
        marks = [str(rng.choice((2, 3, 3, 4))) for _ in range(rng.randint(2, 4))]
        marks += ["."] * rng.randint(0, 3)
        cells = "".join(rng.sample([*marks, *" " * (16 - len(marks))], 16))
        yield from_published([cells[start : start + 4] for start in range(0, 16, 4)])


def check_sound(deduction: Deduction) -> None:
    """As long as compiled layers are sound, the sound deduction goes through the same moments.

    At the first that trusts, the same shortcut is seen here.
    """
    moments = sound_derivation.list_sound_moments(deduction.start, deduction.switches)
    for layer in deduction.layers:
        moment = next(moments, None)
        if moment is None:
            assert layer is deduction.layers[-1]
            return
        assert moment == layer.before
        kind = RULES.index(layer.rule) + 1
        if kind in (UNCONTESTED, SINGLE_SOLUTION):
            found = [reason for reason in list_published_conclusions(moment) if reason.kind == kind]
            seen = {reason.number: set(reason.claims) for reason in found}
            gains = {
                number: set(own) - set(moment.own[number])
                for number, own in enumerate(layer.after.own)
                if len(own) > len(moment.own[number])
            }
            if kind == UNCONTESTED:
                assert all(seen[number] == cells for number, cells in gains.items())
            assert all(cells <= gains[number] for number, cells in seen.items() if number in gains)
            return


@pytest.mark.jitless
class TestSmallBoards:
    def test_a_place_of_its_own(self) -> None:
        (leak,) = check_leaks(from_published(LEAKY))
        assert (leak.rule, leak.cell) == ("uncontested place", (3, 3))
        assert leak.concluded_cells == ((1, 3), (2, 3))
        assert (leak.layer, leak.proven) == (0, 2)
        assert "if there is one solution only" in leak.text
        assert leak.benefit == "proven no sooner than in layer 2"
        judged = uniqueness_leak.judge_leaks((leak,))
        assert judged.brief == "1 leak" and judged.lines[0][0] == "at the start"

    def test_one_that_is_never_proven(self) -> None:
        (leak,) = check_leaks(from_published(NEVER))
        assert leak.proven is None
        assert leak.benefit == "never proven by the rules of deduction"

    def test_two_places_that_are_alike(self) -> None:
        (leak,) = check_leaks(from_published(("    .", "  . 4", " 42  ", "    .")))
        assert (leak.rule, leak.cell, leak.concluded_cells) == (
            "single solution",
            (2, 2),
            ((1, 2),),
        )
        assert leak.moves == ()

    @pytest.mark.parametrize(
        ("rows", "rule", "cell", "claims"),
        [
            (SPARED, "place to spare", (3, 1), ((3, 2), (3, 3))),
            (EXCHANGED, "exchange", (0, 3), ((1, 3),)),
        ],
    )
    def test_what_could_lie_elsewhere(self, rows, rule, cell, claims) -> None:
        leaks = [leak for leak in check_leaks(from_published(rows)) if leak.rule == rule]
        assert [(leak.cell, leak.concluded_cells) for leak in leaks] == [(cell, claims)]
        assert {cell, *claims} <= set(leaks[0].premise_cells)
        assert "if there is one solution only" in leaks[0].text

    @pytest.mark.parametrize("kind", [PLACE_TO_SPARE, EXCHANGE])
    def test_without_a_single_solution_such_thoughts_lead_astray(self, kind) -> None:
        """What they conclude is wrong in a solution that sound rules do not rule out."""
        wrong = 0
        for board in small_boards(4_000):
            own = to_engine(board)
            found = count_solutions(own).found
            moment = deduce_board(own, CORRECTED).start
            for thought in list_uniqueness_conclusions(moment):
                lines = [set(solution[thought.number]) for solution in found]
                wrong += thought.kind == kind and not all(
                    line.issuperset(thought.claims) for line in lines
                )
            if wrong:
                return
        pytest.fail("never wrong")

    def test_none_is_reported_in_no_words(self) -> None:
        assert check_leaks(example("cover")) == ()
        assert uniqueness_leak.judge_leaks(()).rating == "no leaks"
        assert uniqueness_leak.judge_leaks(()).brief == ""

    def test_several_solutions_have_none(self) -> None:
        solved = GAME.solver.solve(to_engine(from_published(("3   ", "    ", "    ", "    "))))
        assert solved.facts["unique"] is False and solved.leaks is None

    def test_the_exact_strategy_does_not_look(self) -> None:
        assert GAME.solver.solve(to_engine(from_published(LEAKY)), "exact").leaks is None

    def test_a_level_can_be_accepted_by_them_and_does_not_keep_their_number(self) -> None:
        small = {"rows": 5, "cols": 5, "numbers": 5, "iterations": 5, "cover_layers": "0.."}
        for wanted in ("..0", "1.."):
            level, _, _ = workshop.generate(GAME, 4, small | {"leaks": wanted})
            solved = GAME.solver.solve(level.board)
            assert solved.leaks is not None and level.verdict is not None
            assert (len(solved.leaks()) == 0) == (wanted == "..0")
            assert "leaks" not in level.verdict.facts
            assert level.provenance is not None and level.provenance.parameters["leaks"] == wanted
        with pytest.raises(GenerationFailed, match="leaks out of range"):
            workshop.generate(GAME, 4, small | {"leaks": "99.."}, max_attempts=100)

    @given(boards())
    @hypothesis.example(RefBoard(7, 6, (((0, 0), 1), ((3, 5), 5)), frozenset({(3, 1)})))
    def test_they_are_true(self, board: RefBoard) -> None:
        check_leaks(board)


def test_on_boards_of_all_kinds() -> None:
    found = [check_leaks(board) for board in mixed_boards(200) if board.numbers]
    assert any(found)


def test_the_sound_run_is_the_compiled_one() -> None:
    for board in mixed_boards(200):
        if board.numbers:
            deduction = deduce_board(to_engine(board), CORRECTED)
            if GAME.solver.solve(to_engine(board)).facts["unique"]:
                check_sound(deduction)


@needs_sample
@pytest.mark.parametrize("step", [12, pytest.param(3, marks=pytest.mark.slow)])
def test_published_puzzles_leak_only_where_the_original_had_no_defence(step: int) -> None:
    leaky: Counter[str] = Counter()
    for puzzle in sample()[::step]:
        board = from_published(puzzle["rows"])
        published = {"uncontested place", "single solution"}
        leaky[puzzle["mode"]] += any(leak.rule in published for leak in check_leaks(board))
        check_sound(deduce_board(to_engine(board), CORRECTED))
    assert leaky["easy"] and leaky["medium"]
    assert not leaky["hard"] and not leaky["expert"]
