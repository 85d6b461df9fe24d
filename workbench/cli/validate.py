"""``workbench validate``: check level files and folders."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from engine.errors import LevelError
from engine.game import agreement, registry
from engine.values.level import Level, Problem
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
    game, warnings, undecided = None, list[LevelError](), False
    try:
        level = inputs.level(name)
    except LevelError as error:
        problems = [error]
    else:
        game = level.game
        found, undecided = _problems(level, solve=args.solve)
        unusual = registry.get(game).boards.warnings(level.board)
        problems, warnings = _in_file(found, name), _in_file(unusual, name)
    record = {
        "file": name,
        "game": game,
        "problems": [*map(_record, problems)],
        "warnings": [*map(_record, warnings)],
    }
    said = [*problems, *_in_file(warnings, name, "warning: ")]
    console.answer(args, record, lambda _: map(str, said))
    if undecided:
        console.note(f"{name}: the verdict is not computed anew within the budget")
    if problems:
        return status.NEGATIVE
    return status.UNDECIDED if undecided else status.DONE


def _problems(level: Level, *, solve: bool) -> tuple[Sequence[Problem], bool]:
    """All that is wrong with a level, its verdict computed anew if ``solve``.

    Returns:
        The problems, and whether the verdict takes more than the budget.
    """
    game = registry.get(level.game)
    problems, undecided = game.boards.problems(level.board), False
    if not problems and solve and level.verdict_is_fresh(game.rules_version):
        from workbench.service import running

        solved = running.solve(game, level.board)
        problems, undecided = agreement.differences(level, solved), not solved.facts["complete"]
    return problems or agreement.contradictions(level), undecided


def _in_file(found: Iterable[Problem | LevelError], file: str, head: str = "") -> list[LevelError]:
    return [
        LevelError(head + each.message, file=file, key=each.key, row=each.row, col=each.col)
        for each in found
    ]


def _record(problem: LevelError) -> dict[str, Any]:
    return {key: getattr(problem, key) for key in ("message", "line", "key", "row", "col")}
