"""Queries over a catalogue, and the levels that they select."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.catalogue import schema, sql_conditions
from engine.catalogue.entry_reader import CatalogueEntry, EntryReader
from engine.catalogue.sql_conditions import Sql
from engine.catalogue.store import Catalogue
from engine.values.expression import Expression

Number = int | float


@dataclass(frozen=True, slots=True)
class Query:
    """A condition, an order and a limit for selecting levels from a catalogue.

    Attributes:
        where: The condition that a level must satisfy; None for all levels.
        sort: The fact to sort by, with null values last; None to sort by id.
        descending: True if the highest values come first.
        limit: The maximum number of levels; None for no limit.
    """

    where: Expression | None = None
    sort: str | None = None
    descending: bool = False
    limit: int | None = None


class Selection:
    """The levels that a query selects from a catalogue.

    Attributes:
        catalogue: The catalogue that holds the levels.
        query: The query that selects the levels.
        games: The names of the games whose levels are in the catalogue.
    """

    def __init__(self, catalogue: Catalogue, query: Query) -> None:
        self.catalogue = catalogue
        self.query = query
        with catalogue.translate_errors():
            self.games = schema.list_games(catalogue.connection)
            self._columns = {
                game: frozenset(schema.list_columns(catalogue.connection, game))
                for game in self.games
            }

    def count_levels(self) -> int:
        """Return the number of levels selected."""
        query, parameters = self._build_select((), ordered=self.query.limit is not None)
        (number,) = next(self._execute_query(f"SELECT count(*) FROM ({query})", parameters))
        return int(number)

    def list_ids(self) -> Iterator[int]:
        """Yield the ids of the levels in the query's order."""
        return (number for (number,) in self._execute_query(*self._build_select(())))

    def list_ids_by_seed(self) -> Iterator[int]:
        """Yield the ids of the levels, sorted by game and seed, with unseeded levels last.

        Levels with the same seed, but different settings, are sorted by attempt and fingerprint
        instead of by id, so the order is the same in every catalogue.
        """
        query, parameters = self._build_select(())
        order = "run.game, level.seed IS NULL, level.seed, level.attempt, level.fingerprint"
        ordered = (
            "SELECT level.id FROM level JOIN run ON run.id = level.run"
            f" WHERE level.id IN ({query}) ORDER BY {order}"
        )
        return (number for (number,) in self._execute_query(ordered, parameters))

    def read_entries(self) -> Iterator[CatalogueEntry]:
        """Yield the levels in the query's order."""
        return EntryReader(self.catalogue).read_entries(self.list_ids())

    def read_values(self, *keys: str, ordered: bool = False) -> Iterator[tuple[Any, ...]]:
        """Yield a tuple with the values of the facts ``keys`` for each level.

        A null value becomes None. The levels are in the query's order only if ``ordered`` is True.
        """
        return (row[1:] for row in self._execute_query(*self._build_select(keys, ordered=ordered)))

    def read_numbers(self, *keys: str) -> Iterator[tuple[Number, ...]]:
        """Yield a tuple with the values of the facts ``keys`` for each level.

        Levels in which any of these facts is not a number are left out.
        """
        query, parameters = self._build_number_select(keys)
        return self._execute_query(query, parameters)

    def measure_extent(self, keys: Sequence[str], key: str) -> tuple[Number, Number, bool] | None:
        """Return the range of the fact ``key`` over the levels in which all ``keys`` are numbers.

        Args:
            keys: The keys of the facts, including ``key``.
            key: The key of the fact to measure.

        Returns:
            The lowest value, the highest value, and whether all values are whole numbers; None if
            there are no such levels.
        """
        query, parameters = self._build_number_select(keys)
        name = f"v{keys.index(key)}"
        found = f"SELECT min({name}), max({name}), sum(typeof({name}) = 'real') FROM ({query})"
        low, high, real = next(self._execute_query(found, parameters))
        return None if low is None else (low, high, not real)

    def _build_number_select(self, keys: Sequence[str]) -> Sql:
        query, parameters = self._build_select(keys, ordered=False)
        names = [f"v{index}" for index in range(len(keys))]
        # This excludes strings, which SQLite sorts after all numbers, and numbers that are stored
        # as infinity because they are too large.
        numbers = " AND ".join(f"{name} BETWEEN ? AND ?" for name in names)
        ends = (-sys.float_info.max, sys.float_info.max) * len(names)
        return f"SELECT {', '.join(names)} FROM ({query}) WHERE {numbers}", (*parameters, *ends)

    def count_groups(self, key: str) -> list[tuple[Any, int]]:
        """Return each value of a fact and the number of levels that have it, sorted by value.

        Null comes last.
        """
        query, parameters = self._build_select((key,), ordered=self.query.limit is not None)
        grouped = f"SELECT v0, count(*) FROM ({query}) GROUP BY v0 ORDER BY v0 IS NULL, v0"
        return [*self._execute_query(grouped, parameters)]

    def _execute_query(self, query: str, parameters: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        with self.catalogue.translate_errors():
            # "yield from" would close the cursor if the caller stops early, but by then its
            # connection may be closed already.
            for row in self.catalogue.connection.execute(query, parameters):  # noqa: UP028
                yield row

    def _build_select(self, keys: Sequence[str], *, ordered: bool = True) -> Sql:
        """Build SQL that selects level ids, and the facts ``keys`` as ``v0``, ``v1`` and so on.

        The rows are sorted if ``ordered`` is True or the query has a limit.
        """
        parts = [self._build_game_select(game, keys) for game in self.games]
        names = "".join(f", v{index}" for index in range(len(keys)))
        if not parts:
            # No game has a table yet, so return no rows, but with the right columns.
            nothing = "".join(f", NULL AS v{index}" for index in range(len(keys)))
            return f"SELECT 0 AS id{nothing} WHERE 0", ()
        # Each game has its own table of facts. A limit needs the order even if the caller does not.
        union = " UNION ALL ".join(part for part, _ in parts)
        parameters = [value for _, values in parts for value in values]
        query = f"SELECT id{names} FROM ({union})"
        if ordered or self.query.limit is not None:
            falling = " DESC" if self.query.descending else ""
            sorting = f"s IS NULL, s{falling}, " if self.query.sort else ""
            query += f" ORDER BY {sorting}id"
        if self.query.limit is not None:
            query += " LIMIT ?"
            parameters.append(self.query.limit)
        return query, tuple(parameters)

    def _build_game_select(self, game: str, keys: Sequence[str]) -> Sql:
        """Build the SELECT statement for one game, which also selects the sort value as ``s``."""
        found = [sql_conditions.build_value(game, self._columns[game], key) for key in keys]
        sort = (
            ("NULL", ())
            if self.query.sort is None
            else sql_conditions.build_value(game, self._columns[game], self.query.sort)
        )
        where = (
            ("1", ())
            if self.query.where is None
            else sql_conditions.build_condition(game, self._columns[game], self.query.where)
        )
        names = "".join(f", {text} AS v{index}" for index, (text, _) in enumerate(found))
        query = (
            f"SELECT f.id AS id, {sort[0]} AS s{names} FROM {schema.quote_facts_table(game)} AS f"
            f" WHERE {where[0]}"
        )
        # The parameters must be in the same order as their placeholders in the SQL.
        values = [*sort[1], *(value for _, own in found for value in own), *where[1]]
        return query, tuple(values)
