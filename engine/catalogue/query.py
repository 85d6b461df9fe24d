"""Which levels of a catalogue, in which order: expressions over facts as SQL.

An expression becomes a condition with parameters; no text of it becomes SQL. Each comparison is
true or false, never unknown, and holds of values of its own kind alone, as in
:func:`engine.values.expression.holds`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.catalogue import schema, shapes
from engine.catalogue.entries import Entries, Entry
from engine.catalogue.inserting import read_shapes
from engine.catalogue.store import Catalogue
from engine.errors import EngineError, quoted, similar
from engine.game import registry
from engine.making.wishes import kinds_of_boards
from engine.values.expression import (
    Comparison,
    Condition,
    Expression,
    ExpressionError,
    Kinds,
    Said,
    Tagged,
    fold,
    parse,
)

Sql = tuple[str, tuple[Any, ...]]
"""A text and its parameters."""

_OWN: Mapping[str, tuple[type, str]] = {
    "id": (int, "f.id"),
    "seed": (int, "(SELECT seed FROM level WHERE level.id = f.id)"),
    "attempt": (int, "(SELECT attempt FROM level WHERE level.id = f.id)"),
    "author": (str, "(SELECT author FROM level WHERE level.id = f.id)"),
    "own.stars": (int, "(SELECT stars FROM mark WHERE mark.level = f.id)"),
    "own.note": (str, "(SELECT note FROM mark WHERE mark.level = f.id)"),
}
"""What is no fact and can be asked for all the same: its kind, and where it stands."""
_TITLE = "(SELECT coalesce(title, ? || ' ' || seed) FROM level WHERE level.id = f.id)"
_OPERATORS: Mapping[Callable[[Any, Any], Any], str] = {
    operator.eq: "=", operator.ne: "<>",
    operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=",
}  # fmt: skip
_KINDS: Mapping[str, type] = {shapes.NUMBER: float, shapes.LARGE: float, shapes.TRUTH: bool}


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
    """The levels of a catalogue that a query asks for."""

    def __init__(self, catalogue: Catalogue, query: Query) -> None:
        self.catalogue = catalogue
        self.query = query
        with catalogue.refusing():
            self._games = schema.games(catalogue.connection)
            self._columns = {
                game: frozenset(schema.columns(catalogue.connection, game)) for game in self._games
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

        Of levels of one seed that different settings made, attempts and fingerprints tell the
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

    def values(self, *keys: str) -> Iterator[tuple[Any, ...]]:
        """What facts have as their values, a tuple for each level; None for what is null."""
        return (row[1:] for row in self._execute(*self._select(keys, ordered=False)))

    def groups(self, key: str) -> list[tuple[Any, int]]:
        """The values of a fact, each with how many have it, in order; null comes last."""
        query, parameters = self._select((key,), ordered=self.query.limit is not None)
        grouped = f"SELECT v0, count(*) FROM ({query}) GROUP BY v0 ORDER BY v0 IS NULL, v0"
        return [*self._execute(grouped, parameters)]

    def _execute(self, query: str, parameters: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        with self.catalogue.refusing():
            yield from self.catalogue.connection.execute(query, parameters)

    def _select(self, keys: Sequence[str], *, ordered: bool = True) -> Sql:
        """The numbers of the levels, and the values of some facts as ``v0``, ``v1`` ..."""
        parts = [self._of_game(game, keys) for game in self._games]
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
        found = [self._value(game, key) for key in keys]
        sort = ("NULL", ()) if self.query.sort is None else self._value(game, self.query.sort)
        where = ("1", ()) if self.query.where is None else self._holds(game, self.query.where)
        names = "".join(f", {text} AS v{index}" for index, (text, _) in enumerate(found))
        query = (
            f"SELECT f.id AS id, {sort[0]} AS s{names} FROM {schema.facts_table(game)} AS f"
            f" WHERE {where[0]}"
        )
        values = [*sort[1], *(value for _, own in found for value in own), *where[1]]
        return query, tuple(values)

    def _value(self, game: str, key: str) -> Sql:
        """What a fact of a level is: of a table its rating; null where there is none."""
        if key == "game":
            return "?", (game,)
        if key == "title":
            return _TITLE, (registry.get(game).title,)
        if key in _OWN:
            return _OWN[key][1], ()
        names = [name for name in (key, f"{key}.rating") if name in self._columns[game]]
        quoted_names = [f'f."{name}"' for name in names]
        if len(names) == 2:
            return f"coalesce({', '.join(quoted_names)})", ()
        return (quoted_names or ["NULL"])[0], ()

    def _holds(self, game: str, expression: Expression) -> Sql:
        """Whether an expression holds, 0 or 1."""

        def met(condition: Condition) -> Sql:
            match condition:
                case Comparison():
                    return _compared(self._value(game, condition.key), condition)
                case Tagged():
                    return "f.id IN (SELECT level FROM tag WHERE word = ?)", (condition.tag,)
                case Said():
                    raise ExpressionError("expected KEY OP VALUE, KEY A..B or tag:WORD")

        return fold(
            expression,
            met,
            lambda part: (f"NOT ({part[0]})", part[1]),
            lambda parts: _joined(" AND ", parts),
            lambda parts: _joined(" OR ", parts),
        )


def _joined(word: str, parts: Iterable[Sql]) -> Sql:
    found = [*parts]
    texts = word.join(f"({text})" for text, _ in found)
    return texts, tuple(value for _, values in found for value in values)


def _compared(value: Sql, condition: Comparison) -> Sql:
    """Whether a value is of the kind that is compared, and compares so."""
    text, parameters = value
    kinds = "'integer', 'real'"
    if bool in condition.kindred:
        kinds = "'integer'"
    elif str in condition.kindred:
        kinds = "'text'"
    wanted = _wanted(condition.wanted)
    right_kind = f"typeof({text}) IN ({kinds})"
    if wanted is None:  # not a number, which nothing compares with but by being another
        return (
            right_kind if condition.compare is operator.ne else "0 AND " + right_kind
        ), parameters
    compared = f"{text} {_OPERATORS[condition.compare]} ?"
    return f"({right_kind}) AND ifnull({compared}, 0)", (*parameters, *parameters, wanted)


def _wanted(value: Any) -> Any:
    """A value as SQLite can have it; None for what is not a number."""
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return math.copysign(math.inf, value)
    return value


def kinds_of(catalogue: Catalogue) -> Kinds:
    """The keys that levels of a catalogue can be asked for by, and what they stand for.

    Raises:
        CatalogueError: damaged.
        GameNotFound: of a game that is not installed.
    """
    with catalogue.refusing():
        games = schema.games(catalogue.connection)
        stored = {
            shapes.key_of(path): _KINDS.get(kind, str)
            for game in games
            for shape in read_shapes(catalogue.connection, catalogue.path, game).values()
            for path, kind in shape
            if kind in shapes.COLUMNS
        }
    own = {key: kind for key, (kind, _) in _OWN.items()}
    return {**stored, **kinds_of_boards(map(registry.get, games)), "game": str, "title": str, **own}


def asked(text: str, kinds: Kinds) -> Expression:
    """The expression that a text spells over levels of a catalogue.

    Raises:
        ExpressionError: it spells none.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ExpressionError("expected text in UTF-8") from None
    return parse(text, kinds)


def require_key(key: str, kinds: Kinds, wanted: Sequence[type] = (int, float, bool, str)) -> str:
    """A key that levels can be asked for by, of one of some kinds.

    Raises:
        EngineError: there is none such.
    """
    known = [name for name, kind in kinds.items() if kind in wanted]
    if key not in known:
        kind = "fact" if str in wanted else "fact that is a number"
        hint = similar(key, known, "expected one such as moves")
        raise EngineError(f"no {kind} {quoted(key)}; {hint}")
    return key


def sorting(text: str, kinds: Kinds) -> tuple[str, bool]:
    """The key of ``KEY`` or ``KEY:desc``, and whether the greatest come first.

    Raises:
        EngineError: it is neither.
    """
    key, _, way = text.partition(":")
    if way not in ("", "desc") or (text.endswith(":") and not way):
        raise EngineError(f"expected KEY or KEY:desc, found {quoted(text)}")
    return require_key(key, kinds), way == "desc"
