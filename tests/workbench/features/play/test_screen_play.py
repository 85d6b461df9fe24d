"""Playing a game that has better and worse wins: aims, medals, replays."""

from __future__ import annotations

from pathlib import Path

import frames
import plays
import pytest
from cases_skiddy import FIXTURES, LEVEL_1_1
from plainly import press
from plays import said, written
from skiddy_boards import board_of
from waiting import advised, until

from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.features.play.play_text_pane import PlayTextPane
from workbench.features.play.recordings_screen import RecordingsScreen
from workbench.features.play.replay_screen import ReplayScreen

pytestmark = pytest.mark.usefixtures("app_world")


def playing(folder: Path, rows: str | tuple[str, ...] = LEVEL_1_1) -> WorkbenchApp:
    level = Level("skiddy", board_of(rows), "Side by side")
    return plays.playing(written(level, folder / "skid.toml"))


def shown(app: WorkbenchApp) -> str:
    """What stands beside the board, or on a screen without one, in one line."""
    panes = app.screen.query(PlayTextPane)
    left = panes.first().region.x if panes else 0
    return " ".join(" ".join(line[left:] for line in frames.frame(app).splitlines()).split())


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_a_perfect_run(folder: Path, size: tuple[int, int]) -> None:
    app = playing(folder)
    async with app.run_test(size=size) as pilot:
        screen = await advised(pilot)
        await press(pilot, "left", "t", "i")
        frames.check(app, f"play-kinds-{size[0]}x{size[1]}")
        await press(pilot, "t", "down")
        await until(pilot, lambda: screen.records.count == 1)
        assert "won in 2, the fewest possible" in shown(app)
        assert "medal: Perfect" in shown(app)
        assert "max combo achieved" in shown(app)


async def test_a_broken_combo_is_reported_with_the_move_that_broke_it(folder: Path) -> None:
    app = playing(folder)
    async with app.run_test(size=(120, 40)) as pilot:
        await advised(pilot)
        assert "max combo still possible" in shown(app)
        await press(pilot, "down")
        assert "1 red out, combo broken" in shown(app)
        assert "max combo broken" in shown(app)
        await press(pilot, "left")
        assert "maximum combo is out of reach since your move 1" in shown(app)
        assert "p a hints for any win now" in shown(app)
        await press(pilot, "p", "a")
        assert "p a hints for any win p" in shown(app)
        await press(pilot, "down")
        assert "won in 3, 1 more than needed no maximum combo; no medal" in shown(app)


async def test_a_run_is_compared_with_the_shortest_of_its_kind(folder: Path) -> None:
    app = playing(folder, next(f for f in FIXTURES if f.name == "F09").rows)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await advised(pilot)
        way = ("up", "left", "down", "left", "up", "right", "down", "right")
        await press(pilot, "right", "down", "right")
        assert "won in 3, the fewest possible no maximum combo; medal: Minimum moves" in shown(app)
        await press(pilot, "r", "down", *way)
        assert "won in 9, 1 more than needed for maximum combo" in shown(app)
        await press(pilot, "r", *way)
        assert (
            "won in 8, the fewest possible for maximum combo maximum combo; medal: Maximum combo"
            in shown(app)
        )
        await until(pilot, lambda: screen.records.count == 3)
        await press(pilot, "p", "r")
        await until(pilot, lambda: isinstance(app.screen, RecordingsScreen))
        await until(pilot, lambda: "best: Maximum combo, Minimum moves" in frames.frame(app))
        await press(pilot, "enter")  # the newest, though all began within one second
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await press(pilot, "end")
        await until(pilot, lambda: "won in 8, the fewest possible for maximum combo" in shown(app))


async def test_a_level_that_cannot_be_won_says_so(folder: Path) -> None:
    app = playing(folder, next(f for f in FIXTURES if f.name == "F24").rows)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        assert "this level cannot be won" in shown(app)
        assert "max combo not in this level" in shown(app)


async def test_the_aim_of_hints_is_switched_and_stays(folder: Path) -> None:
    app = playing(folder, next(f for f in FIXTURES if f.name == "F09").rows)
    async with app.run_test(size=(120, 40)) as pilot:
        await advised(pilot)
        assert "best 3, max combo 8" in shown(app)
        assert "p a hints for max combo" in shown(app)
        await press(pilot, "i")
        assert "on a shortest path to maximum combo: 8 moves to go" in shown(app)
        await press(pilot, "p", "a")
        assert "hint 1" not in shown(app)
        await press(pilot, "i")
        assert "on a shortest path to any win: 3 moves to go" in shown(app)
        assert "p a hints for any win" in shown(app)
        await press(pilot, "p", "a", "t")
        assert "p a hints for max combo" in shown(app)
        assert "any win → ↓ →" in shown(app)
        await press(pilot, "p", "a")
    again = playing(folder)
    again.play_switches = app.play_switches
    async with again.run_test(size=(120, 40)) as pilot:
        await advised(pilot)
        assert "p a hints for any win" in shown(again)


async def test_where_all_wins_are_alike_there_is_nothing_to_aim_at(folder: Path) -> None:
    app = plays.playing(folder / "slope.toml")
    async with app.run_test(size=(120, 40)) as pilot:
        await advised(pilot)
        assert "hints for" not in shown(app)
        await press(pilot, "p", "a")
        assert "Change hint goal: this game has only one kind of win" in said(app)


async def test_recordings_show_medals_and_replays_the_move_that_broke_the_combo(
    folder: Path,
) -> None:
    app = playing(folder)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await advised(pilot)
        await press(pilot, "left", "right", "left", "down", "r", "down", "left", "down")
        await until(pilot, lambda: screen.records.count == 2)
        await press(pilot, "p", "r")
        await until(pilot, lambda: "medal, help" in shown(app) and "+2" in shown(app))
        assert isinstance(app.screen, RecordingsScreen)
        assert "Recordings of Side by side · best: Maximum combo" in shown(app)
        assert "combo, Maximum combo" in shown(app) and "combo broken" in shown(app)
        await press(pilot, "enter")  # the newest, though both may be of the same second
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await press(pilot, "full_stop")
        assert "move 1: maximum combo broken" in shown(app)
        await press(pilot, "end")
        assert "won in 3, 1 more than needed, after 0:00; no maximum combo; no medal" in shown(app)
        assert "max combo ← ↓ any win the same" in shown(app)
        await press(pilot, "escape", "escape", "r", "left", "down")  # by the solution just shown
        await until(pilot, lambda: screen.records.count == 3)
        await press(pilot, "p", "r")
        await until(pilot, lambda: "Perfect, solution shown" in shown(app))
        assert "best: Maximum combo" in shown(app)


async def test_long_news_hide_nothing_else(folder: Path) -> None:
    app = playing(folder, next(f for f in FIXTURES if f.name == "F05").rows)
    async with app.run_test(size=(80, 24)) as pilot:
        await advised(pilot)
        assert "p a hints for Perfect" in shown(app)
        await press(pilot, "up", "down")
        assert "quadruple combo: all 4 red out, maximum combo" in shown(app)
        assert "r recordings" in shown(app) and "t timer" in shown(app)
