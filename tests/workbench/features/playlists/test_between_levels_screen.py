"""Campaigns and infinite play in the app, from the first level to the last."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import frames
import pytest
from listed_toy import install
from plainly import press
from plays import REMOTE, said, words
from textual.pilot import Pilot
from waiting import advised, until

from engine.game.game import Game
from engine.playlists import runfile, seedfile
from engine.playlists.playlist_run import PlaylistRun
from engine.playlists.seedfile import SeedFile
from workbench.app.app import WorkbenchApp
from workbench.features.levels.screen import LevelsScreen
from workbench.features.play.screen import PlayScreen
from workbench.features.playlists.between_levels_screen import RunScreen
from workbench.paths import resources
from workbench.paths.state_folder import StateFolder
from workbench.session.playtest.playtest import Playtest
from workbench.ui.dialogs import ChoicePrompt, LinePrompt
from workbench.ui.pick_list import PickRow

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture(autouse=True)
def game(toy: object, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr("secrets.randbelow", lambda _: 11)
    return install(monkeypatch)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shipped list of six levels."""
    lists = tmp_path / "shipped" / "toy" / "lists"
    lists.mkdir(parents=True)
    (lists / "1.seeds").write_text("11\n12\n")
    (lists / "3.seeds").write_text("31\n32\n33\n34\n")
    monkeypatch.setattr(resources, "get_shipped_levels", lambda: tmp_path / "shipped")
    return lists


@pytest.fixture
def app(tmp_path: Path, shipped: Path) -> WorkbenchApp:
    return begun(tmp_path)


def begun(tmp_path: Path) -> WorkbenchApp:
    """The app on the level browser of an empty folder; what it keeps is kept for the next."""
    mine = tmp_path / "empty"
    mine.mkdir(exist_ok=True)
    return WorkbenchApp(
        folder=mine, terminal=REMOTE, theme="ascii", state=StateFolder(tmp_path / "st")
    )


def kept(tmp_path: Path) -> list[PlaylistRun]:
    return runfile.read_runs(tmp_path / "st" / "runs")[0]


def _won(tmp_path: Path, levels: int) -> bool:
    return len(kept(tmp_path)[0].played) == levels


async def choose(pilot: Pilot[int], *keys: str) -> None:
    """Answers the question which run to play."""
    await until(pilot, lambda: isinstance(pilot.app.screen, LevelsScreen))
    await press(pilot, "p", "l")
    await until(pilot, lambda: isinstance(pilot.app.screen, PickRow))
    await press(pilot, *keys)


async def ready(pilot: Pilot[int]) -> RunScreen:
    """The screen between levels, once it has a level to play."""
    await until(pilot, lambda: isinstance(pilot.app.screen, RunScreen))
    screen = pilot.app.screen
    assert isinstance(screen, RunScreen)
    coming = screen.run_session
    await until(pilot, lambda: coming.next_level is not None or bool(coming.problem))
    return screen


async def play(pilot: Pilot[int], *keys: str) -> None:
    """Plays the level that is ready."""
    await ready(pilot)
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    await until(pilot, lambda: pilot.app.screen.is_mounted)
    await press(pilot, *keys)


async def test_a_whole_campaign(app: WorkbenchApp, tmp_path: Path, game: Game) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "c")
        for number in range(3):
            await play(pilot, "right", "down", "n")
            await until(pilot, lambda: isinstance(pilot.app.screen, RunScreen))
            await until(pilot, partial(_won, tmp_path, number + 1))
        await until(pilot, lambda: "come to rest" in frames.frame(app))
        assert "enter play" not in frames.frame(app)
        await press(pilot, "enter")
        assert "Play: all levels are won" in said(app)
    (run,) = kept(tmp_path)
    grades = [(level.grade, level.index) for level in run.played]
    assert [place // 2 for _, place in grades if place is not None] == [0, 1, 2]
    assert [(level.count, level.optimum) for level in run.played] == [(2, 2)] * 3


async def test_a_run_goes_on_at_the_next_start(app: WorkbenchApp, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "c")
        await play(pilot, "right", "down", "n")
        await until(pilot, lambda: len(kept(tmp_path)[0].played) == 1)
    again = begun(tmp_path)
    async with again.run_test(size=(80, 24)) as pilot:
        await choose(pilot)
        assert "Campaign: Toy, seed 11 " in frames.frame(again)
        assert "level 2 of 3, " in frames.frame(again)
        await press(pilot, "enter")
        await ready(pilot)
        assert "level 2 of 3" in frames.frame(again)
        await press(pilot, "escape")
        await choose(pilot, "c")
        await ready(pilot)
        assert "level 1 of 3" in frames.frame(again)
    assert sorted(len(run.played) for run in kept(tmp_path)) == [0, 1]


async def test_deaths_before_and_after_leaving_decide_how_far_it_goes(
    app: WorkbenchApp, tmp_path: Path
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "i")
        await play(pilot, "down", "escape")
        await until(pilot, lambda: kept(tmp_path)[0].deaths == 1)
        await play(pilot, "down", "u", "right", "down", "n")
        await until(pilot, lambda: len(kept(tmp_path)[0].played) == 1)
        await ready(pilot)
        assert "1 level forward" in frames.frame(app)
        await play(pilot, "right", "down", "n")
        await until(pilot, lambda: kept(tmp_path)[0].level_index == 3)
    (run,) = kept(tmp_path)
    assert [level.deaths for level in run.played] == [2, 0]


async def test_a_death_is_kept_at_once(app: WorkbenchApp, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "i")
        await play(pilot, "down")
        await until(pilot, lambda: kept(tmp_path)[0].deaths == 1)
        assert isinstance(app.screen, PlayScreen)
        await press(pilot, "u", "down", "p", "r")
        app.exit()
    assert kept(tmp_path)[0].deaths == 2


async def test_a_look_at_the_solution_is_kept_and_earns_no_jump(
    app: WorkbenchApp, tmp_path: Path
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "i")
        await play(pilot)
        await advised(pilot)
        await press(pilot, "t", "t", "escape")
        await until(pilot, lambda: kept(tmp_path)[0].solution_shown)
        await ready(pilot)
        assert "solution shown in the current level so far" in frames.frame(app)
        await play(pilot, "right", "down")
        assert "won in 2, the fewest possible, solution shown" in words(app)
        await press(pilot, "n")
        await until(pilot, partial(_won, tmp_path, 1))
        await ready(pilot)
        assert "1 level forward: solution shown" in frames.frame(app)
        await play(pilot, "right", "left", "right", "down", "t", "n")
        await until(pilot, partial(_won, tmp_path, 2))
        await ready(pilot)
        await press(pilot, "r")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await advised(pilot)
        await press(pilot, "t", "right", "down", "n")
        await ready(pilot)
    (run,) = kept(tmp_path)
    assert [level.solution_shown for level in run.played] == [True, False]
    assert [level.index for level in run.played] == [0, 1]
    assert (run.level_index, run.solution_shown, run.played[1].count) == (3, False, 4)


async def test_the_level_won_last_can_be_played_again(app: WorkbenchApp, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "c")
        await ready(pilot)
        await press(pilot, "r")
        assert "no level is won yet" in said(app)
        await play(pilot, "right", "left", "right", "down", "n")
        await ready(pilot)
        assert kept(tmp_path)[0].played[0].count == 4
        await press(pilot, "r")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await press(pilot, "right", "down", "n")
        await until(pilot, lambda: kept(tmp_path)[0].played[0].count == 2)
    assert len(kept(tmp_path)[0].played) == 1


async def test_a_level_that_comes_while_another_is_played_is_not_put_on_top(
    app: WorkbenchApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "c")
        await play(pilot, "right", "down", "n")
        await until(pilot, partial(_won, tmp_path, 1))
        screen = await ready(pilot)
        held: list[Callable[[], None]] = []
        monkeypatch.setattr(screen.run_session, "hop", held.append)
        await press(pilot, "r")
        await until(pilot, lambda: bool(held))
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        held[0]()
        await pilot.pause()
        assert sum(isinstance(each, PlayScreen) for each in app.screen_stack) == 1


async def test_a_list_of_ones_own_is_put_in_order_once(
    app: WorkbenchApp, tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "5.seeds").write_text("51\n52\n53\n")
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "I")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        await press(pilot, "n", "enter")
        assert "No such file or folder: n" in frames.frame(app)
        await press(pilot, "backspace", *"own", "enter")
        await ready(pilot)
        assert "position 1 of 3, size 5" in frames.frame(app)
        await play(pilot, "right", "down", "n")
        await until(pilot, lambda: len(kept(tmp_path)[0].played) == 1)
    assert kept(tmp_path)[0].played[0].seed == 53
    assert game.campaign.rated == [51, 52, 53]


async def test_the_order_of_a_games_source_is_there_by_its_name(
    app: WorkbenchApp, tmp_path: Path, game: Game, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(game.campaign), "grade_order_title", "in the author's order")
    for grade, seeds, figures in ((1, (11, 12), (4, 6)), (3, (31, 32), (3, 5))):
        file = SeedFile(grade, seeds, "toy/1", figures=figures)
        seedfile.write_seed_file(shipped / f"{grade}.seeds", file, "Two levels")
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "i")
        await ready(pilot)
        assert "position 1 of 4, size 3, seed 31" in frames.frame(app)
        await press(pilot, "escape")
        await choose(pilot, "end", "enter")
        await ready(pilot)
        assert "Infinite play in the author's order: Toy, seed 11" in frames.frame(app)
        assert "position 1 of 4, size 1, seed 12" in frames.frame(app)
    assert sorted(run.order for run in kept(tmp_path)) == ["graded", "rising"]


async def test_a_run_is_begun_again_with_its_seed(app: WorkbenchApp, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "c")
        await ready(pilot)
        await press(pilot, "p", "n")
        await until(pilot, lambda: "with the same seed" in frames.frame(app))
    first, second = kept(tmp_path)
    assert first.seed == second.seed


async def test_a_run_is_forgotten_after_asking(app: WorkbenchApp, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "c")
        await ready(pilot)
        await press(pilot, "x")
        await until(pilot, lambda: isinstance(app.screen, ChoicePrompt))
        await press(pilot, "escape")
        assert len(kept(tmp_path)) == 1
        await press(pilot, "x")
        await until(pilot, lambda: isinstance(app.screen, ChoicePrompt))
        await press(pilot, "f")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
    assert kept(tmp_path) == []


async def test_damaged_runs_are_reported_in_a_line_and_left_alone(
    app: WorkbenchApp, tmp_path: Path
) -> None:
    runs = tmp_path / "st" / "runs"
    runs.mkdir(parents=True)
    damaged = runs / "old.run.toml"
    damaged.write_text("format = 1\ngame = 7\n")
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "end", "enter")
        await until(pilot, lambda: "game: expected a string, found 7" in frames.frame(app))
        await press(pilot, "c")
        await ready(pilot)
    assert damaged.read_text() == "format = 1\ngame = 7\n"
    assert len(kept(tmp_path)) == 1


async def test_a_run_that_another_session_goes_on_with_is_not_overwritten(
    app: WorkbenchApp, tmp_path: Path
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "c")
        await ready(pilot)
        (one,) = runfile.read_runs(tmp_path / "st" / "runs")[0]
        one.path.write_bytes((one.content or b"").replace(b"deaths = 0", b"deaths = 7"))
        await play(pilot, "right", "down")
        await until(pilot, lambda: "session has continued" in said(app))
        await press(pilot, "n")
        await until(pilot, lambda: "session has continued" in " ".join(frames.frame(app).split()))
    assert kept(tmp_path)[0].deaths == 7


async def test_a_list_too_short_or_gone_is_reported(
    app: WorkbenchApp, tmp_path: Path, shipped: Path
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "i")
        await ready(pilot)
        await press(pilot, "escape")
        (shipped / "3.seeds").unlink()
        await choose(pilot, "c")
        await until(pilot, lambda: "at least 3 levels, found 2" in said(app))
        (shipped / "1.seeds").write_text("1\nx\n")
        await choose(pilot, "enter")
        await until(pilot, lambda: "1.seeds:2: expected a seed" in said(app))
    assert len(kept(tmp_path)) == 1


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_how_it_looks(
    app: WorkbenchApp, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # However long it takes to play, no time has passed.
    session = partial(Playtest, clock=lambda: 0.0)
    monkeypatch.setattr("workbench.features.play.screen.Playtest", session)
    async with app.run_test(size=size) as pilot:
        await choose(pilot, "c")
        await play(pilot, "right", "down", "n")
        await ready(pilot)
        frames.check(app, f"run-{size[0]}x{size[1]}")
