"""Python processes beside this one, which find the same modules and none in the working folder."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import IO

from engine import installed

Stream = int | IO[bytes]
"""A file, or one of the constants of :mod:`subprocess`."""


def start_python(
    *arguments: str,
    stdin: Stream = subprocess.DEVNULL,
    stdout: Stream = subprocess.DEVNULL,
    stderr: Stream = subprocess.DEVNULL,
    variables: Mapping[str, str] = {},
) -> subprocess.Popen[bytes]:
    """Start Python in a session of its own: a Ctrl+C at the terminal does not reach it.

    Args:
        arguments: the arguments of Python, such as ``-m`` and a module.
        stdin: the source of its input.
        stdout: the target of its output.
        stderr: the target of its messages.
        variables: environment variables besides those of this process.

    Raises:
        OSError: the process cannot be started.
        ValueError: an argument that no process can have.
    """
    return subprocess.Popen(
        [sys.executable, "-P", *arguments],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        env={**installed.python_environment(), **variables},
        start_new_session=True,
    )
