"""Journeys: the best level of a run outlives the app, and nothing else does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from climbing_game import board_of, climbing
from plainly import frame, press, settled, until

from engine.files import levelfile
from engine.game import registry
from engine.values.level import Level
from workbench.features.levels.recovery_screen import RecoveryScreen
from workbench.features.levels.screen import LevelsScreen

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
def game(monkeypatch):
    """The game that climbs, installed as the sample game; always the same, often looked at."""
    game, installed = climbing(), registry.get_game
    monkeypatch.setattr(
        registry, "get_game", lambda name: game if name == "sample" else installed(name)
    )
    monkeypatch.setattr(
        "workbench.session.generation.generator_settings.secrets.randbelow", lambda end: 42
    )
    monkeypatch.setattr("workbench.features.design.screen.SAMPLES_PER_SECOND", 50)
    return game


@pytest.fixture
def climbed(game):
    """A level to begin with, drawn by hand."""
    return Level("sample", board_of(0), "First climb")


def kept(app):
    return [*app.state.recovery.glob("*.toml")]


async def run_until(pilot, game, hold):
    """Generates until the run waits and its best is kept."""
    pilot.app.autosave.intervals = (0.01, 60.0)
    session = await settled(pilot)
    game.generator.hold = hold
    await press(pilot, "m", "g")
    await until(
        pilot,
        lambda: session.optimizer.snapshot is not None and session.optimizer.snapshot.done == hold,
    )
    board = session.optimizer.snapshot.board
    await until(
        pilot, lambda: any(levelfile.read_level(file).board == board for file in kept(pilot.app))
    )
    return session


async def test_what_a_lost_run_had_reached_is_recovered(make_app, game, climbed):
    game.generator.fault = "too low"
    app = make_app(climbed)
    async with app.run_test(size=(80, 24)) as pilot:
        await run_until(pilot, game, 4)
        [file] = kept(app)
        app.exit_by_signal("SIGHUP")
    assert kept(app) == [file]
    assert f"unsaved work is stored in {file}" in app.exit_messages[0]

    game.generator.hold = None
    app = make_app(climbed)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, RecoveryScreen))
        await until(pilot, lambda: "stopped run, best score 16, rejected" in frame(app))
        assert "> Sample 42 · sto" in frame(app)
        await press(pilot, "enter")
        await until(pilot, lambda: not isinstance(app.screen, RecoveryScreen))
        session = await settled(pilot)
        assert session.board == board_of(4) and session.document.is_dirty
        await until(pilot, lambda: session.history.generation is not None)
        recipe = session.level.provenance
        assert (recipe.seed, recipe.attempt, recipe.parameters["climbs"]) == (42, 0, 4)


@pytest.mark.parametrize("end", ["m f", "escape", "by itself", "o l", "q"])
async def test_a_run_that_has_ended_leaves_nothing(make_app, game, climbed, end):
    app = make_app(climbed)
    async with app.run_test(size=(80, 24)) as pilot:
        session = await run_until(pilot, game, 4)
        best = session.optimizer.best_so_far
        if end == "by itself":
            game.generator.hold = None
        else:
            await press(pilot, *end.split())
        if end == "q":
            await until(pilot, lambda: app.document is None)
        elif end == "o l":
            await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
        else:
            await until(pilot, lambda: not session.generator.is_generating)
        if end == "m f":
            assert replace(session.level, verdict=None) == best.level
        boards = [session.board] if end in ("m f", "by itself") else []
        await until(
            pilot, lambda: [levelfile.read_level(file).board for file in kept(app)] == boards
        )
        await until(pilot, lambda: app.autosave._best not in app.autosave._extra)
