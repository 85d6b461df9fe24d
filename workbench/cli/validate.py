"""``workbench validate``: check level files and folders."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.errors import LevelError
from engine.evaluation.intended import Intended, intended
from engine.files.endings import is_pack
from engine.game import agreement, registry
from engine.game.game import Game
from engine.playlists import contents, packfile, selection
from engine.playlists.pack import Pack
from engine.values.level import Level, Problem
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import Parser
from workbench.terminal import console
from workbench.text.intended import TITLE, broken, reservations, summary

KEY = "intended"
"""Where a level file has what is said of the intended solution."""


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs("level files or folders, - for standard input", "PATH", "+")
    parser.flag(
        "--solve",
        "compute stored verdicts anew and compare every fact; look for shortcuts beside the "
        "intended solution",
    )
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Checks every file; one line per problem, and one per warning, which says that it is one."""
    return inputs.each_file(args.inputs, partial(_one, args), empty=status.DONE, packs=True)


def _one(args: argparse.Namespace, name: str) -> int:
    if name in args.inputs and name != inputs.STDIN and not os.path.lexists(name):
        raise LevelError("no such file or folder", file=name)
    if is_pack(name):
        return _pack(args, name)
    try:
        level = inputs.level(name)
    except LevelError as error:
        _report(args, {"file": name, "game": None}, [error], [])
        return status.NEGATIVE
    game = registry.get(level.game)
    checked = _checked(game, level, solve=args.solve)
    line, unusual = checked.line, game.boards.warnings(level.board)
    said = [*unusual, *checked.outdated, *_reservations(game, level, checked)]
    warnings = _in_file(said, name)
    record = {"file": name, "game": level.game}
    pinned = {} if level.intended is None else {KEY: line and line.table(game)}
    _report(args, record, _in_file(checked.problems, name), warnings, pinned)
    if line is not None and line.wins and args.solve:
        console.note(f"{name}: {TITLE} {summary(game, level.board, line)}")
    if checked.undecided:
        console.note(f"{name}: the verdict is not computed anew within the budget")
    if checked.problems or (line is not None and not line.wins):
        return status.NEGATIVE
    return status.UNDECIDED if checked.undecided else status.DONE


def _pack(args: argparse.Namespace, name: str) -> int:
    """Checks a pack: whether each of its levels is there, is the one it should be, and once."""
    record = {"file": name, "game": None}
    try:
        pack = contents.find_levels(packfile.read(Path(name)), Path(name).parent)
    except LevelError as error:
        _report(args, record, [error], [])
        return status.NEGATIVE
    problems = [*contents.problems(pack, name)]
    _report(args, record, problems, _out_of_order(pack, name) if args.solve else [])
    return status.NEGATIVE if problems else status.DONE


def _out_of_order(pack: Pack, name: str) -> list[LevelError]:
    """Where a pack falls, as warnings."""
    from workbench.service import running

    job = partial(selection.standing, pack)
    stands = running.run(job, lambda _: "solving the levels")
    return [
        LevelError("easier than the level before", file=name, key=f"levels[{place}]")
        for place, step in stands.items()
        if step.way < 0
    ]


def _report(
    args: argparse.Namespace,
    record: Mapping[str, Any],
    problems: Sequence[LevelError],
    warnings: Sequence[LevelError],
    more: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Prints what is wrong with a file and what is unusual, or both as a record of it."""
    found = {"problems": [*map(_record, problems)], "warnings": [*map(_record, warnings)]}
    said = [*map(str, problems), *(_warning(each) for each in warnings)]
    console.answer(args, {**record, **found, **more}, lambda _: said)


def _warning(each: LevelError) -> str:
    message = f"warning: {each.message}"
    return str(LevelError(message, file=each.file, key=each.key, row=each.row, col=each.col))


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of a level came to.

    Attributes:
        problems: all that is wrong with it.
        line: its intended solution; None also for a board that cannot be played.
        undecided: whether a search takes more than the budget.
        outdated: stored facts of an older version.
    """

    problems: Sequence[Problem] = ()
    line: Intended | None = None
    undecided: bool = False
    outdated: Sequence[Problem] = ()


def _checked(game: Game, level: Level, *, solve: bool) -> Checked:
    """A check of a level, solved anew if ``solve`` says so and there is something to compare."""
    if problems := game.boards.problems(level.board):
        return Checked(problems)
    fresh = level.verdict_is_fresh(game.rules_version)
    if not (solve and (fresh or level.intended is not None)):
        return Checked(agreement.contradictions(level), intended(game, level))
    from workbench.service import running

    solved = running.solve(game, level.board)
    problems = agreement.differences(level, solved) or agreement.contradictions(level)
    line, old = intended(game, level, solved), agreement.outdated(level, solved)
    return Checked(problems, line, not solved.facts["complete"], old)


def _reservations(game: Game, level: Level, checked: Checked) -> Iterator[Problem]:
    """What there is to say against the intended solution."""
    if checked.line is None:
        return
    if not checked.line.wins:
        yield Problem(broken(checked.line), key=KEY)
    for said in reservations(game, level.board, checked.line):
        yield Problem(said, key=KEY)


def _in_file(found: Iterable[Problem], file: str) -> list[LevelError]:
    return [
        LevelError(each.message, file=file, key=each.key, row=each.row, col=each.col)
        for each in found
    ]


def _record(problem: LevelError) -> dict[str, Any]:
    return {key: getattr(problem, key) for key in ("message", "line", "key", "row", "col")}
