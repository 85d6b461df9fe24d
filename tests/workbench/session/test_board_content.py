"""Journeys: the trace, the solution forwards and backwards, moves by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from plainly import caption, frame, handled, press, said, settled, until
from textual import events

from engine.files import levelfile
from workbench.features.play.screen import PlayScreen

pytestmark = pytest.mark.usefixtures("app_world")

FIRST = Path(__file__).parents[3] / "levels/fruit-dating/01-first-date.toml"


@pytest.fixture
async def pilot(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        yield pilot


def dots(pilot):
    return list(pilot.app.screen.query_one("#board").picture.pieces)


async def test_the_solution_is_stepped_both_ways(pilot):
    await press(pilot, "t")
    assert caption(pilot.app) == "solution 0/5 start position"
    await press(pilot, "full_stop", "full_stop")
    assert dots(pilot) == [(1, 3)]
    assert caption(pilot.app) == "solution 2/5 move 2: → right"
    await press(pilot, "comma")
    assert dots(pilot) == [(1, 2)]
    await press(pilot, "end")
    assert "reached the goal · won" in caption(pilot.app)
    await press(pilot, "left_square_bracket", "home")
    assert dots(pilot) == [(1, 1)]
    await press(pilot, "t")
    assert pilot.app.screen.session.playback.view_kind == "timeline"


async def test_the_solution_plays_by_itself(pilot):
    await press(pilot, "t", *["greater_than_sign"] * 4, "space")
    await until(pilot, lambda: "won" in caption(pilot.app))
    await until(pilot, lambda: not pilot.app.screen.timer.is_playing)


async def test_a_row_of_the_trace_shows_its_situation(pilot):
    await press(pilot, "tab", "j", "j")
    assert pilot.app.screen.session.playback.view_kind == "trace"
    assert dots(pilot) == [(2, 1)]
    assert caption(pilot.app) == "trace 3/32 S2: ↓ down from S0: new"
    shown = frame(pilot.app)
    assert "▸1  S2" in shown
    assert "path ↓" in shown
    await press(pilot, "full_stop")
    assert "S3: → right from S1" in caption(pilot.app)
    await press(pilot, "end")
    assert "row 32 of 32" in frame(pilot.app)
    await press(pilot, "pageup", "home")
    assert dots(pilot) == [(1, 1)]


async def test_a_row_is_found_by_name(pilot):
    await press(pilot, "slash", *"S7")
    assert "/S7" in frame(pilot.app)
    await press(pilot, "enter")
    await until(pilot, lambda: "S7: ↓ down from" in caption(pilot.app))
    await press(pilot, "slash", *"won", "enter")
    await until(pilot, lambda: "from S8: win" in caption(pilot.app))
    await press(pilot, "slash", *"S99", "enter")
    await until(pilot, lambda: "No match for 'S99'" in said(pilot.app))
    await press(pilot, "slash", *"S", "escape")
    assert "from S8: win" in caption(pilot.app)


async def test_states_are_shown_by_signs(pilot):
    await press(pilot, "slash", *"won", "enter")
    await until(pilot, lambda: "↓  win                  ★" in frame(pilot.app))
    shown = frame(pilot.app)
    assert "seen (S11)" in shown


async def test_strategies_take_turns(pilot):
    await press(pilot, "s", "n")
    session = await settled(pilot)
    assert session.playback.strategy == "published"
    assert "Trace · published · 32 rows" in frame(pilot.app)
    await press(pilot, "s", "n")
    assert "Trace · graph · 32 rows" in frame(pilot.app)


async def test_moves_by_hand_and_back_to_the_trace(pilot):
    await press(pilot, "right", "right", "up")
    assert "nothing moves that way" in said(pilot.app)
    session = pilot.app.screen.session
    assert session.playback.view_kind == "play"
    assert dots(pilot) == [(1, 3)]
    await press(pilot, "comma")
    assert dots(pilot) == [(1, 2)]
    await press(pilot, "full_stop", "s", "f")
    assert session.playback.view_kind == "trace"
    assert session.playback.get_trace_player().row.name == "S3"
    await press(pilot, "tab", "enter")
    assert session.playback.view_kind == "play"
    assert session.playback.player.moves == ("R", "R")
    await press(pilot, "l")
    assert dots(pilot) == [(1, 4)]


async def test_from_the_middle_of_the_solution_on_by_hand(pilot):
    await press(pilot, "t", "full_stop", "left")
    session = pilot.app.screen.session
    assert session.playback.view_kind == "play"
    assert dots(pilot) == [(1, 1)]
    assert session.playback.player.length == 2


async def test_the_mouse_picks_a_row(pilot):
    await pilot.click("#trace", offset=(8, 5))
    assert "S3: → right from S1" in caption(pilot.app)


async def test_playtest_opens_the_play_screen_and_comes_back(pilot):
    screen = pilot.app.screen
    await press(pilot, "p", "p")
    await until(pilot, lambda: pilot.app.screen is not screen)
    await press(pilot, "escape")
    await until(pilot, lambda: pilot.app.screen is screen)


async def test_arrows_step_while_the_timeline_has_the_focus(pilot):
    await press(pilot, "t", "tab", "tab", "right", "right", "left")
    assert pilot.app.focused.id == "timeline"
    assert caption(pilot.app).startswith("solution 1/5")


async def test_rows_and_values_follow_keys_that_come_fast(pilot):
    session = pilot.app.screen.session
    await press(pilot, "tab")
    for _ in range(6):
        pilot.app.post_message(events.Key("down", None))
    await handled(pilot.app)
    assert session.playback.player.moment == 6
    await press(pilot, "shift+tab", "shift+tab", "down", "down")
    for _ in range(4):
        pilot.app.post_message(events.Key("right", None))
    await handled(pilot.app)
    assert session.generator.settings.overrides == {"size": 10}


async def test_a_playtest_knows_what_was_searched_here(make_app, solver, monkeypatch):
    lanes = []
    solve = solver.solve_board
    monkeypatch.setattr(
        solver,
        "solve_board",
        lambda *args, **kw: (lanes.append(kw.get("slot")), solve(*args, **kw)),
    )
    app = make_app(levelfile.read_level(FIRST))
    async with app.run_test(size=(80, 24)) as pilot:
        session = await settled(pilot)
        await press(pilot, "p", "p")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert (
            app.screen.advice.look_ahead(()).remaining
            == session.playback.get_solution_player().length
        )
        assert not app.screen.advice.is_searching and "play" not in lanes


async def test_a_situation_met_again_leads_to_where_it_was_first_met(make_app):
    app = make_app(levelfile.read_level(FIRST))
    async with app.run_test(size=(80, 24)) as pilot:
        session = await settled(pilot)
        trace = session.playback.get_trace_player().trace
        again = next(n for n in range(len(trace)) if trace[n].seen)
        session.trace_navigator.seek_row(again)
        await press(pilot, "s", "f")
        assert session.playback.get_trace_player().row.name == trace[again].name
        assert session.playback.get_trace_player().row.result in ("new", "start")


async def test_games_without_a_list_of_solutions_say_so(pilot):
    await press(pilot, "s", "a")
    assert said(pilot.app) == "List solutions: the solutions have not been listed"
