"""Stages of the generator, each with random numbers of its own."""

from __future__ import annotations

import numpy as np
import pytest
from fruit_generator import (
    STAGES,
    made,
    seeds,
    setting,
)
from hypothesis import given
from hypothesis import strategies as st

pytestmark = pytest.mark.jitless


@given(setting(), seeds, st.sampled_from(STAGES))
def test_a_rerolled_stage_leaves_the_earlier_ones(
    chosen: dict[str, object], seed: int, stage: str
) -> None:
    plain = made(chosen, seed)
    again = made(chosen, seed, **{stage.replace("-", "_"): 1})
    first = plain.timeline.find_stage_span(STAGES.index(stage))[0]
    assert again.timeline.find_stage_span(STAGES.index(stage))[0] == first
    assert np.array_equal(plain.timeline.log[:first], again.timeline.log[:first])


def test_a_rerolled_stage_goes_another_way() -> None:
    chosen: dict[str, object] = {"mud": 3, "one_ways": 3, "anteaters": 1, "hedgehogs": 1}
    chosen |= {"symmetry": "none", "walls": 3, "inner_walls": 4, "blockers": 20}
    changed = set()
    for attempt in range(6):
        plain = made(chosen, 11, attempt)
        for stage in STAGES:
            again = made(chosen, 11, attempt, **{stage.replace("-", "_"): 1})
            if not np.array_equal(plain.timeline.log, again.timeline.log):
                changed.add(stage)
    # These draw nothing: they follow from the stages before them.
    assert changed == set(STAGES) - {"border", "areas", "tidying"}
