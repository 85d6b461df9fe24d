"""Levels in bulk: of every game what single seeds give, byte for byte."""

from __future__ import annotations

import json

import elsewhere
import pytest
from conforming import SMALL

from engine import workshop
from engine.errors import Cancelled, GenerationFailed, ParameterError
from engine.files import levelfile
from engine.game import registry
from engine.generation.bulk_generator import BulkGenerator
from engine.jit import decorators
from engine.values.budget import Control

CASES = [
    *((name, SMALL[name]) for name in registry.list_names()),
    ("fruit-dating", {**SMALL["fruit-dating"], "inert": "0..1", "where": "touching<3"}),
    ("fruit-dating", {"pairs": 1, "moves": "1..", "inert": "0..", "fruit_mode": "backwards"}),
    ("skiddy", {**SMALL["skiddy"], "where": "open_cells>4 mechanics_any>=0", "inert": "0.."}),
    ("mazing-monk", {**SMALL["mazing-monk"], "thesis_moves": "2..", "where": "turns>=0"}),
]
SEEDS = (10,) if decorators.is_disabled() else range(3)
"""Plain Python takes seconds for most seeds."""
NAMES = [f"{name}-{number}" for number, (name, _) in enumerate(CASES)]


@pytest.fixture(scope="module", params=CASES, ids=NAMES)
def bulk(request):
    name, settings = request.param
    return registry.get_game(name), settings, BulkGenerator(registry.get_game(name), settings)


def check_seeds(game, settings, whole, seeds):
    for seed in seeds:
        made = whole.try_seed(seed)
        if made.attempt is None:
            with pytest.raises(GenerationFailed) as failed:
                workshop.generate(game, seed, settings, max_attempts=made.candidates)
            assert made.rejections == failed.value.rejections
            continue
        level, _, attempts = workshop.generate(game, seed, settings)
        board = game.boards.unpack_board(made.board)
        assert (made.seed, made.attempt, board) == (seed, attempts.accepted, level.board)
        assert made.fingerprint == game.boards.compute_fingerprint(level.board)
        assert (made.candidates, made.rejections) == (attempts.tried, attempts.rejections)
        again = whole.build_level(made.seed, made.attempt, board)
        assert levelfile.dumps(again) == levelfile.dumps(level)
        assert dict(whole.settings) == dict(level.provenance.parameters)
        assert dict(made.facts) == {**made.facts, **workshop.solve(level).all_facts}


@pytest.mark.jitless
def test_a_seed_gives_what_it_gives_alone(bulk):
    check_seeds(*bulk, SEEDS)


def test_facts_are_those_of_rating(bulk):
    game, _, whole = bulk
    made = whole.try_seed(0)
    board = game.boards.unpack_board(made.board)
    rating = workshop.rate(whole.build_level(made.seed, made.attempt, board))
    assert {**rating.list_facts(), **made.facts} == dict(rating.list_facts())
    assert {*rating.solved.all_facts, *game.boards.measure_structure(board)} <= {*made.facts}


PRESETS = [
    (name, key, word)
    for name in registry.list_names()
    for key, words in registry.get_game(name).generator.parameters.presets.items()
    for word in words
    if key in ("preset", "mode", "difficulty") and word != "0"
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "key", "word"), PRESETS)
def test_so_it_does_under_every_preset(name, key, word):
    game = registry.get_game(name)
    settings = {key: word} | ({"iterations": 30} if name == "linjat" else {})
    check_seeds(game, settings, BulkGenerator(game, settings, 2_000), range(4))


def test_what_was_judged_is_among_the_facts():
    fruit = registry.get_game("fruit-dating")
    judged = BulkGenerator(fruit, SMALL["fruit-dating"]).try_seed(0)
    assert judged.facts["inert"] == 0
    assert 0 <= judged.facts["needed_share"] <= 1
    unjudged = BulkGenerator(fruit, {**SMALL["fruit-dating"], "inert": "0.."}).try_seed(0)
    assert not {"inert", "needed_share"} & {*unjudged.facts}
    late = BulkGenerator(
        registry.get_game("linjat"), {**SMALL["linjat"], "inert": "0..40"}
    ).try_seed(0)
    assert 0 <= late.facts["inert"] <= 40


IN_ANOTHER_PROCESS = """
import json, sys
from engine.game import kernels, registry
from engine.generation.bulk_generator import BulkGenerator
made = []
for name, settings in json.load(sys.stdin):
    made.append(dict(BulkGenerator(registry.get_game(name), settings).make(1).facts))
print(json.dumps(made))
"""


@pytest.mark.slow
@elsewhere.plain_or_not
def test_another_process_shows_the_same_facts(plain):
    games = CASES[: len(registry.list_names())]
    here = [
        dict(BulkGenerator(registry.get_game(name), settings).try_seed(1).facts)
        for name, settings in games
    ]
    there = elsewhere.answer_of(IN_ANOTHER_PROCESS, games, plain=plain)
    assert json.dumps(there) == json.dumps(here)


@pytest.mark.parametrize("name", registry.list_names())
def test_what_cannot_be_met_is_refused_at_once(name):
    game = registry.get_game(name)
    with pytest.raises(ParameterError):
        BulkGenerator(game, {"nothing": 1})
    with pytest.raises(ParameterError):
        BulkGenerator(game, {"where": "nothing>1"})
    with pytest.raises(ParameterError, match="cannot be met"):
        BulkGenerator(game, {"solvable": "false"})


def test_a_seed_that_gives_none_says_what_was_tried():
    failed = BulkGenerator(
        registry.get_game("fruit-dating"), {"moves": "30..", "pairs": 1}, 3
    ).try_seed(0)
    assert failed.attempt is None
    assert failed.candidates == 3
    assert sum(failed.rejections.values()) == 3


@pytest.mark.parametrize("stop", [Control.cancel, Control.finish])
def test_what_is_stopped_is_no_level(stop):
    control = Control()
    stop(control)
    with pytest.raises(Cancelled):
        BulkGenerator(registry.get_game("linjat"), SMALL["linjat"]).try_seed(0, control)
