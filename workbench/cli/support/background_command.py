"""Functions that start a background process to work on a catalogue, or send requests to it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from engine.batch import progress_reader
from engine.batch.progress_reader import WorkKind
from workbench.cli.support import exit_status
from workbench.cli.support.argument_parser import VerbParser
from workbench.service import detached_process
from workbench.terminal import command_line_output

STEERING_OPTIONS = ("status", "pause", "resume", "stop")
"""The options that send a request to the process working on a catalogue."""
ReadState = Callable[[Path], Mapping[str, Any]]
FormatState = Callable[[Mapping[str, Any], str, command_line_output.Painter], Iterator[str]]


def add_steering_options(parser: VerbParser, name: str) -> None:
    """Declare ``--detach`` and the options that send requests to the process.

    Args:
        parser: The verb's parser.
        name: The name of the work including its article, such as ``the batch``.
    """
    flag = parser.add_flag
    flag("--detach", "work on in the background, without this terminal")
    flag("--status", f"how far {name} is, and whether a process works on it")
    flag("--pause", "have it pause; its process stays")
    flag("--resume", "have it go on after a pause")
    flag("--stop", "have it end in order; it can go on later")


def list_steering_requests(args: argparse.Namespace) -> list[str]:
    """Return the names of the requests in the arguments, such as ``pause``."""
    return [name for name in STEERING_OPTIONS if getattr(args, name)]


def steer_work(
    args: argparse.Namespace,
    name: str,
    work: WorkKind,
    read_state: ReadState,
    format_state: FormatState,
) -> int:
    """Send a request to the process working on a catalogue, and print the state of the work.

    Args:
        args: The arguments, which contain exactly one of :data:`STEERING_OPTIONS`.
        name: The catalogue's file name.
        work: The kind of work that the request is for, such as a batch.
        read_state: A function that returns the state of the work as a record.
        format_state: A function that formats the record as lines of text.

    Raises:
        EngineError: There is no such process, or it cannot be reached.
    """
    catalogue, (what,) = Path(name), list_steering_requests(args)
    asks: Mapping[str, Callable[[], object]] = {
        "pause": partial(progress_reader.pause_work, catalogue, work),
        "resume": partial(progress_reader.resume_work, catalogue),
        "stop": partial(progress_reader.stop_work, catalogue, work),
    }
    if what in asks:
        asks[what]()
    record = read_state(catalogue)
    command_line_output.print_answer(args, record, lambda paint: format_state(record, name, paint))
    return exit_status.DONE


def run_in_background(
    args: argparse.Namespace, words: Sequence[str], name: str, steering: str, read_state: ReadState
) -> int:
    """Start a command in the background, and wait until it has begun its work or has ended.

    Args:
        args: The arguments of the current command.
        words: The verb and the arguments of the command to start.
        name: The catalogue's file name.
        steering: The arguments that a request to the process needs, for a message to the user.
        read_state: A function that returns the state of the work as a record, for ``--json``.

    Returns:
        The exit status of the started command if it has already ended, otherwise 0.
    """
    started = detached_process.start_command(words, Path(name))
    for line in started.errors:
        command_line_output.print_note(line)
    # A command that has already ended should look as if it had run in this process.
    if started.status is not None:
        command_line_output.print_lines(started.output)
        return started.status
    command_line_output.print_note(
        f"{name}: process {started.process} works on it; --status, --pause, --resume and "
        f"--stop with {steering} tell and steer it"
    )
    if args.json:
        command_line_output.print_json(read_state(Path(name)))
    return exit_status.DONE
