"""What it took to find a level, and what was wrong with the candidates it was not."""

from __future__ import annotations

import pytest
from plainly import press, said, settled
from sample_game import SampleGenerator

from engine.stages.candidate import Attempts, Stage
from engine.values.budget import Control
from workbench.session.generation import generation_text

pytestmark = pytest.mark.usefixtures("app_world")

REJECTED = {"unsolvable": 7, "dead ends": 1_200}


def text(words):
    return "".join(said for said, _ in words)


def test_the_most_frequent_reason_stands_first():
    attempts = Attempts(1_208, 1_207, REJECTED)
    assert generation_text.format_search(attempts, 2.0) == "1 of 1,208 candidates in 2.0 s"
    assert (
        generation_text.format_rejections(attempts)
        == " · rejected candidates: dead ends: 1,200, unsolvable: 7"
    )


def test_the_first_candidate_needs_no_reasons():
    attempts = Attempts(1, 0, {})
    assert generation_text.format_search(attempts, 0.02) == "1 candidate in 20.0 ms"
    assert generation_text.format_rejections(attempts) == ""
    assert generation_text.format_search(None, 0.02) == "1 candidate in 20.0 ms"


def test_a_running_search_shows_reasons_once_it_has_some():
    control = Control()
    assert generation_text.format_rejections_so_far(control) == []
    control.rejections = REJECTED
    assert (
        text(generation_text.format_rejections_so_far(control))
        == " · rejected: dead ends: 1,200, unsolvable: 7"
    )


def test_a_stopped_search_says_how_far_it_came():
    control = Control()
    assert (
        generation_text.format_stopped(None) == generation_text.format_stopped(control) == "Stopped"
    )
    control.shared_cells[2] = 1_300
    assert generation_text.format_stopped(control) == "Stopped after 1,300 candidates"
    control.rejections = REJECTED
    assert generation_text.format_stopped(control).endswith(
        "1,300 candidates: dead ends: 1,200, unsolvable: 7"
    )


async def test_a_game_that_weighs_nothing_has_no_heat_map(make_app, level, monkeypatch):
    plain = tuple(
        Stage(each.name, each.title, each.help, None, each.draws, each.paintable)
        for each in SampleGenerator.stages
    )
    monkeypatch.setattr(SampleGenerator, "stages", plain)
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "v", "h")
        assert "the generator of Sample uses no weights" in said(app)
