"""What every game's mutations must keep to, and every improvement of its levels."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import workshop
from engine.errors import ParameterError
from engine.evaluation.evaluated_board import EvaluatedBoard, require_mutations
from engine.evaluation.relevance import find_relevance, summarize_relevance
from engine.files import levelfile
from engine.improvement import improvement_objectives
from engine.improvement.improvement_objectives import parse_objective
from engine.values.budget import Budget, Control
from engine.values.rng import RandomNumbers

MANY = settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
CELLS = st.sets(st.tuples(st.integers(0, 11), st.integers(0, 8)), max_size=6)
SEEDS = st.integers(0, 2**63 - 1)
FEW = 20


@pytest.fixture
def mutations(game):
    if game.mutations is None:
        with pytest.raises(ParameterError, match="cannot be improved"):
            require_mutations(game)
        pytest.skip("a game without mutations, which says so")
    return game.mutations


def locked(game, board, cells):
    """The board with some of its cells locked."""
    lock = next(tool for tool in game.boards.tools if tool.plane == "locked")
    for cell in cells:
        if game.boards.has_cell(board, *cell):
            board = game.boards.paint_cell(board, lock, *cell)
    return board


def on_locked_cells(game, board):
    return {
        cell: game.boards.describe_cell(board, *cell)
        for cell in game.boards.draw_picture(board).locked
    }


def own_aims(game):
    """An aim of every kind that a game has."""
    numbered = [f"{name}=5" for name in ("moves", *game.mutations.target_facts)]
    return [
        *improvement_objectives._list_plain_objectives(game),
        *numbered,
        "wish=moves>=6 and not moves>9",
    ]


def inert(game, board):
    facts = game.solver.compute_facts_without(board)
    return summarize_relevance(find_relevance(game, board, facts))["inert"]


@MANY
@given(seed=SEEDS, cells=CELLS)
def test_mutations_leave_size_and_locked_cells(game, level, mutations, seed, cells):
    board = locked(game, level.board, cells)
    before, random = on_locked_cells(game, board), RandomNumbers(seed)
    again = RandomNumbers(seed)
    for _ in range(FEW):
        mutated = mutations.mutate(board, random)
        assert mutated.to_table() == mutations.mutate(board, again).to_table()
        assert (mutated.rows, mutated.cols) == (board.rows, board.cols)
        assert on_locked_cells(game, mutated) == before
        assert game.boards.read_table(mutated.to_table()) == mutated
        if not game.boards.find_problems(mutated):
            board = mutated


@settings(MANY, max_examples=3)
@given(data=st.data(), seed=SEEDS, cells=CELLS)
def test_levels_become_no_worse_and_rebuild(game, level, mutations, data, seed, cells):
    board = locked(game, level.board, cells)
    level = level.with_edited_board(board)
    text = data.draw(st.sampled_from(own_aims(game)))
    aim, found = parse_objective(game, text), partial(EvaluatedBoard, game)
    outcome = workshop.improve(level, text, seed, iterations=FEW)
    after = outcome.level.board
    one, other = (found(each, Budget(), Control()) for each in (board, after))
    assert other.facts["solvable"] and aim.rank(other) >= aim.rank(one)
    assert outcome.before == aim.read_facts(one) and outcome.after == aim.read_facts(other)
    assert (after.rows, after.cols) == (board.rows, board.cols)
    assert on_locked_cells(game, after) == on_locked_cells(game, board)
    assert inert(game, after) <= inert(game, board)
    assert not game.boards.find_problems(after)
    faults = mutations.count_faults(board)
    assert all(number <= faults[name] for name, number in mutations.count_faults(after).items())
    kept = workshop.store_verdict(outcome.level, game.solver.solve(after))
    content = levelfile.dumps(kept)
    assert levelfile.dumps(workshop.rebuild(levelfile.loads(content))) == content


def test_ended_early_it_is_what_so_many_iterations_lead_to(game, level, mutations):
    control = Control()
    control.finish()
    nothing = workshop.improve(level, "longer", 5, control=control)
    assert nothing.iterations == 0 and nothing.level.board == level.board
    soon = workshop.improve(level, "longer", 5, seconds=0.02)
    again = workshop.improve(level, "longer", 5, iterations=soon.iterations)
    assert again.level.board == soon.level.board


def test_an_improved_level_shows_how_it_was_generated(game, level, candidate, mutations):
    once = workshop.improve(level, "longer", 1, iterations=20).level
    twice = workshop.improve(once, "shorter", 2, iterations=20).level
    for improved in (once, twice):
        assert not improved.provenance.edited
        assert (
            workshop.remake_candidate(levelfile.loads(levelfile.dumps(improved))).board
            == level.board
        )
    record = twice.provenance.improve
    assert record.board == once.board and record.earlier[0].board == level.board
