"""Parameters of the generator: what they demand of levels, and which make no sense."""

from __future__ import annotations

from collections import Counter

import pytest
from fruit_boards import GAME
from fruit_generator import spans
from hypothesis import given
from hypothesis import strategies as st
from judging import early_objection, late_objection

from engine import workshop
from engine.errors import GenerationFailed, ParameterError
from engine.jit import decorators
from engine.stages.candidate import Candidate, Recipe
from engine.values.budget import Control

pytestmark = pytest.mark.jitless


# --- random settings -----------------------------------------------------------------------


seeds = st.integers(0, 2**63 - 1)


# --- acceptance ----------------------------------------------------------------------------


@given(
    st.fixed_dictionaries(
        {"rows": st.integers(5, 7), "cols": st.integers(5, 7)},
        optional={
            "moves": spans(1, 9),
            "states": st.sampled_from(["..50", "20..200", "100"]),
            "dead_states": st.sampled_from(["0", "1..", "..5"]),
            "winning_moves": st.sampled_from(["1..3", "4.."]),
            "losing_moves": st.sampled_from(["0", "..10"]),
            "shortest_solutions": st.sampled_from(["1", "2.."]),
            "transitions": st.sampled_from(["..100"]),
            "mud": st.just("0..1"),
            "pairs": st.just("1"),
            "touching": st.sampled_from(["0", "1..", "0.."]),
            "open_cells": st.sampled_from(["5..9", "..7"]),
            "open_share": st.sampled_from(["0.5..0.8", "0.."]),
            "inert": st.sampled_from(["0", "1..", "0..", "0..1"]),
            "needed_share": st.sampled_from(["0.5..", "..0.67", "1"]),
            "inert_things": st.sampled_from(["removed", "refused"]),
            "one_ways": st.sampled_from(["0..2", "1"]),
        },
    ),
    seeds,
)
def test_the_accepted_level_is_the_first_that_satisfies_every_range(
    chosen: dict[str, object], seed: int
) -> None:
    chosen = {"max_states": 300, "moves": "3..", **chosen}
    parameters = GAME.generator.parameters.complete_settings(chosen)
    tried = 12 if decorators.is_disabled() else 60
    counted: Counter[str] = Counter()
    accepted = None
    for attempt in range(tried):
        reason = reason_to_reject(GAME.generator.build_candidate(Recipe(seed, attempt, parameters)))
        if reason is None:
            accepted = attempt
            break
        counted[reason] += 1
    found = GAME.generator.try_candidates(Recipe(seed, 0, parameters), tried, Control())
    assert found.accepted == accepted
    assert found.tried == sum(found.rejections.values()) + (accepted is not None)
    assert dict(found.rejections) == dict(counted)


def reason_to_reject(candidate: Candidate) -> str | None:
    """Why a candidate is no level that was asked for, in the order in which it is judged."""
    if candidate.failed is not None:
        return f"{candidate.failed.lower()} failed"
    parameters = candidate.recipe.parameters
    if early := early_objection(GAME, candidate):
        return early
    facts = GAME.solver.solve(candidate.board).facts
    most = parameters.get_integer("max_states")
    out = [
        parameter.key
        for parameter in GAME.generator.parameters.list_facts()
        if parameter.key in facts
        and facts[parameter.key] not in parameters.get_range(parameter.key)
    ]
    if facts["states"] > most:
        # A win found before the graph grew too large may be rejected for its length first.
        early = GAME.solver.solve(candidate.board, "uniform-cost").facts
        if not (facts["solvable"] and early["states_seen"] <= most and "moves" in out):
            return "too many positions (max_states)"
    if not facts["solvable"]:
        return "unsolvable"
    order = ["moves", *out] if "moves" in out else out
    if out:
        return f"{order[0].replace('_', ' ')} out of range"
    return late_objection(GAME, candidate)


def test_generated_levels_keep_every_range() -> None:
    asked = {"moves": "4..7", "dead_states": "1..", "states": "..400", "shortest_solutions": "1"}
    if decorators.is_disabled():
        asked |= {"rows": "6", "cols": "6", "max_states": "400", "moves": "3..7"}
    # Plain Python takes seeds that need few attempts.
    for seed in (13, 14) if decorators.is_disabled() else range(20):
        level, candidate, attempts = workshop.generate(GAME, seed, asked)
        assert level.verdict is not None
        facts = level.verdict.facts
        assert (3 if decorators.is_disabled() else 4) <= facts["moves"] <= 7
        assert facts["dead_states"] >= 1
        assert facts["states"] <= 400
        assert facts["shortest_solutions"] == 1
        assert attempts.accepted == candidate.recipe.attempt == attempts.tried - 1
        assert sum(attempts.rejections.values()) == attempts.tried - 1


# --- what cannot be done -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"rows": 6, "cols": 7, "symmetry": "rotate-90"}, "as many rows as columns"),
        ({"rows": 6, "cols": 7, "symmetry": "transpose"}, "as many rows as columns"),
        ({"rows": 3}, "rows: expected a whole number from 4 to 16"),
        ({"walls": "5..2"}, "walls: expected"),
        ({"symmetry": "sideways"}, "symmetry: expected one of"),
        ({"speed": 3}, "unknown parameter 'speed'"),
        ({"regions": "2.."}, "regions=2.. cannot be met: only the largest free area"),
        ({"instant_wins": 1}, "instant_wins=1 cannot be met: solutions must have 7 or more moves"),
    ],
)
def test_settings_that_make_no_sense_are_refused(chosen: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        workshop.generate(GAME, 1, chosen)


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"moves": "200.."}, "moves out of range"),
        ({"losing_moves": "30000..", "mud": 1, "moves": "1.."}, "losing moves out of range"),
        ({"touching": "9.."}, "touching out of range"),
        ({"open_share": "0.99.."}, "open share out of range"),
        ({"inert": "9..", "moves": "1.."}, "inert out of range"),
        ({"rows": 6, "cols": 6, "pairs": 8}, "fruit failed"),
        ({"rows": 6, "cols": 6, "walls": 0, "hedgehogs": 14, "pairs": 1}, "hedgehogs failed: 30"),
        ({"max_states": 3, "moves": "3.."}, r"too many positions \(max_states\)"),
        ({"rows": 4, "cols": 4, "walls": 0, "blockers": 60, "pairs": 2}, "blockers failed: 30"),
    ],
)
def test_what_cannot_be_had_is_said_with_reasons(chosen: dict[str, object], reason: str) -> None:
    with pytest.raises(GenerationFailed, match=reason) as caught:
        workshop.generate(GAME, 1, chosen, max_attempts=30)
    assert "in 30 attempts" in str(caught.value)
