"""Candidates of Skiddy that are refused early: only those that would be refused anyway."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skiddy_boards import GAME
from skiddy_candidates import final, made, recipe, seeds, setting

from engine.games.skiddy.generator import create_recipe_site
from engine.games.skiddy.parameters import STAGES
from engine.games.skiddy.skiddy_stages import run_stages
from engine.tiles.compiled_tiles import encode_planes

pytestmark = pytest.mark.jitless


@given(setting(), seeds, st.integers(0, 50), st.data())
def test_a_stage_without_room_is_known_beforehand(
    chosen: dict[str, object], seed: int, attempt: int, data: st.DataObject
) -> None:
    crowd = data.draw(st.sampled_from(["0..3", "1..30", "5..15"]))
    chosen |= {"inert": "0..", **{kind: crowd for kind in ("crates", "ice") if kind in chosen}}
    asked = recipe(chosen, seed, attempt)
    if data.draw(st.booleans()):
        sketch = final(made(chosen, seed + 1))
        cells = st.text("x.", min_size=sketch.cols, max_size=sketch.cols)
        locked = data.draw(st.tuples(*[cells] * sketch.rows))
        asked = replace(asked, sketch=replace(sketch, locked=locked))
    candidate, site = GAME.generator.build_candidate(asked), create_recipe_site(asked)
    stage = run_stages(site, seed, attempt)
    assert (STAGES[stage].title if stage >= 0 else None) == candidate.failed
    if stage < 0:
        assert [*map(tuple, encode_planes(final(candidate)))] == [*map(tuple, site.layout)]
