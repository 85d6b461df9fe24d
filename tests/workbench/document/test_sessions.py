from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import LevelError
from workbench.document import sessions
from workbench.document.sessions import AppSession
from workbench.folders.state import State

PROGRAM = """
import sys, pathlib
from workbench.document.sessions import AppSession
session = AppSession(pathlib.Path(sys.argv[1]))
session.begin()
session.show(pathlib.Path(sys.argv[2]))
print(session.name, flush=True)
sys.stdin.read()
session.end()
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
def test_two_processes_see_each_other(state: State, file: Path, kill: bool) -> None:
    here = AppSession(state.sessions)
    here.begin()
    elsewhere = Elsewhere(state.sessions, file)
    try:
        link = file.with_name("link.toml")
        link.symlink_to(file)
        [other] = sessions.others(here, link)
        assert other.process == elsewhere.process.pid
        assert f"process {other.process} since " in str(other)
        assert sessions.others(here, file.with_name("other.toml")) == []
        assert sessions.is_live(state.sessions, elsewhere.name)
    finally:
        elsewhere.end(kill=kill)
    assert not sessions.is_live(state.sessions, elsewhere.name)
    assert sessions.others(here, file) == []
    here.end()
    assert not any(state.sessions.iterdir()), "whoever looks takes away what a dead session left"


def test_foreign_files_are_ignored_and_left_alone(state: State, file: Path) -> None:
    here = AppSession(state.sessions)
    here.begin()
    foreign = state.sessions / "notes.toml"
    foreign.write_text("mine")
    broken = state.sessions / "12-0123abcd.toml"
    broken.write_bytes(b"\xff\x00 = [")
    (state.sessions / "13-0123abcd.toml").mkdir()
    assert sessions.others(here, file) == []
    sessions.sweep(here)
    assert foreign.exists()
    assert not broken.exists()
    here.end()


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    session = AppSession(tmp_path / "state" / "sessions")
    with pytest.raises(LevelError, match="sessions"):
        session.begin()
    assert not session.begun
    session.show(None)
    session.end()
