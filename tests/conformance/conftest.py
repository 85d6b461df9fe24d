"""Every installed game, and the template, a plug-in from outside, each with a generated level."""

from __future__ import annotations

from functools import cache

import plug_in_games
import pytest
import template_game
from conforming import SEED, SMALL

from engine import workshop
from engine.game import registry
from engine.values.budget import Budget


@pytest.fixture(scope="module", autouse=True)
def plugin(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    with (
        plug_in_games.installed(folder / "games"),
        template_game.installed(folder / "packages"),
    ):
        yield


@pytest.fixture(
    scope="module",
    params=[*registry.list_names(), template_game.NAME, *plug_in_games.MODULES],
)
def game(request, plugin):
    return registry.get_game(request.param)


@pytest.fixture(scope="module")
def settings(game):
    return SMALL.get(game.name, {})


def generated(name):
    level, candidate, attempts = workshop.generate(
        registry.get_game(name), SEED, SMALL.get(name, {})
    )
    assert attempts.accepted == candidate.recipe.attempt
    return level, candidate


kept = cache(generated)
"""For all modules; the template is installed anew for each."""


@pytest.fixture(scope="module")
def made(game):
    return (kept if game.name in SMALL else generated)(game.name)


@pytest.fixture(scope="module")
def level(made):
    return made[0]


@pytest.fixture(scope="module")
def candidate(made):
    return made[1]


@pytest.fixture(scope="module")
def solved(game, level):
    return game.solver.solve(level.board)


@pytest.fixture(scope="module")
def traces(game, level):
    budget = Budget(max_states=2_000)
    return [
        game.solver.solve(level.board, strategy, budget).trace
        for strategy in game.solver.strategies
    ]
