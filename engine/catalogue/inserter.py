"""The insertion of a game's levels into a catalogue."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.catalogue import fact_columns, schema
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.fact_columns import COLUMN_KINDS, LARGE, NULL, ColumnSplit, FlatFacts, Shape

if TYPE_CHECKING:
    from engine.generation.bulk_generator import SeedResult

MAX_SHAPES_TEXT = 4 << 20
"""The maximum total length, in characters, of a game's shapes. A few thousand are normal."""


class Inserter:
    """An object that inserts levels of one game within the caller's transactions."""

    def __init__(self, connection: sqlite3.Connection, path: Path, game: str) -> None:
        self._connection = connection
        self._game = game
        self._table = schema.quote_facts_table(game)
        self._shapes = read_shapes(connection, path, game)
        self._shapes_text = sum(
            len(fact_columns.write_shape(shape)) for shape in self._shapes.values()
        )
        self._columns = set(schema.list_columns(connection, game))
        self._statements: dict[tuple[Any, Any], tuple[int, ColumnSplit, str]] = {}

    def add_result(self, run: int, made: SeedResult) -> bool:
        """Add the level from a seed unless the run already has its board.

        If another run has a level with the same board, that level moves to this run. It keeps its
        id, takes on the seed and facts of the result, and counts as a duplicate in its former run.

        Args:
            run: The id of the run.
            made: The result of the seed, which must contain a level.

        Returns:
            True if the run has gained a level.
        """
        there = self.find_level(made.fingerprint)
        own = (made.seed, made.attempt, made.fingerprint, made.board)
        if there is None:
            self.insert_level(run, made.facts, own)
            return True
        query = "SELECT run FROM level WHERE id = ?"
        (other,) = self._connection.execute(query, (there,)).fetchone()
        # If this run already has the board, it came from an earlier seed, which takes precedence.
        if other == run:
            return False
        self._replace_level(there, run, made.facts, own)
        lost = "UPDATE run SET kept = kept - 1, duplicates = duplicates + 1 WHERE id = ?"
        self._connection.execute(lost, (other,))
        return True

    def find_level(self, fingerprint: bytes) -> int | None:
        """Return the id of the level with the given fingerprint, or None if there is none."""
        query = (
            "SELECT level.id FROM level JOIN run ON run.id = level.run"
            " WHERE level.fingerprint = ? AND run.game = ?"
        )
        row = self._connection.execute(query, (fingerprint, self._game)).fetchone()
        return None if row is None else int(row[0])

    def insert_level(
        self,
        run: int,
        facts: Mapping[str, Any] | FlatFacts,
        identity: tuple[int | None, int | None, bytes, bytes],
        metadata: tuple[str | None, str | None, bytes | None] = (None, None, None),
    ) -> int:
        """Insert a level and return its id.

        Args:
            run: The id of the run that the level belongs to.
            facts: The facts of the level that queries can use.
            identity: The seed, attempt, fingerprint and packed board.
            metadata: The title, the author and the compressed level file; all None for a level that
                can be generated again from its seed.
        """
        found, (number, split, query) = self._prepare_facts(facts)
        level = self._connection.execute(
            "INSERT INTO level (run, shape, seed, attempt, fingerprint, board, others,"
            " title, author, file) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (run, number, *identity, split.pack_others(found.values), *metadata),
        ).lastrowid
        assert level is not None
        self._connection.execute(query, (level, *split.pick_cells(found.values)))
        return level

    def _replace_level(
        self,
        level: int,
        run: int,
        facts: Mapping[str, Any] | FlatFacts,
        identity: tuple[int, int | None, bytes, bytes],
    ) -> None:
        """Replace a level with the level from a seed, keeping the old id and annotations."""
        found, (number, split, query) = self._prepare_facts(facts)
        self._connection.execute(
            "UPDATE level SET run = ?, shape = ?, seed = ?, attempt = ?, fingerprint = ?,"
            " board = ?, others = ?, title = NULL, author = NULL, file = NULL WHERE id = ?",
            (run, number, *identity, split.pack_others(found.values), level),
        )
        self._connection.execute(f"DELETE FROM {self._table} WHERE id = ?", (level,))
        self._connection.execute(query, (level, *split.pick_cells(found.values)))

    def _prepare_facts(
        self, facts: Mapping[str, Any] | FlatFacts
    ) -> tuple[FlatFacts, tuple[int, ColumnSplit, str]]:
        """Flatten facts, and find the id, column split and INSERT statement of their shape."""
        found = facts if isinstance(facts, FlatFacts) else fact_columns.flatten_facts(facts)
        return found, self._get_statement(found)

    def _get_statement(self, facts: FlatFacts) -> tuple[int, ColumnSplit, str]:
        """Return the shape id, column split and INSERT statement for facts.

        If no shape fits the facts, a new one is added.
        """
        # Most levels of a game have the same paths and kinds, so remember the shape that was found.
        form = (facts.paths, facts.kinds)
        if form not in self._statements:
            number, shape = self._find_shape(facts)
            split = ColumnSplit.for_shape(shape)
            names = "".join(f', "{key}"' for key in split.keys)
            marks = ", ?" * len(split.keys)
            # Keys have passed schema.is_key, so they contain no quotation marks.
            query = f"INSERT INTO {self._table} (id{names}) VALUES (?{marks})"
            self._statements[form] = number, split, query
        return self._statements[form]

    def _find_shape(self, facts: FlatFacts) -> tuple[int, Shape]:
        kinds = [*zip(facts.paths, facts.kinds, strict=True)]
        for number, shape in self._shapes.items():
            if len(shape) == len(kinds) and all(
                own == path and fact_columns.can_stand_for(kind, wanted)
                for (own, wanted), (path, kind) in zip(shape, kinds, strict=True)
            ):
                return number, shape
        # A fact that is null here may be a number in other shapes. The new shape uses the known
        # kind, so that later levels with a number fit it too and need no further shape.
        known = {
            path: kind for each in self._shapes.values() for path, kind in each if kind != NULL
        }
        large = {path for each in self._shapes.values() for path, kind in each if kind == LARGE}
        shape = tuple(
            (path, _choose_kind(kind, known.get(path, NULL), path in large)) for path, kind in kinds
        )
        self._require_columns(shape)
        text = fact_columns.write_shape(shape)
        self._shapes_text += len(text)
        if len(shape) > fact_columns.MAX_FACTS or self._shapes_text > MAX_SHAPES_TEXT:
            raise CatalogueError(f"too many different facts of {self._game}")
        new = self._connection.execute(
            "INSERT INTO shape (game, facts) VALUES (?, ?)",
            (self._game, text),
        ).lastrowid
        assert new is not None
        self._shapes[new] = shape
        return new, shape

    def _require_columns(self, shape: Shape) -> None:
        """Add the columns that the facts of a shape need and that do not exist yet.

        Raises:
            CatalogueError: The game would have too many columns.
        """
        wanted = [fact_columns.join_key(path) for path, kind in shape if kind in COLUMN_KINDS]
        new = [key for key in wanted if key not in self._columns]
        self._columns.update(new)
        if len(self._columns) > schema.MAX_COLUMNS:
            raise CatalogueError(f"more than {schema.MAX_COLUMNS} facts of {self._game}")
        schema.add_columns(self._connection, self._game, new)


def _choose_kind(kind: str, known: str, is_large: bool) -> str:
    """Choose the kind to record for a fact in a new shape.

    Args:
        kind: The kind of the fact's value.
        known: The kind of the fact in other shapes; null if it is not known.
        is_large: True if the fact is a large number in another shape.
    """
    if kind == NULL:
        return known
    return LARGE if is_large and fact_columns.can_stand_for(kind, LARGE) else kind


def read_shapes(connection: sqlite3.Connection, path: Path, game: str) -> dict[int, Shape]:
    """Return a mapping from shape id to shape for all shapes stored for a game.

    Raises:
        CatalogueError: A shape is damaged, or the shapes are too long.
    """
    rows = connection.execute("SELECT id, facts FROM shape WHERE game = ? ORDER BY id", (game,))
    found, length = {}, 0
    for number, text in rows:
        length += len(text or "")
        if length > MAX_SHAPES_TEXT:
            raise CatalogueError(
                f"{path}: damaged: more than {MAX_SHAPES_TEXT:,} bytes of shapes of facts"
            )
        try:
            found[number] = fact_columns.read_shape(text)
        except (ValueError, RecursionError) as error:
            raise CatalogueError(f"{path}: damaged: shape {number} of facts") from error
    return found
