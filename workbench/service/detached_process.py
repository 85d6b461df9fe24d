"""Background processes: commands that keep running after the terminal or the app is closed.

Such a process works on a catalogue, for example in a batch or an archive search, and writes its
progress to the catalogue's progress file. If it fails while starting, the caller gets the error.
"""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from engine.batch import progress_reader
from engine.batch.batch_spec import BatchError
from engine.files.storage import describe_error
from engine.game.python_processes import start_python

_LOOK_SECONDS = 0.05
_detached: list[subprocess.Popen[bytes]] = []
"""The processes that may still be running. They are kept here because Python warns if a running
process is garbage collected."""


@dataclass(frozen=True, slots=True)
class StartedProcess:
    """A command started as a background process.

    Attributes:
        process: The id of the process.
        status: The exit status, or None while the process is running.
        errors: The lines that the process has written to stderr so far.
        output: The lines that the process has written to stdout so far.
    """

    process: int
    status: int | None
    errors: tuple[str, ...]
    output: tuple[str, ...]


def start_command(arguments: Sequence[str], catalogue: Path) -> StartedProcess:
    """Start a command as a background process, and wait until its work has begun or it has ended.

    Args:
        arguments: The verb to run, followed by its arguments.
        catalogue: The path of the catalogue that the arguments name.

    Raises:
        BatchError: The process could not be started, or it was killed by a signal.
        KeyboardInterrupt: The user interrupted the wait. The process has been terminated.
    """
    with contextlib.ExitStack() as stack:
        try:
            output, errors = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(2))
            process = _start_process(arguments, output, errors)
        except (OSError, ValueError) as error:  # an invalid file name raises a ValueError
            problem = f"no process can be started: {describe_error(error)}"
            raise BatchError(f"{catalogue}: {problem}") from error
        try:
            # Until the progress file names the process, its checks may still refuse the command.
            while (ended := process.poll()) is None and not _has_started_work(
                process.pid, catalogue
            ):
                time.sleep(_LOOK_SECONDS)
        except BaseException:
            process.terminate()
            process.wait()
            raise
        if ended is None:
            _detached[:] = [one for one in _detached if one.poll() is None]
            _detached.append(process)
        elif ended < 0:
            raise BatchError(f"{catalogue}: the process was killed by signal {-ended}")
        return StartedProcess(process.pid, ended, _read_lines(errors), _read_lines(output))


def _start_process(
    arguments: Sequence[str], output: IO[bytes], errors: IO[bytes]
) -> subprocess.Popen[bytes]:
    """Start a Python process that runs a verb and writes its output and errors to two files."""
    return start_python("-m", "workbench", *arguments, stdout=output, stderr=errors)


def start_or_raise(arguments: Sequence[str], catalogue: Path) -> None:
    """Start a command as :func:`start_command` does, but raise an error if it fails immediately.

    Raises:
        BatchError: The process could not be started, or it ended immediately with an error status.
    """
    started = start_command(arguments, catalogue)
    if started.status:
        errors = [line for line in started.errors if line]
        raise BatchError(
            errors[-1] if errors else f"the process ended with status {started.status}"
        )


def _read_lines(file: IO[bytes]) -> tuple[str, ...]:
    """Return the lines written to a file so far."""
    file.seek(0)
    return tuple(file.read().decode(errors="replace").splitlines())


def _has_started_work(process: int, catalogue: Path) -> bool:
    """Return True if a process has passed all checks and begun its work on a catalogue."""
    watched = progress_reader.read_status(catalogue)
    return watched.process == process and watched.has_begun
