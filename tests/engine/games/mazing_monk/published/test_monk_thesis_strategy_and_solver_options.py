"""The thesis's solver and its options, beside a slow reading of it and an enumeration."""

from __future__ import annotations

import pickle
import random
from itertools import product

import numpy as np
import pytest
from monk_boards import GAME, HARD_54, TWO_TURNS, accepted
from monk_published import Published, enumerated
from monk_reference import attacked, read

from engine.errors import EngineError
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.published import thesis_strategy
from engine.games.mazing_monk.published.solver_options import ORDER_NAMES, ThesisOptions
from engine.games.mazing_monk.published.thesis_search_nodes import OPEN, SOLVED
from engine.games.mazing_monk.search.turn_search import EMPTY, FOUND, FULL
from engine.jit import decorators
from engine.values.budget import Budget, Control

compiled = pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")
OPTIONS = [
    {"stall": stall, "order": order, "every": every, "recount": recount}
    for stall, order, every, recount in product(
        (0, 1, 4), ORDER_NAMES, (False, True), (False, True)
    )
]
EASY = MonkBoard("M*..*.*.*" + "#" * 27 + "*" * 9 + "S" * 9)
MOST = 80 if decorators.is_disabled() else 250


def small(seed: int, karma: int = 2, walls: int = 0, soldiers: int = 0) -> MonkBoard:
    """A board of path with few pieces: all of it can be searched."""
    choice = random.Random(seed)
    tiles = list("*" * karma + "#" * walls + "S" * soldiers)
    tiles += "." * (53 - len(tiles))
    while True:
        choice.shuffle(tiles)
        text = "M" + "".join(tiles)
        start = read(text)
        if not attacked(dict(start.cube), start.monk):
            return MonkBoard(text, karma)


def searched(board: MonkBoard, most: int, **options: object) -> thesis_strategy.ThesisLog:
    values = {**options, "order": ORDER_NAMES.index(str(options.get("order", "karma")))}
    return thesis_strategy.search_solution(
        rules.create_start(board), Budget(most), Control(), ThesisOptions(**values)
    )


def require_the_same(board: MonkBoard, most: int, **options: object) -> thesis_strategy.ThesisLog:
    """Both searches make the same records, in the same order, and take the same of them."""
    found = searched(board, most, **options)
    slow = Published(board.cells, board.karma_needed, most=most, **options)
    made = found.records
    assert found.record_count == len(slow.records)
    for record in slow.records:
        number = record.number
        parent = -1 if record.parent is None else record.parent.number
        assert made.parents[number] == parent
        assert (made.costs[number], made.stalled[number]) == (record.cost, record.stalled)
        assert (made.marks[number] != OPEN) == record.taken
        assert (made.marks[number] == SOLVED) == record.solved
    ended = FULL if slow.full else EMPTY if options.get("every") or not slow.solutions else FOUND
    assert found.status == ended
    assert (found.solution_count, found.max_waiting) == (len(slow.solutions), slow.most_waiting)
    return found


class TestReference:
    @pytest.mark.jitless
    @pytest.mark.parametrize("options", OPTIONS, ids=str)
    def test_every_option_makes_the_same_records(self, options):
        for board in (TWO_TURNS, EASY, small(3)):
            require_the_same(board, MOST, **options)

    @compiled
    @pytest.mark.parametrize("order", ORDER_NAMES)
    def test_so_it_is_on_levels(self, order):
        choice = random.Random(order)
        for seed in range(3):
            board = accepted(seed, difficulty=choice.randint(1, 10)).board
            options = {"stall": choice.choice((0, 1, 4)), "recount": seed % 2 == 1}
            require_the_same(board, 500, order=order, **options)

    @compiled
    def test_moves_are_counted_anew(self):
        for seed in range(3):
            board = accepted(seed, difficulty=3).board
            options = {"order": "mixed", "every": True, "stall": 0}
            kept = require_the_same(board, 800, **options)
            anew = require_the_same(board, 800, **options, recount=True)
            assert (kept.records.costs[:800] != anew.records.costs[:800]).any()

    @compiled
    def test_costs_counted_anew_are_those_of_the_way(self):
        board = MonkBoard(HARD_54)
        log = searched(board, 20_000, order="mixed", every=True, recount=True, stall=0)
        made, rows = log.records, log.records.reached_in[1 : log.record_count]
        assert (made.sources[rows] == made.parents[1 : log.record_count]).all()
        # What a step costs depends on where it begins only, so steps keep their costs.
        steps = made.costs[1 : log.record_count] - made.costs[made.parents[1 : log.record_count]]
        assert (steps >= 1).all() and (steps <= 2 + board.cells.count("*")).all()


class TestAll:
    @compiled
    def test_their_number_and_the_least_moves_are_those_of_an_enumeration(self):
        several = 0
        for seed, (karma, walls, soldiers) in product(
            range(2), ((1, 1, 0), (2, 0, 0), (3, 0, 0), (1, 0, 1), (2, 0, 1), (1, 0, 2))
        ):
            board = small(seed, karma, walls, soldiers)
            log = searched(board, 2_000, order="moves", stall=0, every=True)
            if log.status != EMPTY:
                continue
            count, least = enumerated(board.cells, board.karma_needed)
            assert log.solution_count == count
            assert (log.moves is None) == (least is None)
            if log.moves is not None:
                assert rules.count_thesis_moves(board, log.moves) == least
            for order, stall in product(ORDER_NAMES, (1, 4)):
                other = searched(board, 2_000, order=order, stall=stall, every=True)
                assert (other.record_count, other.solution_count) == (log.record_count, count)
            several += count > 1
        assert several >= 5

    def test_a_search_that_ends_by_its_budget_does_not_say_how_many(self):
        solver = GAME.with_options("published", {"solutions": "all"}).solver
        cut = solver.solve(EASY, "published", Budget(100))
        assert cut.computed_facts["solutions"] is None
        assert (cut.facts["solvable"], cut.facts["complete"]) == (True, False)
        assert cut.trace[len(cut.trace) - 1].won

    def test_none_are_none(self):
        walled = MonkBoard("M" + "#" * 52 + "*", 1)
        solver = GAME.with_options("published", {"solutions": "all"}).solver
        solved = solver.solve(walled, "published", Budget(2_000))
        assert solved.facts["solvable"] is False
        assert solved.computed_facts["solutions"] == 0


class TestOptions:
    def test_the_defaults_change_nothing(self):
        usual = GAME.solver.solve(EASY, "published")
        named = {"stall": "4", "order": "karma", "solutions": "first", "recount": "false"}
        same = GAME.with_options("published", named).solver.solve(EASY, "published")
        assert usual.all_facts == same.all_facts
        assert list(usual.trace) == list(same.trace)

    def test_other_strategies_stay_as_they_are(self):
        changed = GAME.with_options("published", {"order": "newest"}).solver
        assert changed.solve(TWO_TURNS).facts == GAME.solver.solve(TWO_TURNS).facts

    def test_they_can_be_pickled(self):
        solver = GAME.with_options("published", {"order": "mixed", "stall": 0}).solver
        again = pickle.loads(pickle.dumps(solver))
        assert again.solve(EASY, "published").facts == solver.solve(EASY, "published").facts

    @pytest.mark.parametrize(
        ("strategy", "settings", "message"),
        [
            ("optimal", {"stall": "0"}, "optimal has no options; expected published"),
            (None, {"stall": "0"}, "optimal has no options; expected published"),
            ("published", {"stal": "0"}, "no option 'stal'; expected one of stall, order"),
            ("published", {"stall": "201"}, "stall: expected a whole number from 0 to 200"),
            ("published", {"order": "best"}, "order: expected one of karma, moves, newest"),
            ("hope", {"stall": "0"}, "unknown strategy 'hope'"),
        ],
    )
    def test_what_cannot_be_set_is_reported(self, strategy, settings, message):
        with pytest.raises(EngineError, match=message):
            GAME.with_options(strategy, settings)

    @compiled
    @pytest.mark.parametrize("order", ORDER_NAMES)
    def test_whatever_is_set_a_solution_wins(self, order):
        for seed in range(4):
            board = accepted(seed, difficulty=6).board
            log = searched(board, 200_000, order=order, stall=3, recount=True)
            assert log.moves is not None
            position = rules.create_start(board)
            for word in log.moves:
                position = rules.apply_move(position, word).after
            assert position.status == "won"
            assert np.all(log.records.costs[: log.record_count] >= 0)
