"""Journeys: paint, erase, the verdict that follows, undo, save and open again."""

from __future__ import annotations

import pytest
from plainly import caption, frame, press, said, settled, status, until
from textual import events

from engine.files import levelfile
from engine.values.level import compute_digest
from workbench.document.document import Document

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
async def pilot(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "e", "e")
        yield pilot


async def test_a_wall_changes_the_verdict(pilot):
    session = pilot.app.screen.session
    assert "edit" in caption(pilot.app)
    assert "Palette" in frame(pilot.app)
    await press(pilot, "down", "l", "l", "#", "enter")
    await settled(pilot)
    assert session.board.tiles[1] == "#.#..#"
    assert session.document.undo_name == "Wall at 1,2"
    assert status(pilot.app).startswith("5 moves")
    assert "5 moves, as before" in status(pilot.app)
    await press(pilot, "down", "down", "enter")
    await settled(pilot)
    assert status(pilot.app).startswith("7 moves, was 5")
    await press(pilot, "down", "enter")
    await settled(pilot)
    assert status(pilot.app).startswith("unsolvable")
    assert "unsolvable, was 7 moves" in status(pilot.app)


async def test_undo_and_redo_bring_the_verdict_along(pilot):
    session = pilot.app.screen.session
    before = compute_digest(session.board)
    await press(pilot, "down", "right", "right", "#", "enter", "u")
    assert compute_digest(session.board) == before
    assert said(pilot.app) == "Undone: Wall at 1,2"
    await settled(pilot)
    assert status(pilot.app).startswith("5 moves")
    assert session.playback.view_kind == "edit"
    await press(pilot, "U")
    assert session.board.tiles[1][2] == "#"
    await press(pilot, "U")
    assert "nothing to redo" in said(pilot.app)


async def test_a_draft_names_its_problem_and_marks_it(pilot):
    await press(pilot, "@", "j", "l", "l", "enter")
    assert status(pilot.app) == "draft: row 1, column 2: expected one dot, found 2"
    await press(pilot, "x")
    await settled(pilot)
    assert status(pilot.app).startswith("5 moves")
    await press(pilot, "h", "x")
    assert status(pilot.app) == "draft: expected one dot, found 0"
    await press(pilot, "p", "p")
    assert "a draft" in said(pilot.app)
    await press(pilot, "escape", "right")
    assert "A draft cannot be played." in said(pilot.app)


async def test_tools_are_chosen_by_key_by_turning_and_in_the_palette(pilot):
    editor = pilot.app.screen.session.editor
    await press(pilot, "1")
    assert editor.tool.name == "goal"
    await press(pilot, "n")
    assert editor.tool.name == "swamp"
    await press(pilot, "N", "N")
    assert editor.tool.name == "floor"
    await press(pilot, "shift+tab", "j")
    assert editor.tool.name == "goal"
    await pilot.click("#palette", offset=(6, 2))
    assert editor.tool.name == "wall"


async def test_the_mouse_paints_and_erases(pilot):
    session = pilot.app.screen.session
    board = pilot.app.screen.query_one("#board")
    await press(pilot, "#")
    spot = next((x, y) for y in range(20) for x in range(46) if board.find_cell(x, y) == (4, 4))
    await pilot.click(board, offset=spot)
    assert session.board.tiles[4][4] == "#"
    assert (session.editor.row, session.editor.col) == (4, 4)
    await pilot.click(board, offset=spot, button=3)
    assert session.board.tiles[4][4] == "."


async def test_painting_what_is_there_is_no_change(pilot):
    await press(pilot, "#", "enter")
    assert "already looks like this" in said(pilot.app)
    assert pilot.app.screen.session.document.undo_name is None


async def test_a_long_search_blocks_no_key_and_is_replaced(pilot, monkeypatch):
    monkeypatch.setattr("sample_game.PAUSE", 1)  # a search of many seconds, however slow the keys
    session = pilot.app.screen.session
    await press(pilot, "2", "down", "right", "right", "enter")
    await until(pilot, lambda: "searching" in status(pilot.app))
    assert "stale: 5 moves" in status(pilot.app)
    row, col = session.editor.row, session.editor.col
    await press(pilot, "right", "left", "down")
    assert (session.editor.row, session.editor.col) == (row + 1, col)
    assert "searching" in status(pilot.app)
    await press(pilot, "escape")
    await settled(pilot)
    assert "Search stopped" in status(pilot.app)
    assert session.playback.view_kind == "edit"
    await press(pilot, "s", "s")
    await until(pilot, lambda: "searching" in status(pilot.app))
    await press(pilot, "up", ".", "enter")
    await settled(pilot)
    assert status(pilot.app).startswith("5 moves")


async def test_an_edit_marks_provenance(pilot):
    session = pilot.app.screen.session
    await press(pilot, "escape", "m", "g")
    await settled(pilot)
    await press(pilot, "e", "e", "@", "enter")
    assert session.level.provenance.edited
    assert session.history.is_edited
    await press(pilot, "escape", "r")
    await settled(pilot)
    assert not session.level.provenance.edited


async def test_saving_and_opening_again(make_app, level, tmp_path):
    path = tmp_path / "walk.toml"
    levelfile.write_level(level, path, expect=None)
    app = make_app(Document.open(path))
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        assert "walk.toml" in frame(app)
        await press(pilot, "e", "e", "j", "l", "l", "#", "enter")
        await settled(pilot)
        assert "First walk ●" in frame(app)
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "Saved" in said(app))
        assert "First walk ●" not in frame(app)
    again = Document.open(path).level
    assert again.board.tiles[1][2] == "#"
    assert again.has_fresh_verdict(1)


async def test_a_stale_verdict_is_not_trusted(make_app, level, solver, sample):
    from dataclasses import replace

    from engine import workshop

    solved = workshop.store_verdict(level, sample.solver.solve(level.board))
    board = sample.boards.paint_cell(
        level.board, sample.boards.tools[3], 1, 2
    )  # a swamp: solved slowly
    app = make_app(replace(solved, board=board))
    async with app.run_test(size=(120, 32)) as pilot:
        await until(pilot, lambda: "stale: 5 moves" in status(app))
        await settled(pilot)
        assert status(app).startswith("5 moves")


async def test_keys_that_come_faster_than_they_are_handled_hit_the_right_cell(pilot):
    session = pilot.app.screen.session
    for key in ("down", "right", "right", "right", "right"):
        pilot.app.post_message(events.Key(key, None))
    pilot.app.post_message(events.Key("number_sign", "#"))
    pilot.app.post_message(events.Key("enter", None))
    pilot.app.post_message(events.Key("left", None))
    await settled(pilot)
    assert session.board.tiles[1] == "#...##"
    assert (session.editor.row, session.editor.col) == (1, 3)


async def test_the_end_of_the_timeline_is_the_level_as_edited(pilot):
    session = pilot.app.screen.session
    await press(pilot, "escape", "m", "g")
    await settled(pilot)
    row, col = session.board.find("@")[0]
    await press(pilot, "e", "e")
    pilot.app.screen.query_one("#board").cursor = (row, col)
    await press(pilot, "x", "escape")
    board = pilot.app.screen.query_one("#board")
    assert not board.picture.pieces
    assert "changed since it was generated" in caption(pilot.app)
    await press(pilot, "comma")
    assert board.picture.pieces
    assert "before the changes: Objects" in caption(pilot.app)
    await press(pilot, "full_stop")
    assert not board.picture.pieces


async def test_a_saved_level_is_compared_with_no_other(make_app, level, tmp_path):
    path = tmp_path / "walk.toml"
    levelfile.write_level(level, path, expect=None)
    app = make_app(Document.open(path))
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "e", "e", "down", "l", "l", "#", "enter")
        await settled(pilot)
        assert "5 moves, as before" in status(app)
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "as before" not in status(app))
        await press(pilot, "u")
        await settled(pilot)
        assert "5 moves, as before" in status(app)
        await press(pilot, "ctrl+s", "escape")
        await until(pilot, lambda: "as before" not in status(app))


async def test_selecting_begins_edit_mode(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        session = await settled(pilot)
        await press(pilot, "e", "a", "down", "right")
        assert session.playback.is_editing
        area = session.painter.selection
        assert (area.bottom - area.top, area.right - area.left) == (1, 1)
        await press(pilot, "e", "a")
        assert session.playback.is_editing and session.painter.selection is None
