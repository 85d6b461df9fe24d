"""Levels of Skiddy that are accepted by their fun rating."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from skiddy_boards import GAME
from skiddy_candidates import judged, recipe

from engine import workshop
from engine.errors import Cancelled, ParameterError
from engine.files import levelfile
from engine.jit import decorators
from engine.stages.candidate import Attempts
from engine.values.budget import Control
from engine.values.level import Board

pytestmark = pytest.mark.jitless

LIVELY: dict[str, object] = {"rows": 5, "cols": 6, "perfect": "2..", "max_states": 500}
"""Boards whose ratings differ, and that are small."""


@pytest.mark.parametrize("fun", ["0", "2", "3..3", "..1", "4.."])
def test_the_fun_that_was_asked_for_decides_last(fun: str) -> None:
    chosen = LIVELY | {"fun": fun}
    tried = 20 if decorators.is_disabled() else 150
    accepted, expected = judged(chosen, 4, tried)
    control = Control()
    found = GAME.generator.try_candidates(recipe(chosen, 4), tried, control)
    assert found == Attempts(sum(expected.values()) + (accepted is not None), accepted, expected)
    assert control.candidates == sum(expected.values())


def rated(board: Board, version: int) -> int:
    """The rating of a board by a version."""
    solved = GAME.solver.solve(board)
    facts = solved.facts if version == 1 else solved.all_facts
    assert facts["fun"].get("version", 1) == version
    rating: int = facts["fun"]["rating"]
    return rating


def test_a_recorded_demand_means_the_version_of_its_time() -> None:
    """Where a file does not say which, it is the first."""
    level, _, _ = workshop.generate(GAME, 1, LIVELY | {"fun": "5", "fun_version": 1})
    assert rated(level.board, 1) == 5 > rated(level.board, 2)
    assert level.provenance is not None
    said = {**level.provenance.parameters}
    del said["fun_version"]
    old = replace(level, provenance=replace(level.provenance, parameters=said))
    assert workshop.rebuild(old) == old
    assert workshop.read_recipe(old).parameters.get_integer("fun_version") == 1
    assert GAME.generator.parameters.complete_settings({}).get_integer("fun_version") == 2
    if decorators.is_disabled():
        return
    spec, _, _ = workshop.generate(GAME, 1, LIVELY | {"where": "fun>=5", "fun_version": 1})
    assert rated(spec.board, 1) == 5


@pytest.mark.parametrize("fun", ["3", "3..3"])
def test_levels_are_as_much_fun_as_was_asked_for(fun: str) -> None:
    seen, counted = set(), Counter[str]()
    for seed in range(1 if decorators.is_disabled() else 12):
        level, candidate, attempts = workshop.generate(GAME, seed, LIVELY | {"fun": fun})
        assert level.verdict is not None
        assert level.provenance is not None
        seen.add(rated(level.board, 2))
        counted.update(attempts.rejections)
        assert attempts.accepted == candidate.recipe.attempt == attempts.tried - 1
        assert str(level.provenance.parameters["fun"]) == fun
        assert workshop.rebuild(level) == level
    assert seen == {3} if fun == "3..3" else min(seen) >= 3
    assert counted["fun out of range"] or decorators.is_disabled()
    assert max(seen) > 3 or fun == "3..3" or decorators.is_disabled()


def test_without_a_wish_for_fun_nothing_is_said_of_it() -> None:
    level, _, attempts = workshop.generate(GAME, 3, LIVELY)
    assert level.provenance is not None
    assert "fun" not in level.provenance.parameters
    assert "fun out of range" not in attempts.rejections


NESTED = [
    ("max_combo.moves", "3..4"),
    ("max_combo.shortest_solutions", "2.."),
    ("no_combo.moves", "6.."),
    ("no_combo.shortest_solutions", "..1"),
    ("winning_edges.max_combo", "3"),
    ("winning_edges.no_combo", "4.."),
    ("fun.first_moves", "..3"),
    ("fun.lead", "..1"),
    ("fun.ideas", "1"),
    ("fun.decisions", "1.."),
    ("fun.detours", "1.."),
    ("fun.broken_states", "5.."),
    ("fun.symmetries", "..0"),
    ("fun.reversals", "0"),
    ("fun.bottlenecks", "1.."),
    ("fun.widest", "..4"),
    ("fun.near", "..2"),
    ("fun.far", "..60"),
]


@pytest.mark.parametrize(("key", "asked"), NESTED[:2] if decorators.is_disabled() else NESTED)
def test_a_number_in_a_table_can_be_asked_for(key: str, asked: str) -> None:
    span = GAME.generator.parameters[key].parse_value(asked)
    level, _, attempts = workshop.generate(GAME, 7, LIVELY | {key: asked})
    assert level.verdict is not None
    assert level.provenance is not None
    table, _, name = key.partition(".")
    assert GAME.solver.solve(level.board).all_facts[table][name] in span
    assert str(level.provenance.parameters[key]) == asked
    again = levelfile.loads(levelfile.dumps(level))
    assert workshop.rebuild(again) == again == level
    assert all(" " in reason for reason in attempts.rejections)


def test_the_first_fact_that_fails_is_the_reason() -> None:
    chosen = LIVELY | {"fun.first_moves": "9..", "max_combo.moves": "2..30"}
    found = GAME.generator.try_candidates(recipe(chosen, 1), 60, Control())
    assert found.accepted is None
    assert "fun.first_moves out of range" in found.rejections
    assert "max_combo.moves out of range" not in found.rejections


def test_what_a_level_does_not_have_meets_no_range() -> None:
    chosen = {"rows": 5, "cols": 6, "stars": "1..1", "max_combo.moves": "..999"}
    level, _, _ = workshop.generate(GAME, 3, chosen)
    assert level.verdict is not None
    assert level.verdict.facts["max_combo"] is not None
    assert level.verdict.facts.get("no_combo") is None


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"max_combo.moves": "..3"}, "moves for Perfect, 7..30"),
        ({"no_combo.moves": "..3"}, "at least the moves for Perfect"),
        ({"fun.lead": "..-1"}, "no solution without maximum combo is shorter"),
        ({"stars": "2..2", "winning_edges.no_combo": "0"}, "levels with 2 stars"),
    ],
)
def test_what_no_level_can_have_is_refused(settings: dict[str, object], why: str) -> None:
    with pytest.raises(ParameterError, match=f"cannot be met: .*{why}"):
        workshop.generate(GAME, 1, settings)


def test_a_search_for_fun_can_be_cancelled() -> None:
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        workshop.generate(GAME, 1, LIVELY | {"fun": 5}, control=control)
