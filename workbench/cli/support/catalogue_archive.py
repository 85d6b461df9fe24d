"""``workbench catalogue archive``: print or fill an archive over two facts in a catalogue."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.archive.archive_grid import Archive
from engine.archive.archive_spec import ArchiveSpec, fill_grid, resolve_grid
from engine.batch import progress_reader
from engine.batch.batch_generation import MAX_JOBS
from engine.batch.progress_reader import FILL
from engine.catalogue.query import Selection
from engine.catalogue.run_record import find_batch_run
from engine.catalogue.store import Catalogue
from engine.errors import EngineError
from engine.values.budget import Control
from workbench.browser import recent_batches
from workbench.cli.support import background_command, exit_status
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import (
    build_integer_parser,
    parse_positive,
    parse_seconds,
    parse_seed,
)
from workbench.drawing import archive_plot
from workbench.features.batch.batch_process import continue_batch
from workbench.paths.state_folder import get_user_state
from workbench.service import foreground
from workbench.terminal import capabilities, command_line_output
from workbench.text.batch_text import format_fill_progress, format_fill_status
from workbench.text.quantity_text import format_count, format_figure

if TYPE_CHECKING:  # importing this would load NumPy before any search needs it
    from engine.archive.fill_progress import FillProgress

FACTS_HELP = "the facts of the grid: each KEY or KEY:LOW..HIGH[:BINS]"
_FILL_OPTIONS = ("fill", "iterations", "target", "seed", "jobs")
SELECTION_OPTIONS = ("where", "sort", "limit")
ARCHIVE_OPTIONS = ("best", *_FILL_OPTIONS, "interrupt", "detach")
"""The options for archives, except those that name the facts or control a running process."""


def add_archive_options(parser: VerbParser) -> None:
    """Declare the options for archives."""
    option = parser.add_option
    best = "best in a cell: the least of a fact; KEY:desc: the greatest"
    option("--best KEY", best)
    option("--fill S", "fill cells by mutations, for S seconds", parse_seconds)
    option("--iterations N", "fill cells, by N mutations in all", parse_positive)
    named = "fill a cell, KEY=V,KEY=V; all empty ones without it"
    option("--target CELL", named, action="append")
    option("--seed N", "seed of the mutations; drawn without it", parse_seed)
    option(
        "--jobs J",
        "processes that try mutations (default: one a core)",
        build_integer_parser(1, MAX_JOBS),
    )
    meanwhile = "with --fill: stop a batch on CATALOGUE meanwhile"
    parser.add_flag("--interrupt", meanwhile)
    background_command.add_steering_options(parser, "the filling")


def check_options(args: argparse.Namespace) -> None:
    """Check that the options for archives can be used together.

    Raises:
        EngineError: Two options contradict each other, or an option lacks another that it needs.
    """
    facts = f"{get_facts_option(args)} KEY,KEY"
    for name in ("best", *_FILL_OPTIONS):
        if args.archive is None and getattr(args, name) is not None:
            raise EngineError(f"--{name} needs {facts}")
    # A limit, in seconds or in mutations, is a request to fill cells.
    fills = args.fill is not None or args.iterations is not None
    for name in ("target", "seed", "jobs"):
        if not fills and getattr(args, name) is not None:
            raise EngineError(f"--{name} needs --fill S or --iterations N")
    if args.interrupt and not fills:
        raise EngineError("--interrupt needs --fill S or --iterations N")
    if args.detach and not (fills and len(args.inputs) == 1):
        raise EngineError(f"--detach needs one CATALOGUE with {facts} and --fill S")
    selecting = [name for name in SELECTION_OPTIONS if getattr(args, name) is not None]
    if fills and selecting:
        raise EngineError(f"--fill goes over all levels; --{selecting[0]} does not go with it")
    others = args.detach or args.interrupt or selecting or len(args.inputs) > 1
    for name in background_command.list_steering_requests(args):
        if others:
            raise EngineError(f"--{name}: expected one CATALOGUE with it, and nothing else")


def get_facts_option(args: argparse.Namespace) -> str:
    """Return the option for the two facts, whose name differs in the command's older form."""
    return "--archive" if args.command is None else "--facts"


def has_fill_option(args: argparse.Namespace) -> bool:
    """Return True if the command fills cells, or False if it only prints the archive."""
    return args.fill is not None or args.iterations is not None


def print_archive(args: argparse.Namespace, selection: Selection) -> None:
    """Print the archive that the selected levels form."""
    archive = fill_grid(selection, resolve_grid(ArchiveSpec(args.archive, args.best), selection))
    command_line_output.print_answer(args, archive.to_record(), lambda _: _format_archive(archive))


def steer_fill(args: argparse.Namespace) -> int:
    """Send a request to the process that is filling the archive, and print its progress.

    Raises:
        EngineError: No process is filling an archive in the catalogue.
    """
    from engine.archive.fill_status import read_fill_status

    return background_command.steer_work(
        args, args.inputs[0], FILL, read_fill_status, format_fill_status
    )


def fill_cells(args: argparse.Namespace, name: str) -> int:
    """Fill cells in a catalogue's archive, print the archive, and return the exit status."""
    if args.detach:
        from engine.archive.fill_status import read_fill_status

        steering = " ".join([*_list_verb_words(args), name])
        return background_command.run_in_background(
            args, _format_command(args, name), name, steering, read_fill_status
        )
    from engine.archive.fill_scheduler import FillOptions, fill_archive

    spec = ArchiveSpec(args.archive, args.best, tuple(args.target or ()))
    effort = FillOptions(args.fill, args.iterations, args.seed, args.jobs)
    job = _FillProgressJob(args, name)
    filled = partial(fill_archive, name, spec, effort, on_progress=job.handle_progress)
    try:
        with _interrupt_batch(Path(name)) if args.interrupt else nullcontext():
            end = foreground.run_with_progress(
                lambda control: filled(control=control), job.format_line
            )
    except (KeyboardInterrupt, EngineError):
        job.print_resume_hint()
        raise
    record = {**end.archive.to_record(), "fill": end.to_answer()}
    command_line_output.print_answer(args, record, lambda _: _format_archive(end.archive))
    job.report_outcome(end)
    return exit_status.DONE


@contextmanager
def _interrupt_batch(catalogue: Path) -> Iterator[None]:
    """Stop any batch that is running on a catalogue, and continue it after the ``with`` block.

    Raises:
        BatchError: The batch cannot be stopped, or cannot be continued.
    """
    watched = progress_reader.read_status(catalogue)
    # Do not stop a process that is filling the archive. `fill_archive` reports it as an error.
    stops = watched.process is not None and watched.kind == progress_reader.BATCH
    if stops:
        progress_reader.stop_work(catalogue)
    try:
        yield
    finally:
        if stops:
            with Catalogue.open(catalogue) as opened:
                run = find_batch_run(opened.list_runs())
            # Filling the archive may have added the last levels that the batch needed.
            if run is not None and not run.is_complete:
                continue_batch(run, run.count, catalogue)
                if watched.paused:
                    progress_reader.pause_work(catalogue)


def _list_verb_words(args: argparse.Namespace) -> list[str]:
    """Return the verb, followed by the sub-command if there is one."""
    return ["catalogue"] if args.command is None else ["catalogue", args.command]


def _format_command(args: argparse.Namespace, name: str) -> list[str]:
    """Return the arguments that run the same command without ``--detach``."""
    values = {
        **{"best": args.best, "fill": args.fill, "seed": args.seed},
        **{"iterations": args.iterations, "jobs": args.jobs},
    }
    words = [f"{get_facts_option(args)}={args.archive}"]
    words += [f"--{key}={value}" for key, value in values.items() if value is not None]
    words += [f"--target={target}" for target in args.target or ()]
    flags = [f"--{key}" for key in ("interrupt", "json") if getattr(args, key)]
    return [*_list_verb_words(args), *words, *flags, "--", name]


class _FillProgressJob:
    """A reporter for the progress and the result of filling an archive."""

    def __init__(self, args: argparse.Namespace, name: str) -> None:
        self._args, self._name = args, name
        self._last: FillProgress | None = None

    def handle_progress(self, filling: FillProgress) -> None:
        """Store the progress; on the first call, also print the seed and remember the catalogue."""
        first, self._last = self._last is None, filling
        if not first:
            return
        recent_batches.add_recent(get_user_state().batches, Path(self._name))
        if self._args.seed is None:
            command_line_output.print_note(f"seed {filling.seed}")

    def format_line(self, control: Control) -> str:
        """Return a line that describes the latest progress."""
        last = self._last
        if last is None:
            return "reading levels"
        return f"filling: {format_fill_progress(last.to_record())}"

    def print_resume_hint(self) -> None:
        """Tell the user that the same command continues the work, if any progress was reported."""
        if self._last is not None:
            done = format_count(self._last.iterations, "mutation")
            command_line_output.print_note(f"{self._name}: {done} done; the same command continues")

    def report_outcome(self, filling: FillProgress) -> None:
        """Print the number of mutations, the number of new levels, and any empty target cells."""
        done = (
            f"{format_count(filling.iterations, 'mutation')}, "
            f"{format_count(filling.added, 'level')} added"
        )
        before = f"coverage was {filling.before.coverage:.1%}"
        command_line_output.print_note(
            f"{self._name}: {done}, {format_count(filling.duplicates, 'duplicate')}; {before}"
        )
        for target in filling.missing_targets:
            command_line_output.print_note(
                f"{self._name}: no level yet for {target}; the same command tries on"
            )


def _format_archive(archive: Archive) -> Iterator[str]:
    yield from archive_plot.draw_text(archive, ascii_only=not capabilities.detect_terminal().utf8)
    filled = f"{len(archive.elites):,} of {archive.space.size:,} cells"
    yield (
        f"{filled} filled, coverage {archive.coverage:.1%}, QD score "
        f"{format_figure(archive.qd_score)}"
    )
    outside = f", {archive.outside:,} in no cell" if archive.outside else ""
    yield f"{format_count(archive.levels, 'level')} in cells{outside}"
