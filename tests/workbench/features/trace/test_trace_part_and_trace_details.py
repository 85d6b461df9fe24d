"""Journeys through the trace: around a row, search, filter, breakpoints."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from plainly import caption, frame, press, said, settled, until

from engine.files import levelfile
from engine.game import registry
from engine.game.reasoned_trace import ReasonedTrace
from engine.values.budget import Budget
from workbench.features.trace import trace_details
from workbench.paths import resources
from workbench.session.trace import row_details
from workbench.ui.dialogs import LinePrompt

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
async def pilot(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await press(pilot, "tab")
        yield pilot


def pane_text(pilot):
    """The lines of the trace pane."""
    region = pilot.app.screen.query_one("#trace").region
    lines = frame(pilot.app).splitlines()[region.y : region.bottom]
    return "\n".join(line[region.x : region.right].rstrip() for line in lines)


def row(pilot):
    return pilot.app.screen.session.playback.get_trace_player().row


def place(pilot):
    return pilot.app.screen.session.playback.get_trace_player().moment


async def test_a_row_shows_its_siblings_and_what_came_next(pilot):
    await press(pilot, "down", "down")
    shown = pane_text(pilot)
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "│ from → S1 ↑ no effect │" in lines
    assert "│ S0 ← no effect ↓ S2 │" in lines
    assert any(line.startswith("│ next →") for line in lines)
    await press(pilot, "left_square_bracket")
    assert row(pilot).name == "S1"
    await press(pilot, "right_square_bracket")
    assert row(pilot).name == "S2"
    await press(pilot, "right_square_bracket")
    assert "No other move" in said(pilot.app)


async def test_rows_count_from_1_in_the_pane_and_on_the_timeline(pilot):
    await press(pilot, "down", "down")
    rows = len(pilot.app.screen.session.playback.get_trace_player().trace)
    assert f"row 3 of {rows} " in pane_text(pilot)
    assert caption(pilot.app).startswith(f"trace 3/{rows} ")
    await press(pilot, "end")
    assert caption(pilot.app).startswith(f"trace {rows}/{rows} ")


async def test_the_trace_follows_the_solution_and_moves_by_hand(pilot):
    session = pilot.app.screen.session
    await press(pilot, "shift+tab", "t", "home")
    for moves in range(session.playback.player.length + 1):
        assert session.playback.view_kind == "solution" and session.playback.player.moment == moves
        assert session.playback.get_trace_player().get_moves() == session.playback.player.moves
        assert f"row {place(pilot) + 1} of" in pane_text(pilot)
        assert f"{moves + 1} of {session.playback.player.length + 1} " in pane_text(pilot)
        await press(pilot, "full_stop")
    assert pane_text(pilot).count("★") == session.playback.player.length + 1, "nothing else"
    await press(pilot, "tab", "up")
    assert session.playback.view_kind == "trace", "the list is still the user's"
    assert "only the solution" not in pane_text(pilot) and pane_text(pilot).count("seen (S")
    await press(pilot, "shift+tab", "t", "home", "full_stop", "right")
    assert (session.playback.view_kind, session.playback.player.moves) == ("play", ("R", "R"))
    assert session.playback.get_trace_player().get_moves() == ("R", "R")


async def test_a_filter_stays_while_the_solution_is_stepped_through(pilot):
    await press(pilot, "f", *"new", "enter")
    await until(pilot, lambda: "only new" in pane_text(pilot))
    await press(pilot, "shift+tab", "t", "home", "full_stop")
    assert "only new" in pane_text(pilot) and "only the solution" not in pane_text(pilot)


FIRST_LEVELS = (
    "fruit-dating/01-first-date",
    "skiddy/1-1-side-by-side",
    "linjat/0-tutorial-1-as-long-as-it-says",
    "mazing-monk/1-by-hand-1-*",
)


@pytest.mark.parametrize("name", FIRST_LEVELS)
def test_every_strategy_has_a_row_for_each_position_of_the_solution(name):
    (file,) = resources.get_shipped_levels().glob(f"{name}.toml")
    level = levelfile.read_level(file)
    game, board = registry.get_game(level.game), level.board
    solution = game.solver.solve(board).moves
    for strategy in game.solver.strategies:
        trace = game.solver.solve(board, strategy, Budget(max_states=2_000)).trace
        for number in range(len(solution) + 1):
            moves = solution[:number]
            row = row_details.find_nearest(trace, moves)
            if isinstance(trace, ReasonedTrace):
                known = set(trace.moves_to(row))
                assert number == 0 or moves[-1] in known or len(trace) == 1
            else:
                known = (trace.find_row(solution[:end]) for end in range(number, -1, -1))
                assert row == next(place for place in known if place is not None)


@pytest.mark.parametrize("size", [(36, 31), (33, 15), (33, 11), (58, 11)])
@pytest.mark.parametrize("name", FIRST_LEVELS)
def test_the_reason_of_the_row_at_the_cursor_is_read_to_its_end(name, size):
    (file,) = resources.get_shipped_levels().glob(f"{name}.toml")
    level = levelfile.read_level(file)
    game, board = registry.get_game(level.game), level.board
    for strategy in game.solver.strategies:
        trace = game.solver.solve(board, strategy, Budget(max_states=500)).trace
        for row in range(min(len(trace), 60)):
            found = row_details.collect_details(game, board, trace, row)
            lines = [line for line, _ in trace_details.draw_details(found, *size, len(trace))]
            drawn = " ".join("".join(text for text, _ in line).strip() for line in lines)
            wanted = found.reason if found.reasons is None else " ".join(found.reasons[:1])
            assert wanted in drawn


@pytest.mark.parametrize("size", [(36, 31), (33, 15)])
def test_turns_from_several_places_that_read_alike_are_listed_once(size):
    (file,) = resources.get_shipped_levels().glob("mazing-monk/2-rising-01-*.toml")
    level = levelfile.read_level(file)
    game = registry.get_game(level.game)
    trace = game.solver.solve(level.board, "optimal", Budget(max_states=500)).trace
    found = row_details.collect_details(game, level.board, trace, 0)
    lines = [line for line, _ in trace_details.draw_details(found, *size, len(trace))]
    told = " ".join("".join(text for text, _ in line) for line in lines)
    signs = {branch.sign for branch in found.children}
    shown = [sign for sign in signs if told.count(sign) == 1]
    more = re.search(r" \+(\d)", told)
    assert len(shown) + (int(more[1]) if more else 0) == len(signs) == 6
    assert "…" not in told


async def test_the_path_is_walked_up_and_down_again(pilot):
    await press(pilot, *["down"] * 12)
    start, moves = place(pilot), pilot.app.screen.session.playback.get_trace_player().get_moves()
    for _ in moves:
        await press(pilot, "left")
    assert place(pilot) == 0
    await press(pilot, "left")
    assert "This is the start." in said(pilot.app)
    await press(pilot, *["l"] * len(moves))
    assert place(pilot) == start
    await press(pilot, "home", *["right"] * 5)
    assert row(pilot).result == "won"
    assert row(pilot).on_path
    await press(pilot, "right")
    assert "No move was tried from here." in said(pilot.app)


async def test_matches_are_stepped_through_and_counted(pilot):
    await press(pilot, "slash", *"depth 2")
    assert "depth 3..6" in pane_text(pilot), "what can be typed is said"
    await press(pilot, "enter")
    await until(pilot, lambda: " 1 of 4 " in pane_text(pilot))
    first = place(pilot)
    await press(pilot, "n")
    await until(pilot, lambda: " 2 of 4 " in pane_text(pilot))
    assert "/depth 2 " in pane_text(pilot)
    await press(pilot, "N", "N")
    assert row(pilot).depth == 2
    assert place(pilot) > first, "round and round"
    await press(pilot, "slash", *"depth>x", "enter")
    assert "column 7: expected a number" in said(pilot.app)


async def test_moves_lead_to_their_row(pilot):
    await press(pilot, "slash", *"RR", "enter")
    await until(pilot, lambda: row(pilot).depth == 2)
    assert pilot.app.screen.session.playback.get_trace_player().get_moves() == ("R", "R")


async def test_only_some_rows_are_listed(pilot):
    session = pilot.app.screen.session
    await press(pilot, "f", *"new depth 2..3", "enter")
    await until(pilot, lambda: "only new depth 2..3   " in pane_text(pilot))
    rows = session.playback.get_trace_player().filter.rows.tolist()
    trace = session.playback.get_trace_player().trace
    assert rows == [i for i in range(len(trace)) if trace[i].result == "new"
                    and 2 <= trace[i].depth <= 3]  # fmt: skip
    await press(pilot, "down", "full_stop")
    assert place(pilot) == rows[2]
    await press(pilot, "end")
    assert place(pilot) == rows[-1]
    await press(pilot, "comma", "home")
    assert place(pilot) == rows[0]
    await press(pilot, "slash", *"depth 3", "enter")
    await until(pilot, lambda: "/depth 3 " in pane_text(pilot))
    assert set(session.playback.get_trace_player().matches.rows.tolist()) < set(rows)
    await press(pilot, "f", "ctrl+u", *"mud", "enter")
    await until(pilot, lambda: "No row matches 'mud'" in said(pilot.app))
    await press(pilot, "f", "ctrl+u", "enter")
    assert session.playback.get_trace_player().filter is None
    assert "only" not in pane_text(pilot)


async def test_playback_stays_within_the_filter(pilot):
    session = pilot.app.screen.session
    await press(pilot, "f", *"path", "enter")
    await until(pilot, lambda: session.playback.get_trace_player().filter is not None)
    await press(pilot, "home", *["greater_than_sign"] * 4, "space")
    await until(pilot, lambda: row(pilot).result == "won")
    await until(pilot, lambda: not pilot.app.screen.timer.is_playing)


async def test_a_run_stops_where_a_verdict_appears(pilot):
    await press(pilot, "s", "r")
    assert "No breakpoints" in said(pilot.app)
    await press(pilot, "s", "b")
    assert "stop when" in pane_text(pilot)
    await press(pilot, "down", "enter", "escape", "home")
    assert "1 break" in pane_text(pilot)
    await press(pilot, "s", "r")
    await until(pilot, lambda: row(pilot).result == "won")
    assert "stopped, win" in caption(pilot.app)
    await press(pilot, "home", *["greater_than_sign"] * 4, "space")
    await until(pilot, lambda: not pilot.app.screen.timer.is_playing)
    assert row(pilot).result == "won"
    await press(pilot, "s", "b", *["down"] * 9, "enter", "escape")
    assert not pilot.app.screen.session.breakpoint_runner.breakpoints


async def test_a_run_stops_where_a_cell_changes(pilot):
    screen = pilot.app.screen
    await press(pilot, "down", "home", "s", "b", "enter")
    assert screen.query_one("#board").show_cursor
    await press(pilot, "down", "down", "right", "enter", "escape")
    assert screen.session.breakpoint_runner.breakpoints.cells == ((2, 1),)
    assert screen.query_one("#board").overlay.marks[2, 1] == "breakpoint"
    await press(pilot, "s", "r")
    await until(pilot, lambda: "stopped, 2,1 changes" in caption(pilot.app))
    assert row(pilot).name == "S2"
    await press(pilot, "t", "s", "r")
    assert "No further breakpoint." in said(pilot.app) or "2,1 changes" in caption(pilot.app)


async def test_the_timeline_stops_where_an_event_changes_a_cell(pilot):
    screen = pilot.app.screen
    await press(pilot, "g")
    session = await settled(pilot)
    await until(
        pilot,
        lambda: session.playback.view_kind == "timeline" and session.playback.player is not None,
    )
    await press(pilot, "tab")
    event = session.playback.player.candidate.timeline.get_event(20)
    session.breakpoint_runner.toggle_cell((event.row, event.col))
    session.playback.player.seek(0)
    await press(pilot, "s", "r")
    assert session.playback.player.moment == 21
    assert f"stopped, {event.row},{event.col} changes" in caption(pilot.app)
    session.playback.player.seek(0)
    await press(pilot, *["greater_than_sign"] * 4, "space")
    await until(pilot, lambda: not screen.timer.is_playing)
    screen.timer._handle_tick()
    assert session.playback.player.moment == 21


async def test_cells_are_pointed_at_with_the_mouse(pilot):
    await press(pilot, "s", "b", "enter")
    board = pilot.app.screen.query_one("#board")
    x, y = next(
        (x, y) for y in range(board.size.height) for x in range(board.size.width)
        if board.find_cell(x, y) == (3, 2)
    )  # fmt: skip
    await pilot.click("#board", offset=(x, y))
    assert pilot.app.screen.session.breakpoint_runner.breakpoints.cells == ((3, 2),)
    await press(pilot, "escape")
    assert not pilot.app.screen.query_one("#board").show_cursor


async def test_the_mouse_follows_the_details_and_the_wheel_moves(pilot):
    await press(pilot, "down", "down")
    lines = pane_text(pilot).splitlines()
    y = next(n for n, line in enumerate(lines) if "│ from" in line)
    await pilot.click("#trace", offset=(lines[y].index("S1"), y))
    assert row(pilot).name == "S1"
    before = place(pilot)
    pane = pilot.app.screen.query_one("#trace")
    pane.action_move(3)
    await until(pilot, lambda: place(pilot) == before + 3)


async def test_there_and_back_from_moves_by_hand(pilot):
    session = pilot.app.screen.session
    await press(pilot, "tab", "tab", "tab", "right", "right", "s", "f")
    assert session.playback.view_kind == "trace"
    assert session.playback.get_trace_player().get_moves() == ("R", "R")
    await press(pilot, "t", "full_stop", "s", "f")
    assert session.playback.get_trace_player().moment == 1
    await press(pilot, "tab", "enter")
    assert session.playback.view_kind == "play"
    assert session.playback.player.moves == ("R",)


async def test_everything_fits_a_small_window(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        await press(pilot, "f", *"new", "enter")
        await until(pilot, lambda: "only new " in pane_text(pilot))
        await press(pilot, "down", "s", "b")
        assert "stop when" in pane_text(pilot)


async def test_breakpoints_are_set_without_a_trace_too(make_app, level):
    draft = replace(level, board=replace(level.board, dots=("......",) * 6))
    app = make_app(draft)
    async with app.run_test(size=(120, 32)) as pilot:
        session = await settled(pilot)
        await press(pilot, "s", "b", "down")
        assert "A draft has no trace." not in pane_text(pilot)
        assert "▸[ ] win" in pane_text(pilot)
        await press(pilot, "enter", "escape")
        assert session.breakpoint_runner.breakpoints.verdicts == ("won",)
        assert "A draft has no trace." in pane_text(pilot)


async def test_pointing_at_cells_ends_where_drawing_begins(pilot):
    session = pilot.app.screen.session
    await press(pilot, "s", "b", "enter", "e", "e", ".", "enter")
    assert (
        not session.breakpoint_runner.breakpoints and session.document.undo_name == "Floor at 0,0"
    )
    await press(pilot, "e", "e", "i")  # escape would first stop the search for the verdict
    assert session.inspector.is_inspecting and not session.playback.is_picking


async def test_breakpoints_off_the_board_stop_nothing(pilot):
    session = pilot.app.screen.session
    session.breakpoint_runner.toggle_cell((1, 7))
    assert session.breakpoint_runner.build_tests() == [], (
        "in packed states that would be another cell"
    )
    await press(pilot, "home", "s", "r")
    await until(pilot, lambda: "No further breakpoint." in said(pilot.app))


async def test_the_depth_limit_of_the_shown_strategy_is_typed(make_app):
    app = make_app(
        levelfile.read_level(resources.get_shipped_levels() / "fruit-dating" / "01-first-date.toml")
    )
    async with app.run_test(size=(120, 40)) as pilot:
        session = await settled(pilot)
        assert session.trace_navigator.depth_limit is None
        app.screen.run_command("design.depth-limit")
        await until(pilot, lambda: "the graph strategy has no depth limit" in said(app))
        await press(pilot, "s", "n", "s", "n")
        await settled(pilot)
        for typed, shown in (("15", "at most 15 moves"), ("2", "at most 2 moves")):
            app.screen.run_command("design.depth-limit")
            await until(pilot, lambda: isinstance(app.screen, LinePrompt))
            await press(pilot, *typed, "enter")
            await until(pilot, lambda: not isinstance(app.screen, LinePrompt))
            await settled(pilot)
            assert session.playback.strategy == "published"
            assert shown in session.playback.get_trace_player().trace[0].result
        assert session.verdicts.get_answer("published").value.solvable is None
        assert session.verdicts.verdict.value.facts["moves"] == 3
