"""An app that does not answer says where it stands; one that is stopped is not frozen."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from workbench.app import fault_report
from workbench.app.watchdog import Watchdog

TURN = 0.1
STOPPED = """
import asyncio, sys
from workbench.app.watchdog import Watchdog

async def main():
    reports = []
    loop = asyncio.get_running_loop()
    Watchdog(loop, lambda: reports.append(1), reports.append, turn_seconds=0.1)
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    await asyncio.sleep(0.3)
    print(reports, flush=True)

asyncio.run(main())
"""


def hold_up_the_loop(seconds: float) -> None:
    time.sleep(seconds)


async def test_a_loop_that_stands_still_is_reported_once(tmp_path: Path) -> None:
    thawed: list[int] = []

    def frozen() -> None:
        thawed.append(0)
        fault_report.report_freeze(tmp_path / "state")

    watchdog = Watchdog(asyncio.get_running_loop(), frozen, thawed.append, turn_seconds=TURN)
    await asyncio.sleep(3 * TURN)
    assert not thawed, "it answers"
    hold_up_the_loop(12 * TURN)
    while len(thawed) < 2:
        await asyncio.sleep(TURN)
    watchdog.stop()
    assert thawed[0] == 0 and thawed[1] >= 5
    report = (tmp_path / "state" / "fault.txt").read_text()
    assert "hold_up_the_loop" in report and "watchdog.py" in report
    assert "puzzle-workbench" in report


def test_a_freeze_is_reported_without_room_for_the_stacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    fault_report.report_freeze(tmp_path)
    assert "unknown: [Errno 28]" in (tmp_path / "fault.txt").read_text()


async def test_a_short_wait_is_no_freeze() -> None:
    reports: list[int] = []
    loop = asyncio.get_running_loop()
    watchdog = Watchdog(loop, lambda: reports.append(0), reports.append, turn_seconds=0.25)
    for _ in range(2):
        hold_up_the_loop(0.6)
        await asyncio.sleep(0.3)
    watchdog.stop()
    assert not reports


def test_a_process_that_is_stopped_is_not_frozen() -> None:
    command = [sys.executable, "-c", STOPPED]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for _ in range(2):
            os.kill(process.pid, signal.SIGSTOP)
            time.sleep(0.7)
            os.kill(process.pid, signal.SIGCONT)
            time.sleep(0.05)
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "[]\n"
