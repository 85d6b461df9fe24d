"""Campaigns and infinite play of the games that come along, over their shipped lists."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import frames
import pytest
from plainly import press
from plays import REMOTE, mouse, moves
from textual.pilot import Pilot
from waiting import until

from engine.game import registry
from engine.game.play_position import Position
from engine.games.mazing_monk.cube.cube import TOP, TURNS, get_cell
from engine.games.mazing_monk.cube.net import PLACES
from engine.playlists import runfile
from engine.playlists.pack import PlaylistEntry
from engine.playlists.playlist_run import PlaylistRun
from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.features.levels.screen import LevelsScreen
from workbench.features.play.screen import PlayScreen
from workbench.features.playlists.between_levels_screen import RunScreen
from workbench.paths.state_folder import StateFolder
from workbench.ui.dialogs import ChoicePrompt
from workbench.ui.pick_list import PickRow

pytestmark = pytest.mark.usefixtures("app_world")

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")
BY_KEYS = {"linjat": ("i", "i", "i")}
"""Keys before a win that is not the best, where its moves do not say so."""
ARROWS = {"U": "up", "R": "right", "D": "down", "L": "left"}


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing beside the installed games, and runs that are the same every time."""
    monkeypatch.setattr("secrets.randbelow", lambda _: 11)


@pytest.fixture
def app(tmp_path: Path) -> WorkbenchApp:
    """The app on the level browser of an empty folder."""
    (tmp_path / "empty").mkdir()
    state = StateFolder(tmp_path / "st")
    return WorkbenchApp(folder=tmp_path / "empty", terminal=REMOTE, theme="ascii", state=state)


def kept(tmp_path: Path) -> PlaylistRun:
    (found,) = runfile.read_runs(tmp_path / "st" / "runs")[0]
    return found


def _won(tmp_path: Path, levels: int) -> bool:
    return len(kept(tmp_path).played) == levels


async def begin(pilot: Pilot[int], mode: str, game: str) -> None:
    """Begins a run of a game in the level browser."""
    await until(pilot, lambda: isinstance(pilot.app.screen, LevelsScreen))
    await press(pilot, "p", "l")
    await until(pilot, lambda: isinstance(pilot.app.screen, PickRow))
    await press(pilot, mode)
    await until(pilot, lambda: isinstance(pilot.app.screen, ChoicePrompt))
    names = [each.name for each, _ in registry.list_campaigns()]
    await press(pilot, str(names.index(game) + 1))


async def ready(pilot: Pilot[int]) -> PlaylistEntry:
    """The next level, once it is there to be played."""
    await until(pilot, lambda: isinstance(pilot.app.screen, RunScreen))
    screen = pilot.app.screen
    assert isinstance(screen, RunScreen)
    await until(pilot, lambda: screen.run_session.next_level is not None)
    assert screen.run_session.next_level is not None
    return screen.run_session.next_level


async def play(pilot: Pilot[int], *before: str, worse: bool = False) -> None:
    """Plays the next level by a shortest solution, or a longer one, after some other keys."""
    level = (await ready(pilot)).level
    assert level is not None
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
    await until(pilot, lambda: pilot.app.screen.is_mounted)
    await press(pilot, *before)
    for word in solution(level, worse=worse and level.game not in BY_KEYS):
        await make(pilot, level.game, word)
    await until(pilot, lambda: position(pilot).status == "won")
    await press(pilot, "n")


def solution(level: Level, *, worse: bool = False) -> tuple[str, ...]:
    """Moves that win a level: the fewest, or one way that is not the shortest."""
    game = registry.get_game(level.game)
    solved = game.solver.solve(level.board)
    assert solved.moves is not None
    if not worse:
        best = [solved.facts[aim.name]["solution"] for aim in game.play.aims]
        return game.play.read_moves(best[0]) if best else solved.moves
    assert solved.guide is not None
    for move in game.play.moves:
        way = (move.word,)
        while (ahead := solved.guide.look_ahead(way)) is not None and ahead.remaining:
            way = (*way, ahead.best[0])
        if ahead is not None and not ahead.is_dead and len(way) > len(solved.moves):
            return way
    raise AssertionError("every first move is on a shortest path")


async def make(pilot: Pilot[int], game: str, word: str) -> None:
    """Makes a move by arrow, by mouse, or by the key of a turn."""
    if game == "linjat":
        await draw(pilot, word)
    elif game != "mazing-monk":
        await press(pilot, ARROWS[word])
    elif word in TURNS:
        before = len(moves(pilot.app))
        while len(moves(pilot.app)) == before:
            await press(pilot, str(TURNS.index(word) + 1))
    else:
        cell = PLACES[get_cell(TOP, int(word[1]), int(word[2]))]
        await mouse(pilot, cell).drag(cell)


async def draw(pilot: Pilot[int], word: str) -> None:
    """Draws a line, such as ``1,2:0,2-3,2``, from its number to both ends."""
    home, _, line = word.partition(":")
    row, col = map(int, home.split(","))
    for end in line.split("-"):
        if end != home:
            end_row, end_col = map(int, end.split(","))
            await mouse(pilot).drag((row, col), (end_row, end_col))


def position(pilot: Pilot[int]) -> Position:
    assert isinstance(pilot.app.screen, PlayScreen)
    return pilot.app.screen.session.playthrough.position


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
async def test_a_whole_campaign(app: WorkbenchApp, tmp_path: Path, name: str) -> None:
    game = registry.get_game(name)
    assert game.campaign is not None
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot, "c", name)
        for number in range(1, 11):
            await play(pilot)
            await until(pilot, partial(_won, tmp_path, number))
        await until(pilot, lambda: "all 10 levels won" in frames.frame(app))
        assert " ".join(game.campaign.ending_text[-1].split()[:5]) in frames.frame(app)
    run = kept(tmp_path)
    optima = [level.optimum for level in run.played if level.optimum is not None]
    assert len(optima) == (10 if game.compares_lengths else 0)
    assert optima == sorted(optima)
    assert [game.campaign.count_lapses(level) for level in run.played] == [0] * 10


@pytest.mark.parametrize("name", GAMES)
async def test_infinite_play(app: WorkbenchApp, tmp_path: Path, name: str) -> None:
    """Two jumps: after the best way to win, and after one that is worse but for the monk."""
    rules = registry.get_game(name).campaign
    assert rules is not None
    length = 3_000 if name == "mazing-monk" else 1_000
    async with app.run_test(size=(120, 40)) as pilot:
        await begin(pilot, "i", name)
        await play(pilot)
        await until(pilot, partial(_won, tmp_path, 1))
        assert kept(tmp_path).level_index == length // 10
        await play(pilot, *BY_KEYS.get(name, ()), worse=name != "mazing-monk")
        await until(pilot, partial(_won, tmp_path, 2))
        run = kept(tmp_path)
        lapses = rules.count_lapses(run.played[-1])
        assert (lapses > 0) is (name != "mazing-monk")
        assert run.level_index == rules.find_next_index(length // 10, lapses, length)
        await until(
            pilot, lambda: f"{lapses} {rules.lapse.unit_names[lapses != 1]}" in frames.frame(app)
        )
