"""A recording played again: every move and every one taken back, beside the optimum."""

from __future__ import annotations

from pathlib import Path

import frames
import plays
import pytest
from plays import kept, words, written
from waiting import advised, until

from engine.games.linjat.board.text import read_published
from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.features.play.recordings_screen import RecordingsScreen
from workbench.features.play.replay_screen import ReplayScreen

pytestmark = pytest.mark.usefixtures("app_world")

BOARD = read_published(["  . ", "  24", "    ", "    "])
"""Solved by 1,2:0,2-1,2 and 1,3:0,3-3,3 alone."""


def playing(folder: Path, theme: str = "default", board: object = BOARD) -> WorkbenchApp:
    return plays.playing(written(Level("linjat", board, "Two lines"), folder / "l.toml"), theme)


async def test_marks_are_recorded_and_played_again(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        await pilot.press("e", "minus", "e", "vertical_line", "left", "e", "x", "e", "x")
        await pilot.press("right", "enter", "up", "enter", "down", "right", "enter")
        await pilot.press("down", "down", "enter", "up", "up", "enter", "up", "enter")
        await until(pilot, lambda: bool(kept(folder, "l")))
        (record,) = kept(folder, "l")
        assert record.result == "won" and record.moves == 3
        assert [(mark.cell, mark.kind) for mark in record.marks] == [
            ((1, 2), "level"), ((1, 2), "upright"), ((1, 1), "empty"), ((1, 1), "")
        ]  # fmt: skip
        await pilot.press("p", "r")
        await until(pilot, lambda: isinstance(app.screen, RecordingsScreen))
        await until(pilot, lambda: "won" in frames.frame(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for remark, stand in [
            ("marked 1,2 level", {(1, 2): "level"}),
            ("marked 1,2 upright", {(1, 2): "upright"}),
            ("marked 1,1 empty", {(1, 2): "upright", (1, 1): "empty"}),
            ("unmarked 1,1", {(1, 2): "upright"}),
        ]:
            await pilot.press("full_stop")
            assert remark in words(app) and screen.replay.moment.marks == stand
        frames.check(app, "pencil-replay-80x24")
        await pilot.press("end")
        assert screen.replay.moment.position.status == "won"
