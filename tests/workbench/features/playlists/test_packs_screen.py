"""Packs in the app: their levels and the curve, changed, saved, and played to the end."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import frames
import packs
import pytest
from packs import EASY
from plainly import press, said
from plays import REMOTE
from textual.pilot import Pilot
from toy_game import TOY, slope
from waiting import until

from engine import workshop
from engine.files import levelfile
from engine.game import registry
from engine.playlists import packfile
from engine.playlists.pack import Pack, PackOrigin, PlaylistEntry
from engine.playlists.pack_selection import PackSteps
from engine.values.budget import Control
from workbench.app.app import WorkbenchApp
from workbench.features.levels.recovery_screen import RecoveryScreen
from workbench.features.levels.screen import LevelsScreen
from workbench.features.play.screen import PlayScreen
from workbench.features.playlists.pack_document import PackDocument
from workbench.features.playlists.pack_panes import PackPane, PackWall
from workbench.features.playlists.screen import PackScreen
from workbench.paths.resources import get_shipped_levels
from workbench.paths.state_folder import StateFolder
from workbench.ui.boards.board_view import BoardView
from workbench.ui.dialogs import ChoicePrompt, LinePrompt
from workbench.ui.pick_list import PickRow

pytestmark = pytest.mark.usefixtures("app_world")

SIZES = [(80, 24), (120, 40)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A pack of three levels of the toy, each won by right and down."""
    mine = tmp_path / "mine"
    mine.mkdir()
    entries = []
    for number in range(3):
        level = slope(f"Slope {number}")
        first, second, third, _, last = level.board.cells  # type: ignore[attr-defined]
        row = "".join("#" if number >> bit & 1 else "." for bit in range(3))
        cells = (first, second, third, f"#{row}~.G#", last)
        level = replace(level, board=replace(level.board, cells=cells))  # type: ignore[type-var]
        level = workshop.store_verdict(level, TOY.solver.solve(level.board))
        levelfile.write_level(level, mine / f"{number}.toml")
        entries.append(PlaylistEntry.from_level(level, f"{number}.toml"))
    packfile.write_pack(Pack(tuple(entries), "Slopes"), mine / "slopes.pack.toml")
    return mine / "slopes.pack.toml"


def opened(path: Path, tmp_path: Path, *, play: bool = False) -> WorkbenchApp:
    """The app on a pack; what it keeps is kept for the next."""
    state = StateFolder(tmp_path / "st")
    return WorkbenchApp(
        None, "play" if play else "levels", folder=path.parent, terminal=REMOTE, theme="ascii",
        state=state, pack=path,
    )  # fmt: skip


async def looked(pilot: Pilot[int]) -> PackScreen:
    """The screen of the pack, once it is known how its levels stand."""
    await until(pilot, lambda: isinstance(pilot.app.screen, PackScreen))
    screen = pilot.app.screen
    assert isinstance(screen, PackScreen)
    await until(pilot, lambda: screen._document.steps is not None and not screen._activity)
    return screen


def titles(path: Path) -> list[str | None]:
    return [entry.file for entry in packfile.read_pack(path).levels]


@pytest.mark.parametrize("size", SIZES)
async def test_a_pack_is_played_to_its_end(
    path: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = opened(path, tmp_path)
    async with app.run_test(size=size) as pilot:
        await looked(pilot)
        assert "0 of 3 levels won" in frames.frame(app)
        await press(pilot, "n")
        for _ in range(3):
            await until(pilot, lambda: isinstance(app.screen, PlayScreen))
            play = app.screen
            await until(pilot, lambda play=play: play.is_mounted)  # type: ignore[misc]
            await press(pilot, "right", "down", "n")
            await until(pilot, lambda play=play: app.screen is not play)  # type: ignore[misc]
        screen = await looked(pilot)
        assert "3 of 3 levels won" in frames.frame(app)
        assert screen._document.next_place is None
        await press(pilot, "n")
        assert "Play next: all levels are won" in said(app)


async def test_progress_stays_with_its_level(path: Path, tmp_path: Path) -> None:
    app = opened(path, tmp_path, play=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await until(pilot, lambda: app.screen.is_mounted)
        await press(pilot, "right", "down")
        await press(pilot, "escape")
        await looked(pilot)
        await press(pilot, "home", "e", "j")
        await looked(pilot)
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: titles(path) == ["1.toml", "0.toml", "2.toml"])
    path.rename(again := path.with_name("again.pack.toml"))
    (path.parent / "0.toml").rename(path.parent / "renamed.toml")
    desk = PackDocument(again, StateFolder(tmp_path / "st"))
    assert [desk.get_best_win(place) is not None for place in range(3)] == [False, True, False]
    assert desk.next_place == 0
    app = opened(again, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await looked(pilot)
        await press(pilot, "p", "n")
        await until(pilot, lambda: isinstance(app.screen, ChoicePrompt))
        await press(pilot, "f")
        await until(pilot, lambda: "0 of 3 levels won" in frames.frame(app))


async def test_levels_are_moved_pinned_locked_taken_out_and_brought_back(
    path: Path, tmp_path: Path
) -> None:
    app = opened(path, tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        desk = screen._document

        def order() -> list[str | None]:
            return [entry.file for entry in desk.pack.levels]

        await press(pilot, "home", "e", "j")
        assert order() == ["1.toml", "0.toml", "2.toml"] and screen.cursor_place == 1
        await press(pilot, "u")
        assert screen.cursor_place == 0, "with its level"
        await press(pilot, "U")
        assert screen.cursor_place == 1
        await press(pilot, "e", "i", "home", "e", "j")
        assert "pinned to its place" in said(app)
        await press(pilot, "e", "c", "x")
        assert "is locked" in said(app) and len(desk.pack) == 3
        await press(pilot, "end", "x")
        assert order() == ["1.toml", "0.toml"]
        await press(pilot, "u", "u", "u", "u")
        assert order() == ["0.toml", "1.toml", "2.toml"] and not desk.has_unsaved_changes
        await press(pilot, "U")
        assert order() == ["1.toml", "0.toml", "2.toml"] and desk.has_unsaved_changes
        await looked(pilot)
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, ChoicePrompt))
        await press(pilot, "d")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
    assert titles(path) == ["0.toml", "1.toml", "2.toml"]
    assert not any((tmp_path / "st" / "recovery").glob("*"))


@pytest.mark.parametrize("answer", ["s", "d"])
async def test_leaving_the_workbench_asks_about_unsaved_changes(
    path: Path, tmp_path: Path, answer: str
) -> None:
    app = opened(path, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        await press(pilot, "home", "e", "j", "ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, ChoicePrompt))
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is screen)
        await press(pilot, "q")
        await until(pilot, lambda: isinstance(app.screen, ChoicePrompt))
        await press(pilot, answer)
        await until(pilot, lambda: app.return_code == 0)
    moved = ["1.toml", "0.toml", "2.toml"]
    assert titles(path) == (moved if answer == "s" else sorted(moved))
    assert not any((tmp_path / "st" / "recovery").glob("*"))


async def test_unsaved_changes_outlive_the_app(path: Path, tmp_path: Path) -> None:
    app = opened(path, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await looked(pilot)
        await press(pilot, "home", "e", "j")
        app.exit_by_signal("SIGHUP")
    (kept,) = (tmp_path / "st" / "recovery").iterdir()
    assert str(kept) in " ".join(app.exit_messages)
    desk = PackDocument(kept, StateFolder(tmp_path / "st"))
    assert [desk.get_name(place) for place in range(3)] == ["Slope 1", "Slope 0", "Slope 2"]
    assert all(each.is_playable for each in desk.levels)


async def test_unsaved_changes_outlive_a_kill_and_are_offered(path: Path, tmp_path: Path) -> None:
    recovery, later = tmp_path / "st" / "recovery", tmp_path / "later"
    app = opened(path, tmp_path)
    app.autosave.intervals = (0.0, 60.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await looked(pilot)
        await press(pilot, "home", "e", "j")
        await until(pilot, lambda: recovery.exists() and any(recovery.iterdir()))
        shutil.copytree(recovery, later / "recovery")  # as if there were nothing after this
        await press(pilot, "u")
        await until(pilot, lambda: not any(recovery.iterdir()))
    again = WorkbenchApp(
        None, "levels", folder=path.parent, terminal=REMOTE, theme="ascii", state=StateFolder(later)
    )
    async with again.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(again.screen, RecoveryScreen))
        assert "pack of 3 levels" in frames.frame(again)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(again.screen, PackScreen))
        await looked(pilot)
        assert "> 1    Slope 1" in frames.frame(again)
        assert len([*(later / "recovery").iterdir()]) == 1
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "saved" in said(again))
        assert titles(path) == ["1.toml", "0.toml", "2.toml"]
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(again.screen, LevelsScreen))
    assert not any((later / "recovery").iterdir())


async def test_a_pack_with_missing_levels_is_played_in_part(path: Path, tmp_path: Path) -> None:
    (path.parent / "0.toml").unlink()
    app = opened(path, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await looked(pilot)
        shown = frames.frame(app)
        assert "0 of 2 levels won, 1 unplayable" in shown
        await press(pilot, "home", "enter")
        assert "no such file" in said(app)
        await press(pilot, "n")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))


async def test_packs_are_chosen_in_the_browser(path: Path, tmp_path: Path) -> None:
    (path.parent / "bad.pack.toml").write_text("format = 1\nlevels = 3\n")
    hostile = Pack((PlaylistEntry.from_level(slope()),), "[bold]\x1b[31m title \u202e")
    packfile.write_pack(hostile, path.parent / "z.pack.toml")
    app = WorkbenchApp(
        folder=path.parent, terminal=REMOTE, theme="ascii", state=StateFolder(tmp_path / "st")
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))
        await press(pilot, "p", "k")
        await until(pilot, lambda: isinstance(app.screen, PickRow))
        await until(pilot, lambda: "Open which pack?" in frames.frame(app))
        shown = frames.frame(app)
        assert "Slopes" in shown and "bad" in shown
        assert "\x1b" not in shown and "[bold]" in shown
        await press(pilot, "down", "down", "enter")
        await looked(pilot)
        assert "[bold]" in frames.frame(app)


async def test_the_browser_lists_packs_among_levels(path: Path, tmp_path: Path) -> None:
    (path.parent / "bad.pack.toml").write_text("format = 1\nlevels = 3\n")
    app = WorkbenchApp(
        folder=path.parent, terminal=REMOTE, theme="ascii", state=StateFolder(tmp_path / "st")
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Slope 1" in frames.frame(app))
        bad, good = (
            next(line for line in frames.frame(app).splitlines() if f"{name}.pack.toml" in line)
            for name in ("bad", "slopes")
        )
        assert "broken" in bad and "3 levels" in good
        await press(pilot, *["down"] * 4)
        await until(pilot, lambda: "pack of 3 levels; enter opens" in frames.frame(app))
        await press(pilot, "x")
        await until(pilot, lambda: "this is a pack, not a level" in said(app))
        await press(pilot, "enter")
        assert (await looked(pilot))._document.title == "Slopes"
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))


@pytest.mark.parametrize("game", ["fruit-dating", "linjat", "mazing-monk"])
async def test_boards_beside_the_list_are_whole(tmp_path: Path, game: str) -> None:
    """On the smallest of usual screens."""
    file = min((get_shipped_levels() / game).glob("*.toml"))
    level = levelfile.read_level(file)
    path = tmp_path / "a.pack.toml"
    packfile.write_pack(Pack((PlaylistEntry.from_level(level),), "One"), path)
    app = opened(path, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        room = screen.query_one(BoardView).size
        assert room.height >= registry.get_game(game).boards.draw_picture(level.board).rows


async def test_a_pack_is_made_of_a_folder(path: Path, tmp_path: Path) -> None:
    path.unlink()
    app = WorkbenchApp(
        folder=path.parent, terminal=REMOTE, theme="ascii", state=StateFolder(tmp_path / "st")
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Slope 1" in frames.frame(app))
        await press(pilot, "p", "k")
        await until(pilot, lambda: isinstance(app.screen, PickRow))
        await press(pilot, "n")
        screen = await looked(pilot)
        assert screen._document.is_new and "mine * " in frames.frame(app)
        await press(pilot, "ctrl+s")
        made = path.with_name("mine.pack.toml")
        await until(pilot, lambda: not screen._document.has_unsaved_changes)
        assert sorted(filter(None, titles(made))) == ["0.toml", "1.toml", "2.toml"]


async def test_another_like_it_comes_from_the_source_and_is_saved_elsewhere(
    tmp_path: Path,
) -> None:
    path = packs.written(tmp_path)
    old = packfile.read_pack(path).levels
    app = opened(path, tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        await press(pilot, "e", "o")
        await until(pilot, lambda: screen._document.can_undo)
        await looked(pilot)
        order = [Path(entry.file or "").stem for entry in screen._document.pack.levels]
        assert order == [EASY[0], EASY[2], EASY[1]]
        await press(pilot, "home", "r")
        await until(pilot, lambda: "replaced" in said(app))
        await looked(pilot)
        first = screen._document.pack.levels[0]
        assert first.file is not None and first.file.startswith("made/")
        assert first.board not in {entry.board for entry in old}
        other = tmp_path / "other"
        other.mkdir()
        await press(pilot, "o", "a")
        await until(pilot, lambda: isinstance(app.screen, LinePrompt))
        app.screen.query_one("Input").value = str(other / "b.pack.toml")  # type: ignore[attr-defined]
        await press(pilot, "enter")
        await until(pilot, (other / "b.pack.toml").exists)
        again = PackDocument(other / "b.pack.toml", StateFolder(tmp_path / "st"))
        assert all(each.is_playable and not each.note for each in again.levels)
        assert again.pack.origin == PackOrigin("../made")


@pytest.mark.parametrize("size", [(60, 20), *SIZES])
async def test_the_screen_of_a_pack(tmp_path: Path, size: tuple[int, int]) -> None:
    made = get_shipped_levels() / "skiddy"
    entries = [
        PlaylistEntry.from_level(levelfile.read_level(made / f"{stem}.toml")) for stem in EASY
    ]
    entries[1] = replace(entries[1], pinned=True, locked=True)
    path = tmp_path / "a.pack.toml"
    packfile.write_pack(Pack(tuple(entries), "Three of Skiddy"), path)
    app = opened(path, tmp_path)
    async with app.run_test(size=size) as pilot:
        await looked(pilot)
        await press(pilot, "right")
        await until(pilot, lambda: "difficulty 5" in frames.frame(app), 9)
        frames.check(app, f"pack-{size[0]}x{size[1]}")


async def test_the_cursor_stays_when_the_wall_becomes_a_list(path: Path, tmp_path: Path) -> None:
    """On a window of another size; a level that is not there has a place on the wall too."""
    (path.parent / "0.toml").unlink()
    app = opened(path, tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await looked(pilot)
        assert "1: unplayable" in frames.frame(app)
        await press(pilot, "home", "right", "right")
        assert screen.cursor_place == 2 and screen.focused is screen.query_one(PackWall)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: screen.focused is screen.query_one(PackPane))
        assert screen.cursor_place == 2
        await press(pilot, "left")
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: screen.focused is screen.query_one(PackWall))
        assert screen.cursor_place == 1 and "Slope 1" in frames.frame(app)


async def test_looking_at_the_levels_is_stopped_and_the_pack_left(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once stopped it does not begin again by itself, but with the next change."""
    begun: list[Control] = []
    prepare = PackDocument.prepare_steps

    def prepare_slowly(desk: PackDocument) -> Callable[[Control], PackSteps]:
        stand = prepare(desk)

        def stand_slowly(control: Control) -> PackSteps:
            begun.append(control)
            while len(begun) < 2 or len(begun) == 3:
                control.raise_if_cancelled()
                time.sleep(0.01)
            return stand(control)

        return stand_slowly

    monkeypatch.setattr(PackDocument, "prepare_steps", prepare_slowly)
    app = opened(path, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: begun)
        await press(pilot, "escape")
        assert "Stopped." in said(app)
        await until(pilot, lambda: app.solver.get_control("modes") is None)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, PackScreen)
        assert len(begun) == 1 and screen._document.steps is None
        await press(pilot, "end", "e", "k")
        await looked(pilot)
        await press(pilot, "u")
        await until(pilot, lambda: len(begun) == 3)
        await press(pilot, "escape")
        await until(pilot, lambda: app.solver.get_control("modes") is None)
        await press(pilot, "escape")
        await until(pilot, lambda: isinstance(app.screen, LevelsScreen))


async def test_an_order_of_levels_that_have_changed_is_not_taken(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It arrives while a level is being taken out."""
    app = opened(path, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        arrived: list[Callable[[], None]] = []
        with monkeypatch.context() as patched:
            patched.setattr(screen, "run_in_ui_thread", arrived.append)
            await press(pilot, "e", "o")
            await until(pilot, lambda: arrived)
        await press(pilot, "x")
        for run in arrived:
            run()
        await looked(pilot)
        assert len(screen._document.pack) == 2 and screen._document.last_change == "level 1 removed"
