"""``workbench diff``: the cells and facts that differ between two levels, also for git."""

from __future__ import annotations

import argparse
import difflib
import os
from collections.abc import Iterator
from functools import partial
from typing import Any

from engine import workshop
from engine.errors import EngineError, LevelError, escape_unprintable
from engine.files.level_difference import LevelDifference, ValueChange, compare_levels
from engine.files.line_ends import normalize_line_ends
from engine.values.level import Level
from workbench.cli.support import exit_status, input_and_output_files
from workbench.cli.support.argument_parser import VerbParser
from workbench.service import foreground
from workbench.terminal import command_line_output
from workbench.terminal.command_line_output import Painter

_GIT_ARGUMENTS = (7, 9)
"""The numbers of arguments that git passes: a path, then file, hash and mode of the old and of the
new version. After a rename the new path and a description follow."""
_GIT_VARIABLE = "GIT_DIFF_PATH_TOTAL"
"""The environment variable that git sets for the programs that it calls for differences."""
_NO_FILE = "/dev/null"
"""The name that git passes for a file that does not exist, on every system."""
_MAX_VALUE = 60
"""The number of characters of a value that are shown to people."""


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="the OLD and the NEW level, - for standard input; or the arguments that git passes",
    )
    parser.add_flag("--solve", "compute the facts of both levels, in place of the stored ones")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Print the difference between two levels, and return the exit status.

    The status is 0 if git called the program, because git takes any other status for a fault.

    Raises:
        EngineError: The number of arguments is wrong, or a level cannot be read.
    """
    files: list[str] = args.files
    if len(files) == 1 and _GIT_VARIABLE in os.environ:
        command_line_output.print_line(f"{files[0]}: unmerged")
        return exit_status.DONE
    if len(files) in _GIT_ARGUMENTS:
        return _run_for_git(args)
    if len(files) != 2:
        raise EngineError(f"workbench diff: expected OLD and NEW, found {len(files)} arguments")
    old, new = files
    if old == new == input_and_output_files.STDIN:
        raise EngineError("workbench diff: only one of OLD and NEW can be standard input")
    levels = [_read_level(args, name) for name in files]
    found = compare_levels(*levels)
    heading = f"{input_and_output_files.get_label(old)} -> {input_and_output_files.get_label(new)}"
    _print_difference(args, heading, found, old, new)
    return exit_status.DONE if found.is_empty else exit_status.NEGATIVE


def _run_for_git(args: argparse.Namespace) -> int:
    """Print the difference between two versions of a file for git.

    Versions that are no levels, such as packs and half-finished files, are compared as text.

    Raises:
        LevelError: A version is no level, and the answer is to be JSON.
    """
    path, old, new = args.files[0], args.files[1], args.files[4]
    renamed = args.files[7] if len(args.files) > _GIT_ARGUMENTS[0] else path
    heading = path if renamed == path else f"{path} -> {renamed}"
    # All of a new or deleted level differs, which is easiest to read as its file.
    if _NO_FILE in (old, new) and not args.json:
        _print_text_difference(path, old, renamed, new)
        return exit_status.DONE
    try:
        levels = [None if name == _NO_FILE else _read_level(args, name) for name in (old, new)]
    except LevelError as error:
        if args.json:
            raise
        command_line_output.print_note(f"{path}: compared as text: {error.message}")
        _print_text_difference(path, old, renamed, new)
    else:
        _print_difference(args, heading, compare_levels(*levels), path, renamed)
    return exit_status.DONE


def _read_level(args: argparse.Namespace, name: str) -> Level:
    """Read a level, and solve it if that is requested.

    Raises:
        LevelError: The file is no level, or a level to be solved breaks a rule of its game.
    """
    level = input_and_output_files.read_level(name)
    if not args.solve:
        return level
    try:
        game = workshop.require_playable(level)
    except LevelError as error:
        raise error.with_file(name) from error
    return workshop.store_new_verdict(level, foreground.solve_with_progress(game, level.board))


def _print_difference(
    args: argparse.Namespace, heading: str, found: LevelDifference, old: str, new: str
) -> None:
    cells = [
        {"row": row, "col": col, "old": change.old, "new": change.new}
        for (row, col), change in found.cells.items()
    ]
    answer = {
        "old": old,
        "new": new,
        "equal": found.is_empty,
        "cells": cells,
        "facts": {key: change._asdict() for key, change in found.facts.items()},
        "values": {key: change._asdict() for key, change in found.values.items()},
    }
    command_line_output.print_answer(args, answer, partial(_format_difference, heading, found))


def _format_difference(heading: str, found: LevelDifference, painter: Painter) -> Iterator[str]:
    yield painter(heading, "title") + (": no difference" if found.is_empty else "")
    named = {f"{row},{col}": change for (row, col), change in found.cells.items()}
    for title, changes, absent in (
        ("cells", named, "no cell"),
        # A level whose verdict is missing or stale has facts, but they are not known.
        ("facts", found.facts, "not known"),
        ("values", found.values, "none"),
    ):
        if changes:
            yield f"  {title}"
            rows = [_format_change(key, change, absent) for key, change in changes.items()]
            yield from command_line_output.format_table(rows, indent=4)


def _format_change(name: str, change: ValueChange, absent: str) -> tuple[str, str]:
    old, new = (absent if value is None else _format_value(value) for value in change)
    return name, f"{old} -> {new}"


def _format_value(value: Any) -> str:
    """Return a value in one line, cut off if it is long."""
    text = str(value).lower() if isinstance(value, bool) else escape_unprintable(str(value).strip())
    return text if len(text) <= _MAX_VALUE else f"{text[: _MAX_VALUE - 3]}..."


def _print_text_difference(path: str, old: str, renamed: str, new: str) -> None:
    """Print the lines that differ between two files that are no levels."""
    before, after = (
        []
        if name == _NO_FILE
        else normalize_line_ends(input_and_output_files.read_content(name))
        .decode(errors="replace")
        .split("\n")
        for name in (old, new)
    )
    lines = difflib.unified_diff(before, after, f"a/{path}", f"b/{renamed}", lineterm="")
    command_line_output.print_lines(lines)
