"""Python subprocesses that find the same modules as the current process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import IO

from engine import safe_import_folders

FileTarget = int | IO[bytes]
"""A file, or a constant of :mod:`subprocess` such as ``PIPE``."""


def start_python(
    *arguments: str,
    stdin: FileTarget = subprocess.DEVNULL,
    stdout: FileTarget = subprocess.DEVNULL,
    stderr: FileTarget = subprocess.DEVNULL,
    variables: Mapping[str, str] = {},
) -> subprocess.Popen[bytes]:
    """Start Python in a new session, so that Ctrl+C in the terminal does not reach it.

    Args:
        arguments: The arguments for Python, such as ``-m`` and the name of a module.
        stdin: The source of the process's input.
        stdout: The destination of its output.
        stderr: The destination of its error messages.
        variables: The environment variables to set in addition to those of this process.

    Raises:
        OSError: The process cannot be started.
        ValueError: An argument cannot be passed to a process.
    """
    return subprocess.Popen(
        # The option -P keeps the working directory off the module path.
        [sys.executable, "-P", *arguments],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        env={**safe_import_folders.build_python_environment(), **variables},
        start_new_session=True,
    )
