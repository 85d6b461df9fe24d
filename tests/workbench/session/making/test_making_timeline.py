"""Stepping through the making of a level: by whole actions, or by single events."""

from __future__ import annotations

import pytest

from engine.staging.generation import Recipe
from workbench.session.making.timeline import TimelinePlayer

pytestmark = pytest.mark.usefixtures("app_world")


def test_a_timeline_is_stepped_by_event_and_by_stage(sample):
    recipe = Recipe(7, 0, sample.generator.parameters.complete({"walls": 0}))
    player = TimelinePlayer(sample, sample.generator.candidate(recipe))
    assert player.moment == player.length
    assert player.stage == 3
    player.jump(-1)
    assert player.moment == player.sections[3].start
    player.jump(-1)
    assert (player.stage, player.moment) == (2, player.sections[2].start)
    assert player.view().heat is None or not player.view().heat
    player.jump(-1)
    assert player.stage == 1  # a stage without events can be stood on, to roll it again
    assert "Single walls" in player.view().caption
    player.jump(1)
    assert (player.stage, player.moment) == (2, player.sections[2].end)
    view = player.view()
    assert len(view.heat) == 16
    assert view.caption.startswith("Weights: tile ")
    player.seek(-5)
    assert player.moment == 0
    assert player.view().caption.startswith("Border: A ring")


def test_stepping_back_shows_what_stepping_forward_showed(sample):
    player = TimelinePlayer(
        sample, sample.generator.candidate(Recipe(7, 0, sample.generator.parameters.complete({})))
    )
    forwards = []
    for moment in range(player.length + 1):
        player.seek(moment)
        forwards.append(player.view())
    for moment in reversed(range(player.length + 1)):
        player.seek(moment)
        assert player.view() == forwards[moment]
