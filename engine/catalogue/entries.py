"""Levels as a catalogue has them: where each comes from, what is known and said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from engine.catalogue import schema, shapes
from engine.catalogue.errors import CatalogueError
from engine.catalogue.inserting import read_shapes
from engine.catalogue.marking import LONGEST_TAG
from engine.catalogue.runs import RunState
from engine.catalogue.shapes import Shape
from engine.catalogue.store import Catalogue
from engine.errors import quoted

TOGETHER = 20
"""Levels whose rows are read at once; each has a few megabytes at most."""
MOST_VALUES = 1_000_000
"""Values that the facts of levels have at most that are held together, a few hundred megabytes."""
MOST_TAGS = 1_000
"""Tags of a level at most."""
_LEVEL = "id, run, shape, seed, attempt, fingerprint, board, others, title, author, file"


@dataclass(frozen=True, slots=True)
class Entry:
    """A level of a catalogue.

    Attributes:
        id: its number in the catalogue, from 1.
        run: what it was made from.
        seed, attempt: that it was made of; None for one that was not generated.
        fingerprint: equal for duplicates.
        packed: its board, as the game packs it.
        facts: all that is known of it.
        tags: the designer's, in order.
        stars, note: the designer's; None without any.
        title, author: of a level that comes from a file.
        file: the packed text of that file.
    """

    id: int
    run: RunState
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
        """The name of its game."""
        return self.run.game

    def record(self) -> dict[str, Any]:
        """Return the object of ``catalogue query --json``; no fact replaces its own keys."""
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
        return {**own, "rules": self.run.rules, **self.facts, **own}


class Entries:
    """Reads levels of a catalogue by their numbers."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._connection = catalogue.connection
        self._runs = {run.id: run for run in catalogue.runs()}
        self._shapes: dict[str, dict[int, Shape]] = {}
        self._columns: dict[str, list[str]] = {}

    def of(self, ids: Iterable[int]) -> Iterator[Entry]:
        """The levels of some numbers, in that order.

        Rows are read some at a time, facts unpacked one level after the other: a small row may
        unfold to a lot.

        Raises:
            CatalogueError: damaged.
        """
        waiting = iter(ids)
        while numbers := [*islice(waiting, TOGETHER)]:
            with self._catalogue.refusing():
                found = self._read(numbers)
            yield from (found[number]() for number in numbers if number in found)

    def together(self, ids: Iterable[int]) -> list[Entry]:
        """The same, all of them, for a caller that holds them.

        Raises:
            CatalogueError: damaged, or their facts have more than :data:`MOST_VALUES` values.
        """
        found: list[Entry] = []
        weight = 0
        for entry in self.of(ids):
            weight += weight_of(entry)
            if weight > MOST_VALUES:
                few = f"more than {MOST_VALUES:,} values in the facts of {len(found) + 1} levels"
                raise CatalogueError(f"{self._catalogue.path}: {few}; too many to hold at once")
            found.append(entry)
        return found

    def _read(self, numbers: Sequence[int]) -> dict[int, Callable[[], Entry]]:
        """The rows of levels, as functions that unpack them."""
        marks = f"({', '.join('?' * len(numbers))})"
        execute = self._connection.execute
        rows = execute(f"SELECT {_LEVEL} FROM level WHERE id IN {marks}", numbers).fetchall()
        cells: dict[int, Mapping[str, Any]] = {}
        for game in {self._run(row[1]).game for row in rows}:
            cells |= self._cells(game, marks, numbers)
        tags: dict[int, list[str]] = {}
        query = f"SELECT level, word FROM tag WHERE level IN {marks} ORDER BY level, word"
        for number, word in execute(query, numbers):
            own = tags.setdefault(number, [])
            own.append(str(word))
            if len(own) > MOST_TAGS or len(own[-1]) > LONGEST_TAG:
                raise self._damaged(f"level {number}: tags")
        query = f"SELECT level, stars, note FROM mark WHERE level IN {marks}"
        said = {number: (stars, note) for number, stars, note in execute(query, numbers)}
        return {
            row[0]: partial(
                self._entry, row, cells.get(row[0], {}), tags.get(row[0], ()), said.get(row[0])
            )
            for row in rows
        }

    def _cells(self, game: str, marks: str, numbers: Sequence[int]) -> dict[int, Mapping[str, Any]]:
        """The values of a game's columns of facts, by level."""
        if game not in self._shapes:
            self._shapes[game] = read_shapes(self._connection, self._catalogue.path, game)
            self._columns[game] = schema.columns(self._connection, game)
        keys = self._columns[game]
        names = "".join(f', "{key}"' for key in keys)
        query = f"SELECT id{names} FROM {schema.facts_table(game)} WHERE id IN {marks}"
        rows = self._connection.execute(query, numbers)
        return {number: dict(zip(keys, values, strict=True)) for number, *values in rows}

    def _entry(
        self,
        row: Sequence[Any],
        cells: Mapping[str, Any],
        tags: Iterable[str],
        said: tuple[Any, Any] | None,
    ) -> Entry:
        """The level of its rows.

        Raises:
            CatalogueError: damaged.
        """
        number, run, shape, seed, attempt, fingerprint, board, others, title, author, file = row
        state = self._run(run)
        stars, note = said or (None, None)
        try:
            _require((fingerprint, board), bytes)
            _require((seed, attempt, stars), int | None)
            _require((title, author, note), str | None)
            _require((file,), bytes | None)
            facts = shapes.joined(self._shapes[state.game][shape], cells, others)
        except (ValueError, KeyError, StopIteration, RecursionError) as error:
            raise self._damaged(f"level {number}") from error
        return Entry(
            number, state, seed, attempt, fingerprint, board, facts, tuple(tags),
            stars, note, title, author, file,
        )  # fmt: skip

    def _run(self, number: Any) -> RunState:
        if number not in self._runs:
            raise self._damaged(f"no run {quoted(number)}")
        return self._runs[number]

    def _damaged(self, what: str) -> CatalogueError:
        return CatalogueError(f"{self._catalogue.path}: damaged: {what}")


def weight_of(entry: Entry) -> int:
    """Return how many values the facts of a level have, those in lists and tables too."""
    return _values_in(entry.facts)


def _values_in(value: Any) -> int:
    if isinstance(value, Mapping):
        return 1 + sum(map(_values_in, value.values()))
    return 1 + sum(map(_values_in, value)) if isinstance(value, list) else 1


def _require(values: Iterable[Any], kind: Any) -> None:
    """Refuses values of another kind.

    Raises:
        ValueError: there is one.
    """
    if not all(isinstance(value, kind) for value in values):
        raise ValueError(f"expected {kind}")
