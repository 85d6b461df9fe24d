"""Journeys: watch a level being improved, end it, compare runs, go through the family."""

from __future__ import annotations

import re
import threading
from unittest.mock import Mock

import frames
import pytest
from climbing_game import board_of, climbing
from plainly import caption, frame, press, said, settled, status, until

from engine import workshop
from engine.errors import EngineError
from engine.game import registry
from engine.values.level import Level
from engine.values.picture import find_changed_cells
from workbench.features.comparison.screen import CompareScreen
from workbench.features.optimisation.optimisation_panes import FamilyPane
from workbench.features.optimisation.screen import OptimizingScreen

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
def game(monkeypatch):
    """The game that climbs, installed as the sample game."""
    game, installed = climbing(), registry.get_game
    monkeypatch.setattr(
        registry, "get_game", lambda name: game if name == "sample" else installed(name)
    )
    return game


@pytest.fixture
def climbed(game):
    """A level to begin with, drawn by hand."""
    return Level("sample", board_of(0), "First climb")


@pytest.fixture(autouse=True)
def as_quick_as_can_be(monkeypatch):
    """Always the same, and looks at what runs so often that no test waits for them."""
    monkeypatch.setattr(
        "workbench.session.generation.generator_settings.secrets.randbelow", lambda end: 42
    )
    monkeypatch.setattr("workbench.features.optimisation.screen.SAMPLES_PER_SECOND", 50)
    monkeypatch.setattr("workbench.features.design.screen.SAMPLES_PER_SECOND", 50)


async def generate(pilot, game, hold=None):
    """Generates; until the run waits, if it is to."""
    game.generator.hold = hold
    session = await settled(pilot)
    await press(pilot, "m", "g")
    if hold is None:
        return await settled(pilot)
    await until(
        pilot,
        lambda: session.optimizer.snapshot is not None and session.optimizer.snapshot.done == hold,
    )
    return session


async def open_screen(pilot):
    await press(pilot, "m", "o")
    await until(pilot, lambda: isinstance(pilot.app.screen, OptimizingScreen))
    screen = pilot.app.screen
    await until(pilot, lambda: screen.is_mounted and screen.query_one("#level").size.height > 0)
    await pilot.pause()
    return screen


async def made(pilot):
    """Waits until the level of the cursor is on the screen."""
    screen = pilot.app.screen
    await until(pilot, lambda: screen._selected_relative is not None)
    await pilot.pause()


async def test_a_run_is_reported_in_the_status_line(make_app, game, climbed):
    async with make_app(climbed).run_test(size=(80, 24)) as pilot:
        session = await generate(pilot, game, hold=4)
        await until(pilot, lambda: "improving" in status(pilot.app))
        shown = status(pilot.app)
        assert shown.startswith("improving · best score 16 · 4 of 6 climbs · ")
        assert re.search(r" · [\d,]+/s · [\d.]+ m?s left( · |$)", shown)
        await pilot.resize_terminal(200, 50)
        await until(
            pilot, lambda: "m o watches · m f keeps it · esc discards it" in status(pilot.app)
        )
        await press(pilot, "m", "f")
        await settled(pilot)
        assert session.level.provenance.parameters["climbs"] == 4
        assert session.board == board_of(4)
        await press(pilot, "u")
        assert session.board == board_of(0)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
async def test_a_run_is_watched_and_its_best_taken(make_app, game, climbed, size):
    async with make_app(climbed).run_test(size=size) as pilot:
        session = await generate(pilot, game, hold=5)
        await open_screen(pilot)
        assert "Run 1 · running" in frame(pilot.app)
        frames.check(pilot.app, f"optimizing-live-{size[0]}x{size[1]}")
        await press(pilot, "down", "enter", "m", "m")
        assert "Continue run: a level is still being generated" in said(pilot.app)
        await press(pilot, "m", "f")
        await until(pilot, lambda: not session.generator.is_generating)
        await until(pilot, lambda: "ended" in frame(pilot.app))
        await made(pilot)
        assert session.board == board_of(5)


async def test_what_is_stopped_changes_nothing_and_is_remembered(make_app, game, climbed):
    async with make_app(climbed).run_test(size=(120, 40)) as pilot:
        session = await generate(pilot, game, hold=3)
        screen = await open_screen(pilot)
        await press(pilot, "escape")
        await until(pilot, lambda: not session.generator.is_generating)
        await until(pilot, lambda: "Run 1 · stopped" in frame(pilot.app))
        assert pilot.app.screen is screen
        assert session.board == board_of(0) and not session.document.is_dirty
        assert "The current level was not improved." in frame(pilot.app)
        await press(pilot, "escape")
        assert pilot.app.screen is not screen


async def test_closing_lets_the_run_go_on(make_app, game, climbed):
    async with make_app(climbed).run_test(size=(120, 40)) as pilot:
        session = await generate(pilot, game, hold=3)
        screen = await open_screen(pilot)
        await press(pilot, "m", "o")
        assert pilot.app.screen is not screen and session.generator.is_generating
        game.generator.hold = None
        await settled(pilot)
        assert session.board == board_of(6)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
async def test_the_family_is_gone_through(make_app, game, climbed, size):
    async with make_app(climbed).run_test(size=size) as pilot:
        await generate(pilot, game)
        screen = await open_screen(pilot)
        await made(pilot)
        walk = screen.family_cursor
        assert walk.branch == [0, 1, 2, 4, 5, 6] and walk.entry == 6
        await press(pilot, "up", "comma", "k")
        assert walk.entry == 2
        await made(pilot)
        frames.check(pilot.app, f"optimizing-family-{size[0]}x{size[1]}")
        await press(pilot, "right")
        assert walk.branch == [0, 1, 3]
        await press(pilot, "l")
        assert "No next sibling." in said(pilot.app)
        await press(pilot, "h", "down", "full_stop", "j", "j")
        assert walk.entry == 6
        assert "No later level on this branch." in said(pilot.app)
        await press(pilot, "home", "up")
        assert walk.entry == 0 and "This is the first level." in said(pilot.app)
        await press(pilot, "n", "n", "N")
        assert walk.entry == 1
        await press(pilot, "pagedown", "pageup", "end")
        assert walk.entry == 6


async def test_the_family_runs_by_itself(make_app, game, climbed):
    async with make_app(climbed).run_test(size=(120, 40)) as pilot:
        await generate(pilot, game)
        screen = await open_screen(pilot)
        await press(pilot, "greater_than_sign", "greater_than_sign", "greater_than_sign", "space")
        await until(pilot, lambda: not screen.timer.is_playing)
        assert screen.family_cursor.entry == 6
        # Slowly now, or it would end by itself before it is stopped.
        await press(pilot, *["less_than_sign"] * 6, "space")
        assert screen.timer.is_playing
        await press(pilot, "space")
        assert not screen.timer.is_playing and screen.family_cursor.entry < 6


async def test_an_ancestor_is_taken_over_and_taken_back(make_app, game, climbed):
    async with make_app(climbed).run_test(size=(120, 40)) as pilot:
        session = await generate(pilot, game)
        screen = await open_screen(pilot)
        await press(pilot, "home", "down")
        await made(pilot)
        await press(pilot, "enter")
        assert pilot.app.screen is not screen
        assert session.board == board_of(1)
        assert session.document.undo_name == "use the level from step 10"
        await press(pilot, "u")
        assert session.board == board_of(6)


async def test_an_ancestor_is_compared_with_the_level(make_app, game, climbed):
    async with make_app(climbed).run_test(size=(120, 40)) as pilot:
        session = await generate(pilot, game)
        await open_screen(pilot)
        await press(pilot, "home")
        await made(pilot)
        await press(pilot, "v", "c")
        await until(pilot, lambda: isinstance(pilot.app.screen, CompareScreen))
        await until(pilot, lambda: "step 0" in frame(pilot.app))
        await press(pilot, "enter")
        assert session.board == board_of(0)


async def test_going_on_keeps_the_recipe_but_for_the_steps(make_app, game, climbed):
    async with make_app(climbed).run_test(size=(120, 40)) as pilot:
        session = await generate(pilot, game)
        before = session.level.provenance
        await open_screen(pilot)
        await press(pilot, "m", "m", "backspace", *"4", "enter")
        await until(
            pilot,
            lambda: not session.generator.is_generating and session.level.provenance != before,
        )
        after = session.level.provenance
        assert after.parameters == before.parameters | {"climbs": 10}
        assert (after.seed, after.attempt) == (before.seed, before.attempt)
        assert session.document.undo_name == "continue to 10 climbs"
        await until(pilot, lambda: "Run 2 · ended" in frame(pilot.app))


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
async def test_two_runs_are_held_against_each_other(make_app, game, climbed, size):
    async with make_app(climbed).run_test(size=size) as pilot:
        session = await generate(pilot, game)
        settings = session.generator.settings.with_value(game.generator.parameters["climbs"], 9)
        session.generator.settings = settings.with_value(
            game.generator.parameters["spread"], "centre"
        )
        await generate(pilot, game)
        screen = await open_screen(pilot)
        if size[0] < 76:
            await press(pilot, "tab")
            await pilot.pause()
        await press(pilot, "v", "o")
        await made(pilot)
        assert screen._other_run.number == 1
        frames.check(pilot.app, f"optimizing-compared-{size[0]}x{size[1]}")
        await press(pilot, "v", "o")
        assert screen._other_run is None


async def test_a_theme_of_plain_characters_draws_everything_in_them(make_app, game, climbed):
    async with make_app(climbed).run_test(size=(80, 24)) as pilot:
        session = await generate(pilot, game)
        session.generator.settings = session.generator.settings.with_value(
            game.generator.parameters["spread"], "centre"
        )
        await generate(pilot, game)
        await open_screen(pilot)
        await made(pilot)
        await press(pilot, "v", "o")
        pilot.app.show_theme("ascii")
        await pilot.pause()
        frames.check(pilot.app, "optimizing-ascii-80x24")
        assert frame(pilot.app).isascii()


async def test_the_curve_gives_way_to_the_family_where_it_is_narrow(make_app, game, climbed):
    async with make_app(climbed).run_test(size=(60, 20)) as pilot:
        await generate(pilot, game)
        screen = await open_screen(pilot)
        curve, family = screen.query_one("#curve"), screen.query_one(FamilyPane)
        assert family.display and not curve.display
        await press(pilot, "tab")
        assert curve.display and not family.display
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: curve.display and family.display)
        await press(pilot, "tab")
        assert "both panes are visible" in said(pilot.app)


async def test_no_one_is_said_to_have_drawn_what_is_only_opened(make_app, game, monkeypatch):
    level, _, _ = workshop.generate(game, 3, {})
    go_on, make = threading.Event(), game.generator.build_candidate
    monkeypatch.setattr(
        game.generator, "build_candidate", lambda *given: go_on.wait(60) and make(*given)
    )
    async with make_app(level).run_test(size=(120, 32)) as pilot:
        session = pilot.app.screen.session
        unknown = "the generation history is still being rebuilt"
        await until(pilot, lambda: unknown in caption(pilot.app))
        for keys in ("mo", "r", "mb"):
            await press(pilot, *keys)
            assert unknown in said(pilot.app)
        await press(pilot, "i")
        assert unknown in frame(pilot.app) and "no generation history" not in frame(pilot.app)
        go_on.set()
        await until(pilot, lambda: session.history.generation is not None)
        assert unknown not in frame(pilot.app)


async def test_a_making_that_cannot_be_found_out(make_app, game, monkeypatch):
    level, _, _ = workshop.generate(game, 3, {})
    monkeypatch.setattr(game.generator, "build_candidate", Mock(side_effect=EngineError("no more")))
    async with make_app(level).run_test(size=(120, 32)) as pilot:
        await until(
            pilot, lambda: "the generation history could not be rebuilt" in caption(pilot.app)
        )
        await press(pilot, "m", "o")
        assert "could not be rebuilt" in said(pilot.app)


async def test_a_real_run_from_the_first_level_to_the_last(make_app):
    game = registry.get_game("linjat")
    settings = {"rows": 6, "cols": 5, "numbers": 5, "cover_layers": "0..", "iterations": 300}
    level, candidate, _ = workshop.generate(game, 3, settings)
    async with make_app(level).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await until(pilot, lambda: pilot.app.screen.session.optimizer.optimisation is not None)
        screen = await open_screen(pilot)
        await press(pilot, "home")
        await made(pilot)
        seen = [screen._selected_relative.board]
        while screen.family_cursor.entry != candidate.lineage.best:
            await press(pilot, "down")
            await made(pilot)
            seen.append(screen._selected_relative.board)
            assert find_changed_cells(
                game.boards.draw_picture(seen[-2]), game.boards.draw_picture(seen[-1])
            )
        assert seen[-1] == level.board and len(seen) > 2


async def test_without_an_optimisation_there_is_nothing_to_see(make_app, game, climbed):
    async with make_app(climbed).run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await press(pilot, "m", "o")
        assert "this level was not optimised" in said(pilot.app)
        await press(pilot, "m", "f")
        assert "nothing is running" in said(pilot.app)


async def test_a_game_that_improves_nothing_says_so(make_app, level):
    async with make_app(level).run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await press(pilot, "m", "o")
        assert "the generator of Sample does not optimise" in said(pilot.app)
