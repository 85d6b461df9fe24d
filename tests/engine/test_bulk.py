"""Levels in bulk: of every game what single seeds give, byte for byte."""

from __future__ import annotations

import pytest
from conforming import SMALL

from engine import workshop
from engine.errors import Cancelled, GenerationFailed, ParameterError
from engine.files import levelfile
from engine.game import registry
from engine.making.bulk import Bulk, Made
from engine.values.budget import Control

pytestmark = pytest.mark.jitless

CASES = [
    *((name, SMALL[name]) for name in registry.names()),
    ("fruit-dating", {**SMALL["fruit-dating"], "inert": "..1", "where": "touching<3"}),
    ("skiddy", {**SMALL["skiddy"], "where": "open_cells>4"}),
]
SEEDS = range(3)


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{len(case[1])}")
def bulk(request):
    name, settings = request.param
    return registry.get(name), settings, Bulk(registry.get(name), settings)


def test_a_seed_gives_what_it_gives_alone(bulk):
    game, settings, whole = bulk
    for seed in SEEDS:
        made = whole.make(seed)
        level, _, attempts = workshop.generate(game, seed, settings)
        assert isinstance(made, Made)
        assert (made.seed, made.attempt, made.board) == (seed, attempts.accepted, level.board)
        assert (made.tried, made.rejections) == (attempts.tried, attempts.rejections)
        assert levelfile.dumps(whole.level(made)) == levelfile.dumps(level)
        assert dict(whole.settings) == dict(level.provenance.parameters)


def test_facts_are_those_of_rating(bulk):
    game, _, whole = bulk
    made = whole.make(0)
    rating = workshop.rate(whole.level(made))
    assert {**rating.asked(), **made.facts} == dict(rating.asked())
    assert {*rating.solved.all_facts, *game.boards.structure(made.board)} <= {*made.facts}


@pytest.mark.parametrize("name", registry.names())
def test_what_cannot_be_met_is_refused_at_once(name):
    game = registry.get(name)
    with pytest.raises(ParameterError):
        Bulk(game, {"nothing": 1})
    with pytest.raises(ParameterError):
        Bulk(game, {"where": "nothing>1"})
    with pytest.raises(ParameterError, match="cannot be met"):
        Bulk(game, {"solvable": "false"})


def test_a_seed_that_gives_none_says_what_was_tried():
    failed = Bulk(registry.get("fruit-dating"), {"moves": "30..", "pairs": 1}, 3).make(0)
    assert isinstance(failed, GenerationFailed)
    assert failed.tried == 3
    assert sum(failed.rejections.values()) == 3


@pytest.mark.parametrize("stop", [Control.cancel, Control.finish])
def test_what_is_stopped_is_no_level(stop):
    control = Control()
    stop(control)
    with pytest.raises(Cancelled):
        Bulk(registry.get("linjat"), SMALL["linjat"]).make(0, control)
