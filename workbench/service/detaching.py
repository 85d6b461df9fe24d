"""Commands as processes of their own, which outlive the terminal, its connection and the app.

They work on a catalogue, as a batch or a filling of its archive. Such a process reports in the
progress file beside the catalogue (:mod:`engine.batch.watching`); what it refuses at the start is
handed to what started it.
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

from engine.batch import watching
from engine.batch.order import BatchError
from engine.files.storage import reason
from engine.game.processes import start_python

_LOOK_SECONDS = 0.05
_left: list[subprocess.Popen[bytes]] = []
"""Processes that were left to themselves: one that is dropped while it runs is warned of."""


@dataclass(frozen=True, slots=True)
class Started:
    """A command that was started as a process of its own.

    Attributes:
        process: its number.
        status: the exit status that it has ended with; None if it works.
        errors: the lines that it has written to stderr so far.
        output: those that it has written to stdout, if it has ended.
    """

    process: int
    status: int | None
    errors: tuple[str, ...]
    output: tuple[str, ...]


def start(words: Sequence[str], catalogue: Path) -> Started:
    """Starts a command in a session of its own, and waits until it works or has ended.

    Args:
        words: the verb and its arguments.
        catalogue: that they name, to be worked on.

    Raises:
        BatchError: no process can be started, or it was killed.
        KeyboardInterrupt: the user did not want to wait; the command has been ended in order.
    """
    with contextlib.ExitStack() as stack:
        try:
            output, errors = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(2))
            process = _process(words, output, errors)
        except (OSError, ValueError) as error:  # the latter: a name that no file can have
            problem = f"no process can be started: {reason(error)}"
            raise BatchError(f"{catalogue}: {problem}") from error
        try:
            while (ended := process.poll()) is None and not _works(process.pid, catalogue):
                time.sleep(_LOOK_SECONDS)
        except BaseException:
            process.terminate()
            process.wait()
            raise
        if ended is None:
            _left[:] = [one for one in _left if one.poll() is None]
            _left.append(process)
        elif ended < 0:
            raise BatchError(f"{catalogue}: its process was killed by signal {-ended}")
        return Started(process.pid, ended, _lines(errors), _lines(output))


def _process(words: Sequence[str], output: IO[bytes], errors: IO[bytes]) -> subprocess.Popen[bytes]:
    """The process of a command."""
    return start_python("-m", "workbench", *words, stdout=output, stderr=errors)


def begin(words: Sequence[str], catalogue: Path) -> None:
    """Starts a command as :func:`start` does, of which nothing but its work is wanted.

    Raises:
        BatchError: it was refused, or ended at once without all that was asked for.
    """
    started = start(words, catalogue)
    if started.status:
        errors = [line for line in started.errors if line]
        raise BatchError(
            errors[-1] if errors else f"the process ended with status {started.status}"
        )


def _lines(file: IO[bytes]) -> tuple[str, ...]:
    """What was written to a file so far, as lines."""
    file.seek(0)
    return tuple(file.read().decode(errors="replace").splitlines())


def _works(process: int, catalogue: Path) -> bool:
    """Whether a process works on a catalogue, after all that it might be refused for."""
    watched = watching.watch(catalogue)
    return watched.process == process and watched.begun
