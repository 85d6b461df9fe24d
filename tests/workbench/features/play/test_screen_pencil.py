"""Pencil marks in play: entered by keys and mouse, checked only when asked, kept in records."""

from __future__ import annotations

from pathlib import Path

import frames
import plays
import pytest
from plays import mouse, moves, said, words, written
from waiting import advised

from engine.games.linjat.board.text import read_published
from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.features.play.screen import PlayScreen
from workbench.ui.boards.board_view import BoardView

pytestmark = pytest.mark.usefixtures("app_world")

BOARD = read_published(["  . ", "  24", "    ", "    "])
"""Solved by 1,2:0,2-1,2 and 1,3:0,3-3,3 alone."""


def playing(folder: Path, theme: str = "default", board: object = BOARD) -> WorkbenchApp:
    return plays.playing(written(Level("linjat", board, "Two lines"), folder / "l.toml"), theme)


def marks(app: WorkbenchApp) -> dict[tuple[int, int], str]:
    assert isinstance(app.screen, PlayScreen)
    return dict(app.screen.input.list_marks())


@pytest.mark.parametrize(
    ("size", "theme"), [((60, 20), "ascii"), ((80, 24), "default"), ((120, 40), "mono")]
)
async def test_a_wrong_mark_is_reported_when_asked_and_not_before(
    folder: Path, size: tuple[int, int], theme: str
) -> None:
    app = playing(folder, theme)
    async with app.run_test(size=size) as pilot:
        await advised(pilot)
        await pilot.press(
            "e", "vertical_line", "right", "e", "minus", "down", "e", "x", "left", "e", "x"
        )
        entered = {
            (1, 2): "pencil-upright", (1, 3): "pencil-level",
            (2, 3): "pencil-empty", (2, 2): "pencil-empty",
        }  # fmt: skip
        assert marks(app) == entered and moves(app) == ()
        assert "marked empty" in words(app) and "wrong" not in words(app)
        frames.check(app, f"pencil-marked-{size[0]}x{size[1]}")
        await pilot.press("p", "c")
        assert marks(app) == entered | {(1, 3): "problem", (2, 3): "problem"}
        frames.check(app, f"pencil-checked-{size[0]}x{size[1]}")
        await pilot.press("right", "e", "x")  # wiped off: what was checked stands no more
        assert marks(app) == {c: kind for c, kind in entered.items() if c != (2, 3)}
        await pilot.press("up", "e", "vertical_line", "p", "c")
        assert set(marks(app).values()) == {"pencil-upright", "pencil-empty"}
        assert "all 3 marks are right" in words(app)


async def test_what_cannot_be_marked_says_why(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e", "x")
        assert "a number is never empty" in said(app)
        await pilot.press("up", "e", "x")
        assert "a dot is never left empty" in said(app)
        await pilot.press("left", "e", "minus")
        assert "only a number above 1" in said(app)
        await pilot.press("down", "right", "enter", "e", "x")
        assert "release the line first" in said(app)
        await pilot.press("left", "enter", "e", "vertical_line")
        assert "there is a line" not in said(app) and marks(app) == {}
        await pilot.press("e", "x")
        assert "there is a line" in said(app)
        await pilot.press("right", "e", "vertical_line")
        assert "its line is already drawn" in said(app)


async def test_a_line_drawn_over_a_mark_hides_it(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("left", "e", "x", "right", "e", "minus")
        assert marks(app) == {(1, 1): "pencil-empty", (1, 2): "pencil-level"}
        await pilot.press("enter", "left")
        assert marks(app) == {}  # as it would be
        await pilot.press("enter", "p", "c")
        assert marks(app) == {} and "marked" not in words(app)
        await pilot.press("backspace", "right", "backspace")
        assert marks(app) == {(1, 1): "pencil-empty"}  # the line is gone, and a mark wiped off


async def test_undo_takes_back_what_was_done_last(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("left", "e", "x", "down", "e", "x", "up", "right", "enter", "up", "enter")
        await pilot.press("left", "left", "e", "x")
        drawn = ("1,2:0,2-1,2",)
        assert moves(app) == drawn and len(marks(app)) == 3
        await pilot.press("u")
        assert moves(app) == drawn
        await pilot.press("u")
        assert moves(app) == () and set(marks(app)) == {(1, 1), (2, 1)}
        await pilot.press("u")
        assert set(marks(app)) == {(1, 1)}
        await pilot.press("U", "U")
        assert moves(app) == drawn and set(marks(app)) == {(1, 1), (2, 1)}
        await pilot.press("r")
        assert moves(app) == () and marks(app) == {}
        await pilot.press("U")
        assert set(marks(app)) == {(1, 1)}


async def test_the_right_button_goes_through_what_fits(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        pointer, found = mouse(pilot), []
        for cell in [(1, 3), (1, 3), (1, 3), (2, 1), (2, 1), (0, 2)]:
            await pointer.drag(cell, button=3)
            found.append(marks(app).get(cell))
        expected = ["pencil-level", "pencil-upright", None, "pencil-empty", None, None]
        assert found == expected and moves(app) == ()
        assert "Nothing to mark here." in said(app)
        assert app.screen.query_one(BoardView).cursor == (0, 2)


async def test_marks_of_a_board_with_several_solutions_cannot_be_checked(folder: Path) -> None:
    app = playing(folder, board=read_published(["2   ", "    ", "    ", "    "]))
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await pilot.press("e", "minus", "p", "c")
        assert "marks cannot be checked: several solutions" in words(app)
        assert marks(app) == {(0, 0): "pencil-level"}
