"""``workbench improve``: mutate a level, and keep what is better for an aim."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from engine import workshop
from engine.errors import GenerationFailed, LevelError
from engine.evaluation.candidates import mutations_of
from engine.files import levelfile
from engine.files.improvedtable import MOST_ISLANDS, MOST_ITERATIONS
from engine.files.storage import FileChanged, FileStamp
from engine.improvement.aims import aim_named
from engine.search.solved import Solved
from engine.values.budget import Control
from engine.values.level import Level, board_digest
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import Parser
from workbench.cli.support.conversions import seconds, seed, whole
from workbench.folders.resources import free_path
from workbench.service import running
from workbench.session.making import progress
from workbench.session.making.sheet import new_seed
from workbench.terminal import console
from workbench.text.intended import TITLE, broken
from workbench.text.status import count, figure

DEFAULT_AIM = "longer"
DEFAULT_SECONDS = 10.0
INTENDED = ("kept", "any")
"""Ways to treat the intended solution."""


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs()
    aims = (
        "what is better: longer (default), shorter, trickier, fewer-objects, one-solution, "
        "moves=N, wish=EXPR as in generate --where; fewer-dead-ends and fair (fruit-dating, "
        "skiddy), stars and perfect=N (skiddy), score (linjat), turns (mazing-monk)"
    )
    parser.option("--aim AIM", aims, default=DEFAULT_AIM)
    parser.option("--iterations N", "end after so many mutations", whole(1, MOST_ITERATIONS))
    ends = "end after so many seconds (default 10, without --iterations)"
    parser.option("--time S", ends, seconds)
    ways = "independent searches side by side, of which the best level is taken (default 1)"
    parser.option("--islands N", ways, whole(1, MOST_ISLANDS), default=1)
    keeps = (
        "whether the intended solution must still win: kept (default), the level stays as it is "
        "unless it does, or any"
    )
    parser.option("--intended W", keeps, choices=INTENDED, default=INTENDED[0])
    parser.option("--seed N", "where randomness begins; drawn if absent", seed)
    parser.add_out()
    parser.add_json()


def each(args: argparse.Namespace, name: str) -> int:
    """Improves a level."""
    # Before the level is read, so that any later change of the file shows.
    stamp = None if args.out is None else inputs.stamp_of(args.out)
    level = inputs.level(name)
    game = workshop.require_playable(level)
    mutations_of(game)
    aim = aim_named(game, args.aim)
    if args.out is not None:
        inputs.require_level_name(args.out)
        inputs.require_writable(args.out, folder=False)
    drawn = new_seed() if args.seed is None else args.seed
    if args.seed is None:
        console.note(f"seed {drawn}")
    limit = DEFAULT_SECONDS if args.time is None and args.iterations is None else args.time
    job = partial(
        workshop.improve,
        level,
        args.aim,
        drawn,
        islands=args.islands,
        iterations=args.iterations or MOST_ITERATIONS,
        seconds=limit,
    )
    control = Control()
    try:
        outcome = running.run(lambda _: job(control=control), _progress, _finish, control)
    except GenerationFailed as error:
        console.error(LevelError(str(error), file=name))
        return status.UNDECIDED
    refused = outcome.broken is not None and args.intended == INTENDED[0]
    if outcome.broken is not None and refused:
        said = f"on the better level the {TITLE} is {broken(outcome.broken)}"
        console.note(f"{name}: {said}; the level stays as it was, --intended any takes the better")
        outcome = replace(outcome, level=level, after=outcome.before, missed=aim.has_target)
    before = outcome.solved or running.solve(game, level.board)
    same = board_digest(level.board) == board_digest(outcome.level.board)
    after = before if same else running.solve(game, outcome.level.board)
    best = workshop.with_new_verdict(outcome.level, after)
    text = levelfile.dumps(best)
    if args.out is not None:
        _save(best, args.out, stamp)
    if args.json:
        record = {
            "before": _facts(level, name, before, outcome.before),
            "after": _facts(best, args.out, after, outcome.after),
            "iterations": outcome.iterations,
            "toml": text,
        }
        console.json_line(record)
    elif args.out is None:
        console.level_file(text)
    done = count(outcome.iterations, "iteration")
    done += f" on each of {args.islands} islands" if args.islands > 1 else ""
    console.note(f"{name}: {done}: {_words(outcome.before)}, then {_words(outcome.after)}")
    if outcome.missed:
        nearest = "" if refused else "; this is the nearest level found"
        console.note(f"{name}: {args.aim} is not reached{nearest}")
        return status.NEGATIVE
    return status.DONE


def _save(best: Level, out: str, stamp: FileStamp | None) -> None:
    """Write the best level, or write it beside its file if that was changed meanwhile.

    Raises:
        LevelError: it cannot be written to its file; names the other file, if it is there.
    """
    try:
        inputs.save_unchanged(best, out, stamp)
    except LevelError as error:
        if not isinstance(error.__cause__, FileChanged | FileExistsError):
            raise
        path = free_path(Path(out))
        while not inputs.save_new(best, path):  # another program took the name just now
            path = free_path(path)
        raise LevelError(f"{error.message}; the level is in {path}", file=out) from error


def _finish(control: Control) -> bool:
    """Ends with the best so far; asked again before the search began, stops it altogether."""
    again = control.finishing and control.snapshot is None
    control.finish()
    return not again


def _progress(control: Control) -> str:
    """How far it has come, in words."""
    snapshot = control.snapshot
    return "improving" if snapshot is None else f"improving: {progress.improvement(snapshot)}"


def _facts(
    level: Level, file: str | None, solved: Solved, read: Mapping[str, Any]
) -> Mapping[str, Any]:
    """What the solver says, and what the aim looks at."""
    answer = workshop.answer(level, file, solved)
    return answer | {key: value for key, value in read.items() if "." not in key}


def _words(read: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {figure(value)}" for key, value in read.items())
