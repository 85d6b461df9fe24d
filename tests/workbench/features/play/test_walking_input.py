"""Playing a game of steps and turns, by keys, by cursor and with the mouse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import frames
import plays
import pytest
from dragging import Mouse
from monk_boards import GAME, TWO_TURNS, TWO_TURNS_HIDDEN
from plainly import press
from plays import kept, moves, said, words, written
from textual.pilot import Pilot
from waiting import advised, until

from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.play.screen import PlayScreen
from workbench.features.play.walking_input import SteeringInput
from workbench.session.playtest.playtest import PlayAssignment
from workbench.ui.boards.board_view import BoardView

pytestmark = pytest.mark.usefixtures("app_world")


def playing(folder: Path, theme: str = "default") -> WorkbenchApp:
    level = Level(GAME.name, TWO_TURNS, "Cube")
    return plays.playing(written(level, folder / "cube.toml"), theme)


def shown(app: WorkbenchApp) -> PlayScreen:
    assert isinstance(app.screen, PlayScreen)
    return app.screen


def steering(app: WorkbenchApp) -> SteeringInput:
    steering = shown(app).input
    assert isinstance(steering, SteeringInput)
    return steering


def mouse(pilot: Pilot[Any]) -> Mouse:
    return plays.mouse(pilot, at=(3, 3))


@pytest.mark.parametrize(
    ("size", "theme"), [((60, 20), "ascii"), ((80, 24), "default"), ((120, 40), "mono")]
)
async def test_it_is_won_with_the_keyboard(folder: Path, size: tuple[int, int], theme: str) -> None:
    app = playing(folder, theme)
    async with app.run_test(size=size) as pilot:
        await advised(pilot)
        await press(pilot, "2")
        assert moves(app) == ()
        assert "turn row 1 to the right?" in words(app)
        frames.check(app, f"steering-preview-{size[0]}x{size[1]}")
        await press(pilot, "2", "3", "enter", "down", "right", "l", "s")
        assert moves(app) == ("r1", "r2", "d", "r", "r", "d")
        await until(pilot, lambda: bool(kept(folder, "cube")))
        await until(pilot, lambda: shown(app).records.count == 1)
        assert kept(folder, "cube")[0].optimum == 2
        assert "won in 2 turns and 1 walk, the fewest turns" in words(app)
        assert "optimum: 2 turns and 1 walk, in 2 ways" in words(app)
        frames.check(app, f"steering-won-{size[0]}x{size[1]}")


async def test_deaths_are_counted_and_the_same_level_begins_again(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "6")
        assert "fatal: the soldiers at column 2, row 0 have a path to the monk" in words(app)
        await press(pilot, "6")
        assert shown(app).session.status == "lost"
        assert "r restarts" in words(app)
        frames.check(app, "steering-death-80x24")
        await press(pilot, "2")
        assert "the game is lost" in said(app)
        await press(pilot, "r", "6", "6", "u")
        assert moves(app) == () and shown(app).session.recorder.deaths == 2
        await press(pilot, "escape")
    record = kept(folder, "cube")[0]
    assert (record.result, record.deaths) == ("left", 2)


async def test_his_own_line_is_refused_with_the_reason(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        assert "the monk is on that row" in words(app)
        await press(pilot, "9")
        assert "the board has only 6 turns" in said(app)
        assert moves(app) == ()


async def test_anything_else_puts_the_preview_away(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "2", "3")
        assert steering(app).pending_move == "r2" and moves(app) == ()
        await press(pilot, "escape")
        assert steering(app).pending_move is None
        await press(pilot, "2", "right")
        assert steering(app).pending_move is None and moves(app) == ("r",)


async def test_without_previews_only_deadly_turns_wait(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "p", "v", "2")
        assert moves(app) == ("r1",)
        await press(pilot, "6")
        assert moves(app) == ("r1",)
        await press(pilot, "escape", "p", "w", "6")
        assert moves(app) == ("r1", "c2")


async def test_the_cursor_chooses_where_to_walk(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter", "right", "right")
        assert "within reach" in words(app) and moves(app) == ()
        await press(pilot, "enter")
        assert moves(app) == ("m20",)
        await press(pilot, "enter", "up", "enter")
        assert moves(app) == ("m20",) and "back face" in words(app)
        await press(pilot, "enter", "escape", "left")
        assert moves(app) == ("m20", "l")


async def test_a_check_shows_what_is_missing(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "p", "c")
        assert "2 more karma to collect, 3 on the cube" in words(app)
        assert "problem" in steering(app).list_marks().values()
        await press(pilot, "right")
        assert "problem" not in steering(app).list_marks().values()


class TestMouse:
    async def test_clicks_walk_and_drags_turn(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await mouse(pilot).drag((3, 5))
            assert moves(app) == ("m20",)
            await mouse(pilot).drag((4, 0), (4, 1), (4, 2))
            assert moves(app) == ("m20", "r1")
            await mouse(pilot).drag((5, 0), (5, 1), (5, 0))
            assert moves(app) == ("m20", "r1")

    async def test_what_cannot_be_done_says_why(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await mouse(pilot).drag((3, 0), (3, 1))
            assert "the monk is on that row" in words(app)
            await mouse(pilot).drag((5, 5))
            assert "obstacle in the way" in words(app)
            await mouse(pilot).drag((6, 5))
            assert "front face" in words(app)
            assert moves(app) == ()

    async def test_a_deadly_drag_waits(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await mouse(pilot).drag((7, 5), (6, 5))
            assert moves(app) == () and "fatal" in words(app)
            await press(pilot, "enter")
            assert moves(app) == ("c2",)

    async def test_arrows_at_the_edge_turn(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            board, turn = app.screen.query_one(BoardView), steering(app).handles[1]
            for _ in range(2):
                board.post_message(BoardView.ArrowPressed(board, *turn.cell, turn.direction))
                await pilot.pause()
            assert moves(app) == ("r1",)


async def test_hints_from_any_position_come_from_a_lane(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await press(pilot, "i")
        assert "on a shortest path: 2 turns and 1 walk to go" in words(app)
        await press(pilot, "i")
        assert "next: turn a row" in words(app)
        await press(pilot, "i")
        assert "next: turn row 1 to the right" in words(app) and "press 2" in words(app)
        await press(pilot, "5", "5")
        await until(pilot, lambda: not shown(app).advice.is_searching)
        assert moves(app) == ("c1",)
        assert shown(app).advice.look_ahead(("c1",)) is not None


async def test_deaths_and_the_first_win_are_reported_to_an_arranged_visit(folder: Path) -> None:
    app = playing(folder)
    heard: list[object] = []
    facts = (("level", "3 of 10"),)
    assignment = PlayAssignment(
        lambda moves, record: heard.append((moves, record.result)),
        heard.append,
        "next level",
        facts,
    )
    async with app.run_test(size=(80, 24)) as pilot:
        document = Document.open(folder / "cube.toml")
        await app.push_screen(PlayScreen(document, assignment=assignment))
        await advised(pilot)
        assert "3 of 10" in words(app)
        await press(pilot, "n")
        assert "not won yet" in said(app)
        await press(pilot, "6", "6", "u", "2", "2", "3", "3", "down", "right", "right", "down")
        won = moves(app)
        assert heard == ["death", (won, "won")]
        await press(pilot, "t")
        assert "n next level" in words(app)
        await press(pilot, "u", "U", "enter")
        await until(pilot, lambda: moves(app) == ())  # those of the screen below
    assert heard == ["death", (won, "won")]


class TestFaces:
    """Play with the three faces that are seen from one corner."""

    @pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
    async def test_a_level_is_explored_and_won(self, folder: Path, size: tuple[int, int]) -> None:
        app = playing(folder)
        async with app.run_test(size=size) as pilot:
            await advised(pilot)
            await press(pilot, "v", "e")
            assert "use v a to hide some" in said(app)
            await press(pilot, "v", "a")
            frames.check(app, f"faces-corner-{size[0]}x{size[1]}")
            assert "best" not in words(app).partition("hints")[0]
            await press(pilot, "v", "e")
            assert "bottom, right and back visible; v e goes back" in words(app)
            frames.check(app, f"faces-opposite-{size[0]}x{size[1]}")
            assert steering(app).list_arrows() == ()
            await press(pilot, "2")  # shown where moves are made
            assert "turn row 1 to the right?" in words(app)
            assert not shown(app).session.visibility.is_exploring
            await press(pilot, "2", "v", "e", "3", "3", "down", "right", "right", "down")
            await until(pilot, lambda: bool(kept(folder, "cube")))
            assert "the fewest turns" in words(app)
            await press(pilot, "p", "r")
            await until(pilot, lambda: "best: 2 turns corner view" in frames.frame(app))
            assert "explored 2 times" in frames.frame(app) or size[0] < 80
        record = kept(folder, "cube")[0]
        assert (record.result, record.view, len(record.explored)) == ("won", "corner", 2)

    async def test_to_see_all_once_is_to_have_seen_all(self, folder: Path) -> None:
        app = playing(folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "v", "a", "right", "v", "a", "v", "a", "right", "escape")
        record = kept(folder, "cube")[0]
        assert (record.view, record.explored) == ("", ())

    async def test_what_is_not_visible_cannot_be_read_off_the_screen(self, folder: Path) -> None:
        seen = []
        for board in (TWO_TURNS, TWO_TURNS_HIDDEN):
            level = Level(GAME.name, board, "Cube")
            app = plays.playing(written(level, folder / "cube.toml"))
            async with app.run_test(size=(120, 40)) as pilot:
                await advised(pilot)
                await press(pilot, "v", "a")
                pictures = []
                for key in ("2", "escape", "6", "escape", "p c", "enter", "up", "escape", "x"):
                    await press(pilot, *key.split())
                    pictures.append(frames.frame(app))
                await mouse(pilot).drag((10, 4))
                pictures.append(frames.frame(app))
            seen.append(pictures)
        assert seen[0] == seen[1]
