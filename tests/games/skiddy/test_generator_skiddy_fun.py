"""Levels of Skiddy that are accepted by their fun rating."""

from __future__ import annotations

from collections import Counter

import pytest
from skiddy_boards import GAME
from skiddy_candidates import made, reason_to_reject, recipe

from engine import workshop
from engine.errors import Cancelled
from engine.generate.generation import Attempts
from engine.jit import marks
from engine.values.budget import Control

pytestmark = pytest.mark.jitless

LIVELY: dict[str, object] = {"rows": 5, "cols": 6, "perfect": "2..", "max_states": 500}
"""Boards whose ratings differ, and that are small."""


@pytest.mark.parametrize("fun", ["0", "2", "3..3", "..1", "4.."])
def test_the_fun_that_was_asked_for_decides_last(fun: str) -> None:
    chosen = LIVELY | {"fun": fun}
    tried = 20 if marks.disabled() else 150
    expected: Counter[str | None] = Counter()
    accepted = None
    for attempt in range(tried):
        reason = reason_to_reject(made(chosen, 4, attempt))
        if reason is None:
            accepted = attempt
            break
        expected[reason] += 1
    control = Control()
    found = GAME.generator.attempts(recipe(chosen, 4), tried, control)
    assert found == Attempts(sum(expected.values()) + (accepted is not None), accepted, expected)
    assert control.candidates == sum(expected.values())


@pytest.mark.parametrize("fun", ["3", "3..3"])
def test_levels_are_as_much_fun_as_was_asked_for(fun: str) -> None:
    seen, counted = set(), Counter[str]()
    for seed in range(1 if marks.disabled() else 12):
        level, candidate, attempts = workshop.generate(GAME, seed, LIVELY | {"fun": fun})
        assert level.verdict is not None
        assert level.provenance is not None
        seen.add(level.verdict.facts["fun"]["rating"])
        counted.update(attempts.rejections)
        assert attempts.accepted == candidate.recipe.attempt == attempts.tried - 1
        assert str(level.provenance.parameters["fun"]) == fun
        assert workshop.rebuild(level) == level
    assert seen == {3} if fun == "3..3" else min(seen) >= 3
    assert counted["fun out of range"] or marks.disabled()
    assert max(seen) > 3 or fun == "3..3" or marks.disabled()


def test_without_a_wish_for_fun_nothing_is_said_of_it() -> None:
    level, _, attempts = workshop.generate(GAME, 3, LIVELY)
    assert level.provenance is not None
    assert "fun" not in level.provenance.parameters
    assert "fun out of range" not in attempts.rejections


def test_a_search_for_fun_can_be_cancelled() -> None:
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        workshop.generate(GAME, 1, LIVELY | {"fun": 5}, control=control)
