"""Levels of one game on their way into a catalogue."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.catalogue import schema, shapes
from engine.catalogue.errors import CatalogueError
from engine.catalogue.runs import Row
from engine.catalogue.shapes import COLUMNS, LARGE, NULL, Shape


class Inserter:
    """Adds levels of a game, within a transaction."""

    def __init__(self, connection: sqlite3.Connection, path: Path, game: str) -> None:
        self._connection = connection
        self._game = game
        self._table = schema.facts_table(game)
        self._shapes = read_shapes(connection, path, game)
        self._columns = set(schema.columns(connection, game))

    def add(self, run: int, row: Row) -> bool:
        """Adds a level of a seed unless there is one with its fingerprint; says whether it did."""
        if self.find(row.fingerprint) is not None:
            return False
        self.insert(run, row.facts, (row.seed, row.attempt, row.fingerprint, row.board))
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
        facts: Mapping[str, Any],
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
        number, shape = self._shape(facts)
        cells, others = shapes.split(shape, shapes.flat(facts))
        level = self._connection.execute(
            "INSERT INTO level (run, shape, seed, attempt, fingerprint, board, others,"
            " title, author, file) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (run, number, *own, others, *said),
        ).lastrowid
        assert level is not None
        names = "".join(f', "{key}"' for key in cells)
        marks = ", ?" * len(cells)
        query = f"INSERT INTO {self._table} (id{names}) VALUES (?{marks})"
        self._connection.execute(query, (level, *cells.values()))
        return level

    def _shape(self, facts: Mapping[str, Any]) -> tuple[int, Shape]:
        """The shape of facts with its number; a new one if they fit into none."""
        entries = shapes.flat(facts)
        kinds = [(path, shapes.kind_of(path, value)) for path, value in entries]
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
            (path, LARGE if path in large and shapes.fits(kind, LARGE)
             else known.get(path, NULL) if kind == NULL else kind)
            for path, kind in kinds
        )  # fmt: skip
        self._require_columns(shape)
        new = self._connection.execute(
            "INSERT INTO shape (game, facts) VALUES (?, ?)",
            (self._game, shapes.written(shape)),
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


def read_shapes(connection: sqlite3.Connection, path: Path, game: str) -> dict[int, Shape]:
    """The shapes of a game's facts by number.

    Raises:
        CatalogueError: one is damaged.
    """
    rows = connection.execute("SELECT id, facts FROM shape WHERE game = ? ORDER BY id", (game,))
    found = {}
    for number, text in rows:
        try:
            found[number] = shapes.read(text)
        except (ValueError, RecursionError) as error:
            raise CatalogueError(f"{path}: damaged: shape {number} of facts") from error
    return found
