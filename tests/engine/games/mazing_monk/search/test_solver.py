"""The monk's solvers: the optimum as a literal search finds it, solutions that win, bounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from monk_boards import HARD_54, HARD_58, WALLED, accepted, cells_of, small
from monk_literal import least, replayed, ways

from engine.games.mazing_monk.cube import cube
from engine.games.mazing_monk.cube.bitcube import get_cube_tables
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.monk_notation import format_walk
from engine.games.mazing_monk.game import GAME
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.search import proof_search, turn_solution_count
from engine.games.mazing_monk.search.compiled_level_facts import WAYS, LevelSolver
from engine.jit import decorators
from engine.values.budget import Budget, Control

jitless = pytest.mark.jitless
compiled = pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")


class TestOptimum:
    @jitless
    @given(small())
    def test_it_is_that_of_a_literal_search(self, board):
        found = GAME.solver.solve(
            board, budget=Budget(300 if decorators.is_disabled() else 50_000)
        ).facts
        try:
            expected = least(board.cells, board.karma_needed, most=8_000)
        except OverflowError:
            return
        if not found["complete"]:
            assert expected is None or expected[0] >= found["lower_bound"]
            return
        assert found["solvable"] == (expected is not None)
        assert (found["turns"], found["walks"]) == (expected or (None, None))
        if expected is None:
            assert found["optimal_solutions"] == 0
        elif expected[0] <= 3:
            counted = ways(board.cells, expected[0], board.karma_needed)
            assert found["optimal_solutions"] == counted

    @jitless
    def test_no_way_out_is_proven(self):
        found = GAME.solver.solve(WALLED)
        assert found.facts["solvable"] is False and found.facts["complete"] is True
        assert least(WALLED.cells, 7) is None
        assert found.moves is None and found.guide.look_ahead(()).is_dead
        for name in ("moves", "solution", "turns", "walks", "steps", "optimal", "lower_bound"):
            assert found.facts[name] is None

    @jitless
    def test_a_walk_may_be_all(self):
        board = MonkBoard("M" + "*" * 7 + "." + "#" * 45)
        facts = GAME.solver.solve(board).facts
        assert (facts["turns"], facts["walks"], facts["moves"]) == (0, 1, 1)
        assert facts["optimal_solutions"] == 1 and facts["lower_bound"] == 0
        assert facts["optimal"] is True
        assert replayed(board.cells, tuple(facts["solution"].split()), 7)[0] == "won"

    @compiled
    @pytest.mark.parametrize(
        ("text", "turns", "walks", "solutions"), [(HARD_54, 54, 7, 2), (HARD_58, 58, 5, 49)]
    )
    def test_the_hard_levels_of_the_rules(self, text, turns, walks, solutions):
        found = GAME.solver.solve(MonkBoard(text))
        assert found.facts["complete"] and found.facts["optimal"]
        assert (found.facts["turns"], found.facts["lower_bound"]) == (turns, turns)
        assert (found.facts["walks"], found.facts["optimal_solutions"]) == (walks, solutions)
        steps = found.facts["steps"]
        assert replayed(text, found.moves, 7) == ("won", turns, walks, steps)

    @jitless
    @pytest.mark.parametrize("difficulty", [1, 4])
    def test_ways_can_be_counted_beyond_machine_words(self, difficulty):
        board = accepted(3, difficulty=difficulty).board
        begin = rules.create_start(board)
        found = proof_search.prove_optimum(begin, Budget(), Control())
        counts = np.empty(len(found.search.parents), np.int64)
        turn_solution_count.count_solutions(
            get_cube_tables(), found.search, Control().shared_cells, counts
        )
        assert turn_solution_count.count_exactly(found.search, counts) == found.known[WAYS] > 0

    def test_two_saturated_counts_are_added_within_a_machine_word(self):
        saturated = turn_solution_count.SATURATED
        assert saturated + saturated <= np.iinfo(np.int64).max

    @jitless
    @given(small())
    def test_its_walks_lead_to_the_nearest_karma_as_long_as_any_is_missing(self, board):
        found = GAME.solver.solve(
            board, budget=Budget(1_000 if decorators.is_disabled() else 50_000)
        )
        position = rules.create_start(board)
        for word in found.moves or ():
            monk, walkable = rules.find_monk(position), rules.find_walkable(position)
            ways = {
                format_walk(cell): (len(cube.find_path(walkable, monk, cell) or ()), cell)
                for cell in rules.find_reached(position)
                if rules.get_cells(position)[cell] == "*"
            }
            if word.startswith("m") and rules.count_missing_karma(position) > 0 and ways:
                assert word == min(ways, key=ways.__getitem__)
            position = rules.apply_move(position, word).after
        assert position.status == "won" or found.moves is None


class TestStrategies:
    @jitless
    @given(small())
    def test_every_solution_wins_as_it_says(self, board):
        budget = Budget(200 if decorators.is_disabled() else 20_000)
        answers = [GAME.solver.solve(board, name, budget).facts for name in GAME.solver.strategies]
        best = answers[0]
        for facts in answers:
            assert list(facts) == list(best)
            assert None in (facts["solvable"], best["solvable"]) or (
                facts["solvable"] == best["solvable"]
            )
            if facts["solution"] is None:
                continue
            words = tuple(facts["solution"].split())
            counts = facts["turns"], facts["walks"], facts["steps"]
            assert replayed(board.cells, words, board.karma_needed) == ("won", *counts)
            assert facts["moves"] == facts["turns"] + facts["walks"]
            if best["complete"]:
                assert facts["turns"] >= best["turns"]
                assert facts["optimal"] in (None, facts["turns"] == facts["lower_bound"])
                assert (facts["lower_bound"] or 0) <= best["turns"]

    @jitless
    @pytest.mark.parametrize("difficulty", (1, 4) if decorators.is_disabled() else range(1, 11))
    def test_generated_levels(self, difficulty):
        board = accepted(difficulty, difficulty=difficulty).board
        text = cells_of(board)
        for name in GAME.solver.strategies:
            found = GAME.solver.solve(
                board, name, Budget(8_000 if decorators.is_disabled() else 20_000)
            )
            facts = found.facts
            may_be_open = name in ("published", "backwards")
            assert facts["solvable"] in ((True, None) if may_be_open else (True,))
            if found.moves is not None:
                counts = facts["turns"], facts["walks"], facts["steps"]
                assert replayed(text, found.moves, 7) == ("won", *counts)
            if name == "optimal":
                assert facts["optimal"] is True

    @jitless
    def test_the_beam_widens_until_it_proves_that_there_is_no_way(self):
        facts = GAME.solver.solve(WALLED, "fast").facts
        assert facts["solvable"] is False and facts["complete"] is True


class TestBudget:
    @jitless
    @given(small(), st.sampled_from(GAME.solver.strategies), st.integers(1, 400))
    def test_it_is_kept_exactly_and_used_up(self, board, strategy, most):
        facts = GAME.solver.solve(board, strategy, Budget(most)).facts
        assert 1 <= facts["states_seen"] <= most
        if not facts["complete"]:
            assert facts["states_seen"] == most

    @jitless
    @pytest.mark.parametrize("difficulty", [1, 3])
    def test_just_enough_is_enough(self, difficulty):
        """Searches for traps have no more room either: plain Python says if they leave it."""
        for seed in range(2):
            board = accepted(seed, difficulty=difficulty).board
            whole = GAME.solver.solve(board).facts
            just = GAME.solver.solve(board, budget=Budget(whole["states_seen"])).facts
            assert just["complete"] is True and just["turns"] == whole["turns"]
            assert just["traps"] in (None, whole["traps"])
            less = GAME.solver.solve(board, budget=Budget(max(1, whole["states_seen"] - 1))).facts
            assert less["complete"] is (whole["states_seen"] == 1)

    @jitless
    def test_more_states_than_there_can_be_are_no_error(self):
        for strategy in GAME.solver.strategies:
            facts = GAME.solver.solve(accepted(1).board, strategy, Budget(10**19)).facts
            assert facts["complete"] is True

    def test_an_unfinished_proof_gives_bounds(self):
        budget = Budget(100 if decorators.is_disabled() else 400_000)
        found = GAME.solver.solve(MonkBoard(HARD_58), budget=budget)
        facts = found.facts
        assert facts["complete"] is False and facts["optimal"] is False
        assert 8 <= facts["lower_bound"] < 58
        assert facts["states_seen"] <= budget.max_states
        for name in ("moves", "solution", "turns", "walks", "steps", "optimal_solutions"):
            assert facts[name] is None

    @compiled
    def test_a_long_proof_finds_some_solution_first(self):
        found = GAME.solver.solve(MonkBoard(HARD_58), budget=Budget(400_000))
        assert found.facts["solvable"] is True
        assert replayed(HARD_58, found.moves, 7)[0] == "won"

    @jitless
    @pytest.mark.parametrize("strategy", GAME.solver.strategies)
    def test_no_time_is_time_enough_to_say_so(self, strategy):
        found = GAME.solver.solve(MonkBoard(HARD_54), strategy, Budget(seconds=0.0))
        assert found.facts["complete"] is False and found.facts["solvable"] is None
        assert len(found.trace) == 1

    @jitless
    @pytest.mark.parametrize("strategy", GAME.solver.strategies)
    def test_a_cancelled_search_says_nothing(self, strategy):
        control = Control()
        control.cancel()
        found = GAME.solver.solve(MonkBoard(HARD_54), strategy, control=control)
        assert found.facts["complete"] is False and found.moves is None

    @jitless
    def test_a_judge_says_the_same_level_after_level(self):
        judge = LevelSolver(5_000)
        for difficulty in (1, 3, 1):
            board = accepted(difficulty, difficulty=difficulty).board
            facts = dict(GAME.solver.solve(board).facts)
            del facts["solution"]
            assert judge.compute_facts(board, Control()) == facts

    @jitless
    def test_a_judge_makes_no_guesses(self):
        facts = LevelSolver(50).compute_facts(MonkBoard(HARD_58), Control())
        assert facts["complete"] is False and facts["solvable"] is None
        assert facts["optimal"] is False and 0 < facts["lower_bound"] < 58
        assert facts["turns"] is None and facts["optimal_solutions"] is None
        facts = LevelSolver(50).compute_facts(WALLED, Control())
        assert facts == {
            name: fact
            for name, fact in GAME.solver.solve(WALLED).facts.items()
            if name != "solution"
        }
