"""The merge of several catalogues into a new one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from engine.catalogue import connections
from engine.catalogue.annotation import AnnotationEdit, write_annotations
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.entry_reader import CatalogueEntry, EntryReader
from engine.catalogue.query import Query, Selection
from engine.catalogue.run_record import CatalogueRun
from engine.catalogue.step_callback import StepCallback, report_nothing
from engine.catalogue.store import Catalogue
from engine.files import storage

_LEVELS_AT_ONCE = 500
"""The number of levels added in one transaction."""


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The numbers of levels that a merge has added and left out.

    Attributes:
        levels: The number of levels in the new catalogue.
        duplicates: The number of levels left out as duplicates.
    """

    levels: int
    duplicates: int


def merge_catalogues(
    out: Path,
    sources: Sequence[Catalogue],
    query: Query | None = None,
    step: StepCallback = report_nothing,
) -> MergeResult:
    """Create a new catalogue, atomically, from the levels in other catalogues.

    Of several duplicates, the one from the earliest catalogue in ``sources`` is kept, and within a
    catalogue the one with the lowest seed. The level kept also gets the tags of the others. Levels
    are added in seed order, so the new catalogue does not depend on the order of the sources' ids.

    Args:
        out: The path of the new file.
        sources: The catalogues, open for reading.
        query: The query that selects levels from each source; None for all levels.
        step: A callback that receives the number of levels processed.

    Raises:
        CatalogueError: A file already exists at ``out``, or a source is damaged.
        LevelError: The new file cannot be written.
    """
    if os.path.lexists(out):
        raise CatalogueError(f"{out}: already exists; not overwritten")
    with storage.open_replacement(out) as temporary:
        try:
            connections.create_file(temporary)
            with Catalogue.open_for_adding(temporary) as catalogue:
                merged = _Merger(catalogue, step)
                for source in sources:
                    merged.add_catalogue(source, query or Query())
        except CatalogueError as error:
            # The error names the temporary file, which means nothing to the user.
            raise CatalogueError(str(error).replace(str(temporary), str(out))) from error
        # Another process may have created the file during the merge.
        if os.path.lexists(out):
            raise CatalogueError(f"{out}: already exists; not overwritten")
    return MergeResult(merged.levels, merged.duplicates)


class _Merger:
    """A new catalogue to which other catalogues are added one after another."""

    def __init__(self, catalogue: Catalogue, step: StepCallback) -> None:
        self._catalogue = catalogue
        self._step = step
        self._runs: dict[int, CatalogueRun] = {}
        self.levels = self.duplicates = 0

    def add_catalogue(self, source: Catalogue, query: Query) -> None:
        """Add the levels that ``query`` selects from a catalogue, a few hundred per transaction."""
        self._runs = {}
        selection = Selection(source, query)
        entries = EntryReader(source).read_entries(selection.list_ids_by_seed())
        while self._add_entries(islice(entries, _LEVELS_AT_ONCE)):
            pass

    def _add_entries(self, entries: Iterable[CatalogueEntry]) -> bool:
        """Add levels in one transaction, and return whether there were any."""
        found = False
        with self._catalogue.begin_transaction():
            for entry in entries:
                found = True
                self._step(self.levels + self.duplicates)
                inserter = self._catalogue.get_inserter(entry.game)
                number = inserter.find_level(entry.fingerprint)
                if number is None:
                    own = (entry.seed, entry.attempt, entry.fingerprint, entry.packed)
                    said = (entry.title, entry.author, entry.file)
                    number = inserter.insert_level(self._get_run(entry.run), entry.facts, own, said)
                    write_annotations(
                        self._catalogue,
                        number,
                        AnnotationEdit(entry.tags, (), entry.stars, entry.note),
                    )
                    self.levels += 1
                else:
                    write_annotations(self._catalogue, number, AnnotationEdit(entry.tags))
                    self.duplicates += 1
        return found

    def _get_run(self, run: CatalogueRun) -> int:
        """Return the new catalogue's id for a run from a source, adding the run if necessary.

        A batch or an archive fill becomes a run of the kind ``merged``, because it cannot continue
        in the new catalogue.
        """
        if run.id not in self._runs:
            kind = run.kind if run.kind == "import" else "merged"
            self._runs[run.id] = self._catalogue.add_run(replace(run, kind=kind))
        return self._runs[run.id].id
