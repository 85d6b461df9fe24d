"""``workbench solve --watch``: one verdict per change, half-written files, and the end."""

from __future__ import annotations

import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from commanding import is_one_line
from shipped import LEVELS

from workbench.cli.support import file_watch

LEVEL = sorted((LEVELS / "skiddy").glob("*.toml"))[0]


@pytest.fixture
def watched(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(LEVEL, "level.toml")


def test_changes_until_interrupted(watched):
    text = LEVEL.read_text(encoding="utf-8")
    command = [sys.executable, "-m", "workbench", "solve", "--watch", "--json", "level.toml"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(LEVELS.parent), "HOME": str(Path.cwd())},
    ) as process:
        lines: queue.Queue[str] = queue.Queue()
        errors: queue.Queue[str] = queue.Queue()
        for stream, into in ((process.stdout, lines), (process.stderr, errors)):
            threading.Thread(
                target=lambda stream=stream, into=into: [into.put(line) for line in stream],
                daemon=True,
            ).start()
        try:
            assert '"file": "level.toml"' in lines.get(timeout=60)
            Path("level.toml").write_text(text[: len(text) // 4], encoding="utf-8")
            assert "watching" in errors.get(timeout=60)
            assert errors.get(timeout=60).startswith("level.toml")  # half-written
            Path("level.toml").unlink()
            assert "gone" in errors.get(timeout=60)
            Path("level.toml").write_text(text + "\n", encoding="utf-8")
            assert '"file": "level.toml"' in lines.get(timeout=60)
            time.sleep(3 * file_watch.POLL_SECONDS)
            assert lines.empty()
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == 130
        finally:
            process.kill()


@pytest.mark.parametrize("names", [["-"], ["."], ["none.toml"], ["level.toml", "--write"]])
def test_refused(watched, run, names):
    result, output, messages = run("solve", "--watch", *names)
    assert (result, output) == (2, "") and is_one_line(messages)
