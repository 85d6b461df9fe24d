"""Dots that a puzzle does not need go, where all that is on it is to be needed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import workshop
from engine.evaluation.relevance import find_relevance
from engine.game import registry
from engine.stages.candidate import Recipe

pytestmark = pytest.mark.jitless

LINJAT = registry.get_game("linjat")
SMALL = {"rows": 4, "cols": 4, "numbers": "3..4", "iterations": 5, "cover_layers": "1.."}
seeds = st.integers(0, 10_000)


@given(seed=seeds)
def test_a_puzzle_needs_all_of_its_dots_and_its_log_shows_which_went(seed: int) -> None:
    _, made, _ = workshop.generate(LINJAT, seed, {**SMALL, "needed_share": 1})
    facts = LINJAT.solver.solve(made.board).facts
    assert all(
        each.needed for each in find_relevance(LINJAT, made.board, facts) if each.thing.counted
    )
    assert made.lineage is not None
    assert made.lineage.make_board(made.lineage.best) == made.board
    assert made.make_board_at(len(made.timeline)) == made.board


@given(seed=seeds, demand=st.sampled_from([{}, {"needed_share": "..0.5"}, {"inert": "0.."}]))
def test_dots_stay_where_few_unneeded_ones_are_not_asked_for(
    seed: int, demand: dict[str, str]
) -> None:
    parameters = LINJAT.generator.parameters
    usual, kept = (
        LINJAT.generator.build_candidate(
            Recipe(seed, 0, parameters.complete_settings({**SMALL, **demand, "spare_dots": word}))
        )
        for word in ("removed", "kept")
    )
    assert usual.board == kept.board


def test_a_file_of_before_keeps_them() -> None:
    level = workshop.generate(LINJAT, 1, {**SMALL, "needed_share": "0.5..", "spare_dots": "kept"})[
        0
    ]
    assert level.provenance is not None
    parameters = dict(level.provenance.parameters)
    assert parameters.pop("spare_dots") == "kept"
    older = replace(level, provenance=replace(level.provenance, parameters=parameters))
    assert workshop.rebuild(older).board == level.board
