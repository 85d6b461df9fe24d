"""What every game must keep to that says what can be taken away from its boards."""

from __future__ import annotations

import pickle
from itertools import islice

from engine import workshop
from engine.evaluation.boardfacts import kinds_of_boards
from engine.evaluation.mechanics import mechanics
from engine.values.budget import Budget
from engine.values.expression import fact
from engine.values.mechanics import COUNTS, WORDS

BUDGET = Budget(max_states=5_000)
MOST = 12


def test_things_are_on_cells_and_distinguished(game, level):
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


def test_mechanics_have_words_where_a_solution_is_known(game, level, solved):
    found = mechanics(game, solved)
    assert [*found] == [*game.solver.mechanics]
    assert {*found.values()} <= {*WORDS, None}
    if found and solved.solvable and solved.facts.get("human_solvable", True):
        assert None not in found.values()
    assert mechanics(game, pickle.loads(pickle.dumps(solved))) == found


def test_mechanics_are_reported_in_a_sentence_each_and_asked_for_by_their_own_names(game):
    others = {*game.solver.derived({}), *game.fact_kinds, *COUNTS}
    kinds = kinds_of_boards([game])
    for name, meaning in game.solver.mechanics.items():
        assert name.isidentifier() and name == name.lower()
        assert name not in others and kinds[name] is str
        assert meaning[0].isupper() and meaning.endswith(".") and len(meaning) <= 120
