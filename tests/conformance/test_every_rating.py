"""What every game must keep to that says what can be taken away from its boards."""

from __future__ import annotations

from itertools import islice

from engine import workshop
from engine.values.budget import Budget
from engine.values.expression import fact

BUDGET = Budget(max_states=5_000)
MOST = 12


def test_things_are_on_cells_and_told_apart(game, level):
    things = [*game.boards.things(level.board)]
    names = {(thing.kind, thing.row, thing.col, thing.direction) for thing in things}
    assert len(names) == len(things)
    assert all(game.boards.has_cell(level.board, thing.row, thing.col) for thing in things)


def test_without_a_thing_only_its_own_cell_is_other(game, level):
    before = game.boards.picture(level.board)
    for thing in game.boards.things(level.board):
        after = game.boards.picture(thing.without)
        at = thing.row, thing.col
        assert {key for key in before.pieces if key not in after.pieces} <= {at}
        for row, line in enumerate(before.tiles):
            for col, tile in enumerate(line):
                assert (row, col) == at or after.tiles[row][col] == tile
        assert (before.gates ^ after.gates) <= {gate for gate in before.gates if gate[:2] == at}
        assert before.locked == after.locked


def test_the_facts_of_what_is_left_are_those_of_the_solver(game, level, solved):
    facts = game.solver.facts_without(level.board, BUDGET)
    for key in ("solvable", "complete", "moves", *game.solver.compared):
        assert fact(facts, key) == fact(solved.facts, key)
    for thing in islice(game.boards.things(level.board), MOST):
        if not game.boards.problems(thing.without):
            facts = game.solver.facts_without(thing.without, BUDGET)
            whole = game.solver.solve(thing.without, None, BUDGET).facts
            for key in ("solvable", "complete", "moves", *game.solver.compared):
                assert fact(facts, key) == fact(whole, key)


def test_a_level_is_rated(game, level, solved):
    rating = workshop.rate(level, BUDGET)
    assert rating.solved.facts == solved.facts
    assert not rating.facts().keys() & solved.all_facts.keys()
