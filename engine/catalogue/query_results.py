"""The results of a catalogue query, which scripts can read as levels, rows or arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.catalogue import fact_columns
from engine.catalogue.entry_reader import CatalogueEntry
from engine.catalogue.level_loader import LevelLoader
from engine.catalogue.query import Query, Selection
from engine.catalogue.query_keys import list_key_kinds, parse_query, parse_sort, require_key
from engine.catalogue.store import Catalogue
from engine.values.level import Level

if TYPE_CHECKING:  # NumPy is imported only when an array is built
    from numpy.typing import NDArray

    Column = NDArray[Any]


@dataclass(frozen=True, slots=True)
class QueryResults:
    """The levels that a query selects. Every method reads the catalogue again.

    Attributes:
        path: The path of the catalogue.
        query: The query that selects the levels.
    """

    path: Path
    query: Query

    def __len__(self) -> int:
        """Return the number of levels."""
        with self.open_selection() as selection:
            return selection.count_levels()

    def __iter__(self) -> Iterator[CatalogueEntry]:
        """Yield the catalogue entries of the levels in the query's order."""
        with self.open_selection() as selection:
            yield from selection.read_entries()

    def load_levels(self) -> Iterator[Level]:
        """Yield the complete levels in the query's order, just as an export would write them.

        Raises:
            CatalogueError: The catalogue is damaged.
        """
        with self.open_selection() as selection:
            levels = LevelLoader(self.path)
            yield from map(levels.load_level, selection.read_entries())

    def list_rows(self) -> list[dict[str, Any]]:
        """Return one row per level, as ``catalogue query --json`` prints it but without nesting.

        Values inside tables have dotted keys, so the rows can be passed directly to a data frame.
        """
        records = (fact_columns.flatten_facts(entry.to_record()) for entry in self)
        return [
            dict(zip(map(fact_columns.join_key, record.paths), record.values, strict=True))
            for record in records
        ]

    def build_columns(self, *keys: str) -> dict[str, Column]:
        """Return an array of values for each of the facts ``keys``, in the query's order.

        Strings become objects, truth values ``bool``, whole numbers ``int64`` and other numbers
        ``float64``. Numbers or truth values with nulls among them become ``float64``, with NaN for
        each null.

        Raises:
            EngineError: There is no such fact.
        """
        with self.open_selection() as selection:
            kinds = list_key_kinds(selection.catalogue)
            for key in keys:
                require_key(key, kinds)
            # If there are no rows, zip yields no columns, so create empty ones.
            found = [*zip(*selection.read_values(*keys, ordered=True), strict=True)] or [()] * len(
                keys
            )
        return {
            key: _build_column(values, kinds[key]) for key, values in zip(keys, found, strict=True)
        }

    @contextmanager
    def open_selection(self) -> Iterator[Selection]:
        """Open the catalogue, and yield the selection for use inside the ``with`` block.

        Raises:
            CatalogueError: The file is not a catalogue, or is damaged.
        """
        with Catalogue.open(self.path) as catalogue:
            yield Selection(catalogue, self.query)


def query_catalogue(
    path: Path | str, where: str | None = None, sort: str | None = None, limit: int | None = None
) -> QueryResults:
    """Return the levels that a query selects from a catalogue.

    Args:
        path: The path of the catalogue.
        where: The where-expression that a level must satisfy; None for all levels.
        sort: The fact to sort by, as ``KEY`` or ``KEY:desc``; None to sort by id.
        limit: The maximum number of levels; None for no limit.

    Raises:
        CatalogueError: The file is not a catalogue, or is damaged.
        ExpressionError: ``where`` is not a valid expression over the catalogue's facts.
        EngineError: There is no such fact to sort by.
    """
    with Catalogue.open(path) as catalogue:
        kinds = list_key_kinds(catalogue)
    wanted = None if where is None else parse_query(where, kinds)
    key, falling = (None, False) if sort is None else parse_sort(sort, kinds)
    return QueryResults(Path(path), Query(wanted, key, falling, limit))


def _build_column(values: Sequence[Any], kind: type) -> Column:
    import numpy as np

    present = [value for value in values if value is not None]
    if any(isinstance(value, str) for value in present):
        return np.array(values, dtype=object)
    if len(present) < len(values) or any(isinstance(value, float) for value in present):
        return np.array([np.nan if value is None else value for value in values], np.float64)
    return np.array(values, np.bool_ if kind is bool else np.int64)
