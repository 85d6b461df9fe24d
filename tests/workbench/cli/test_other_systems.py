"""What only some systems have is missed by no command: niceness, modes, signals, file locks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from terminal import Terminal

# What the libraries below need to be imported on this system is imported before.
WITHOUT = """
import filelock, multiprocessing, os, platformdirs, signal, sqlite3, subprocess, sys, tempfile
for module, names in {
    os: "nice fchmod setpriority getpriority sched_getaffinity getuid geteuid getgid getppid "
    "killpg getpgid setsid O_NOFOLLOW O_DIRECTORY mkfifo",
    signal: "SIGHUP SIGTSTP SIGCONT SIGWINCH SIGUSR1 SIGUSR2 SIGALRM SIGQUIT",
}.items():
    for name in names.split():
        delattr(module, name)
for name in ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp"):
    sys.modules[name] = None
"""
COMMANDS = """
from workbench.cli import main
for words in (
    "generate skiddy --seed 1 --out a.toml",
    "solve a.toml",
    "validate a.toml --solve",
    "batch skiddy --count 2 --seed 1 --jobs 1 --out s.catalogue",
    "batch --out s.catalogue --status",
    "catalogue s.catalogue --digest",
    "doctor",
):
    assert main(words.split()) == 0, words
"""
APP = """
import asyncio.unix_events
del asyncio.unix_events._UnixSelectorEventLoop.add_signal_handler
from workbench.cli import main
raise SystemExit(main([]))
"""


def test_commands_go_without(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("")
    (tmp_path / "a.toml").chmod(0o640)
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT + COMMANDS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


def test_the_app_starts_without_signals_in_its_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Terminal([sys.executable, "-c", APP], (80, 24)) as terminal:
        terminal.until("shipped levels")
        terminal.send("q")
        assert terminal.status() == 0
