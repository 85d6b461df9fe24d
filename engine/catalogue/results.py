"""What a query finds in a catalogue, for scripts: as values, as rows, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.catalogue import shapes
from engine.catalogue.entries import Entry
from engine.catalogue.keys import asked, kinds_of, require_key, sorting
from engine.catalogue.levels import Levels
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from engine.values.level import Level

if TYPE_CHECKING:  # NumPy is imported with the first array
    from numpy.typing import NDArray

    Column = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Results:
    """The levels of a catalogue that a query finds, read anew by every call.

    Attributes:
        path: the catalogue.
        query: which levels, in which order.
    """

    path: Path
    query: Query

    def __len__(self) -> int:
        """How many there are."""
        with self.selection() as selection:
            return selection.count()

    def __iter__(self) -> Iterator[Entry]:
        """The levels in order, each as a frozen value with all its facts."""
        with self.selection() as selection:
            yield from selection.entries()

    def levels(self) -> Iterator[Level]:
        """The levels whole, in order, as their files would have them.

        Raises:
            CatalogueError: damaged.
        """
        with self.selection() as selection:
            levels = Levels(self.path)
            yield from map(levels.level, selection.entries())

    def rows(self) -> list[dict[str, Any]]:
        """What ``catalogue query --json`` prints of each level, facts of tables by keys with dots.

        Data frames take them as they are.
        """
        records = (shapes.flat(entry.record()) for entry in self)
        return [
            dict(zip(map(shapes.key_of, record.paths), record.values, strict=True))
            for record in records
        ]

    def columns(self, *keys: str) -> dict[str, Column]:
        """An array for each of some facts, in order of the levels.

        Whole numbers are ``int64``, true and false ``bool``; other numbers, and whatever is null
        somewhere, ``float64`` with not-a-number for null; texts are objects.

        Raises:
            EngineError: no such fact.
        """
        with self.selection() as selection:
            kinds = kinds_of(selection.catalogue)
            for key in keys:
                require_key(key, kinds)
            found = [*zip(*selection.values(*keys, ordered=True), strict=True)] or [()] * len(keys)
        return {key: _column(values, kinds[key]) for key, values in zip(keys, found, strict=True)}

    @contextmanager
    def selection(self) -> Iterator[Selection]:
        """The levels in their catalogue, which is open for as long.

        Raises:
            CatalogueError: no catalogue, or damaged.
        """
        with Catalogue.open(self.path) as catalogue:
            yield Selection(catalogue, self.query)


def query(
    path: Path | str, where: str | None = None, sort: str | None = None, limit: int | None = None
) -> Results:
    """The levels of a catalogue that are asked for.

    Args:
        path: the catalogue.
        where: an expression that must hold of them; None for all.
        sort: ``KEY`` or ``KEY:desc``; None for the order of their numbers.
        limit: how many at most; None for all.

    Raises:
        CatalogueError: no catalogue, or damaged.
        ExpressionError: no expression over its facts.
        EngineError: no such fact to sort by.
    """
    with Catalogue.open(path) as catalogue:
        kinds = kinds_of(catalogue)
    wanted = None if where is None else asked(where, kinds)
    key, falling = (None, False) if sort is None else sorting(sort, kinds)
    return Results(Path(path), Query(wanted, key, falling, limit))


def _column(values: Sequence[Any], kind: type) -> Column:
    import numpy as np

    present = [value for value in values if value is not None]
    if any(isinstance(value, str) for value in present):
        return np.array(values, dtype=object)
    if len(present) < len(values) or any(isinstance(value, float) for value in present):
        return np.array([np.nan if value is None else value for value in values], np.float64)
    return np.array(values, np.bool_ if kind is bool else np.int64)
