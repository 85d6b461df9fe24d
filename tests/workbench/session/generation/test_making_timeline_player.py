"""Stepping through the making of a level: by whole actions, or by single events."""

from __future__ import annotations

import pytest

from engine.stages.candidate import Recipe
from workbench.session.generation.timeline_player import TimelinePlayer

pytestmark = pytest.mark.usefixtures("app_world")


def test_a_timeline_is_stepped_by_event_and_by_stage(sample):
    recipe = Recipe(7, 0, sample.generator.parameters.complete_settings({"walls": 0}))
    player = TimelinePlayer(sample, sample.generator.build_candidate(recipe))
    assert player.moment == player.length
    assert player.stage == 3
    player.jump_section(-1)
    assert player.moment == player.sections[3].start
    player.jump_section(-1)
    assert (player.stage, player.moment) == (2, player.sections[2].start)
    assert player.build_view().heat is None or not player.build_view().heat
    player.jump_section(-1)
    assert player.stage == 1  # a stage without events can be stood on, to roll it again
    assert "Single walls" in player.build_view().caption
    player.jump_section(1)
    assert (player.stage, player.moment) == (2, player.sections[2].end)
    view = player.build_view()
    assert len(view.heat) == 16
    assert view.caption.startswith("Weights: tile ")
    player.seek(-5)
    assert player.moment == 0
    assert player.build_view().caption.startswith("Border: A ring")


def test_stepping_back_shows_what_stepping_forward_showed(sample):
    player = TimelinePlayer(
        sample,
        sample.generator.build_candidate(
            Recipe(7, 0, sample.generator.parameters.complete_settings({}))
        ),
    )
    forwards = []
    for moment in range(player.length + 1):
        player.seek(moment)
        forwards.append(player.build_view())
    for moment in reversed(range(player.length + 1)):
        player.seek(moment)
        assert player.build_view() == forwards[moment]
