"""``workbench batch --detach``: the same command as a process of its own, in a session of its own.

It outlives the terminal and its connection. What it has to say, it says in the progress file beside
the catalogue (:mod:`engine.batch.watching`); what it refuses at the start is said here.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

from engine.batch import watching
from engine.values.parameters import WHERE
from workbench.cli import status
from workbench.terminal import console

_LOOK_SECONDS = 0.05
_left: list[subprocess.Popen[bytes]] = []
"""Processes that were left to themselves: one that is dropped while it runs is warned of."""


def run(args: argparse.Namespace, catalogue: Path) -> int:
    """Starts the batch that the arguments ask for, and waits until it works or has ended.

    Returns:
        0 once it works or is complete, else the status that it ended with.
    """
    paths = [path or "." for path in sys.path]
    with tempfile.TemporaryFile() as answered, tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "workbench", "batch", *_words(args)],
            stdin=subprocess.DEVNULL,
            stdout=answered,
            stderr=said,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=True,
        )
        while (ended := process.poll()) is None and not _works(process.pid, catalogue):
            time.sleep(_LOOK_SECONDS)
        for line in _lines(said):
            console.note(line)
        if ended is not None:
            console.lines(_lines(answered))
            return ended
    _left.append(process)
    console.note(
        f"{args.out}: process {process.pid} works on it; --status, --pause, --resume and --stop "
        f"with --out {args.out} tell and steer it"
    )
    return status.DONE


def _words(args: argparse.Namespace) -> list[str]:
    """The arguments again, as they are typed."""
    values = {
        **{"out": args.out, "count": args.count, "seed": args.seed, "jobs": args.jobs},
        **{"max-attempts": args.max_attempts, "backend": args.backend, "time": args.time},
        **{"scheduler": args.scheduler, "patience": args.patience},
    }
    words = [f"--{name}={value}" for name, value in values.items() if value is not None]
    for key, value in args.settings:
        words.append(f"--where={value}" if key == WHERE.key else f"--set={key}={value}")
    return [args.game, *words, *(["--json"] if args.json else [])]


def _lines(file: IO[bytes]) -> list[str]:
    """What was written to a file so far, as lines."""
    file.seek(0)
    return file.read().decode(errors="replace").splitlines()


def _works(process: int, catalogue: Path) -> bool:
    """Whether a process works on the batch of a catalogue."""
    watched = watching.watch(catalogue)
    return watched.process == process and bool(watched.told)
