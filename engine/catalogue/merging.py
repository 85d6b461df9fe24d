"""Several catalogues as one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from engine.catalogue import opening
from engine.catalogue.entries import Entries, Entry
from engine.catalogue.errors import CatalogueError
from engine.catalogue.marking import Marks, write
from engine.catalogue.progress import Step, silent
from engine.catalogue.query import Query, Selection
from engine.catalogue.runs import RunState
from engine.catalogue.store import Catalogue
from engine.files import storage

_TOGETHER = 500
"""Levels that are taken over in a transaction."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What became of the levels of several catalogues.

    Attributes:
        levels: in the new catalogue.
        duplicates: left out of it.
    """

    levels: int
    duplicates: int


def merge(
    out: Path, sources: Sequence[Catalogue], query: Query | None = None, step: Step = silent
) -> Merged:
    """Makes a catalogue of the levels of others, all at once.

    Of duplicates the level of the first catalogue stays, of those of one that of the lowest seed;
    it gets the tags of all of them. Levels are taken in order of seed, so that the new catalogue is
    the same whatever the order of numbers in the others.

    Args:
        out: the new file.
        sources: open to be read.
        query: which levels of each; None for all.
        step: called with how many have been looked at.

    Raises:
        CatalogueError: there is such a file already, or a source is damaged.
        LevelError: it cannot be written.
    """
    if os.path.lexists(out):
        raise CatalogueError(f"{out}: there already; not overwritten")
    with storage.replacing(out) as temporary:
        try:
            opening.making(temporary)
            with Catalogue.begin(temporary) as catalogue:
                merged = _Merging(catalogue, step)
                for source in sources:
                    merged.take(source, query or Query())
        except CatalogueError as error:
            raise CatalogueError(str(error).replace(str(temporary), str(out))) from error
        if os.path.lexists(out):
            raise CatalogueError(f"{out}: there already; not overwritten")
    return Merged(merged.levels, merged.duplicates)


class _Merging:
    """Takes over the levels of one catalogue after the other."""

    def __init__(self, catalogue: Catalogue, step: Step) -> None:
        self._catalogue = catalogue
        self._step = step
        self._runs: dict[int, RunState] = {}
        self.levels = self.duplicates = 0

    def take(self, source: Catalogue, query: Query) -> None:
        """Takes over the levels of a catalogue, a few hundred in a transaction."""
        self._runs = {}
        selection = Selection(source, query)
        entries = Entries(source).of(selection.in_order_of_seed())
        while self._add(islice(entries, _TOGETHER)):
            pass

    def _add(self, entries: Iterable[Entry]) -> bool:
        """Add levels in a transaction, one after the other; return whether there were any."""
        found = False
        with self._catalogue.transaction():
            for entry in entries:
                found = True
                self._step(self.levels + self.duplicates)
                inserter = self._catalogue.inserter(entry.game)
                number = inserter.find(entry.fingerprint)
                if number is None:
                    own = (entry.seed, entry.attempt, entry.fingerprint, entry.packed)
                    said = (entry.title, entry.author, entry.file)
                    number = inserter.insert(self._run(entry.run), entry.facts, own, said)
                    write(self._catalogue, number, Marks(entry.tags, (), entry.stars, entry.note))
                    self.levels += 1
                else:
                    write(self._catalogue, number, Marks(entry.tags))
                    self.duplicates += 1
        return found

    def _run(self, run: RunState) -> int:
        """The number of a run in the new catalogue, where no batch goes on."""
        if run.id not in self._runs:
            kind = run.kind if run.kind == "import" else "merged"
            self._runs[run.id] = self._catalogue.add_run(replace(run, kind=kind))
        return self._runs[run.id].id
