"""What single changes would do: the heat map, its list, and making a change of it."""

from __future__ import annotations

import re
import threading
from dataclasses import replace

import frames
import pytest
from plainly import caption, frame, press, said, settled, status, until
from sample_game import DOTS, SampleBoard

from engine.edit import single_changes
from engine.values.level import Level
from workbench.document.document import Document
from workbench.features.whatif import change_trials
from workbench.features.whatif.part import WhatIfPart

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture(autouse=True)
def quick_swamp(monkeypatch):
    """The solver does not sleep: here every cell becomes a swamp once."""
    monkeypatch.setattr("sample_game.PAUSE", 0)


@pytest.fixture
def board(sample):
    """Two moves from dot to goal; with a wall between them, eight."""
    tiles = ("######", "#..g.#", "#.##.#", "#....#", "#....#", "######")
    return SampleBoard(tiles, DOTS)


async def explored(pilot):
    """Waits until every change was tried; gives what was found."""
    screen = pilot.app.screen
    found = next(part.model for part in screen.parts if isinstance(part, WhatIfPart))
    await until(pilot, lambda: screen.panes.overlay == "whatif" and found.state == "done")
    return found


def longest(game, board, cell):
    found = [c for c in single_changes.list_changes(game, board) if (c.row, c.col) == cell]
    return max(game.solver.solve(change.board).facts["moves"] or 0 for change in found)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_frames(make_app, level, size, monkeypatch):
    monkeypatch.setattr("workbench.session.status_line.format_duration", lambda seconds: "0.8 ms")
    app = make_app(level)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press(pilot, "w")
        await explored(pilot)
        await press(pilot, "down", "right", "right")
        await pilot.pause()
        frames.check(app, f"whatif-{size[0]}x{size[1]}")


async def test_the_map_shows_the_best_of_every_cell(make_app, level, sample, board):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "w")
        whatif = await explored(pilot)
        assert whatif.base.figures == {"moves": 2}
        drawn = whatif.make_heat_map()
        for cell in ((1, 2), (2, 1), (3, 2)):
            more = longest(sample, board, cell) - 2
            assert drawn.numbers[cell] == (f"{more:+}" if more else "=")
        assert drawn.numbers[1, 2] == "+6"
        assert drawn.marks[1, 2] == "better"
        assert "What if · longer" in frame(app)
        assert "What if · longer" in frame(app)
        assert app.screen.query_one("#trace").display is False


async def test_the_cell_under_the_cursor_is_described(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "w")
        await explored(pilot)
        await press(pilot, "down", "down", "right")
        assert "2,1 floor →" in caption(app)
        assert "Wall or Swamp: 2 moves, no change; Goal: 1 move, -1" in caption(app)
        assert "2,1 floor" in frame(app)


async def test_enter_makes_the_best_change_and_undo_takes_it_back(make_app, level, sample, board):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        session = await settled(pilot)
        await press(pilot, "w")
        whatif = await explored(pilot)
        await press(pilot, "down", "right", "right", "enter")
        await settled(pilot)
        await explored(pilot)
        assert app.document.undo_name == "Wall at 1,2"
        assert status(app).startswith("8 moves, was 2")
        assert whatif.base.figures == {"moves": 8}
        await press(pilot, "u")
        await settled(pilot)
        await explored(pilot)
        assert session.board == board
        assert whatif.base.figures == {"moves": 2}
        assert app.screen.panes.overlay == "whatif"


async def test_nothing_is_said_of_changes_before_they_are_tried(make_app, level, monkeypatch):
    app = make_app(level)
    gate = threading.Event()
    stand = change_trials.assess_boards

    def wait_and_stand(*asked):
        """Tries nothing before the test has looked."""
        assert gate.wait(60)
        return stand(*asked)

    async with app.run_test(size=(120, 40)) as pilot:
        session = await settled(pilot)
        await press(pilot, "w")
        await explored(pilot)
        assert "No change is an improvement" not in frame(app)
        monkeypatch.setattr(change_trials, "assess_boards", wait_and_stand)
        try:
            await press(pilot, "down", "right", "right", "enter")
            await settled(pilot)
            assert session.document.undo_name == "Wall at 1,2"
            shown = frame(app)
            assert "Trying changes" in shown and "1,2 wall: not tried yet" in caption(app)
            assert (
                "No change is an improvement" not in shown
                and "no changes are possible" not in shown
            )
        finally:
            gate.set()
        whatif = await explored(pilot)
        whatif.objective = "moves=8"
        app.screen.update_content()
        await explored(pilot)
        app.screen.update_content()
        assert "No change is an improvement." in frame(app)
        await press(pilot, "tab")
        keys = frame(app).splitlines()[-1]
        assert "apply change" in keys and "generate" not in keys and "stage" not in keys


async def test_the_rate_and_the_time_left_are_said_while_it_runs(make_app, level, monkeypatch):
    app = make_app(level)
    gate = threading.Event()
    stand = change_trials.assess_boards

    def stand_once(before, boards, control):
        """Tries one batch, and no other before the test has looked."""
        assert first.pop(0) or gate.wait(60)
        return stand(before, boards, control)

    first = [True] + [False] * 99
    monkeypatch.setattr(change_trials, "assess_boards", stand_once)
    monkeypatch.setattr(change_trials, "DELIVERY_SECONDS", 0)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "w")
        try:
            await until(pilot, lambda: " left" in frame(app))
            _, below = frame(app).split("Best changes", 1)
            assert re.search(r"│ [\d,.]+(/s| m?s each), [\d.]+ m?s left", below.splitlines()[1])
        finally:
            gate.set()
        await explored(pilot)
        assert " left" not in frame(app)


async def test_a_click_makes_a_change_and_asks_between_equal_ones(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "w")
        whatif = await explored(pilot)
        several = next(c for c in whatif._effects if len(whatif.group_changes(c)[0].changes) > 1)
        names = [change.tool.title for change in whatif.group_changes(several)[0].changes]
        view = app.screen.query_one("#board")
        place = next(
            (x, y)
            for y in range(view.size.height)
            for x in range(view.size.width)
            if view.find_cell(x, y) == several
        )
        await pilot.click("#board", offset=place)
        await until(pilot, lambda: "Which change at" in frame(app))
        await press(pilot, "2")
        await until(pilot, lambda: app.document.undo_name is not None)
        assert app.document.undo_name == f"{names[1]} at {several[0]},{several[1]}"


async def test_a_change_of_an_earlier_board_is_not_made(make_app, level, board):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        session = await settled(pilot)
        await press(pilot, "w")
        whatif = await explored(pilot)
        several = next(c for c in whatif._effects if len(whatif.group_changes(c)[0].changes) > 1)
        app.screen.query_one("#board").cursor = several
        await press(pilot, "enter")
        await until(pilot, lambda: "Which change at" in frame(app))
        session.history.change_board("meanwhile", SampleBoard(board.tiles[::-1], board.dots))
        await press(pilot, "2")
        await until(pilot, lambda: "changed in the meantime" in said(app))
        assert session.document.undo_name == "meanwhile"


async def test_the_aim_is_chosen_and_ranks_anew(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "w")
        whatif = await explored(pilot)
        await press(pilot, "w")
        await until(pilot, lambda: "Which objective" in frame(app))
        await press(pilot, "s")
        await until(pilot, lambda: whatif.objective == "shorter")
        await explored(pilot)
        best = whatif.make_report((0, 0), "").best
        assert [(group.names, group.assessment.figures["moves"]) for group in best] == [
            ("Goal", 1)
        ] * 4
        await press(pilot, "w")
        await until(pilot, lambda: "Which objective" in frame(app))
        await press(pilot, "m")
        await until(
            pilot,
            lambda: (
                "moves=N: solution length closer to N" in frame(app)
                and "enter accept" in frame(app)
            ),
        )
        await press(pilot, "0", "enter")
        await until(pilot, lambda: "expected a whole number" in frame(app))
        await press(pilot, "backspace", "7", "enter")
        await until(pilot, lambda: whatif.objective == "moves=7")
        await explored(pilot)
        await until(pilot, lambda: "What if · moves=7" in frame(app))
        best = whatif.make_report((0, 0), "").best
        assert best[0].assessment.figures["moves"] == 8


async def test_a_wish_is_an_aim_and_is_typed(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "w")
        whatif = await explored(pilot)
        await press(pilot, "w")
        await until(pilot, lambda: "Which objective" in frame(app))
        await press(pilot, "w")
        await until(pilot, lambda: "wish=EXPR" in frame(app) and "enter accept" in frame(app))
        await press(pilot, *"mooves>7", "enter")
        await until(pilot, lambda: "unknown key 'mooves'" in frame(app))
        await press(pilot, *["backspace"] * 8, *"moves>7", "enter")
        await until(pilot, lambda: whatif.objective == "wish=moves>7")
        await explored(pilot)
        best = whatif.make_report((0, 0), "").best
        assert [group.cell for group in best] == [(1, 2)]


async def test_the_list_is_walked_and_a_change_made_from_it(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "w")
        whatif = await explored(pilot)
        await press(pilot, "tab")
        assert app.focused.id == "whatif"
        pane = app.screen.query_one("#whatif")
        best = whatif.make_report((0, 0), "").best
        while pane.selected_group != best[0]:
            await press(pilot, "j")
        row, col = best[0].cell
        assert caption(app).split(" ", 2)[2].startswith(f"{row},{col} → {best[0].names}")
        await press(pilot, "enter")
        assert app.document.undo_name == "Wall at 1,2"


@pytest.mark.parametrize("editing", [False, True])
async def test_escape_leads_back_to_where_it_was_asked(make_app, level, editing):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        session = await settled(pilot)
        if editing:
            await press(pilot, "e", "e")
        mode = session.playback.view_kind
        await press(pilot, "w")
        await explored(pilot)
        assert session.playback.view_kind == "edit"
        await press(pilot, "escape")
        assert (session.playback.view_kind, app.screen.panes.overlay) == (mode, None)
        assert not app.screen.query_one("#whatif").display


async def test_leaving_edit_mode_leaves_the_map_and_brings_the_trace_back(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "e", "e", "w")
        await explored(pilot)
        await press(pilot, "e", "e")
        assert app.screen.panes.overlay is None
        assert app.screen.query_one("#trace").display


async def test_generating_leaves_the_map(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        session = await settled(pilot)
        await press(pilot, "w")
        await explored(pilot)
        await press(pilot, "m", "g")
        await settled(pilot)
        assert session.playback.view_kind == "timeline"
        assert app.screen.panes.overlay is None


async def test_a_draft_shows_what_would_repair_it(make_app, board):
    draft = replace(board, tiles=tuple(line.replace("g", ".") for line in board.tiles))
    app = make_app(Document(Level("sample", draft)))
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "w")
        whatif = await explored(pilot)
        best = whatif.make_report((0, 0), "").best
        assert best
        assert {change.tool.name for group in best for change in group.changes} == {"goal"}
        await press(pilot, "down", "right", "right", "enter")
        await settled(pilot)
        assert status(app).startswith("1 move")
