"""The generator of Linjat, judged by a plain reading of its rules and of its own log."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import elsewhere
import pytest
from hypothesis import given
from hypothesis import strategies as st
from linjat_boards import GAME
from linjat_reference import CORRECTED, Cell, RefBoard, Solver

from engine import workshop
from engine.errors import GenerationFailed, ParameterError
from engine.files import levelfile
from engine.games.linjat.board.board import LinjatBoard, read_board
from engine.jit import decorators
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Candidate, Event, Recipe
from engine.values.budget import Budget, Control

pytestmark = pytest.mark.jitless

SMALL = {"rows": 6, "cols": 5, "numbers": "3..6", "iterations": 0, "cover_layers": "0.."}
seeds = st.integers(0, 2**63 - 1)


@st.composite
def setting(draw: st.DrawFn) -> dict[str, object]:
    """Settings of first puzzles."""
    low = draw(st.integers(2, 8))
    return {
        "rows": draw(st.integers(4, 8)),
        "cols": draw(st.integers(4, 8)),
        "numbers": f"{low}..{low + draw(st.integers(0, 4))}",
        "values": draw(st.sampled_from(["2..5", "1..9", "2..3"])),
        "rounds": draw(st.sampled_from([1, 7, 100])),
        "iterations": 0,
    }


def made(chosen: dict[str, object], seed: int, attempt: int = 0, **others: object) -> Candidate:
    return GAME.generator.build_candidate(
        Recipe(seed, attempt, GAME.generator.parameters.complete_settings(chosen), **others)
    )


def events_of(candidate: Candidate, stage: str, plane: str = "cells") -> list[Event]:
    events = (candidate.timeline.get_event(index) for index in range(len(candidate.timeline)))
    return [event for event in events if (event.stage, event.plane) == (stage, plane)]


def own(candidate: Candidate) -> LinjatBoard:
    assert isinstance(candidate.board, LinjatBoard)
    return candidate.board


# --- numbers -------------------------------------------------------------------------------


@given(setting(), seeds)
def test_numbers_are_as_many_and_as_long_as_asked_for(chosen, seed):
    parameters = GAME.generator.parameters.complete_settings(chosen)
    boards = [own(made(chosen, seed, attempt)) for attempt in range(3)]
    counts = {len(list(board.list_numbers())) for board in boards}
    assert len(counts) == 1, "All attempts of a seed have the same"
    assert counts.pop() in parameters.get_range("numbers")
    for board in boards:
        assert all(value in parameters.get_range("values") for _, _, value in board.list_numbers())


def test_numbers_that_do_not_fit_are_a_failure():
    chosen = {"rows": 4, "cols": 4, "numbers": "17", "iterations": 0}
    assert made(chosen, 1).failed == "Numbers"
    attempts = GAME.generator.try_candidates(
        Recipe(1, 0, GAME.generator.parameters.complete_settings(chosen)), 20, Control()
    )
    assert attempts.rejections == {"numbers failed": 20}


# --- dots, read plainly --------------------------------------------------------------------


class PlainDots:
    """Section 4 of the rules, with the draws and the clues of a log, ones among these."""

    def __init__(self, board: LinjatBoard, rounds: int, clues: list[tuple[int, str]]) -> None:
        numbers = tuple(((row, col), value) for row, col, value in board.list_numbers())
        self.solver = Solver(RefBoard(board.rows, board.cols, numbers, frozenset()), CORRECTED)
        self.initial = {cell: len(by) for cell, by in self.solver.reach.items()}
        self.clues = iter(clues)
        self.placed: list[tuple[Cell, int]] = []
        self.solved = self.run(rounds)

    def run(self, rounds: int) -> bool:
        done = layers = 0
        while done < rounds:
            done, solver = done + 1, self.solver
            solver.look()
            for number in solver.numbers:
                if self.unserved(number):
                    self.place(number)
            before = sum(map(len, solver.alive))
            fired = solver.layer()
            layers += fired is not None
            if solver.solved():
                return not solver.overlapping()
            if fired is None and sum(map(len, solver.alive)) == before:
                if not self.place(None):
                    return False
                if self.solver is not solver:  # begun again with a number more
                    done, layers = done - layers, 0
            elif fired is not None and solver.impossible():
                return False
        return False

    def unserved(self, number: int) -> bool:
        """Whether the uncontested rule would serve a number."""
        solver = self.solver
        reached = {cell for cell in solver.cells if number in solver.reach[cell]}
        contested = solver.contested(number)
        if reached & set(solver.open_dots()) or not reached & contested:
            return False
        return any(
            line - solver.owner.keys() and not line & (contested | solver.foreign(number))
            for line in solver.alive[number]
        )

    def place(self, number: int | None) -> bool:
        solver = self.solver
        weights = {
            cell: self.initial[cell] + len(by)
            for cell, by in solver.reach.items()
            if by and cell not in solver.owner and cell not in solver.dots
            if number is None or number in by
        }
        heaviest = [cell for cell, weight in weights.items() if weight == max(weights.values())]
        if not heaviest:
            return False
        draw, clue = next(self.clues)
        chosen = heaviest[draw]
        self.placed.append((chosen, weights[chosen]))
        if clue == "1":
            assert number is None, "ones come only where the solver is stuck"
            numbers = sorted((*solver.board.numbers, (chosen, 1)))
            self.solver = Solver(replace(solver.board, numbers=tuple(numbers)), CORRECTED)
            return True
        solver.dots = sorted([*solver.dots, chosen])
        solver.board = replace(solver.board, dots=frozenset(solver.dots))
        return True


@given(setting(), seeds, st.sampled_from([0, 0, 300, 1000]))
def test_clues_are_placed_as_a_plain_reading_places_them(chosen, seed, ones):
    chosen |= {"ones": ones, "values": "2..5"} if ones else {}
    candidate = made(chosen, seed)
    placed = events_of(candidate, "dots")
    assert all(event.old == "." and event.new in "*1" for event in placed), "never on a number"
    assert ones or all(event.new == "*" for event in placed)
    first = candidate.make_board_at(candidate.timeline.find_stage_span(0)[1])
    assert not any(first.list_dots())
    plain = PlainDots(
        first,
        GAME.generator.parameters.complete_settings(chosen).get_integer("rounds"),
        [(event.draw, event.new) for event in placed],
    )
    reported = [((event.row, event.col), event.weight) for event in placed]
    assert reported == plain.placed
    assert (candidate.failed is None) == plain.solved


@given(setting(), seeds)
def test_a_dot_is_as_heavy_as_the_heat_map_says(chosen, seed):
    timeline = made(chosen, seed).timeline
    names = [plane.name for plane in timeline.planes]
    heat = names.index(next(s.heat for s in GAME.generator.stages if s.name == "dots"))
    for moment in range(len(timeline)):
        event = timeline.get_event(moment)
        if event.new == "*":
            weights = timeline.build_layout(moment)[heat]
            assert event.weight == weights[event.row * timeline.cols + event.col]


# --- acceptance ----------------------------------------------------------------------------


@given(seeds)
def test_an_accepted_puzzle_is_unique_and_deduced(seed):
    level, _, attempts = workshop.generate(GAME, seed, SMALL)
    facts = level.verdict.facts
    assert facts["unique"] is facts["human_solvable"] is facts["solvable"] is True
    assert attempts.tried == sum(attempts.rejections.values()) + 1


def test_a_rejection_has_a_reason_that_a_plain_look_confirms():
    parameters = GAME.generator.parameters.complete_settings(SMALL)
    for attempt in range(12 if decorators.is_disabled() else 40):
        recipe = Recipe(3, attempt, parameters)
        (reason,) = GAME.generator.try_candidates(recipe, 1, Control()).rejections or ("",)
        candidate = GAME.generator.build_candidate(recipe)
        if candidate.failed is not None:
            assert reason == f"{candidate.failed.lower()} failed"
            continue
        facts = GAME.solver.solve(candidate.board, budget=Budget(2_000)).facts
        if reason == "not solved from the start":
            assert not facts["human_solvable"]
        else:
            assert facts["human_solvable"]
            assert facts["unique"] == (reason != "not unique")


@pytest.mark.parametrize(
    ("demand", "reason"),
    [
        ({"square_layers": "200.."}, "layers by square out of range"),
        ({"fit_layers": "200.."}, "layers by fit out of range"),
        ({"width": "4.."}, "width out of range"),
        ({"score": "300.."}, "score out of range"),
        ({"human_time": "99999.."}, "human time out of range"),
    ],
)
def test_what_cannot_be_met_is_reported(demand, reason):
    with pytest.raises(GenerationFailed, match=reason):
        workshop.generate(GAME, 1, SMALL | demand, max_attempts=60)


def test_demands_are_met():
    demand = {"layers": "6..9", "width": "..2", "cover_layers": "2..", "single_solution_layers": 0}
    facts = workshop.generate(GAME, 2, SMALL | demand)[0].verdict.facts
    assert 6 <= facts["layers"] <= 9 and facts["width"] <= 2
    assert facts["rule_use"]["cover"]["depth"] >= 2
    assert facts["rule_use"]["single_solution"]["depth"] == 0


@pytest.mark.skipif(decorators.is_disabled(), reason="hundreds of attempts")
def test_a_rarer_rule_is_wanted_where_it_has_weight():
    chosen = SMALL | {"mode": "expert", "rows": 7, "cols": 7, "numbers": 10}
    recipe = Recipe(1, 0, GAME.generator.parameters.complete_settings(chosen))
    found, attempts = find_accepted_attempt(GAME.generator, recipe, 3_000)
    use = GAME.solver.solve(GAME.generator.build_candidate(found).board).facts["rule_use"]
    assert any(use[rule]["depth"] for rule in ("square", "dependency", "one_of"))
    assert attempts.rejections["none of the wanted rules"]


# --- modes ---------------------------------------------------------------------------------


def test_a_mode_stands_for_defaults():
    values = GAME.generator.parameters.complete_settings({"mode": "expert", "rows": 5}).to_table()
    assert (values["rows"], values["cols"], values["numbers"]) == (5, 9, "23..26")
    assert (values["weight_dependency"], values["weight_width"]) == (100, -2)
    easy = GAME.generator.parameters.complete_settings({}).to_table()
    assert (easy["mode"], easy["rows"], easy["square_layers"]) == ("easy", 9, 0)
    assert GAME.generator.parameters.complete_settings(values).to_table() == values
    with pytest.raises(ParameterError, match="mode: expected one of easy, medium, hard, expert"):
        GAME.generator.parameters.complete_settings({"mode": "nightmare"})


@pytest.mark.skipif(decorators.is_disabled(), reason="thousands of attempts")
@pytest.mark.parametrize("mode", ["easy", "medium", "hard", "expert"])
def test_a_mode_keeps_to_its_selection(mode):
    facts = workshop.generate(GAME, 5, {"mode": mode, "iterations": 300})[0].verdict.facts
    use = {rule: depth["depth"] for rule, depth in facts["rule_use"].items()}
    if mode != "expert":
        assert use["dependency"] == use["one_of"] == 0
    if mode in ("easy", "medium"):
        assert use["square"] == 0 and use["cover"] > (1 if mode == "easy" else 5)
    if mode == "hard":
        assert use["square"] >= 1
    assert facts["unique"] and facts["human_solvable"]


# --- locks, streams, other processes -------------------------------------------------------


def test_locked_cells_are_left_alone_and_count():
    cells, locked = "3....\n.....\n..*..\n.....\n....2\n", "x...x\n.....\n..x..\n.....\n....x\n"
    sketch = read_board({"cells": cells, "locked": locked})
    chosen = {"rows": 5, "cols": 5, "numbers": 4, "iterations": 0}
    for attempt in range(30):
        board = own(made(chosen, 1, attempt, sketch=sketch))
        assert (board.cells[0][0], board.cells[0][4], board.cells[4][4]) == ("3", ".", "2")
        assert board.cells[2][2] == "*"
        assert len(list(board.list_numbers())) == 4


def test_a_sketch_of_another_size_is_refused():
    sketch = read_board({"cells": "3...\n" * 4, "locked": "x...\n" * 4})
    with pytest.raises(ParameterError, match="4 by 4, not 6 by 5"):
        made(SMALL, 1, sketch=sketch)


def test_stages_draw_from_streams_of_their_own():
    chosen = SMALL | {"cols": 8, "numbers": 8}
    old = made(chosen, 4)
    again = made(chosen, 4, reroll={"dots": 1})
    assert own(old).cells != own(again).cells
    assert list(own(old).list_numbers()) == list(own(again).list_numbers())


IN_ANOTHER_PROCESS = """
import json, sys
from engine.game import kernels
from engine.files import levelfile
from engine.game import registry
from engine import workshop
game = registry.get_game("linjat")
made = [workshop.generate(game, 7, chosen) for chosen in json.load(sys.stdin)]
found = [[levelfile.dumps(level), candidate.timeline.log.tolist()] for level, candidate, _ in made]
print(json.dumps([kernels.describe_kernels(), found]))
"""


@elsewhere.plain_or_not
def test_another_process_makes_the_same_bytes(plain):
    settings_of_all = [
        SMALL | {"iterations": 40, "method": method, "numbers": "6..7"}
        for method in ("pool", "annealing")
    ]
    state, found = elsewhere.answer_of(IN_ANOTHER_PROCESS, settings_of_all, plain=plain)
    assert state.startswith("plain Python" if plain else "compiled")
    for chosen, (text, log) in zip(settings_of_all, found, strict=True):
        level, candidate, _ = workshop.generate(GAME, 7, chosen)
        assert levelfile.dumps(level) == text
        assert candidate.timeline.log.tolist() == log


def test_every_event_is_reported_in_words():
    level, candidate, _ = workshop.generate(GAME, 7, SMALL | {"iterations": 60})
    reported = Counter()
    for index in range(len(candidate.timeline)):
        event = candidate.timeline.get_event(index)
        words = GAME.generator.describe_event(event)
        assert words.startswith(f"row {event.row}, column {event.col}: ")
        reported[event.stage, event.plane] += 1
    assert {("numbers", "cells"), ("dots", "cells"), ("dots", "reach"), ("dots", "deduced")} <= {
        *reported
    }
    assert candidate.make_board_at(len(candidate.timeline)) == level.board
