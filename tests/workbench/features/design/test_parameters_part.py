"""Journeys: generate, step through the making, see the weights, re-roll, stop."""

from __future__ import annotations

import re

import pytest
from plainly import caption, frame, press, said, settled, status, until

from engine import workshop
from engine.files import levelfile
from engine.values.level import compute_digest
from workbench.document.document import Document

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
async def pilot(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        yield pilot


async def generated(pilot, seed):
    """Types a seed into the parameters and generates."""
    await press(pilot, "shift+tab", *"7", "backspace", *str(seed), "enter", "m", "g")
    return await settled(pilot)


async def test_a_seed_gives_its_level(pilot, sample):
    session = await generated(pilot, 7)
    assert session.level.provenance.seed == 7
    assert session.document.undo_name == "generate seed 7"
    assert "New level from seed 7: 1 candidate" in said(pilot.app)
    assert "timeline" in caption(pilot.app)
    assert session.document.is_dirty
    first = compute_digest(session.board)
    await press(pilot, "m", "g")
    await settled(pilot)
    assert compute_digest(session.board) == first
    await press(pilot, "g")
    await settled(pilot)
    assert session.level.provenance.seed != 7
    assert session.level.provenance.seed == session.generator.settings.seed


async def test_a_demand_that_no_level_can_meet_is_refused(pilot):
    session = await generated(pilot, 7)
    pane, refusal = pilot.app.screen.query_one("#parameters"), "solvable=false cannot be met: all"
    rows = [row.parameter.key if row.parameter else "" for row in pane._rows]
    pane.focus()
    await press(pilot, "home", *["down"] * rows.index("solvable"), "enter", *"false")
    assert "cannot be " not in frame(pilot.app)
    await press(pilot, "enter")
    await settled(pilot)
    assert "solvable=false cannot be " in frame(pilot.app)
    board = session.board
    await press(pilot, "m", "g")
    await settled(pilot)
    assert refusal in said(pilot.app)
    assert session.board == board
    pane.focus()
    await press(pilot, "backspace")
    await settled(pilot)
    assert "cannot be " not in frame(pilot.app)


async def test_an_expression_is_typed_and_decides(pilot):
    session = await generated(pilot, 7)
    pane = pilot.app.screen.query_one("#parameters")
    rows = [row.parameter.key if row.parameter else "" for row in pane._rows]
    pane.focus()
    await press(pilot, "home", *["down"] * rows.index("where"), "right")
    assert "where" not in session.generator.settings.overrides
    design = pilot.app.screen
    await press(pilot, "enter")
    await until(pilot, lambda: pilot.app.screen is not design)
    await press(pilot, *"moves>=", "enter")
    await until(pilot, lambda: "column 8: " in frame(pilot.app))
    await press(pilot, *"6 and solvable=true", "enter")
    await until(pilot, lambda: pilot.app.screen is design)
    await press(pilot, "m", "g")
    await settled(pilot)
    assert session.level.provenance.parameters["where"] == "moves>=6 and solvable=true"
    assert session.document.level.verdict.facts["moves"] >= 6
    await press(pilot, "backspace")
    assert "where" not in session.generator.settings.overrides


async def test_generation_is_one_undo(pilot, level):
    session = await generated(pilot, 7)
    await press(pilot, "u")
    assert session.level.board == level.board
    assert session.playback.player is None
    await settled(pilot)
    assert status(pilot.app).startswith("5 moves")
    await press(pilot, "U")
    assert session.level.provenance.seed == 7
    assert session.playback.player is not None


async def test_events_are_stepped_both_ways(pilot):
    session = await generated(pilot, 7)
    end = session.playback.player.length
    assert f"event {end}/{end}" in frame(pilot.app)
    await press(pilot, "comma", "comma")
    assert session.playback.player.moment == end - 2
    await press(pilot, "full_stop")
    assert f"event {end - 1}/{end}" in frame(pilot.app)
    await press(pilot, "home")
    assert session.playback.player.moment == 0
    assert "Border: A ring of walls" in caption(pilot.app)
    await press(pilot, "right_square_bracket")
    assert session.playback.player.moment == 20
    await press(pilot, "right_square_bracket", "left_square_bracket")
    assert session.playback.player.moment == 20
    await press(pilot, "end")
    assert session.playback.player.moment == end


async def test_weights_are_numbers_on_the_board(pilot):
    session = await generated(pilot, 7)
    await press(pilot, "home")
    assert session.build_view().heat is None
    await press(pilot, *["right_square_bracket"] * 3)
    heat = session.build_view().heat
    assert heat
    shown = frame(pilot.app)
    # The last free cell's weight stands in the lower right corner of its cell.
    assert any(f" {weight}██" in shown for weight in heat.values())
    assert "Weights: tile" in caption(pilot.app)


async def test_playback_runs_and_stops_at_the_end(pilot):
    session = await generated(pilot, 7)
    await press(pilot, *["greater_than_sign"] * 4, "space")
    screen = pilot.app.screen
    assert screen.timer.is_playing
    await until(pilot, lambda: session.playback.player.moment > 3)
    assert "▶ 30/s" in frame(pilot.app)
    await press(pilot, "space")
    moment = session.playback.player.moment
    assert not screen.timer.is_playing
    await press(pilot, "left_square_bracket", "comma")
    assert session.playback.player.moment < moment
    await press(pilot, "end", "comma", "comma", "space")
    await until(pilot, lambda: not screen.timer.is_playing)
    assert session.playback.player.moment == session.playback.player.length


async def test_one_stage_is_rolled_again(pilot):
    session = await generated(pilot, 7)
    before = compute_digest(session.board)
    walls = session.board.find("#")
    await press(pilot, "r")
    await settled(pilot)
    assert session.level.provenance.reroll == {"objects": 1}
    assert session.board.find("#") == walls
    assert compute_digest(session.board) != before
    assert session.document.undo_name == "re-roll Objects"
    await press(pilot, "r")
    await settled(pilot)
    assert session.level.provenance.reroll == {"objects": 2}
    await press(pilot, "left_square_bracket", "left_square_bracket", "left_square_bracket", "r")
    await settled(pilot)
    assert session.level.provenance.reroll == {"objects": 2, "walls": 1}
    assert session.board.find("#") != walls
    assert session.playback.player.stage == 1
    await press(pilot, "u", "u", "u")
    assert compute_digest(session.board) == before


async def test_undoing_a_reroll_stays_at_its_stage(pilot):
    session = await generated(pilot, 7)
    await press(pilot, *["left_square_bracket"] * 3, "r")
    await settled(pilot)
    assert (session.playback.player.stage, session.playback.player.is_ended) == (1, False)
    await press(pilot, "u")
    assert (session.playback.player.stage, session.playback.player.is_ended) == (1, False)
    await press(pilot, "end", "U")
    assert session.playback.player.is_ended
    await press(pilot, "u", "left_square_bracket", "left_square_bracket", "left_square_bracket")
    await press(pilot, "r")
    await settled(pilot)
    assert session.level.provenance.reroll == {"walls": 2}, "what was undone comes no more"


async def test_a_stage_without_draws_is_one_step_and_is_not_rolled_or_locked(pilot):
    session = await generated(pilot, 7)
    await press(pilot, "home", "full_stop")
    assert session.playback.player.moment == 20
    assert "Border: A ring of walls. 20 cells at once, without random numbers." in caption(
        pilot.app
    )
    level = session.level
    for keys in (("r",), ("m", "l")):
        await press(pilot, *keys)
        await settled(pilot)
        assert "Border uses no random numbers, so it never changes" in said(pilot.app)
    assert session.level is level
    session.playback.player.step_single(-1)
    assert session.playback.player.moment == 19
    session.editor.place_cursor(session.board, 0, 0)
    assert session.inspector.explain_cell()[1:] == ("Border, event 1", "before: floor")


async def test_a_stage_that_comes_out_the_same_is_rolled_on_and_then_left(pilot):
    session = await generated(pilot, 7)
    walls = session.game.generator.parameters["walls"]
    session.generator.settings = session.generator.settings.with_value(
        walls, walls.parse_value("0")
    )
    await press(pilot, "m", "g")
    await settled(pilot)
    level = session.level
    await press(pilot, *["left_square_bracket"] * 3)
    assert session.playback.player.stage == 1
    await press(pilot, "r")
    await settled(pilot)
    assert said(pilot.app) == "Walls re-rolled 5 times, always with the same result."
    assert session.level is level


async def test_the_stage_to_roll_is_that_of_the_visible_timeline(pilot):
    session = await generated(pilot, 7)
    await press(pilot, "t")
    assert session.playback.view_kind == "solution"
    level = session.level
    for keys in (("r",), ("m", "l")):
        await press(pilot, *keys)
        assert "choose the stage in the timeline (esc)" in said(pilot.app)
    assert session.level is level
    await press(pilot, *["j"] * 3, "m", "l")
    assert session.stage_locks.names == {"walls"}


async def test_reroll_needs_a_generated_level(pilot):
    await press(pilot, "r")
    assert "no generation history" in said(pilot.app)


async def test_a_search_for_a_level_can_be_stopped(pilot):
    session = pilot.app.screen.session
    moves = session.game.generator.parameters["moves"]
    session.generator.settings = session.generator.settings.with_value(
        moves, moves.parse_value("99..")
    )
    await press(pilot, "m", "g")
    await until(pilot, lambda: "generating" in status(pilot.app))
    await until(pilot, lambda: "generating · 0 c" not in status(pilot.app))
    # The keys still work meanwhile.
    await press(pilot, "tab", "j", "j")
    assert session.playback.view_kind == "trace"
    await press(pilot, "escape")
    await settled(pilot)
    assert re.fullmatch(r"Stopped after \d+ candidates?(: \d+ .+)?", said(pilot.app))
    assert session.document.undo_name is None
    assert status(pilot.app).startswith("5 moves")


async def test_parameters_are_changed_in_place(pilot):
    session = pilot.app.screen.session
    await press(pilot, "shift+tab", "j", "j", "right", "right")
    assert session.generator.settings.overrides == {"size": 8}
    assert "*size" in frame(pilot.app)
    assert "--set size" in frame(pilot.app)
    assert "Rows and columns (4..12," in frame(pilot.app)
    await press(pilot, "j")
    assert "--set" not in frame(pilot.app)
    await press(pilot, "j", *"1", *"..3", "enter")
    assert "--set walls" in frame(pilot.app)
    assert str(session.generator.settings.overrides["walls"]) == "1..3"
    await press(pilot, "plus")
    assert str(session.generator.settings.overrides["walls"]) == "1..4"
    await press(pilot, "j", "j", "left")
    assert session.generator.settings.overrides["spread"] == "centre"
    await press(pilot, "j", "j", "enter", *"2..", "tab")
    assert str(session.generator.settings.overrides["moves"]) == "2.."
    await press(pilot, "m", "g")
    await settled(pilot)
    assert session.board.rows == 8
    assert session.level.provenance.parameters["walls"] == "1..4"
    await press(pilot, "shift+tab", "k", "k", "k", "k", "backspace")
    assert "walls" not in session.generator.settings.overrides


async def test_typing_replaces_the_value_that_was_there(pilot):
    settings = lambda: pilot.app.screen.session.generator.settings  # noqa: E731
    await press(pilot, "shift+tab", "j", "j", "right", "right", "enter")
    assert settings().overrides == {"size": 8}
    await press(pilot, *"12", "enter")
    assert settings().overrides == {"size": 12}
    # An arrow keeps the value, to be typed on.
    await press(pilot, "enter", "right", "backspace", "0", "enter")
    assert settings().overrides == {"size": 10}
    await press(pilot, "enter", "backspace", *"9", "enter")
    assert settings().overrides == {"size": 9}
    await press(pilot, "k", "k", *"5", "enter", "enter", *"71", "enter")
    assert settings().seed == 71
    await press(pilot, "u")
    assert (settings().seed, settings().overrides) == (None, {"size": 9})


async def test_a_bad_value_is_explained_and_not_taken(pilot):
    session = pilot.app.screen.session
    await press(pilot, "shift+tab", "j", "j", *"99", "enter")
    assert "size: expected a whole" in frame(pilot.app)
    assert session.generator.settings.overrides == {}
    await press(pilot, "escape", "u")
    assert "nothing to undo" in said(pilot.app)


async def test_the_timeline_of_an_opened_level_is_rebuilt(make_app, sample):
    app = make_app(Document(workshop.generate(sample, 7)[0]))
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        session = app.screen.session
        await until(pilot, lambda: session.playback.player is not None)
        await press(pilot, "comma")
        assert "Objects: tile" in caption(app)
        assert not session.document.is_dirty


async def test_an_edited_level_that_is_opened_again_still_explains_itself(make_app, sample):
    made = workshop.generate(sample, 7)[0]
    (row, col), (goal_row, goal_col) = made.board.find("@")[0], made.board.find("g")[0]
    edited = sample.boards.paint_cell(made.board, sample.boards.tools[5], row, col)
    again = levelfile.loads(levelfile.dumps(made.with_edited_board(edited)))
    app = make_app(Document(again))
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        session = app.screen.session
        await until(pilot, lambda: session.history.generation is not None)
        assert "changed since it was generated" in caption(app)
        await press(pilot, "i")
        session.editor.place_cursor(session.board, goal_row, goal_col)
        assert any(line.startswith("Objects, event") for line in session.inspector.explain_cell())
        session.editor.place_cursor(session.board, row, col)
        assert "edited after generation; before that:" in session.inspector.explain_cell()
        await press(pilot, "comma")
        assert "before the changes" in caption(app)
        assert not session.document.is_dirty


async def test_a_file_read_again_has_its_own_timeline(make_app, sample, tmp_path):
    path = tmp_path / "walk.toml"
    levelfile.write_level(workshop.generate(sample, 7)[0], path)
    app = make_app(Document.open(path))
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        session = app.screen.session
        await until(pilot, lambda: session.history.generation is not None)
        other = workshop.generate(sample, 8)[0]
        levelfile.write_level(other, path)
        app.screen.run_command("design.reload")
        await until(
            pilot,
            lambda: (
                session.history.generation and session.history.generation.candidate.recipe.seed == 8
            ),
        )
        assert not session.history.is_edited and session.generator.settings.seed == 8
        await press(pilot, "u")
        await until(pilot, lambda: session.history.generation is not None)
        assert (
            session.history.generation.candidate.recipe.seed == 7 and not session.history.is_edited
        )


async def test_the_playhead_follows_a_click(pilot):
    session = await generated(pilot, 7)
    bar = pilot.app.screen.query_one("#timeline")
    await pilot.click(bar, offset=(24, 1))
    assert 0 < session.playback.player.moment < 20


async def test_groups_are_folded(pilot):
    await press(pilot, "shift+tab", "j", "enter")
    assert "▸ Border" in frame(pilot.app)
    assert " size " not in frame(pilot.app)
    await press(pilot, "right")
    assert "▾ Border" in frame(pilot.app)
    await press(pilot, "left", "enter", "j", "right", "k", "left")
    assert "▸ Border" in frame(pilot.app)
    assert "1 set" in frame(pilot.app)


async def test_the_weights_are_shown_and_hidden_at_will(pilot):
    session = await generated(pilot, 7)
    assert session.build_view().heat is None, "the finished board is plain"
    await press(pilot, "v", "h")
    assert session.build_view().heat
    assert "Heat map on" in said(pilot.app)
    await press(pilot, "v", "h")
    assert session.build_view().heat is None
    await press(pilot, "home", "v", "h")
    assert session.build_view().heat is None
    assert "No weights yet" in said(pilot.app)
