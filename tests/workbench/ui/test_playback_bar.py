"""The timeline under the mouse, cells asked why, stages and cells locked, levels rebuilt."""

from __future__ import annotations

import pytest
from plainly import caption, frame, press, said, settled, status, until
from textual import events

from engine import workshop
from engine.edit import draw_tools
from engine.files import levelfile
from engine.game.registry import get_game
from engine.stages.candidate import Recipe
from engine.values.level import Level, compute_digest
from workbench.document.document import Document
from workbench.features.design.inspector_pane import InspectorPane
from workbench.session.generation.timeline_player import TimelinePlayer
from workbench.theme import theme_loader
from workbench.ui.playback_bar import PLAYHEAD, TICK, TimelineBar, TimelinePane, draw_track

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture(scope="module")
def made():
    """A level of Fruit Dating that generation made."""
    return workshop.generate(get_game("fruit-dating"), 7).level


@pytest.fixture
async def pilot(make_app, made):
    app = make_app(Document(made))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await until(pilot, lambda: app.screen.session.playback.player is not None)
        yield pilot


def session_of(pilot):
    return pilot.app.screen.session


def heading(pilot, title):
    """The line of a group in the parameters."""
    lines = [line[:32] for line in frame(pilot.app).splitlines()]
    return next(line for line in lines if f"▾ {title}" in line or f"▸ {title}" in line)


async def mouse(pilot, kind, x, y, button=1):
    """A mouse event at a column and line of the timeline's bar."""
    bar = pilot.app.screen.query_one("#timeline", TimelinePane)
    left, top = bar.content_region.offset
    pilot.app.screen._forward_event(
        kind(
            widget=bar, x=left + x, y=top + y, delta_x=0, delta_y=0, button=button, shift=False,
            meta=False, ctrl=False, screen_x=left + x, screen_y=top + y,
        )
    )  # fmt: skip
    await pilot.pause()


def column(pilot, text, line=0):
    bar = pilot.app.screen.query_one("#timeline", TimelinePane)
    row = "".join(segment.text for segment in bar._strips[line])
    return row.index(text)


# The mouse.


async def test_a_drag_on_the_bar_seeks_all_the_way(pilot):
    session = session_of(pilot)
    start = column(pilot, "━")
    await mouse(pilot, events.MouseDown, start, 0)
    first = session.playback.player.moment
    assert 0 < first < session.playback.player.length
    moments = [first]
    for step in range(1, 5):
        await mouse(pilot, events.MouseMove, start + step, 0)
        moments.append(session.playback.player.moment)
    assert moments == sorted(moments) and moments[-1] > first
    await mouse(pilot, events.MouseMove, 200, 5)
    assert session.playback.player.moment == session.playback.player.length
    await mouse(pilot, events.MouseMove, -5, 0)
    assert session.playback.player.moment <= first
    await mouse(pilot, events.MouseUp, 0, 0)
    await mouse(pilot, events.MouseMove, start + 4, 0)
    assert session.playback.player.moment <= first


async def test_a_name_leads_to_its_stage_and_a_tick_to_one_without_events(pilot):
    session = session_of(pilot)
    stages = session.game.generator.stages
    for number in (3, 5):
        await mouse(pilot, events.MouseDown, column(pilot, stages[number].title) + 1, 0)
        await mouse(pilot, events.MouseUp, 0, 0)
        assert session.playback.player.stage == number
        assert f" {stages[number].title}" in caption(pilot.app)
    bar = pilot.app.screen.query_one("#timeline", TimelinePane)
    last = "".join(segment.text for segment in bar._strips[0]).rindex("┃")
    await mouse(pilot, events.MouseDown, last, 0)
    await mouse(pilot, events.MouseUp, 0, 0)
    assert session.playback.player.stage == len(stages) - 1
    assert f" {stages[-1].title}" in caption(pilot.app)


@pytest.mark.parametrize("width", [40, 64, 104, 180])
def test_names_on_the_bar_are_whole_or_not_there(width):
    player = TimelinePlayer(
        get_game("fruit-dating"), workshop.generate(get_game("fruit-dating"), 7)[1]
    )
    titles = [section.title for section in player.sections]
    for moment in range(0, player.length + 1, 7):
        player.seek(moment)
        pieces = draw_track(TimelineBar.from_steps("timeline", player, ""), width, "")
        assert len(pieces) <= width
        for number, title in enumerate(titles):
            name = "".join(piece.text for piece in pieces if piece.section == number)
            named = name.rstrip(f" {PLAYHEAD}")
            assert named in (title, TICK, ""), named
            assert named == title or number != player.get_section()


async def test_the_wheel_steps_and_signs_are_buttons(pilot):
    session, screen = session_of(pilot), pilot.app.screen
    end = session.playback.player.length
    await mouse(pilot, events.MouseScrollUp, 30, 0, 0)
    await mouse(pilot, events.MouseScrollUp, 30, 0, 0)
    assert session.playback.player.moment == end - 2
    await mouse(pilot, events.MouseScrollDown, 30, 0, 0)
    assert session.playback.player.moment == end - 1
    await mouse(pilot, events.MouseDown, column(pilot, "◂◂", 1), 1)
    assert (
        session.playback.player.moment
        == session.playback.player.sections[session.playback.player.stage].start
    )
    await mouse(pilot, events.MouseDown, column(pilot, ">", 1), 1)
    assert screen.timer.speed == 8 and "‖ 8/s" in frame(pilot.app)
    await mouse(pilot, events.MouseDown, column(pilot, "< >", 1), 1)
    assert screen.timer.speed == 4
    await mouse(pilot, events.MouseDown, column(pilot, "‖", 1), 1)
    assert screen.timer.is_playing
    await mouse(pilot, events.MouseDown, column(pilot, "▶", 1), 1)
    assert not screen.timer.is_playing


@pytest.mark.parametrize("width", [56, 76, 116, 196])
@pytest.mark.parametrize("theme", ["default", "ascii"])
async def test_the_bar_fits_with_all_its_locks(pilot, width, theme):
    bar = pilot.app.screen.query_one("#timeline", TimelinePane)
    pilot.app.show_theme(theme)
    sections = session_of(pilot).playback.player.sections
    bar._bar = TimelineBar(
        "timeline", sections, 5, 40, sections[-1].end, caption="x" * 300, locked=frozenset({1, 3})
    )
    for line in bar.draw_lines(width, 2):
        assert sum(len(text) for text, _ in line) <= width
    track = [piece for piece in bar._track if piece is not None]
    sign = "⊠" if theme == "default" else "x"
    assert sum(piece.text == sign for piece in track) >= 2
    assert {piece.moment for piece in track if piece.section is None} >= {sections[-1].end}


# Asking cells.


async def test_a_cell_shows_who_put_it_there_and_enter_goes_there(pilot):
    session = session_of(pilot)
    row, col, _ = next(iter(session.board.iterate_pieces()))
    await press(pilot, "i")
    board = pilot.app.screen.query_one("#board")
    assert board.show_cursor
    await press(pilot, *["down"] * row, *["l"] * col)
    assert board.cursor == (row, col)
    words = pilot.app.screen.query_one(InspectorPane).text
    found = session.inspector.find_blame()
    assert f"row {row}, column {col}: " in words
    assert f"{found.stage.title}, event {found.index + 1}" in words
    assert f"weight {found.event.weight} of {found.total}, draw {found.event.draw}" in words
    assert "other candidates: " in words and "before: floor" in words
    assert "esc done" in frame(pilot.app)
    await press(pilot, "enter")
    assert session.playback.player.moment == found.index + 1
    await press(pilot, "enter")
    assert "This is the event" in said(pilot.app)
    await press(pilot, "escape")
    assert not board.show_cursor and not session.inspector.is_inspecting
    assert not pilot.app.screen.query_one(InspectorPane).display


async def test_a_cell_is_asked_with_the_mouse_and_a_free_one_has_weights(pilot):
    session = session_of(pilot)
    await press(pilot, "i")
    free = next(
        (row, col)
        for row in range(session.board.rows)
        for col in range(session.board.cols)
        if session.game.boards.describe_cell(session.board, row, col) == "floor"
    )
    board = pilot.app.screen.query_one("#board")
    board.post_message(board.CellPressed(board, *free, 1))
    await pilot.pause()
    words = pilot.app.screen.query_one(InspectorPane).text
    assert "never changed in generation" in words and "weights: fruit " in words


async def test_where_there_is_no_room_the_caption_tells(make_app, made):
    app = make_app(Document(made))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await until(pilot, lambda: app.screen.session.playback.player is not None)
        await press(pilot, "i")
        if not app.screen.query_one(InspectorPane).display:
            assert "0,0 wall · Border, event 1" in caption(app)
        await press(pilot, "i", "e", "e", "up")
        assert "wall · Border" in caption(app)


# Locks.


async def test_a_locked_stage_stays_while_the_seed_changes(pilot):
    session = session_of(pilot)
    walls = session.board.tiles
    await press(pilot, "home", "right_square_bracket", "right_square_bracket", "m", "l")
    assert "Walls locked" in said(pilot.app)
    assert "Walls⊠" in frame(pilot.app)
    assert "locked ⊠" in heading(pilot, "Walls")
    await press(pilot, "right_square_bracket", "m", "l", "g")
    await settled(pilot)
    assert session.board.tiles == walls
    kept = session.level.provenance.kept
    assert {name: stream.seed for name, stream in kept.items()} == {"walls": 7, "inner-walls": 7}
    assert session.level.provenance.seed != 7
    assert "kept Walls, Inner walls" in said(pilot.app)
    text = levelfile.dumps(session.level)
    assert levelfile.dumps(workshop.rebuild(levelfile.loads(text))) == text
    await press(pilot, "home", "right_square_bracket", "right_square_bracket", "r")
    assert "Walls is locked" in said(pilot.app)
    await press(pilot, "u", "u", "u")
    assert session.stage_locks.names == frozenset()
    await press(pilot, "U")
    assert session.stage_locks.names == {"walls"}


async def test_the_group_under_the_cursor_is_locked(pilot):
    await press(pilot, "shift+tab")
    pane = pilot.app.screen.query_one("#parameters")
    while pane.group != "Fruit":
        await press(pilot, "down")
    await press(pilot, "m", "l")
    assert "locked ⊠" in heading(pilot, "Fruit")
    assert session_of(pilot).document.undo_name == "lock Fruit"
    await press(pilot, "m", "l")
    assert "locked" not in heading(pilot, "Fruit")


NEXT = ("right_square_bracket", "right_square_bracket", "m", "l")
"""Lock the second stage."""


@pytest.mark.parametrize("keys", [(), ("m", "l"), NEXT])
async def test_an_opened_level_remembers_what_is_locked(make_app, made, keys):
    kept = {"border": workshop.read_recipe(made).get_stream("border")}
    level = workshop.generate(get_game("fruit-dating"), 12, kept=kept)[0]
    app = make_app(Document(level))
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await until(pilot, lambda: app.screen.session.playback.player is not None)
        assert app.screen.session.stage_locks.names == {"border"}
        await press(pilot, "home", *keys)
        locked = app.screen.session.stage_locks.names
        text = levelfile.dumps(app.document.level)
        app.document = None
    app = make_app(Document(levelfile.loads(text)))
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        assert app.screen.session.stage_locks.names == locked
    expected = {(): {"border"}, ("m", "l"): set(), NEXT: {"border", "walls"}}
    assert locked == expected[keys]


async def test_locked_cells_stay_in_whatever_is_generated(pilot):
    session = session_of(pilot)
    row, col, _ = next(iter(session.board.iterate_pieces()))
    held = session.game.boards.describe_cell(session.board, row, col)
    await press(pilot, "m", "c")
    assert "inspect cells first" in said(pilot.app)
    await press(pilot, "i", *["down"] * row, *["right"] * col, "m", "c")
    assert f"{row},{col} locked: {held}" in said(pilot.app)
    assert session.document.undo_name == f"lock {row},{col}"
    assert session.cell_locks.cells == {(row, col)}
    for keys in ("mg", "r", "mb", "g"):
        await press(pilot, *keys)
        await settled(pilot)
        assert session.cell_locks.cells == {(row, col)}, keys
        assert session.game.boards.describe_cell(session.board, row, col) == f"{held}, locked", keys
    assert "locked before generation" in session.inspector.explain_cell()
    text = levelfile.dumps(session.level)
    assert levelfile.dumps(workshop.rebuild(levelfile.loads(text))) == text
    session.cell_locks.unlock_all()
    await pilot.pause()
    assert session.cell_locks.cells == frozenset()
    assert session.document.undo_name == "unlock all cells"
    await press(pilot, "u")
    assert session.cell_locks.cells == {(row, col)}


@pytest.mark.parametrize("name", theme_loader.list_shipped())
def test_every_theme_shows_locks(name):
    theme = theme_loader.load_shipped(name)
    assert theme.get_mark("locked").narrow.strip()
    assert theme.get_symbol("locked").strip() not in ("", "locked")


# Rebuilding.


async def test_a_changed_parameter_rebuilds_from_its_stage(pilot):
    session = session_of(pilot)
    before = session.board
    await press(pilot, "m", "b")
    assert "all parameters are those" in said(pilot.app)
    blockers = session.game.generator.parameters["blockers"]
    session.generator.settings = session.generator.settings.with_value(
        blockers, blockers.parse_value("30")
    )
    pilot.app.screen.update_content()
    await pilot.pause()
    assert "b rebuilds from Blockers" in frame(pilot.app)
    await press(pilot, "m", "b")
    await settled(pilot)
    assert session.board.tiles == before.tiles
    assert session.level.provenance.seed == 7
    assert session.level.provenance.attempt == workshop.read_recipe(session.level).attempt
    assert session.playback.player.stage == 6
    assert "Rebuilt from Blockers: " in said(pilot.app) and "cells differ" in said(pilot.app)
    assert "b rebuilds" not in frame(pilot.app)
    assert session.document.undo_name == "rebuild from Blockers"
    await press(pilot, "u")
    assert session.board == before
    assert "b rebuilds from Blockers" in frame(pilot.app)


async def test_a_rebuilt_level_that_would_not_be_accepted_is_shown_all_the_same(pilot):
    session = session_of(pilot)
    moves = session.game.generator.parameters["moves"]
    session.generator.settings = session.generator.settings.with_value(
        moves, moves.parse_value("99..")
    )
    pilot.app.screen.update_content()
    await pilot.pause()
    assert "Changed. m b re-checks" in frame(pilot.app)
    await press(pilot, "m", "b")
    await settled(pilot)
    assert said(pilot.app) == "Re-checked: not acceptable: moves out of range."
    assert session.document.undo_name == "re-check parameters"


async def test_judging_again_keeps_edits_and_the_playhead(pilot):
    session = session_of(pilot)
    walls = [(r, c) for r in range(2, 6) for c in range(2, 6) if session.board.tiles[r][c] == "#"]
    session.history.change_board(
        "erase a wall", draw_tools.erase_cells(session.game, session.board, walls[:1])
    )
    await settled(pilot)
    edited = session.level
    await press(pilot, "home", "right_square_bracket")
    moment = session.playback.player.moment
    moves = session.game.generator.parameters["moves"]
    session.generator.settings = session.generator.settings.with_value(
        moves, moves.parse_value("99..")
    )
    await press(pilot, "m", "b")
    await settled(pilot)
    assert said(pilot.app) == "Re-checked: not acceptable: moves out of range."
    assert session.board == edited.board and session.history.has_board_edits
    assert session.level.provenance.edited
    assert session.level.provenance.generated == edited.provenance.generated
    assert str(session.level.provenance.parameters["moves"]) == "99.."
    assert (session.playback.player.moment, session.playback.player.stage) == (moment, 0)
    assert session.rebuilder.refusal is not None
    await press(pilot, "u")
    assert session.level == edited


async def test_rebuilding_around_locks_of_another_size_is_refused_with_the_reason(pilot):
    session = session_of(pilot)
    digest = compute_digest(session.board)
    await press(pilot, "i", "m", "c")
    rows = session.game.generator.parameters["rows"]
    session.generator.settings = session.generator.settings.with_value(rows, rows.parse_value("9"))
    await press(pilot, "m", "b")
    await settled(pilot)
    assert "the locked cells are on a board of 8 by 8" in said(pilot.app)
    await press(pilot, "u")
    assert compute_digest(session.board) == digest


async def test_a_sketch_drawn_by_hand_decides_the_size(make_app):
    game = get_game("fruit-dating")
    board = game.boards.create_blank(6, 9)
    lock = next(tool for tool in game.boards.tools if tool.plane == "locked")
    app = make_app(Document(Level("fruit-dating", game.boards.paint_cell(board, lock, 2, 2))))
    async with app.run_test(size=(120, 32)) as pilot:
        session = app.screen.session
        await press(pilot, "i")
        assert "no generation history" in frame(app)
        await press(pilot, "m", "g")
        await settled(pilot)
        assert (session.board.rows, session.board.cols) == (6, 9)
        assert session.game.boards.describe_cell(session.board, 2, 2) == "floor, locked"
        assert "around 1 locked cell" in said(app)
        assert str(session.generator.settings.overrides["rows"]) == "6"
        assert status(app)


@pytest.mark.parametrize(
    ("attempt", "words"),
    [(0, ""), (1, " 1 earlier attempt rejected."), (12, " 12 earlier attempts rejected.")],
)
def test_the_very_start_shows_how_often_it_was_tried_before(attempt, words):
    game = get_game("fruit-dating")
    player = TimelinePlayer(
        game,
        game.generator.build_candidate(
            Recipe(7, attempt, game.generator.parameters.complete_settings({}))
        ),
    )
    player.seek(0)
    stage = game.generator.stages[0]
    assert player.build_view().caption == f"{stage.title}: {stage.help}{words}"
