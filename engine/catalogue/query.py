"""Which levels of a catalogue, in which order, and what can be said of them together."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.catalogue import conditions, schema
from engine.catalogue.conditions import Sql
from engine.catalogue.entries import Entries, Entry
from engine.catalogue.store import Catalogue
from engine.values.expression import Expression

Number = int | float


@dataclass(frozen=True, slots=True)
class Query:
    """Which levels, in which order.

    Attributes:
        where: what must hold of them; None for all.
        sort: the fact that orders them, what is null last; None for the order of their numbers.
        falling: the greatest first.
        limit: how many at most; None for all.
    """

    where: Expression | None = None
    sort: str | None = None
    falling: bool = False
    limit: int | None = None


class Selection:
    """The levels of a catalogue that a query asks for.

    Attributes:
        games: the games whose levels are in the catalogue, by name.
    """

    def __init__(self, catalogue: Catalogue, query: Query) -> None:
        self.catalogue = catalogue
        self.query = query
        with catalogue.refusing():
            self.games = schema.games(catalogue.connection)
            self._columns = {
                game: frozenset(schema.columns(catalogue.connection, game)) for game in self.games
            }

    def count(self) -> int:
        """How many there are."""
        query, parameters = self._select((), ordered=self.query.limit is not None)
        (number,) = next(self._execute(f"SELECT count(*) FROM ({query})", parameters))
        return int(number)

    def ids(self) -> Iterator[int]:
        """Their numbers, in order."""
        return (number for (number,) in self._execute(*self._select(())))

    def in_order_of_seed(self) -> Iterator[int]:
        """Their numbers by game and in order of seed, those without one last.

        Of levels of one seed that different settings made, attempts and fingerprints give the
        order, not numbers: it is the same wherever the levels are.
        """
        query, parameters = self._select(())
        order = "run.game, level.seed IS NULL, level.seed, level.attempt, level.fingerprint"
        ordered = (
            "SELECT level.id FROM level JOIN run ON run.id = level.run"
            f" WHERE level.id IN ({query}) ORDER BY {order}"
        )
        return (number for (number,) in self._execute(ordered, parameters))

    def entries(self) -> Iterator[Entry]:
        """The levels, in order."""
        return Entries(self.catalogue).of(self.ids())

    def values(self, *keys: str, ordered: bool = False) -> Iterator[tuple[Any, ...]]:
        """What facts have as their values, a tuple for each level; None for what is null."""
        return (row[1:] for row in self._execute(*self._select(keys, ordered=ordered)))

    def numbers(self, *keys: str) -> Iterator[tuple[Number, ...]]:
        """What facts have as their values where all of them are numbers."""
        query, parameters = self._numbers(keys)
        return self._execute(query, parameters)

    def extent(self, keys: Sequence[str], key: str) -> tuple[Number, Number, bool] | None:
        """The least and the greatest value of a fact where all of some are numbers.

        With them whether all are whole numbers; None if there are none.
        """
        query, parameters = self._numbers(keys)
        name = f"v{keys.index(key)}"
        found = f"SELECT min({name}), max({name}), sum(typeof({name}) = 'real') FROM ({query})"
        low, high, real = next(self._execute(found, parameters))
        return None if low is None else (low, high, not real)

    def _numbers(self, keys: Sequence[str]) -> Sql:
        query, parameters = self._select(keys, ordered=False)
        names = [f"v{index}" for index in range(len(keys))]
        # Neither texts nor what is too large for its column lie between these.
        numbers = " AND ".join(f"{name} BETWEEN ? AND ?" for name in names)
        ends = (-sys.float_info.max, sys.float_info.max) * len(names)
        return f"SELECT {', '.join(names)} FROM ({query}) WHERE {numbers}", (*parameters, *ends)

    def groups(self, key: str) -> list[tuple[Any, int]]:
        """The values of a fact, each with how many have it, in order; null comes last."""
        query, parameters = self._select((key,), ordered=self.query.limit is not None)
        grouped = f"SELECT v0, count(*) FROM ({query}) GROUP BY v0 ORDER BY v0 IS NULL, v0"
        return [*self._execute(grouped, parameters)]

    def _execute(self, query: str, parameters: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        with self.catalogue.refusing():
            # Not "yield from": left early, it would close the cursor of a file closed by then.
            for row in self.catalogue.connection.execute(query, parameters):  # noqa: UP028
                yield row

    def _select(self, keys: Sequence[str], *, ordered: bool = True) -> Sql:
        """The numbers of the levels, and the values of some facts as ``v0``, ``v1`` ..."""
        parts = [self._of_game(game, keys) for game in self.games]
        names = "".join(f", v{index}" for index in range(len(keys)))
        if not parts:
            nothing = "".join(f", NULL AS v{index}" for index in range(len(keys)))
            return f"SELECT 0 AS id{nothing} WHERE 0", ()
        union = " UNION ALL ".join(part for part, _ in parts)
        parameters = [value for _, values in parts for value in values]
        query = f"SELECT id{names} FROM ({union})"
        if ordered or self.query.limit is not None:
            falling = " DESC" if self.query.falling else ""
            sorting = f"s IS NULL, s{falling}, " if self.query.sort else ""
            query += f" ORDER BY {sorting}id"
        if self.query.limit is not None:
            query += " LIMIT ?"
            parameters.append(self.query.limit)
        return query, tuple(parameters)

    def _of_game(self, game: str, keys: Sequence[str]) -> Sql:
        """The same of one game, with what they are sorted by as ``s``."""
        found = [conditions.value(game, self._columns[game], key) for key in keys]
        sort = (
            ("NULL", ())
            if self.query.sort is None
            else conditions.value(game, self._columns[game], self.query.sort)
        )
        where = (
            ("1", ())
            if self.query.where is None
            else conditions.holds(game, self._columns[game], self.query.where)
        )
        names = "".join(f", {text} AS v{index}" for index, (text, _) in enumerate(found))
        query = (
            f"SELECT f.id AS id, {sort[0]} AS s{names} FROM {schema.facts_table(game)} AS f"
            f" WHERE {where[0]}"
        )
        values = [*sort[1], *(value for _, own in found for value in own), *where[1]]
        return query, tuple(values)
