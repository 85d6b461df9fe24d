"""Ctrl+C while modules are read: exit status 130, and no traceback."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import runpy, sys, time

class SlowDisk:
    def find_spec(self, name, path, target=None):
        if name == wanted:
            print("here", flush=True)
            time.sleep(30)

wanted = sys.argv[1]
sys.meta_path.insert(0, SlowDisk())
sys.argv = ["workbench", "doctor"]
runpy.run_module("workbench", run_name="__main__")
"""


@pytest.mark.parametrize(
    ("module", "words"), [("workbench.cli", ""), ("workbench.cli.doctor", "interrupted\n")]
)
def test_an_interrupted_start(module: str, words: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, module],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "here\n"
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == words
    assert process.returncode == 130
