"""``workbench validate``: check level files and folders."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.errors import LevelError
from engine.game import agreement, registry
from engine.values.level import Problem
from workbench.cli import inputs, status
from workbench.cli.arguments import Parser
from workbench.terminal import console


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs("level files or folders, - for standard input", "PATH", "+")
    parser.flag("--solve", "compute stored verdicts anew and compare every fact")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Checks every file; one line per problem, and one per warning, which says that it is one."""
    return inputs.each_file(args.inputs, partial(_one, args), empty=status.DONE)


def _one(args: argparse.Namespace, name: str) -> int:
    if name in args.inputs and name != inputs.STDIN and not os.path.lexists(name):
        raise LevelError("no such file or folder", file=name)
    found = check(name, solve=args.solve)
    if args.json:
        record = {
            "file": name,
            "game": found.game,
            "problems": [_record(problem) for problem in found.problems],
            "warnings": [_record(warning) for warning in found.warnings],
        }
        console.json_line(record)
    else:
        for problem in found.problems:
            console.line(str(problem))
        for warning in found.warnings:
            console.line(str(_in_file(warning, warning.file, "warning: ")))
    if found.undecided:
        console.note(f"{name}: the verdict is not computed anew within the budget")
    if found.problems:
        return status.NEGATIVE
    return status.UNDECIDED if found.undecided else status.DONE


@dataclass(frozen=True, slots=True)
class Findings:
    """What there is to say of a level file.

    Attributes:
        game: the name of its game, None if it cannot be read.
        problems: all that is wrong with it.
        warnings: what is unusual about it, though nothing is wrong with that.
        undecided: the verdict took more than the budget to compute anew.
    """

    game: str | None
    problems: tuple[LevelError, ...]
    warnings: tuple[LevelError, ...] = ()
    undecided: bool = False


def check(name: str, *, solve: bool = False) -> Findings:
    """What there is to say of a level file; ``solve`` computes its verdict anew."""
    try:
        level = inputs.level(name)
    except LevelError as error:
        return Findings(None, (error,))
    game = registry.get(level.game)
    problems = game.boards.problems(level.board)
    undecided = False
    if not problems and solve and level.verdict_is_fresh(game.rules_version):
        from workbench.service import running

        solved = running.solve(game, level.board)
        undecided = not solved.facts["complete"]
        problems = agreement.differences(level, solved)
    problems = problems or agreement.contradictions(level)
    warnings = game.boards.warnings(level.board)
    return Findings(
        level.game,
        tuple(_in_file(problem, name) for problem in problems),
        tuple(_in_file(warning, name) for warning in warnings),
        undecided,
    )


def _in_file(found: Problem | LevelError, name: str | None, head: str = "") -> LevelError:
    message = head + found.message
    return LevelError(message, file=name, key=found.key, row=found.row, col=found.col)


def _record(problem: LevelError) -> dict[str, Any]:
    return {key: getattr(problem, key) for key in ("message", "line", "key", "row", "col")}
