"""Commands that work on a catalogue as processes of their own, and how these are steered."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from engine.batch import watching
from engine.batch.watching import Work
from workbench.cli.support import status
from workbench.cli.support.arguments import Parser
from workbench.service import detaching
from workbench.terminal import console

STEERING = ("status", "pause", "resume", "stop")
"""What can be asked of the work on a catalogue."""
State = Callable[[Path], Mapping[str, Any]]
Lines = Callable[[Mapping[str, Any], str, console.Painter], Iterator[str]]


def arguments(parser: Parser, name: str) -> None:
    """Declares the options; ``name`` is what works, with its article."""
    flag = parser.flag
    flag("--detach", "work on in the background, without this terminal")
    flag("--status", f"how far {name} is, and whether a process works on it")
    flag("--pause", "have it pause; its process stays")
    flag("--resume", "have it go on after a pause")
    flag("--stop", "have it end in order; it can go on later")


def asked(args: argparse.Namespace) -> list[str]:
    """What is asked of the work on a catalogue."""
    return [name for name in STEERING if getattr(args, name)]


def steer(args: argparse.Namespace, name: str, work: Work, state: State, lines: Lines) -> int:
    """Asks something of the work on a catalogue, and says how it stands.

    Args:
        args: exactly one of :data:`STEERING` among them.
        name: the catalogue.
        work: what works on it.
        state: what is known of that.
        lines: that in words.

    Raises:
        EngineError: no such work goes on, or it cannot be asked.
    """
    catalogue, (what,) = Path(name), asked(args)
    asks: Mapping[str, Callable[[], object]] = {
        "pause": partial(watching.pause, catalogue, work),
        "resume": partial(watching.go_on, catalogue),
        "stop": partial(watching.stop, catalogue, work),
    }
    if what in asks:
        asks[what]()
    record = state(catalogue)
    console.answer(args, record, lambda paint: lines(record, name, paint))
    return status.DONE


def run(
    args: argparse.Namespace, words: Sequence[str], name: str, steering: str, state: State
) -> int:
    """Starts a command, and waits until it works or has ended.

    Args:
        args: the arguments that it was asked for by.
        words: the verb and its arguments.
        name: the catalogue that it works on.
        steering: the words of a command by which it is steered, without what is asked.
        state: what is known of the work, which is the answer as JSON.

    Returns:
        0 once it works or is complete, else the status that it ended with.
    """
    started = detaching.start(words, Path(name))
    for line in started.errors:
        console.note(line)
    if started.status is not None:
        console.lines(started.output)
        return started.status
    console.note(
        f"{name}: process {started.process} works on it; --status, --pause, --resume and "
        f"--stop with {steering} tell and steer it"
    )
    if args.json:
        console.json_line(state(Path(name)))
    return status.DONE
