"""What every game must keep to that says what can be taken away from its boards."""

from __future__ import annotations

import pickle
from itertools import islice

from engine import workshop
from engine.evaluation.board_facts import list_fact_types
from engine.evaluation.level_mechanics import find_mechanics
from engine.values.budget import Budget
from engine.values.expression import get_fact
from engine.values.mechanic_use_words import COUNT_FACTS, MECHANIC_WORDS

BUDGET = Budget(max_states=5_000)
MOST = 12


def test_things_are_on_cells_and_distinguished(game, level):
    things = [*game.boards.list_objects(level.board)]
    names = {(thing.kind, thing.row, thing.col, thing.direction) for thing in things}
    assert len(names) == len(things)
    assert all(game.boards.has_cell(level.board, thing.row, thing.col) for thing in things)


def test_without_a_thing_only_its_own_cell_is_other(game, level):
    before = game.boards.draw_picture(level.board)
    for thing in game.boards.list_objects(level.board):
        after = game.boards.draw_picture(thing.without)
        at = thing.row, thing.col
        assert {key for key in before.pieces if key not in after.pieces} <= {at}
        for row, line in enumerate(before.tiles):
            for col, tile in enumerate(line):
                assert (row, col) == at or after.tiles[row][col] == tile
        assert (before.gates ^ after.gates) <= {gate for gate in before.gates if gate[:2] == at}
        assert before.locked == after.locked


def test_the_facts_of_what_is_left_are_those_of_the_solver(game, level, solved):
    facts = game.solver.compute_facts_without(level.board, BUDGET)
    for key in ("solvable", "complete", "moves", *game.solver.compared_facts):
        assert get_fact(facts, key) == get_fact(solved.facts, key)
    for thing in islice(game.boards.list_objects(level.board), MOST):
        if not game.boards.find_problems(thing.without):
            facts = game.solver.compute_facts_without(thing.without, BUDGET)
            whole = game.solver.solve(thing.without, None, BUDGET).facts
            for key in ("solvable", "complete", "moves", *game.solver.compared_facts):
                assert get_fact(facts, key) == get_fact(whole, key)


def test_a_level_is_rated(game, level, solved):
    rating = workshop.rate(level, BUDGET)
    assert rating.solved.facts == solved.facts
    assert not rating.to_table().keys() & solved.all_facts.keys()


def test_mechanics_have_words_where_a_solution_is_known(game, level, solved):
    found = find_mechanics(game, solved)
    assert [*found] == [*game.solver.mechanic_titles]
    assert {*found.values()} <= {*MECHANIC_WORDS, None}
    if found and solved.solvable and solved.facts.get("human_solvable", True):
        assert None not in found.values()
    assert find_mechanics(game, pickle.loads(pickle.dumps(solved))) == found


def test_mechanics_are_reported_in_a_sentence_each_and_asked_for_by_their_own_names(game):
    others = {*game.solver.derive_facts({}), *game.fact_types, *COUNT_FACTS}
    kinds = list_fact_types([game])
    for name, meaning in game.solver.mechanic_titles.items():
        assert name.isidentifier() and name == name.lower()
        assert name not in others and kinds[name] is str
        assert meaning[0].isupper() and meaning.endswith(".") and len(meaning) <= 120
