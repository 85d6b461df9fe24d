"""Levels of one game on their way into a catalogue."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.catalogue import schema, shapes
from engine.catalogue.errors import CatalogueError
from engine.catalogue.shapes import COLUMNS, LARGE, NULL, Flat, Shape, Split

if TYPE_CHECKING:
    from engine.generation.bulk import SeedResult

LONGEST = 4 << 20
"""Characters of all shapes of a game's facts at most; a catalogue has a few, of some thousand."""


class Inserter:
    """Adds levels of a game, within a transaction."""

    def __init__(self, connection: sqlite3.Connection, path: Path, game: str) -> None:
        self._connection = connection
        self._game = game
        self._table = schema.facts_table(game)
        self._shapes = read_shapes(connection, path, game)
        self._length = sum(len(shapes.written(shape)) for shape in self._shapes.values())
        self._columns = set(schema.columns(connection, game))
        self._ways: dict[tuple[Any, Any], tuple[int, Split, str]] = {}

    def add(self, run: int, made: SeedResult) -> bool:
        """Adds a level of a seed unless the run has one with its fingerprint; says whether it did.

        One of another run is taken over: it becomes that of the seed, under the number that it has,
        and counts as a duplicate of the run that it was found by.
        """
        there = self.find(made.fingerprint)
        own = (made.seed, made.attempt, made.fingerprint, made.board)
        if there is None:
            self.insert(run, made.facts, own)
            return True
        query = "SELECT run FROM level WHERE id = ?"
        (other,) = self._connection.execute(query, (there,)).fetchone()
        if other == run:
            return False
        self._replace(there, run, made.facts, own)
        lost = "UPDATE run SET kept = kept - 1, duplicates = duplicates + 1 WHERE id = ?"
        self._connection.execute(lost, (other,))
        return True

    def find(self, fingerprint: bytes) -> int | None:
        """The number of the level of the game that has a fingerprint; None if there is none."""
        query = (
            "SELECT level.id FROM level JOIN run ON run.id = level.run"
            " WHERE level.fingerprint = ? AND run.game = ?"
        )
        row = self._connection.execute(query, (fingerprint, self._game)).fetchone()
        return None if row is None else int(row[0])

    def insert(
        self,
        run: int,
        facts: Mapping[str, Any] | Flat,
        own: tuple[int | None, int | None, bytes, bytes],
        said: tuple[str | None, str | None, bytes | None] = (None, None, None),
    ) -> int:
        """Adds a level and gives its number.

        Args:
            run: that it belongs to.
            facts: by which it can be asked for.
            own: seed, attempt, fingerprint and packed board.
            said: title, author and packed file of a level that comes from a file.
        """
        found, (number, split, query) = self._place(facts)
        level = self._connection.execute(
            "INSERT INTO level (run, shape, seed, attempt, fingerprint, board, others,"
            " title, author, file) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (run, number, *own, split.packed(found.values), *said),
        ).lastrowid
        assert level is not None
        self._connection.execute(query, (level, *split.cells(found.values)))
        return level

    def _replace(
        self,
        level: int,
        run: int,
        facts: Mapping[str, Any] | Flat,
        own: tuple[int, int | None, bytes, bytes],
    ) -> None:
        """Puts a level of a seed in the place of another; what is said of that stays."""
        found, (number, split, query) = self._place(facts)
        self._connection.execute(
            "UPDATE level SET run = ?, shape = ?, seed = ?, attempt = ?, fingerprint = ?,"
            " board = ?, others = ?, title = NULL, author = NULL, file = NULL WHERE id = ?",
            (run, number, *own, split.packed(found.values), level),
        )
        self._connection.execute(f"DELETE FROM {self._table} WHERE id = ?", (level,))
        self._connection.execute(query, (level, *split.cells(found.values)))

    def _place(self, facts: Mapping[str, Any] | Flat) -> tuple[Flat, tuple[int, Split, str]]:
        """Facts laid out, with their shape and how they are split and added."""
        found = facts if isinstance(facts, Flat) else shapes.flat(facts)
        return found, self._way(found)

    def _way(self, facts: Flat) -> tuple[int, Split, str]:
        """The shape of facts with how they are split and added; a new one if they fit into none."""
        form = (facts.paths, facts.kinds)
        if form not in self._ways:
            number, shape = self._shape(facts)
            split = Split.of(shape)
            names = "".join(f', "{key}"' for key in split.keys)
            marks = ", ?" * len(split.keys)
            query = f"INSERT INTO {self._table} (id{names}) VALUES (?{marks})"
            self._ways[form] = number, split, query
        return self._ways[form]

    def _shape(self, facts: Flat) -> tuple[int, Shape]:
        kinds = [*zip(facts.paths, facts.kinds, strict=True)]
        for number, shape in self._shapes.items():
            if len(shape) == len(kinds) and all(
                own == path and shapes.fits(kind, wanted)
                for (own, wanted), (path, kind) in zip(shape, kinds, strict=True)
            ):
                return number, shape
        known = {
            path: kind for each in self._shapes.values() for path, kind in each if kind != NULL
        }
        large = {path for each in self._shapes.values() for path, kind in each if kind == LARGE}
        shape = tuple(
            (path, _widest(kind, known.get(path, NULL), path in large)) for path, kind in kinds
        )
        self._require_columns(shape)
        text = shapes.written(shape)
        self._length += len(text)
        if len(shape) > shapes.MOST_FACTS or self._length > LONGEST:
            raise CatalogueError(f"too many different facts of {self._game}")
        new = self._connection.execute(
            "INSERT INTO shape (game, facts) VALUES (?, ?)",
            (self._game, text),
        ).lastrowid
        assert new is not None
        self._shapes[new] = shape
        return new, shape

    def _require_columns(self, shape: Shape) -> None:
        """Sees to it that all facts of a shape have columns."""
        wanted = [shapes.key_of(path) for path, kind in shape if kind in COLUMNS]
        new = [key for key in wanted if key not in self._columns]
        self._columns.update(new)
        if len(self._columns) > schema.MOST_COLUMNS:
            raise CatalogueError(f"more than {schema.MOST_COLUMNS} facts of {self._game}")
        schema.add_columns(self._connection, self._game, new)


def _widest(kind: str, known: str, large: bool) -> str:
    """The kind that a fact has in a new shape, from what it is and what it is in others."""
    if kind == NULL:
        return known
    return LARGE if large and shapes.fits(kind, LARGE) else kind


def read_shapes(connection: sqlite3.Connection, path: Path, game: str) -> dict[int, Shape]:
    """The shapes of a game's facts by number.

    Raises:
        CatalogueError: one is damaged.
    """
    rows = connection.execute("SELECT id, facts FROM shape WHERE game = ? ORDER BY id", (game,))
    found, length = {}, 0
    for number, text in rows:
        length += len(text or "")
        if length > LONGEST:
            raise CatalogueError(f"{path}: damaged: more than {LONGEST:,} bytes of shapes of facts")
        try:
            found[number] = shapes.read(text)
        except (ValueError, RecursionError) as error:
            raise CatalogueError(f"{path}: damaged: shape {number} of facts") from error
    return found
