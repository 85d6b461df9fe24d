"""Sessions that end in every way there is, with real processes at real pseudo-terminals."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import frames
import pytest
from plainly import press
from textual.pilot import Pilot

from engine import workshop
from engine.files import levelfile
from engine.game import registry
from engine.playlists import pack_level_files, packfile
from workbench.app.app import WorkbenchApp
from workbench.document import autosave as keeper
from workbench.document import recovery_files
from workbench.document.app_sessions import AppSession
from workbench.document.document import Document
from workbench.features.design.screen import DesignScreen
from workbench.features.levels.recovery_screen import RecoveryScreen
from workbench.features.levels.screen import LevelsScreen
from workbench.paths.resources import get_shipped_levels
from workbench.paths.state_folder import StateFolder
from workbench.ui.boards.board_view import BoardView
from workbench.ui.key_line import KeyLine

pytestmark = pytest.mark.usefixtures("app_world")

PROGRAM = """
import sys
from pathlib import Path
from workbench.document.document import Document
from workbench.document.app_sessions import AppSession
from workbench.document import autosave, recovery_files
autosave.AUTOSAVE_SECONDS, autosave.CHECK_SECONDS = float(sys.argv[2]), 0.1
from workbench.app.launcher import run_app
sys.exit(run_app(Path(sys.argv[1]), "design"))
"""
DRAFT = b"draft"
"""What the screen says once the first corner is gone."""


class Running:
    """The app at a pseudo-terminal, showing one level on the design screen."""

    def __init__(self, level: Path, state: Path, autosave: float = 60.0) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(level), str(autosave)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "XDG_STATE_HOME": str(state), "NUMBA_DISABLE_JIT": "1"},
        )
        os.close(slave)
        self.state = StateFolder(state / "puzzle-workbench")
        self.output = b""

    def read(self, seconds: float) -> None:
        if select.select([self.master], [], [], seconds)[0]:
            try:
                self.output += os.read(self.master, 65536)
            except OSError:
                time.sleep(0.01)

    def until_shown(self, words: bytes, seconds: float = 60.0) -> None:
        """Waits for words that stand where nothing like them stood: only differences are sent."""
        end = time.monotonic() + seconds
        while words not in self.output:
            assert time.monotonic() < end, self.output[-2000:]
            self.read(0.05)

    def press(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def edit(self) -> None:
        """Takes away what is in the first corner."""
        self.until_shown(b"walk.toml")
        self.press(b"eex")
        self.until_shown(DRAFT)

    def until_kept(self, seconds: float = 60.0) -> Path:
        end = time.monotonic() + seconds
        while not (found := [*self.state.recovery.glob("*.toml")]):
            assert time.monotonic() < end, self.output[-2000:]
            self.read(0.02)
        return found[0]

    def wait(self) -> int:
        end = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.02)
        return self.process.wait(60)


@contextmanager
def running(level: Path, state: Path, autosave: float = 60.0) -> Iterator[Running]:
    app = Running(level, state, autosave)
    try:
        yield app
    finally:
        app.process.kill()
        app.process.wait()
        os.close(app.master)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine" / "walk.toml"
    path.parent.mkdir()
    levelfile.write_level(workshop.generate(registry.get_game("fruit-dating"), 7)[0], path)
    return path


async def offered(app: WorkbenchApp, pilot: Pilot[int]) -> RecoveryScreen:
    """Waits until unsaved work is offered."""
    end = time.monotonic() + 60
    while not isinstance(app.screen, RecoveryScreen) and time.monotonic() < end:
        await pilot.pause(0.01)
    assert isinstance(app.screen, RecoveryScreen)
    await pilot.pause()
    return app.screen


def test_little_is_lost_by_default() -> None:
    assert keeper.AUTOSAVE_SECONDS <= 5


async def test_killed_in_the_middle_of_an_edit(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    with running(file, tmp_path, autosave=0.1) as first:
        first.edit()
        kept = first.until_kept()
        first.process.send_signal(signal.SIGKILL)
        assert first.wait() == -signal.SIGKILL
    assert file.read_bytes() == before
    lost = levelfile.read_level(kept)
    assert lost.board != levelfile.read_level(file).board

    state = StateFolder(tmp_path / "puzzle-workbench")
    app = WorkbenchApp(folder=file.parent, state=state)
    async with app.run_test(size=(80, 24)) as pilot:
        await offered(app, pilot)
        assert "the file is unchanged; undo goes back" in " ".join(frames.frame(app).split())
        await press(pilot, "enter")
        await pilot.pause()
        end = time.monotonic() + 60
        while not isinstance(app.screen, DesignScreen) and time.monotonic() < end:
            await pilot.pause(0.01)
        document = app.document
        assert document is not None
        assert (document.path, document.is_dirty) == (file, True)
        assert document.level.board == lost.board
        await press(pilot, "ctrl+s")
        await pilot.pause()
        assert not document.is_dirty
        await press(pilot, "q")
        await pilot.pause()
    app.save_unsaved_work()
    assert levelfile.read_level(file).board == lost.board
    assert not any(state.recovery.iterdir())
    assert not any(state.sessions.iterdir())


@pytest.mark.parametrize("name", ["SIGTERM", pytest.param("SIGHUP", marks=pytest.mark.slow)])
def test_signals_keep_everything_at_once(file: Path, tmp_path: Path, name: str) -> None:
    with running(file, tmp_path) as app:
        app.edit()
        app.process.send_signal(getattr(signal, name))
        assert app.wait() == 128 + getattr(signal, name)
        assert b"unsaved work is stored in" in app.output
        kept = app.until_kept()
    assert levelfile.read_level(kept) != levelfile.read_level(file)


def test_a_terminal_that_goes_away_loses_nothing(file: Path, tmp_path: Path) -> None:
    app = Running(file, tmp_path)
    try:
        app.edit()
        os.close(app.master)
        app.process.send_signal(signal.SIGHUP)
        assert app.process.wait(60) == 128 + signal.SIGHUP
    finally:
        app.process.kill()
        app.process.wait()
    [kept] = app.state.recovery.glob("*.toml")
    assert levelfile.read_level(kept) != levelfile.read_level(file)


def test_two_live_sessions(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    with running(file, tmp_path) as first, running(file, tmp_path) as second:
        for app in (first, second):
            app.until_shown(b"also open elsewhere")
            app.edit()
        first.press(b"\x13")
        second.until_shown(b"changed on disk")
        mine = file.read_bytes()
        assert mine != before
        second.press(b"\x13")
        second.until_shown(b"Overwrite the file")
        assert file.read_bytes() == mine, "not without asking"


async def test_what_is_offered_can_wait_or_go(file: Path, tmp_path: Path) -> None:
    state = StateFolder(tmp_path / "state")
    state.recovery.mkdir(parents=True)
    text = levelfile.dumps(levelfile.read_level(file))
    (state.recovery / "walk.4711-0123abcd-1.toml").write_text(text)
    (state.recovery / "broken.4711-0123abcd-2.toml").write_text("nothing")
    app = WorkbenchApp(folder=file.parent, state=state)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await offered(app, pilot)
        assert screen.query_one(BoardView).can_focus is False
        await press(pilot, "enter")
        await pilot.pause()
        assert "Recover: the item cannot be read" in screen.query_one(KeyLine).message
        await press(pilot, "x")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Discarded. A copy is kept in" in screen.query_one(KeyLine).message
        await press(pilot, "escape")
        await pilot.pause()
        assert isinstance(app.screen, LevelsScreen)
        assert [path.name[:4] for path in state.recovery.iterdir()] == ["walk"]
        assert len([*state.trash.rglob("broken*.toml")]) == 1
        await app.screen.action_command("levels.recover")
        await offered(app, pilot)
        await press(pilot, "x")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, LevelsScreen), "nothing is left to ask"
        await app.screen.action_command("levels.recover")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "There is no unsaved work to recover." in app.screen.query_one(KeyLine).message


async def test_what_goes_on_is_reported_once_nothing_covers_it(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, greeted = StateFolder(tmp_path / "state"), "a batch is running: many.db"
    for folder in (state.recovery, state.batches):
        folder.mkdir(parents=True)
    draft = levelfile.dumps(levelfile.read_level(file))
    (state.recovery / "walk.4711-0123abcd-1.toml").write_text(draft)
    monkeypatch.setattr("workbench.browser.recent_batches.format_greeting", lambda folder: greeted)
    app = WorkbenchApp(folder=file.parent, state=state)
    async with app.run_test(size=(80, 24)) as pilot:
        await offered(app, pilot)
        await press(pilot, "escape")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, LevelsScreen)
        assert app.screen.query_one(KeyLine).message.startswith(greeted)


async def test_a_fault_of_the_app_loses_nothing(file: Path, tmp_path: Path) -> None:
    state = StateFolder(tmp_path / "state")
    app = WorkbenchApp(Document.open(file), "levels", state=state, folder=file.parent)
    with pytest.raises(ZeroDivisionError):
        async with app.run_test(size=(80, 24)) as pilot:
            document = app.document
            assert document is not None
            document.add_version("title", replace(document.level, title="Better"))
            app.call_later(lambda: 1 // 0)
            await pilot.pause()
    [kept] = state.recovery.glob("*.toml")
    assert levelfile.read_level(kept).title == "Better"
    assert "unsaved work is stored in" in app.exit_messages[0]


async def test_the_rest_is_offered_once_the_first_is_done_with(file: Path, tmp_path: Path) -> None:
    state = StateFolder(tmp_path / "state")
    state.recovery.mkdir(parents=True)
    for number in range(3):
        kept = state.recovery / f"walk.4711-0123abcd-{number}.toml"
        kept.write_text(levelfile.dumps(levelfile.read_level(file)))
    app = WorkbenchApp(folder=file.parent, state=state)
    async with app.run_test(size=(80, 24)) as pilot:
        for left in (2, 1):
            await offered(app, pilot)
            await press(pilot, "enter")
            await app.workers.wait_for_complete()
            items = "item" if left == 1 else "items"
            shows = f"o u in the level browser shows {left} more {items}"
            message = f"Recovered. {shows} of unsaved work."
            end = time.monotonic() + 60
            while message not in frames.frame(app) and time.monotonic() < end:
                await pilot.pause(0.01)
            assert isinstance(app.screen, DesignScreen)
            assert message in frames.frame(app)
            await press(pilot, "o", "l", "d")
        screen = await offered(app, pilot)
        await press(pilot, "escape")
        await pilot.pause()
        assert isinstance(app.screen, LevelsScreen)
        await press(pilot, "enter")
        await pilot.pause()
        await press(pilot, "o", "l")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert screen not in app.screen_stack
        assert isinstance(app.screen, LevelsScreen), "later means later"
    assert len([*state.recovery.iterdir()]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_pack_killed_while_its_levels_move_is_whole(tmp_path: Path, seed: int) -> None:
    chosen = random.Random(seed)
    pack = pack_level_files.create_pack_of_folder(get_shipped_levels() / "fruit-dating")
    entries = [replace(e, file=str(get_shipped_levels() / "fruit-dating" / str(e.file)))
               for e in pack.levels[:8]]  # fmt: skip
    pack = pack_level_files.rebase_pack(pack.with_levels(entries), tmp_path, tmp_path)
    path = tmp_path / "set.pack.toml"
    packfile.write_pack(pack, path)
    with running(path, tmp_path, autosave=0.01) as app:
        app.until_shown(b"levels won")
        app.press(b"ej")
        app.until_kept()
        end = time.monotonic() + chosen.uniform(0.0, 1.5)
        while time.monotonic() < end:
            app.press(b"ej" if chosen.random() < 0.7 else b"u")
            app.read(0.02)
        app.process.kill()
        app.wait()
    found = recovery_files.find_unsaved_work(app.state, AppSession(app.state.sessions))
    assert all(not unsaved.error for unsaved in found)
    kept = [unsaved.pack for unsaved in found if unsaved.pack is not None]
    assert len(kept) <= 1, "none once all was undone"
    for one in kept:
        assert one != pack and sorted(map(str, one.levels)) == sorted(map(str, pack.levels))
