"""``workbench catalogue --archive``: the best level of each cell over two facts, cells filled."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from engine.archive.asking import Wish, archive_of, space_of
from engine.archive.grid import Archive
from engine.catalogue.query import Selection
from engine.errors import EngineError
from engine.values.budget import Control
from workbench.cli.arguments import Parser, positive, seconds, seed
from workbench.document.status import count, figure
from workbench.drawing import grids
from workbench.service import running
from workbench.terminal import console, link

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.archive.filling import Filling

_FILLING = ("fill", "iterations", "target", "seed", "jobs")
_SELECTING = ("where", "sort", "limit")


def arguments(parser: Parser) -> None:
    """Declares the options about archives."""
    option = parser.option
    cells = "the best level of each cell over two facts: each KEY or KEY:LOW..HIGH[:BINS]"
    option("--archive KEY,KEY", cells)
    best = "with --archive: what is best in a cell, KEY for the least, KEY:desc for the greatest"
    option("--best KEY", best)
    option("--fill S", "with --archive: fill cells by mutations, for S seconds", seconds)
    option("--iterations N", "with --archive: fill cells, by N mutations in all", positive)
    named = "a cell to be filled, KEY=V,KEY=V; all that are empty if none is named"
    option("--target CELL", named, action="append")
    option("--seed N", "of the mutations; drawn if absent, or that of the same command", seed)
    option("--jobs J", "processes that try mutations (default: one a core)", positive)


def check(args: argparse.Namespace) -> None:
    """Refuses options that do not go together.

    Raises:
        EngineError: there are some.
    """
    for name in ("best", *_FILLING):
        if args.archive is None and getattr(args, name) is not None:
            raise EngineError(f"--{name} needs --archive KEY,KEY")
    fills = args.fill is not None or args.iterations is not None
    for name in ("target", "seed", "jobs"):
        if not fills and getattr(args, name) is not None:
            raise EngineError(f"--{name} needs --fill S or --iterations N")
    for name in _SELECTING:
        if fills and getattr(args, name) is not None:
            raise EngineError(f"--fill goes over all levels; --{name} does not go with it")


def is_filled(args: argparse.Namespace) -> bool:
    """Whether cells are to be filled, and not only shown."""
    return args.fill is not None or args.iterations is not None


def show(args: argparse.Namespace, selection: Selection) -> None:
    """The archive of some levels, on stdout."""
    archive = archive_of(selection, space_of(Wish(args.archive, args.best), selection))
    console.answer(args, archive.record(), lambda _: _lines(archive))


def fill_cells(args: argparse.Namespace, name: str) -> None:
    """Fills cells of the archive of a catalogue, and shows it."""
    from engine.archive.filling import Effort, fill

    wish = Wish(args.archive, args.best, tuple(args.target or ()))
    effort = Effort(args.fill, args.iterations, args.seed, args.jobs)
    job = _Job(args, name)
    filled = partial(fill, name, wish, effort, told=job.told)
    try:
        end = running.run(lambda control: filled(control=control), job.line)
    except (KeyboardInterrupt, EngineError):
        job.tell_where()
        raise
    record = {**end.archive.record(), "fill": end.record()}
    console.answer(args, record, lambda _: _lines(end.archive))
    job.tell(end)


class _Job:
    """A filling as it goes on."""

    def __init__(self, args: argparse.Namespace, name: str) -> None:
        self._args, self._name = args, name
        self._last: Filling | None = None

    def told(self, filling: Filling) -> None:
        """Keeps how far it is."""
        if self._last is None and self._args.seed is None:
            console.note(f"seed {filling.seed}")
        self._last = filling

    def line(self, control: Control) -> str:
        """How far it is, in words."""
        last = self._last
        if last is None:
            return "reading levels"
        archive = last.archive
        filled = f"{len(archive.elites):,} of {archive.space.size:,} cells"
        return f"filling: {count(last.iterations, 'mutation')}, {filled}, {last.added:,} added"

    def tell_where(self) -> None:
        """Says that the same command goes on, of a filling that has begun."""
        if self._last is not None:
            done = count(self._last.iterations, "mutation")
            console.note(f"{self._name}: {done} done; the same command goes on")

    def tell(self, filling: Filling) -> None:
        """Says what became of the mutations."""
        done = f"{count(filling.iterations, 'mutation')}, {count(filling.added, 'level')} added"
        before = f"coverage was {filling.before.coverage:.1%}"
        console.note(f"{self._name}: {done}, {count(filling.duplicates, 'duplicate')}; {before}")


def _lines(archive: Archive) -> Iterator[str]:
    yield from grids.as_text(archive, ascii_only=not link.detect().utf8)
    filled = f"{len(archive.elites):,} of {archive.space.size:,} cells"
    yield f"{filled} filled, coverage {archive.coverage:.1%}, QD score {figure(archive.qd_score)}"
    outside = f", {archive.outside:,} in no cell" if archive.outside else ""
    yield f"{count(archive.levels, 'level')} in cells{outside}"
