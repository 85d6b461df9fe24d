"""The entries in a catalogue, each of which is a level with its origin, facts and annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from engine.catalogue import fact_columns, schema
from engine.catalogue.annotation import MAX_TAG_LENGTH
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.fact_columns import Shape
from engine.catalogue.inserter import read_shapes
from engine.catalogue.run_record import CatalogueRun
from engine.catalogue.store import Catalogue
from engine.errors import quote_input

ROWS_AT_ONCE = 20
"""The number of levels whose rows are read together. A row may take up a few megabytes."""
MAX_VALUES = 1_000_000
"""The maximum number of fact values to hold in memory. They take a few hundred megabytes."""
MAX_TAGS = 1_000
"""The maximum number of tags on a level."""
_LEVEL = "id, run, shape, seed, attempt, fingerprint, board, others, title, author, file"


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A level as a catalogue stores it.

    Attributes:
        id: The id of the level in the catalogue, counted from 1.
        run: The run that the level belongs to.
        seed, attempt: The seed and attempt that generated the level; None if it was not generated.
        fingerprint: The fingerprint of the board, which is the same for all duplicates.
        packed: The board in the game's packed form.
        facts: All facts of the level.
        tags: The designer's tags, in alphabetical order.
        stars, note: The designer's stars and note; None if there are none.
        title, author: The title and author stored with the level file; None if there is no file.
        file: The compressed text of the level file; None for a level that can be generated again
            from its seed.
    """

    id: int
    run: CatalogueRun
    seed: int | None
    attempt: int | None
    fingerprint: bytes
    packed: bytes
    facts: Mapping[str, Any]
    tags: tuple[str, ...] = ()
    stars: int | None = None
    note: str | None = None
    title: str | None = None
    author: str | None = None
    file: bytes | None = None

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.run.game

    def to_record(self) -> dict[str, Any]:
        """Return the JSON object that ``catalogue query --json`` prints for the level.

        A fact with the same name as a standard key, such as ``id``, is left out.
        """
        own: dict[str, Any] = {
            "id": self.id,
            "game": self.game,
            "seed": self.seed,
            "attempt": self.attempt,
            "tags": list(self.tags),
        }
        if self.title is not None:
            own["title"] = self.title
        said = {"stars": self.stars, "note": self.note}
        if any(value is not None for value in said.values()):
            own["own"] = said
        # `own` comes first to put its keys first, and again last so that its values win.
        return {**own, "rules": self.run.rules, **self.facts, **own}


class EntryReader:
    """A reader that finds levels in a catalogue by their ids."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._connection = catalogue.connection
        self._runs = {run.id: run for run in catalogue.list_runs()}
        self._shapes: dict[str, dict[int, Shape]] = {}
        self._columns: dict[str, list[str]] = {}

    def read_entries(self, ids: Iterable[int]) -> Iterator[CatalogueEntry]:
        """Yield the levels with the given ids, in the order of ``ids``.

        An unknown id is skipped. Rows are read in groups, but facts are unpacked one level at a
        time, because a small row may unpack to a large value.

        Raises:
            CatalogueError: The catalogue is damaged.
        """
        waiting = iter(ids)
        while numbers := [*islice(waiting, ROWS_AT_ONCE)]:
            with self._catalogue.translate_errors():
                found = self._read_rows(numbers)
            # SQLite returns rows in any order, so restore the order of the ids.
            yield from (found[number]() for number in numbers if number in found)

    def read_all(self, ids: Iterable[int]) -> list[CatalogueEntry]:
        """Return the levels with the given ids as a list, unless they are too large for memory.

        Raises:
            CatalogueError: The catalogue is damaged, or the facts have more than :data:`MAX_VALUES`
                values.
        """
        found: list[CatalogueEntry] = []
        weight = 0
        for entry in self.read_entries(ids):
            weight += count_values(entry)
            if weight > MAX_VALUES:
                few = f"more than {MAX_VALUES:,} values in the facts of {len(found) + 1} levels"
                raise CatalogueError(f"{self._catalogue.path}: {few}; too many to hold at once")
            found.append(entry)
        return found

    def _read_rows(self, numbers: Sequence[int]) -> dict[int, Callable[[], CatalogueEntry]]:
        """Read the rows of several levels.

        Returns:
            A mapping from the id of each level found to a function that builds its entry.
        """
        # Use one query per table for the whole group of levels, instead of one per level.
        marks = f"({', '.join('?' * len(numbers))})"
        execute = self._connection.execute
        rows = execute(f"SELECT {_LEVEL} FROM level WHERE id IN {marks}", numbers).fetchall()
        cells: dict[int, Mapping[str, Any]] = {}
        for game in {self._get_run(row[1]).game for row in rows}:
            cells |= self._read_columns(game, marks, numbers)
        tags: dict[int, list[str]] = {}
        query = f"SELECT level, word FROM tag WHERE level IN {marks} ORDER BY level, word"
        for number, word in execute(query, numbers):
            own = tags.setdefault(number, [])
            own.append(str(word))
            if len(own) > MAX_TAGS or len(own[-1]) > MAX_TAG_LENGTH:
                raise self._build_error(f"level {number}: tags")
        query = f"SELECT level, stars, note FROM mark WHERE level IN {marks}"
        said = {number: (stars, note) for number, stars, note in execute(query, numbers)}
        return {
            row[0]: partial(
                self._build_entry,
                row,
                cells.get(row[0], {}),
                tags.get(row[0], ()),
                said.get(row[0]),
            )
            for row in rows
        }

    def _read_columns(
        self, game: str, marks: str, numbers: Sequence[int]
    ) -> dict[int, Mapping[str, Any]]:
        """Return, for each level id, a mapping from column names to the level's values.

        Args:
            game: The name of the game whose fact columns are read.
            marks: The placeholders for the level ids in an SQL query.
            numbers: The level ids.
        """
        if game not in self._shapes:
            self._shapes[game] = read_shapes(self._connection, self._catalogue.path, game)
            self._columns[game] = schema.list_columns(self._connection, game)
        keys = self._columns[game]
        names = "".join(f', "{key}"' for key in keys)
        query = f"SELECT id{names} FROM {schema.quote_facts_table(game)} WHERE id IN {marks}"
        rows = self._connection.execute(query, numbers)
        return {number: dict(zip(keys, values, strict=True)) for number, *values in rows}

    def _build_entry(
        self,
        row: Sequence[Any],
        cells: Mapping[str, Any],
        tags: Iterable[str],
        said: tuple[Any, Any] | None,
    ) -> CatalogueEntry:
        """Build a catalogue entry from its database rows.

        Raises:
            CatalogueError: A value has the wrong type or cannot be unpacked.
        """
        number, run, shape, seed, attempt, fingerprint, board, others, title, author, file = row
        state = self._get_run(run)
        stars, note = said or (None, None)
        try:
            _require_type((fingerprint, board), bytes)
            _require_type((seed, attempt, stars), int | None)
            _require_type((title, author, note), str | None)
            _require_type((file,), bytes | None)
            facts = fact_columns.join_facts(self._shapes[state.game][shape], cells, others)
        except (ValueError, KeyError, StopIteration, RecursionError) as error:
            raise self._build_error(f"level {number}") from error
        return CatalogueEntry(
            number, state, seed, attempt, fingerprint, board, facts, tuple(tags),
            stars, note, title, author, file,
        )  # fmt: skip

    def _get_run(self, number: Any) -> CatalogueRun:
        if number not in self._runs:
            raise self._build_error(f"no run {quote_input(number)}")
        return self._runs[number]

    def _build_error(self, problem: str) -> CatalogueError:
        return CatalogueError(f"{self._catalogue.path}: damaged: {problem}")


def count_values(entry: CatalogueEntry) -> int:
    """Return the number of values in a level's facts, including nested values."""
    return _count_nested(entry.facts)


def _count_nested(value: Any) -> int:
    if isinstance(value, Mapping):
        return 1 + sum(map(_count_nested, value.values()))
    return 1 + sum(map(_count_nested, value)) if isinstance(value, list) else 1


def _require_type(values: Iterable[Any], kind: Any) -> None:
    """Raise an error unless all values have the given type.

    Raises:
        ValueError: A value has a different type.
    """
    if not all(isinstance(value, kind) for value in values):
        raise ValueError(f"expected {kind}")
