from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import LevelError
from workbench.document import app_sessions
from workbench.document.app_sessions import AppSession
from workbench.paths.state_folder import StateFolder

PROGRAM = """
import sys, pathlib
from workbench.document.app_sessions import AppSession
session = AppSession(pathlib.Path(sys.argv[1]))
session.register()
session.publish_path(pathlib.Path(sys.argv[2]))
print(session.name, flush=True)
sys.stdin.read()
session.unregister()
"""


class Elsewhere:
    """A session of another process that has a file open."""

    def __init__(self, folder: Path, file: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(folder), str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.name = self.process.stdout.readline().strip()

    def end(self, *, kill: bool) -> None:
        if kill:
            self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


@pytest.mark.parametrize("kill", [False, True])
def test_two_processes_see_each_other(state: StateFolder, file: Path, kill: bool) -> None:
    here = AppSession(state.sessions)
    here.register()
    elsewhere = Elsewhere(state.sessions, file)
    try:
        link = file.with_name("link.toml")
        link.symlink_to(file)
        [other] = app_sessions.find_other_sessions(here, link)
        assert other.process == elsewhere.process.pid
        assert f"process {other.process} since " in str(other)
        assert app_sessions.find_other_sessions(here, file.with_name("other.toml")) == []
        assert app_sessions.is_live(state.sessions, elsewhere.name)
    finally:
        elsewhere.end(kill=kill)
    assert not app_sessions.is_live(state.sessions, elsewhere.name)
    assert app_sessions.find_other_sessions(here, file) == []
    here.unregister()
    assert not any(state.sessions.iterdir()), "whoever looks takes away what a dead session left"


def test_foreign_files_are_ignored_and_left_alone(state: StateFolder, file: Path) -> None:
    here = AppSession(state.sessions)
    here.register()
    foreign = state.sessions / "notes.toml"
    foreign.write_text("mine")
    broken = state.sessions / "12-0123abcd.toml"
    broken.write_bytes(b"\xff\x00 = [")
    (state.sessions / "13-0123abcd.toml").mkdir()
    assert app_sessions.find_other_sessions(here, file) == []
    app_sessions.remove_dead_sessions(here)
    assert foreign.exists()
    assert not broken.exists()
    here.unregister()


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    session = AppSession(tmp_path / "state" / "sessions")
    with pytest.raises(LevelError, match="sessions"):
        session.register()
    assert not session.is_registered
    session.publish_path(None)
    session.unregister()
