"""``workbench batch``: generate many levels into a catalogue, or continue an earlier batch."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from engine.batch import progress_reader
from engine.batch.batch_generation import BACKENDS, MAX_JOBS, run_batch
from engine.batch.batch_progress import BatchProgress
from engine.batch.batch_scheduler import BatchLimits
from engine.batch.batch_spec import DEFAULT_PATIENCE
from engine.errors import EngineError, GenerationFailed, LevelError
from engine.game import registry
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS
from engine.values.budget import Control
from engine.values.parameter_schema import WHERE
from workbench.browser import recent_batches
from workbench.cli.support import background_command, exit_status, input_and_output_files
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import (
    build_integer_parser,
    parse_positive,
    parse_seconds,
    parse_seed,
)
from workbench.paths.state_folder import get_user_state
from workbench.service import foreground
from workbench.terminal import command_line_output
from workbench.text.batch_text import format_progress, format_status, format_summary


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    option = parser.add_option
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="a game's name; see workbench games"
    )
    option(
        "--out CATALOGUE", "the file that the levels go to; a batch in it continues", required=True
    )
    option("--count N", "levels to be in it, all different", parse_positive)
    option(
        "--seed N", "the first seed; drawn if absent, or that of the batch in CATALOGUE", parse_seed
    )
    parser.add_constraints()
    tries = "candidates to try for each seed (default %(default)s)"
    option("--max-attempts M", tries, parse_positive, default=DEFAULT_MAX_ATTEMPTS)
    workers = f"worker processes, {MAX_JOBS} at most (default: one a core)"
    option("--jobs J", workers, build_integer_parser(1, MAX_JOBS))
    option(
        "--backend B",
        "who makes the levels: local, processes of this machine (default), or dask",
        choices=BACKENDS,
        default=BACKENDS[0],
    )
    option("--scheduler ADDRESS", "of a Dask cluster, such as tcp://host:8786")
    option("--time SECONDS", "end after this time; the same command continues", parse_seconds)
    option(
        "--patience SEEDS",
        "end after this many seeds in a row without a new level (default %(default)s)",
        parse_positive,
        default=DEFAULT_PATIENCE,
    )
    background_command.add_steering_options(parser, "the batch")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Generate a batch, or send a request to a running batch."""
    input_and_output_files.require_named("--out", args.out)
    catalogue = Path(args.out)
    # Options for a new batch would have no effect on a running one, so they are refused.
    asked = background_command.list_steering_requests(args)
    if asked:
        made_by = (args.game, args.count, args.seed, args.jobs, args.scheduler, args.time)
        others = any(each is not None for each in made_by) or args.settings or args.detach
        # The value of an option with a default does not show that the user gave the option.
        if len(asked) > 1 or others:
            raise LevelError(f"--{asked[0]}: expected --out CATALOGUE with it, and nothing else")
        return background_command.steer_work(
            args, args.out, progress_reader.BATCH, progress_reader.read_batch_status, format_status
        )
    if args.game is None or args.count is None:
        raise LevelError("expected GAME and --count N")
    if not catalogue.is_file():  # an existing file may hold a complete batch and be read-only
        input_and_output_files.require_writable(args.out, folder=False)
    if args.detach:
        return background_command.run_in_background(
            args,
            _format_command(args),
            args.out,
            f"--out {args.out}",
            progress_reader.read_batch_status,
        )
    return _run_batch(args, catalogue)


def _run_batch(args: argparse.Namespace, catalogue: Path) -> int:
    """Generate the batch in this process."""
    job = _BatchJob(args, catalogue)
    try:
        end = foreground.run_with_progress(job.run, lambda _: job.format_line())
    # If too many seeds in a row gave no new level, the catalogue keeps the levels found so far.
    except GenerationFailed as error:
        job.print_resume_hint()
        command_line_output.print_error(LevelError(str(error), file=args.out))
        job.print_partial_answer()
        return exit_status.UNDECIDED
    except KeyboardInterrupt:
        job.print_resume_hint()
        job.print_partial_answer()
        raise
    except EngineError:
        job.print_resume_hint()
        raise
    command_line_output.print_answer(
        args, end.to_answer(), lambda paint: format_summary(end, args.out, paint)
    )
    return exit_status.DONE


class _BatchJob:
    """A batch that runs in this process.

    Attributes:
        last_progress: The latest progress, or None until the batch has reported any.
    """

    def __init__(self, args: argparse.Namespace, catalogue: Path) -> None:
        self._game = registry.get_game(args.game)
        self._args = args
        self.last_progress: BatchProgress | None = None
        self._batch = partial(
            run_batch,
            self._game,
            catalogue,
            args.count,
            dict(args.settings),
            seed=args.seed,
            max_attempts=args.max_attempts,
            jobs=args.jobs,
            backend=args.backend,
            scheduler=args.scheduler,
            limits=BatchLimits(args.patience, args.time),
            on_progress=self._handle_progress,
        )

    def run(self, control: Control) -> BatchProgress:
        """Run the batch, and return its final progress."""
        return self._batch(control=control)

    def format_line(self) -> str:
        """Return a line that describes the latest progress."""
        return (
            f"batch {self._game.name}"
            if self.last_progress is None
            else format_progress(self.last_progress)
        )

    def print_resume_hint(self) -> None:
        """Tell the user that the same command continues the batch, if the batch has begun."""
        if self.last_progress is not None:
            there = (
                f"{self.last_progress.accepted:,} of {self.last_progress.count:,} levels are there"
            )
            command_line_output.print_note(f"{self._args.out}: {there}; the same command continues")

    def print_partial_answer(self) -> None:
        """Print the latest progress as JSON, if ``--json`` is given and the batch has begun."""
        if self._args.json and self.last_progress is not None:
            command_line_output.print_json(self.last_progress.to_answer())

    def _handle_progress(self, progress: BatchProgress) -> None:
        first, self.last_progress = self.last_progress is None, progress
        # The notes below are only for the beginning of the batch.
        if not first:
            return
        recent_batches.add_recent(get_user_state().batches, Path(self._args.out))
        if self._args.seed is None:
            command_line_output.print_note(f"seed {progress.first_seed}")
        if progress.accepted and not progress.is_complete:
            command_line_output.print_note(
                f"{self._args.out}: {progress.accepted:,} of {progress.count:,} levels are there"
            )


def _format_command(args: argparse.Namespace) -> list[str]:
    """Return the arguments that run the same batch without ``--detach``."""
    values = {
        **{"out": args.out, "count": args.count, "seed": args.seed, "jobs": args.jobs},
        **{"max-attempts": args.max_attempts, "backend": args.backend, "time": args.time},
        **{"scheduler": args.scheduler, "patience": args.patience},
    }
    words = [f"--{name}={value}" for name, value in values.items() if value is not None]
    for key, value in args.settings:
        # The expression from --where is stored as a setting with a reserved key.
        words.append(f"--where={value}" if key == WHERE.key else f"--set={key}={value}")
    return ["batch", args.game, *words, *(["--json"] if args.json else [])]
