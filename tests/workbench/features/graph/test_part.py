"""Journeys from the design screen to the picture of the states and back."""

from __future__ import annotations

from pathlib import Path
from threading import current_thread

import frames
import pytest
from plainly import frame, press, said, settled, until

from engine.search.maps.statemap import StateMap
from workbench.document.document import Document
from workbench.features.graph.screen import StateGraphScreen
from workbench.ui.graph.pane import StatesPane

pytestmark = pytest.mark.usefixtures("app_world")

LEVELS = Path(__file__).parents[4] / "levels"
GLACIER = LEVELS / "skiddy/5-6-glacier.toml"
ENGAGEMENT = LEVELS / "fruit-dating/19-a-long-engagement.toml"


async def opened(pilot):
    await settled(pilot)
    await press(pilot, "v", "g")
    await until(pilot, lambda: isinstance(pilot.app.screen, StateGraphScreen))
    pane = pilot.app.screen.query_one(StatesPane)
    await until(pilot, lambda: bool(pane._targets))
    return pilot.app.screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("path", [GLACIER, ENGAGEMENT], ids=["names", "dots"])
async def test_frames(make_app, path, size):
    app = make_app(Document.open(path))
    async with app.run_test(size=size) as pilot:
        await opened(pilot)
        await press(pilot, "down", "down", "right")
        frames.check(app, f"states-{path.stem}-{size[0]}x{size[1]}")


async def test_a_state_is_shown_on_the_board_and_in_the_trace(make_app):
    app = make_app(Document.open(GLACIER))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await press(pilot, "down", "down", "down")
        state, moves = (
            screen.graph_cursor.state,
            screen.graph_cursor.states.moves_to(screen.graph_cursor.state),
        )
        assert len(moves) == 3
        await press(pilot, "enter")
        session = app.screen.session
        assert session.playback.view_kind == "trace"
        assert session.playback.get_trace_player().row.name == f"S{state}"
        assert session.playback.moves_shown == moves
        screen = await opened(pilot)
        assert screen.graph_cursor.state == state  # it opens at what is on the board
        await press(pilot, "escape")
        assert app.screen.session is session


async def test_a_trace_without_the_state_has_it_played_by_hand(make_app):
    app = make_app(Document.open(GLACIER))
    async with app.run_test(size=(120, 40)) as pilot:
        session = await settled(pilot)
        await press(pilot, "s", "n")
        await until(pilot, lambda: session.playback.get_trace_player() is not None)
        screen = await opened(pilot)
        last = screen.graph_cursor.states.count - 1
        screen.graph_cursor.go_to(last)
        moves = screen.graph_cursor.states.moves_to(last)
        assert session.playback.get_trace_player().trace.find_row(moves) is None
        await press(pilot, "enter")
        assert (session.playback.view_kind, session.playback.moves_shown) == ("play", moves)


async def test_a_game_without_states_and_a_draft_say_why_not(make_app, level, sample):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "v", "g")
        assert said(app) == f"State graph: the solver of {sample.title} builds no state graph"
    app = make_app(Document.open(GLACIER))
    async with app.run_test(size=(80, 24)) as pilot:
        session = await settled(pilot)
        draft = session.game.boards.create_blank(5, 5)
        session.history.change_board("blank", draft)
        await press(pilot, "v", "g")
        assert said(app) == "State graph: a draft has no states"
        assert "Graph ·" not in frame(app)


async def test_a_state_of_a_level_that_was_changed_meanwhile_is_not_shown(make_app):
    app = make_app(Document.open(GLACIER))
    async with app.run_test(size=(80, 24)) as pilot:
        session = await settled(pilot)
        await opened(pilot)
        await press(pilot, "down", "down")
        session.history.change_board(
            "blank", session.game.boards.create_blank(5, 5)
        )  # a generated level comes like this
        await press(pilot, "enter")
        assert said(app) == "Not shown: the level has changed in the meantime."
        assert session.playback.moves_shown == ()


async def test_the_key_paints_in_edit_mode(make_app):
    app = make_app(Document.open(GLACIER))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await press(pilot, "e", "e", "e", "y")
        assert not isinstance(app.screen, StateGraphScreen)


async def test_folded_layers_count_every_state(make_app):
    app = make_app(Document.open(ENGAGEMENT))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        states = screen.graph_cursor.states
        await press(pilot, "minus", "minus")
        assert "✗(14)" in frame(app)
        for keys, first in (((), 0), (("pagedown", "pagedown"), 10)):
            await press(pilot, *keys)
            picture = frame(app).replace("[", " ").replace("]", " ").splitlines()[1:21]
            lines = [line[1:49].split() for line in picture]
            assert int(lines[0][0]) == first
            for depth, *drawn, total in lines:
                counted = [int(text[2:-1]) if len(text) > 1 else 1 for text in drawn]
                assert sum(counted) == int(total) == len(states.get_layer(int(depth)))


async def test_dead_states_are_gone_through(make_app):
    app = make_app(Document.open(ENGAGEMENT))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        states = screen.graph_cursor.states
        visited = []
        for key in "nnnN":
            await press(pilot, key)
            visited.append(screen.graph_cursor.state)
        assert all(states.get_node(state).remaining is None for state in visited)
        assert visited[0] < visited[1] < visited[2]
        assert visited[3] == visited[1]


async def test_tables_are_computed_off_the_screen_s_thread(make_app, monkeypatch):
    threads = []
    compute = StateMap.prepare
    monkeypatch.setattr(
        StateMap, "prepare", lambda self: (threads.append(current_thread().name), compute(self))
    )
    app = make_app(Document.open(GLACIER))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
    assert threads == ["states"]
