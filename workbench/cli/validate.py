"""``workbench validate``: check level files and folders."""

from __future__ import annotations

import argparse
import os
from functools import partial
from typing import Any

from engine import registry
from engine.errors import LevelError, printable
from workbench.cli import inputs, output, status
from workbench.cli.arguments import Parser


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", help="level files or folders, - for standard input"
    )
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Checks every file; one line per problem."""
    statuses = []
    for path in args.paths:
        if path != inputs.STDIN and not os.path.lexists(path):
            output.error(f"{path}: no such file or folder")
            statuses.append(status.REFUSED)
            continue
        statuses.append(inputs.each(inputs.expand([path]), partial(_one, args)))
    return status.overall(statuses)


def _one(args: argparse.Namespace, name: str) -> int:
    game, problems = check(name)
    if args.json:
        records = [_record(problem) for problem in problems]
        output.json_line({"file": name, "game": game, "problems": records})
    else:
        for problem in problems:
            output.line(printable(str(problem)))
    return status.NEGATIVE if problems else status.DONE


def check(name: str) -> tuple[str | None, list[LevelError]]:
    """The game of a level file, None if it cannot be read, and all that is wrong with it."""
    try:
        level = inputs.level(name)
    except LevelError as error:
        return None, [error]
    return level.game, [
        LevelError(problem.message, file=name, key=problem.key, row=problem.row, col=problem.col)
        for problem in registry.get(level.game).problems(level.board)
    ]


def _record(problem: LevelError) -> dict[str, Any]:
    return {
        "message": problem.message,
        "line": problem.line,
        "key": problem.key,
        "row": problem.row,
        "col": problem.col,
    }
