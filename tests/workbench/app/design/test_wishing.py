"""Saying what must hold of levels: the facts stand below what is typed."""

from __future__ import annotations

import re

import pytest
from plainly import frame, press, said, settled, until

from engine.files import levelfile
from engine.values.parameters import WHERE
from engine.values.ranges import Range
from workbench.features.design.wishing import AskWish, FactsPane
from workbench.folders import resources


@pytest.fixture
async def pilot(make_app):
    path = sorted(resources.levels_folder().glob("fruit-dating/*.toml"))[0]
    app = make_app(levelfile.read(path))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        yield pilot


async def asked(pilot):
    await until(pilot, lambda: isinstance(pilot.app.screen, AskWish))
    await pilot.pause()


async def test_a_word_finds_the_fact_that_means_it(pilot):
    design = pilot.app.screen
    await press(pilot, "m", "r")
    await asked(pilot)
    await press(pilot, *"object")
    assert "every object is needed" in frame(pilot.app)
    assert "shortest_solutions" not in frame(pilot.app)
    await press(pilot, "tab", *"=1 dea", "tab", "enter")
    await until(pilot, lambda: "column 27: expected" in frame(pilot.app))
    await press(pilot, *"=0", "enter")
    await until(pilot, lambda: pilot.app.screen is design)
    wished = "needed_share=1 dead_states=0"
    assert design.session.maker.sheet.settings == {WHERE.key: wished}
    assert said(pilot.app).endswith(f"make such levels: {wished}")

    # It can be changed, and taken back.
    await press(pilot, "m", "r")
    await asked(pilot)
    assert wished in frame(pilot.app)
    await press(pilot, "backspace", "enter")
    await until(pilot, lambda: pilot.app.screen is design)
    assert design.session.maker.sheet.settings == {}


async def test_what_no_level_can_meet_is_refused_where_it_is_typed(pilot):
    design = pilot.app.screen
    await press(pilot, "m", "r")
    await asked(pilot)
    await press(pilot, *"solvable=false", "enter")
    await until(pilot, lambda: "solvable as wanted cannot be" in frame(pilot.app))
    await press(pilot, "escape")
    await until(pilot, lambda: pilot.app.screen is design)
    assert design.session.maker.sheet.settings == {}


async def test_a_wish_goes_before_what_a_preset_demands(make_app):
    path = resources.levels_folder() / "fruit-dating/01-first-date.toml"
    app = make_app(levelfile.read(path))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        design = app.screen

        async def wish(text):
            await press(pilot, "m", "r")
            await asked(pilot)
            await press(pilot, "ctrl+u", *text, "enter")
            await until(pilot, lambda: app.screen is design)
            return design.session.maker.sheet.settings

        assert await wish("moves 8..10") == {WHERE.key: "moves 8..10"}
        assert await wish("moves 16..20") == {WHERE.key: "moves 16..20", "moves": Range(0, None)}
        assert await wish("moves 9") == {WHERE.key: "moves 9"}


async def test_the_row_of_the_parameters_asks_for_it_too(pilot):
    design = pilot.app.screen
    await press(pilot, "v", "3")
    pane = design.query_one("#parameters")
    pane.focus()
    await press(pilot, *["pagedown"] * 12, "enter")
    await asked(pilot)
    await press(pilot, *"moves>2", "enter")
    await until(pilot, lambda: pilot.app.screen is design)
    assert pane.sheet.settings == {WHERE.key: "moves>2"}


async def test_arrows_reach_every_fact(pilot):
    await press(pilot, "m", "r")
    await asked(pilot)
    facts = pilot.app.screen.query_one(FactsPane).found
    await press(pilot, *["down"] * len(facts))
    assert f"> {facts[-1]}" in frame(pilot.app)
    await press(pilot, *["up"] * len(facts))
    assert f"> {facts[0]}" in frame(pilot.app)


@pytest.mark.parametrize("game", ["fruit-dating", "skiddy", "linjat", "mazing-monk"])
async def test_the_example_is_one_that_levels_of_the_game_can_be(make_app, game):
    path = sorted(resources.levels_folder().glob(f"{game}/*.toml"))[0]
    app = make_app(levelfile.read(path))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        design = app.screen
        await press(pilot, "m", "r")
        await asked(pilot)
        example = re.search(r"Such as (.*?) +│", frame(app))
        assert example
        await press(pilot, *example[1], "enter")
        await until(pilot, lambda: app.screen is design)
        assert design.session.maker.sheet.settings[WHERE.key] == example[1]
