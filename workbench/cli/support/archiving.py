"""``workbench catalogue archive``: the best level of each cell over two facts, cells filled."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.archive.asking import ArchiveWish, archive_of, space_of
from engine.archive.grid import Archive
from engine.batch import watching
from engine.batch.batching import MOST_JOBS
from engine.batch.watching import FILLING
from engine.catalogue.query import Selection
from engine.catalogue.runs import batch_of
from engine.catalogue.store import Catalogue
from engine.errors import EngineError
from engine.values.budget import Control
from workbench.browser import batches
from workbench.cli.support import detached, status
from workbench.cli.support.arguments import Parser
from workbench.cli.support.conversions import positive, seconds, seed, whole
from workbench.drawing import grids
from workbench.features.batch.process import go_on
from workbench.folders.state import user_state
from workbench.service import running
from workbench.terminal import console, link
from workbench.text.batched import filling_line, filling_lines
from workbench.text.status import count, figure

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.archive.progress import Filling

FACTS_HELP = "the facts of the grid: each KEY or KEY:LOW..HIGH[:BINS]"
_FILLING = ("fill", "iterations", "target", "seed", "jobs")
SELECTING = ("where", "sort", "limit")
OTHERS = ("best", *_FILLING, "interrupt", "detach")
"""Options about archives besides the facts and those that steer a filling."""


def arguments(parser: Parser) -> None:
    """Declares the options about archives."""
    option = parser.option
    best = "best in a cell: the least of a fact; KEY:desc: the greatest"
    option("--best KEY", best)
    option("--fill S", "fill cells by mutations, for S seconds", seconds)
    option("--iterations N", "fill cells, by N mutations in all", positive)
    named = "fill a cell, KEY=V,KEY=V; all empty ones without it"
    option("--target CELL", named, action="append")
    option("--seed N", "seed of the mutations; drawn without it", seed)
    option("--jobs J", "processes that try mutations (default: one a core)", whole(1, MOST_JOBS))
    meanwhile = "with --fill: stop a batch on CATALOGUE meanwhile"
    parser.flag("--interrupt", meanwhile)
    detached.arguments(parser, "the filling")


def check(args: argparse.Namespace) -> None:
    """Refuses options that do not go together.

    Raises:
        EngineError: there are some.
    """
    facts = f"{name_facts(args)} KEY,KEY"
    for name in ("best", *_FILLING):
        if args.archive is None and getattr(args, name) is not None:
            raise EngineError(f"--{name} needs {facts}")
    fills = args.fill is not None or args.iterations is not None
    for name in ("target", "seed", "jobs"):
        if not fills and getattr(args, name) is not None:
            raise EngineError(f"--{name} needs --fill S or --iterations N")
    if args.interrupt and not fills:
        raise EngineError("--interrupt needs --fill S or --iterations N")
    if args.detach and not (fills and len(args.inputs) == 1):
        raise EngineError(f"--detach needs one CATALOGUE with {facts} and --fill S")
    selecting = [name for name in SELECTING if getattr(args, name) is not None]
    if fills and selecting:
        raise EngineError(f"--fill goes over all levels; --{selecting[0]} does not go with it")
    others = args.detach or args.interrupt or selecting or len(args.inputs) > 1
    for name in detached.asked(args):
        if others:
            raise EngineError(f"--{name}: expected one CATALOGUE beside it, and nothing else")


def name_facts(args: argparse.Namespace) -> str:
    """Return the option that names the two facts, which has another name in the older form."""
    return "--archive" if args.command is None else "--facts"


def is_filled(args: argparse.Namespace) -> bool:
    """Whether cells are to be filled, and not only shown."""
    return args.fill is not None or args.iterations is not None


def show(args: argparse.Namespace, selection: Selection) -> None:
    """The archive of some levels, on stdout."""
    archive = archive_of(selection, space_of(ArchiveWish(args.archive, args.best), selection))
    console.answer(args, archive.record(), lambda _: _lines(archive))


def steer(args: argparse.Namespace) -> int:
    """Looks at the filling of a catalogue that another process does, or asks it for something.

    Raises:
        EngineError: no filling goes on.
    """
    from engine.archive.standing import state

    return detached.steer(args, args.inputs[0], FILLING, state, filling_lines)


def fill_cells(args: argparse.Namespace, name: str) -> int:
    """Fills cells of the archive of a catalogue, and shows it; gives the exit status."""
    if args.detach:
        from engine.archive.standing import state

        steering = " ".join([*_verb(args), name])
        return detached.run(args, _words(args, name), name, steering, state)
    from engine.archive.filling import Effort, fill

    wish = ArchiveWish(args.archive, args.best, tuple(args.target or ()))
    effort = Effort(args.fill, args.iterations, args.seed, args.jobs)
    job = _Job(args, name)
    filled = partial(fill, name, wish, effort, on_progress=job.on_progress)
    try:
        with _aside(Path(name)) if args.interrupt else nullcontext():
            end = running.run(lambda control: filled(control=control), job.line)
    except (KeyboardInterrupt, EngineError):
        job.say_how_to_resume()
        raise
    record = {**end.archive.record(), "fill": end.answer()}
    console.answer(args, record, lambda _: _lines(end.archive))
    job.report(end)
    return status.DONE


@contextmanager
def _aside(catalogue: Path) -> Iterator[None]:
    """Has a batch that works on a catalogue stop, and go on as it did after what is done within.

    Raises:
        BatchError: it cannot be stopped, or cannot go on.
    """
    watched = watching.watch(catalogue)
    stops = watched.process is not None and watched.kind == watching.BATCH
    if stops:
        watching.stop(catalogue)
    try:
        yield
    finally:
        if stops:
            with Catalogue.open(catalogue) as opened:
                run = batch_of(opened.runs())
            if run is not None and not run.complete:
                go_on(run, run.count, catalogue)
                if watched.paused:
                    watching.pause(catalogue)


def _verb(args: argparse.Namespace) -> list[str]:
    """Return the verb of the command, with its sub-command if it has one."""
    return ["catalogue"] if args.command is None else ["catalogue", args.command]


def _words(args: argparse.Namespace, name: str) -> list[str]:
    """The command again, as it is typed, without what leaves it to itself."""
    values = {
        **{"best": args.best, "fill": args.fill, "seed": args.seed},
        **{"iterations": args.iterations, "jobs": args.jobs},
    }
    words = [f"{name_facts(args)}={args.archive}"]
    words += [f"--{key}={value}" for key, value in values.items() if value is not None]
    words += [f"--target={target}" for target in args.target or ()]
    flags = [f"--{key}" for key in ("interrupt", "json") if getattr(args, key)]
    return [*_verb(args), *words, *flags, "--", name]


class _Job:
    """A filling as it goes on."""

    def __init__(self, args: argparse.Namespace, name: str) -> None:
        self._args, self._name = args, name
        self._last: Filling | None = None

    def on_progress(self, filling: Filling) -> None:
        """Keeps how far it is."""
        first, self._last = self._last is None, filling
        if not first:
            return
        batches.note(user_state().batches, Path(self._name))
        if self._args.seed is None:
            console.note(f"seed {filling.seed}")

    def line(self, control: Control) -> str:
        """How far it is, in words."""
        last = self._last
        if last is None:
            return "reading levels"
        return f"filling: {filling_line(last.record())}"

    def say_how_to_resume(self) -> None:
        """Says that the same command goes on, of a filling that has begun."""
        if self._last is not None:
            done = count(self._last.iterations, "mutation")
            console.note(f"{self._name}: {done} done; the same command goes on")

    def report(self, filling: Filling) -> None:
        """Says what became of the mutations."""
        done = f"{count(filling.iterations, 'mutation')}, {count(filling.added, 'level')} added"
        before = f"coverage was {filling.before.coverage:.1%}"
        console.note(f"{self._name}: {done}, {count(filling.duplicates, 'duplicate')}; {before}")
        for target in filling.missing:
            console.note(f"{self._name}: no level yet for {target}; the same command tries on")


def _lines(archive: Archive) -> Iterator[str]:
    yield from grids.as_text(archive, ascii_only=not link.detect().utf8)
    filled = f"{len(archive.elites):,} of {archive.space.size:,} cells"
    yield f"{filled} filled, coverage {archive.coverage:.1%}, QD score {figure(archive.qd_score)}"
    outside = f", {archive.outside:,} in no cell" if archive.outside else ""
    yield f"{count(archive.levels, 'level')} in cells{outside}"
