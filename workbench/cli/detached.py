"""``workbench batch --detach``: the same command as a process of its own."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.values.parameters import WHERE
from workbench.cli import status
from workbench.service import detaching
from workbench.terminal import console


def run(args: argparse.Namespace, catalogue: Path) -> int:
    """Starts the batch that the arguments ask for, and waits until it works or has ended.

    Returns:
        0 once it works or is complete, else the status that it ended with.
    """
    started = detaching.start(_words(args), catalogue)
    for line in started.said:
        console.note(line)
    if started.status is not None:
        console.lines(started.answered)
        return started.status
    console.note(
        f"{args.out}: process {started.process} works on it; --status, --pause, --resume and "
        f"--stop with --out {args.out} tell and steer it"
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
