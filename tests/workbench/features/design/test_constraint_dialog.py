"""Saying what must hold of levels: the facts stand below what is typed."""

from __future__ import annotations

import re

import pytest
from plainly import frame, press, said, settled, until

from engine import workshop
from engine.evaluation.board_facts import list_fact_types
from engine.files import levelfile
from engine.game import registry
from engine.values.parameter_schema import WHERE
from engine.values.ranges import Range
from workbench.features.design.constraint_dialog import ConstraintPrompt, FactsPane, explain_keys
from workbench.paths import resources

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
async def pilot(make_app):
    path = sorted(resources.get_shipped_levels().glob("fruit-dating/*.toml"))[0]
    app = make_app(levelfile.read_level(path))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        yield pilot


async def asked(pilot):
    await until(pilot, lambda: isinstance(pilot.app.screen, ConstraintPrompt))
    await pilot.pause()


async def wish(pilot, text):
    """Types a wish in place of the one that stands there."""
    design = pilot.app.screen
    await press(pilot, "m", "r")
    await asked(pilot)
    await press(pilot, "ctrl+u", *text, "enter")
    await until(pilot, lambda: pilot.app.screen is design)


async def test_a_word_finds_the_fact_that_means_it(pilot):
    design = pilot.app.screen
    await press(pilot, "m", "r")
    await asked(pilot)
    await press(pilot, *"without")
    assert "every object is needed" in frame(pilot.app)
    assert "shortest_solutions" not in frame(pilot.app)
    await press(pilot, "tab", *"=1 dea", "tab", "enter")
    await until(pilot, lambda: "column 27: expected" in frame(pilot.app))
    await press(pilot, *"=0", "enter")
    await until(pilot, lambda: pilot.app.screen is design)
    wished = "needed_share=1 dead_states=0"
    assert design.session.generator.settings.overrides == {WHERE.key: wished}
    holds = "moves=7..14, touching=0, open_share=0.45.., inert=0"
    assert said(pilot.app).endswith(f"now only make levels with {wished} · also {holds}")

    # It can be changed, and taken back.
    await press(pilot, "m", "r")
    await asked(pilot)
    assert wished in frame(pilot.app)
    await press(pilot, "backspace", "enter")
    await until(pilot, lambda: pilot.app.screen is design)
    assert design.session.generator.settings.overrides == {}


async def test_what_no_level_can_meet_is_refused_where_it_is_typed(pilot):
    design = pilot.app.screen
    await press(pilot, "m", "r")
    await asked(pilot)
    await press(pilot, *"solvable=false", "enter")
    await until(pilot, lambda: "solvable cannot have the value asked for" in frame(pilot.app))
    await press(pilot, "escape")
    await until(pilot, lambda: pilot.app.screen is design)
    assert design.session.generator.settings.overrides == {}


async def test_a_wish_goes_before_what_a_preset_demands(make_app):
    path = resources.get_shipped_levels() / "fruit-dating/01-first-date.toml"
    app = make_app(levelfile.read_level(path))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        maker = app.screen.session.generator
        await wish(pilot, "moves 8..10")
        assert maker.settings.overrides == {WHERE.key: "moves 8..10"}
        await wish(pilot, "moves 16..20")
        assert maker.settings.overrides == {WHERE.key: "moves 16..20", "moves": Range(0, None)}
        await wish(pilot, "moves 9")
        assert maker.settings.overrides == {WHERE.key: "moves 9"}


async def test_the_row_of_the_parameters_asks_for_it_too(pilot):
    design = pilot.app.screen
    await press(pilot, "v", "3")
    pane = design.query_one("#parameters")
    pane.focus()
    await press(pilot, *["pagedown"] * 12, "enter")
    await asked(pilot)
    await press(pilot, *"moves>2", "enter")
    await until(pilot, lambda: pilot.app.screen is design)
    assert pane.settings.overrides == {WHERE.key: "moves>2"}


async def test_arrows_reach_every_fact(pilot):
    await press(pilot, "m", "r")
    await asked(pilot)
    facts = pilot.app.screen.query_one(FactsPane).matches
    await press(pilot, *["down"] * len(facts))
    assert f"> {facts[-1]}" in frame(pilot.app)
    await press(pilot, *["up"] * len(facts))
    assert f"> {facts[0]}" in frame(pilot.app)


@pytest.mark.parametrize("game", ["fruit-dating", "skiddy", "linjat", "mazing-monk"])
async def test_the_example_is_one_that_levels_of_the_game_can_be(make_app, game):
    path = sorted(resources.get_shipped_levels().glob(f"{game}/*.toml"))[0]
    app = make_app(levelfile.read_level(path))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        design = app.screen
        await press(pilot, "m", "r")
        await asked(pilot)
        example = re.search(r"For example: (.*?) +│", frame(app))
        assert example
        await press(pilot, *example[1], "enter")
        await until(pilot, lambda: app.screen is design)
        assert design.session.generator.settings.overrides[WHERE.key] == example[1]


async def test_a_complaint_goes_once_the_text_changes(pilot):
    await press(pilot, "m", "r")
    await asked(pilot)
    await press(pilot, *"moves", "enter")
    await until(pilot, lambda: "column 6: expected" in frame(pilot.app))
    await press(pilot, *">")
    await until(pilot, lambda: "expected" not in frame(pilot.app))


@pytest.mark.parametrize("game", ["fruit-dating", "skiddy", "linjat", "mazing-monk"])
def test_every_key_of_the_expression_language_is_offered(game):
    offered = explain_keys(registry.get_game(game))
    assert set(offered) == set(list_fact_types([registry.get_game(game)]))
    assert all(offered.values())


async def test_the_moves_for_perfect_are_completed(make_app):
    app = make_app(levelfile.read_level(min(resources.get_shipped_levels().glob("skiddy/*.toml"))))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "m", "r")
        await asked(pilot)
        await press(pilot, *"perf", "tab", *"=8", "enter")
        await until(pilot, lambda: not isinstance(app.screen, ConstraintPrompt))
        assert app.screen.session.generator.settings.overrides[WHERE.key] == "perfect=8"


async def test_the_level_s_own_constraints_are_named_beside_the_wish(make_app):
    """What was set before, by hand or in the level's file, stays set and is said."""
    game = registry.get_game("fruit-dating")
    level, *_ = workshop.generate(
        game, 7, {"moves": "5..9", "inert": "0..", "touching": "0..", "open_share": "0.."}
    )
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        session = await settled(pilot)
        before = dict(session.generator.settings.overrides)
        await wish(pilot, "dead_states>0")
        assert session.generator.settings.overrides == {**before, WHERE.key: "dead_states>0"}
        assert said(app).endswith(
            "dead_states>0 · also moves=5..9, touching=0.., open_share=0.., inert=0.."
        )
        await wish(pilot, "")
        assert session.generator.settings.overrides == before
        assert said(app).startswith("No constraint · levels still need moves=5..9")


async def test_a_default_that_gives_way_is_named_and_no_other_gives_way(make_app):
    app = make_app(
        levelfile.read_level(resources.get_shipped_levels() / "fruit-dating/01-first-date.toml")
    )
    async with app.run_test(size=(80, 24)) as pilot:
        session = await settled(pilot)
        await wish(pilot, "moves 16..20 touching<2")
        assert session.generator.settings.freed == {"moves"}
        assert "also touching=0, open_share=0.45.., inert=0" in said(app)
        assert said(app).endswith("dropped: moves=7..14")


async def test_a_wish_is_one_step_to_undo_and_redo_among_edits(pilot):
    session = pilot.app.screen.session
    board = session.board
    await wish(pilot, "moves>8")
    await press(pilot, "e", "e", "down", "right", "#", "enter")
    edited = session.board
    assert edited != board
    await press(pilot, "e", "e")
    await wish(pilot, "moves>9")
    await press(pilot, "v", "3")
    pane = pilot.app.screen.query_one("#parameters")
    pane.focus()
    await press(pilot, "down", "right", "right")

    def now():
        return session.generator.settings.overrides, session.board

    last = now()
    assert len(last[0]) == 2
    steps = [
        ({WHERE.key: "moves>9"}, edited),
        ({WHERE.key: "moves>8"}, edited),
        ({WHERE.key: "moves>8"}, board),
        ({}, board),
    ]
    for step in steps:
        await press(pilot, "u")
        assert now() == step
        assert pane.settings is session.generator.settings
    assert said(pilot.app) == "Undone: set constraint moves>8"
    for step in [*reversed(steps[:-1]), last]:
        await press(pilot, "U")
        assert now() == step
    assert not session.generator.is_generating


async def test_undoing_a_level_brings_its_own_parameters_back(pilot):
    """A level is made by the parameters that were set; undoing it leaves them as they were."""
    session = pilot.app.screen.session
    await wish(pilot, "moves>8")
    level = session.level
    await press(pilot, "g")
    await until(pilot, lambda: not session.generator.is_generating)
    assert session.level != level
    await press(pilot, "u")
    assert session.level == level
    assert session.generator.settings.overrides == {WHERE.key: "moves>8"}
    await press(pilot, "u")
    assert session.generator.settings.overrides == {}
    await press(pilot, "U", "U")
    assert session.generator.settings.overrides == {WHERE.key: "moves>8"}
    assert session.generator.settings.seed == session.level.provenance.seed


async def test_ranges_that_are_no_facts_are_named_too(make_app):
    path = resources.get_shipped_levels() / "linjat/4-expert-01-package-deal.toml"
    app = make_app(levelfile.read_level(path))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await wish(pilot, "moves>5")
        assert said(app).endswith("moves>5 · also uncontested_layers=0, single_solution_layers=0")
