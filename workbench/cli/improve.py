"""``workbench improve``: improve a level for an objective by small mutations."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from engine import workshop
from engine.errors import GenerationFailed, LevelError
from engine.evaluation.evaluated_board import require_mutations
from engine.files import levelfile
from engine.files.improvement_record import MAX_ISLANDS, MAX_ITERATIONS
from engine.files.storage import FileChanged, FileStamp
from engine.improvement.improvement_objectives import parse_objective
from engine.search.solver_result import SolverResult
from engine.values.budget import Control
from engine.values.level import Level, compute_digest
from workbench.cli.support import exit_status, input_and_output_files
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import build_integer_parser, parse_seconds, parse_seed
from workbench.paths.resources import find_free_path
from workbench.service import foreground
from workbench.session.generation import generation_text
from workbench.session.generation.generator_settings import draw_seed
from workbench.terminal import command_line_output
from workbench.text.intended_text import TITLE, explain_failure
from workbench.text.quantity_text import format_count, format_figure

DEFAULT_OBJECTIVE = "longer"
DEFAULT_SECONDS = 10.0
INTENDED_CHOICES = ("kept", "any")
"""The values of ``--intended``: the intended solution must still win, or it need not."""


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_inputs()
    aims = (
        "what is better: longer (default), shorter, trickier, fewer-objects, one-solution, "
        "moves=N, wish=EXPR as in generate --where, and those that the game adds; an unknown AIM "
        "is answered with all aims of the level's game"
    )
    parser.add_option("--aim AIM", aims, default=DEFAULT_OBJECTIVE)
    parser.add_option(
        "--iterations N", "end after this many mutations", build_integer_parser(1, MAX_ITERATIONS)
    )
    ends = "end after this many seconds (default 10, without --iterations)"
    parser.add_option("--time S", ends, parse_seconds)
    ways = "independent searches side by side, of which the best level is taken (default 1)"
    parser.add_option("--islands N", ways, build_integer_parser(1, MAX_ISLANDS), default=1)
    keeps = (
        "whether the intended solution must still win: kept (default), the level stays as it is "
        "unless it does, or any"
    )
    parser.add_option("--intended W", keeps, choices=INTENDED_CHOICES, default=INTENDED_CHOICES[0])
    parser.add_option("--seed N", "where randomness begins; drawn if absent", parse_seed)
    parser.add_out()
    parser.add_json()


def process_input(args: argparse.Namespace, name: str) -> int:
    """Improve one level, print or save the result, and return the exit status."""
    # Take the stamp before reading the level, so that any later change to the file is noticed.
    stamp = None if args.out is None else input_and_output_files.take_stamp(args.out)
    level = input_and_output_files.read_level(name)
    game = workshop.require_playable(level)
    require_mutations(game)
    # Parse the objective now, so that an invalid one is refused before any search.
    aim = parse_objective(game, args.aim)
    if args.out is not None:
        input_and_output_files.require_level_name(args.out)
        input_and_output_files.require_writable(args.out, folder=False)
    drawn = draw_seed() if args.seed is None else args.seed
    if args.seed is None:
        command_line_output.print_note(f"seed {drawn}")
    # Without a limit, the search would never end.
    limit = DEFAULT_SECONDS if args.time is None and args.iterations is None else args.time
    job = partial(
        workshop.improve,
        level,
        args.aim,
        drawn,
        islands=args.islands,
        iterations=args.iterations or MAX_ITERATIONS,
        seconds=limit,
    )
    control = Control()
    try:
        outcome = foreground.run_with_progress(
            lambda _: job(control=control), _format_progress, _handle_interrupt, control
        )
    except GenerationFailed as error:
        command_line_output.print_error(LevelError(str(error), file=name))
        return exit_status.UNDECIDED
    refused = outcome.broken is not None and args.intended == INTENDED_CHOICES[0]
    if outcome.broken is not None and refused:
        said = f"on the better level the {TITLE} is {explain_failure(outcome.broken)}"
        command_line_output.print_note(
            f"{name}: {said}; the level stays as it was, --intended any takes the better"
        )
        # The original level is the result, so report its facts.
        outcome = replace(outcome, level=level, after=outcome.before, missed=aim.has_target)
    before = outcome.solved or foreground.solve_with_progress(game, level.board)
    same = compute_digest(level.board) == compute_digest(outcome.level.board)
    after = before if same else foreground.solve_with_progress(game, outcome.level.board)
    best = workshop.store_new_verdict(outcome.level, after)
    text = levelfile.dumps(best)
    if args.out is not None:
        _save_best(best, args.out, stamp)
    if args.json:
        record = {
            "before": _build_facts(level, name, before, outcome.before),
            "after": _build_facts(best, args.out, after, outcome.after),
            "iterations": outcome.iterations,
            "toml": text,
        }
        command_line_output.print_json(record)
    elif args.out is None:
        command_line_output.print_level_file(text)
    done = format_count(outcome.iterations, "iteration")
    done += f" on each of {args.islands} islands" if args.islands > 1 else ""
    command_line_output.print_note(
        f"{name}: {done}: {_format_facts(outcome.before)}, then {_format_facts(outcome.after)}"
    )
    if outcome.missed:
        nearest = "" if refused else "; this is the nearest level found"
        command_line_output.print_note(f"{name}: {args.aim} is not reached{nearest}")
        return exit_status.NEGATIVE
    return exit_status.DONE


def _save_best(best: Level, out: str, stamp: FileStamp | None) -> None:
    """Write the best level to ``out``, or to a new file if ``out`` has changed in the meantime.

    Raises:
        LevelError: The level was not written to ``out``. If it was written to a new file, the
            message names that file.
    """
    try:
        input_and_output_files.save_if_unchanged(best, out, stamp)
    except LevelError as error:
        if not isinstance(error.__cause__, FileChanged | FileExistsError):
            raise
        path = find_free_path(Path(out))
        while not input_and_output_files.save_new_level(
            best, path
        ):  # another program has just taken the name
            path = find_free_path(path)
        raise LevelError(f"{error.message}; the level is in {path}", file=out) from error


def _handle_interrupt(control: Control) -> bool:
    """End the search with the best level so far, because the user has interrupted it.

    Returns:
        True to let the search end with its best level, or False to cancel it because this is the
        second interrupt and there is still no level.
    """
    again = control.is_finishing and control.snapshot is None
    control.finish()
    return not again


def _format_progress(control: Control) -> str:
    """Describe the progress of the search."""
    snapshot = control.snapshot
    return (
        "improving"
        if snapshot is None
        else f"improving: {generation_text.format_improvement(snapshot)}"
    )


def _build_facts(
    level: Level, file: str | None, solved: SolverResult, values: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the solver's facts about a level, and the values that the objective depends on."""
    answer = workshop.build_solve_table(level, file, solved)
    return answer | {key: value for key, value in values.items() if "." not in key}


def _format_facts(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {format_figure(value)}" for key, value in values.items())
