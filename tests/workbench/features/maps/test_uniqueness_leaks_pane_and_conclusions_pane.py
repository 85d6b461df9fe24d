"""Leaks and conclusions on the design screen: marks over the board, and their lists."""

from __future__ import annotations

import frames
import pytest
from plainly import caption, frame, press, said, settled, status, until

from engine.game import registry
from engine.games.linjat.board.text import read_published
from engine.values.level import Level

pytestmark = pytest.mark.usefixtures("app_world")

LEAKY = read_published(["     ", "     ", "     ", ".3 3 "])
SQUARES = read_published([". 4 . ", " 3    ", "3 .   ", " .. 4 ", "  ..3 "])


@pytest.fixture(autouse=True)
def steady(monkeypatch):
    """No time that a frame could show."""
    monkeypatch.setattr("workbench.session.status_line.format_duration", lambda seconds: "0.8 ms")
    monkeypatch.setattr("secrets.randbelow", lambda _: 7)


def marks(app):
    return dict(app.screen.query_one("#board").overlay.marks)


class TestLeaks:
    @pytest.fixture
    def level(self):
        return Level("linjat", LEAKY, "Leaky")

    @pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
    async def test_frames(self, make_app, level, size):
        app = make_app(level)
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await press(pilot, "v", "k")
            if size[0] >= 80:  # where both are shown, the arrows are the list's
                assert app.focused.id == "leaks"
                await press(pilot, "shift+tab")
            assert app.focused.id == "board"
            frames.check(app, f"leaks-{size[0]}x{size[1]}")
            await press(pilot, "tab")
            assert app.focused.id == "leaks"
            await until(pilot, lambda: "Leaks · 1" in frame(app))
            frames.check(app, f"leaks-list-{size[0]}x{size[1]}")

    async def test_on_and_off(self, make_app, level):
        app = make_app(level)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            assert "1 leak" in status(app)
            await press(pilot, "v", "k", "shift+tab")
            assert marks(app) == {(3, 3): "because", (1, 3): "claimed", (2, 3): "claimed"}
            app.screen.query_one("#board").cursor = (1, 0)
            await press(pilot, "left")
            assert "no leak here, 1 leak elsewhere" in caption(app)
            await press(pilot, "down", "down", "right", "right", "right")
            assert "at the start, uncontested place: the 3 at 3,3" in caption(app)
            await press(pilot, "v", "k")
            assert app.screen.panes.overlay is None and not marks(app)
            await press(pilot, "v", "k", "escape")
            assert app.screen.panes.overlay is None

    async def test_it_follows_edits(self, make_app, level):
        app = make_app(level)
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(pilot)
            await press(pilot, "v", "k", "e", "e")
            assert app.screen.panes.overlay == "leaks"
            app.screen.query_one("#board").cursor = (2, 3)
            await press(pilot, "*", "enter")
            await settled(pilot)
            assert "no leaks: assuming a single solution" in caption(app)
            assert not marks(app) and "1 leak" not in status(app)

    async def test_of_several_solutions_nothing_is_said(self, make_app):
        board = read_published(["3    ", "     ", "     ", "     "])
        app = make_app(Level("linjat", board, "Several"))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            await press(pilot, "v", "k")
            assert app.screen.panes.overlay is None
            assert "several solutions" in said(app)

    async def test_they_are_listed_among_the_reasons_for_the_rating(self, make_app, level):
        app = make_app(level)
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(pilot)
            app.screen.run_command("design.reasons")
            await pilot.pause()
            assert "Uniqueness leaks: 1 leak" in frame(app)


class TestConclusions:
    @pytest.fixture
    def level(self):
        return Level("linjat", SQUARES, "Squares")

    @pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
    async def test_frames(self, make_app, level, size):
        app = make_app(level)
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await press(pilot, "s", "c", "right", "down", "down", "down")
            frames.check(app, f"conclusions-{size[0]}x{size[1]}")

    async def test_every_conclusion_forwards_and_backwards(self, make_app, level):
        app = make_app(level)
        async with app.run_test(size=(80, 24)) as pilot:
            session = await settled(pilot)
            trace = session.playback.get_trace_player().trace
            rows = [row for row in range(1, len(trace)) for _ in trace.list_conclusions(row)]
            await press(pilot, "s", "c")
            seen = []
            for row in rows:
                assert session.playback.get_trace_player().moment == row
                seen.append((marks(app), caption(app)))
                await press(pilot, "right")
            assert {mark for marked, _ in seen for mark in marked.values()} == {
                "because",
                "claimed",
            }
            for known in reversed(seen[:-1]):
                await press(pilot, "left")
                assert (marks(app), caption(app)) == known

    async def test_marks_follow_the_evidence(self, make_app, level):
        app = make_app(level)
        async with app.run_test(size=(80, 24)) as pilot:
            session = await settled(pilot)
            await press(pilot, "s", "c", "right")
            first = session.playback.get_trace_player().trace.list_conclusions(2)[0]
            for evidence in first.evidence:
                await press(pilot, "down")
                marked = marks(app)
                assert {cell for cell in marked if marked[cell] == "inspected"} == set(
                    evidence.cells
                )
                assert evidence.text in caption(app)

    async def test_the_trace_can_be_stepped_meanwhile(self, make_app, level):
        app = make_app(level)
        async with app.run_test(size=(120, 40)) as pilot:
            session = await settled(pilot)
            await press(pilot, "s", "c", "full_stop")
            assert (
                session.playback.get_trace_player().moment == 2
                and app.screen.panes.overlay == "conclusions"
            )
            await press(pilot, "comma", "comma")
            assert "No conclusion yet" in frame(app)
            await press(pilot, "s", "c")
            assert app.screen.panes.overlay is None and app.focused.id == "trace"

    async def test_edit_mode_ends_it(self, make_app, level):
        app = make_app(level)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            await press(pilot, "s", "c", "e", "e")
            assert (
                app.screen.panes.overlay is None and app.screen.session.playback.view_kind == "edit"
            )

    async def test_a_search_concludes_nothing(self, make_app):
        board = registry.get_game("fruit-dating").boards.create_blank(6, 6)
        app = make_app(Level("fruit-dating", board, "Blank"))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            await press(pilot, "s", "c", "v", "k")
            assert app.screen.panes.overlay is None


async def test_the_key_of_siblings_is_free_where_there_are_none(make_app):
    app = make_app(Level("linjat", LEAKY, "Leaky"))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        app.screen.panes.focus_pane("trace")
        await press(pilot, "v", "k")
        assert app.screen.panes.overlay == "leaks"


async def test_arrows_step_where_moves_name_places(make_app):
    app = make_app(Level("linjat", SQUARES, "Squares"))
    async with app.run_test(size=(120, 40)) as pilot:
        session = await settled(pilot)
        await press(pilot, "t")
        last = session.playback.player.length
        await press(pilot, "home", "right", "right", "left")
        assert session.playback.view_kind == "solution" and session.playback.player.moment == 1
        await press(pilot, "end")
        assert session.playback.player.moment == last
