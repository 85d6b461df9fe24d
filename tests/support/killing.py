"""Programs that are killed while they are at work."""

from __future__ import annotations

import subprocess
import sys
import time


def lines_until_killed(program: str, *arguments: object, seconds: float) -> list[str]:
    """The lines that a program in Python printed until it was killed.

    Args:
        program: its source; prints a first line at once, and goes on for ever.
        seconds: how long after its first line it is killed.
    """
    command = [sys.executable, "-c", program, *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        output = [process.stdout.readline()]
        time.sleep(seconds)
        process.kill()
        output += process.stdout.readlines()
    return [line.rstrip("\n") for line in output]
