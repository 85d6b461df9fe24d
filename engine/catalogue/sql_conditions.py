"""The translation of where-expressions into SQL conditions with bound parameters.

Values from an expression are always passed as parameters, and never inserted into the SQL.

Each comparison is either true or false, never NULL. As in
:func:`engine.values.expression.is_satisfied`, it is false for a value of a different type. The
facts table has the alias ``f``.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from engine.game import registry
from engine.values.expression import (
    Comparison,
    Condition,
    Expression,
    ExpressionError,
    HasTag,
    HasText,
    fold_expression,
)

MAX_DEPTH = 24
"""The maximum nesting depth of expressions. SQLite's parser would refuse very deep ones."""
Sql = tuple[str, tuple[Any, ...]]
"""A piece of SQL, and the values of its parameters."""

SPECIAL_KEYS: Mapping[str, tuple[type, str]] = {
    "id": (int, "f.id"),
    "seed": (int, "(SELECT seed FROM level WHERE level.id = f.id)"),
    "attempt": (int, "(SELECT attempt FROM level WHERE level.id = f.id)"),
    "author": (str, "(SELECT author FROM level WHERE level.id = f.id)"),
    "own.stars": (int, "(SELECT stars FROM mark WHERE mark.level = f.id)"),
    "own.note": (str, "(SELECT note FROM mark WHERE mark.level = f.id)"),
}
"""The keys that can be queried but are not facts, each with its type and SQL expression."""
_TITLE = "(SELECT coalesce(title, ? || ' ' || seed) FROM level WHERE level.id = f.id)"
_OPERATORS: Mapping[Callable[[Any, Any], Any], str] = {
    operator.eq: "=", operator.ne: "<>",
    operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=",
}  # fmt: skip


def build_value(game: str, columns: Collection[str], key: str) -> Sql:
    """Build an SQL expression for the value of a key. It is NULL if the key has no column.

    The value of a table is its entry ``rating``.

    Args:
        game: The name of the game.
        columns: The keys of the facts that have columns.
        key: The key of a fact, or one of the other keys that can be queried.
    """
    if key == "game":
        return "?", (game,)
    if key == "title":
        return _TITLE, (registry.get_game(game).title,)
    if key in SPECIAL_KEYS:
        return SPECIAL_KEYS[key][1], ()
    names = [f'f."{name}"' for name in (key, f"{key}.rating") if name in columns]
    if len(names) == 2:
        return f"coalesce({', '.join(names)})", ()
    return (names or ["NULL"])[0], ()


def build_condition(game: str, columns: Collection[str], expression: Expression) -> Sql:
    """Build SQL that is 1 for a level that satisfies an expression, and 0 for any other.

    See :func:`build_value` for ``game`` and ``columns``.

    Raises:
        ExpressionError: The expression contains a bare search word.
    """

    def build_single(condition: Condition) -> Sql:
        match condition:
            case Comparison():
                return _build_comparison(build_value(game, columns, condition.key), condition)
            case HasTag():
                return "f.id IN (SELECT level FROM tag WHERE word = ?)", (condition.tag,)
            case HasText():
                raise ExpressionError("expected KEY OP VALUE, KEY A..B or tag:WORD")

    return fold_expression(
        expression,
        build_single,
        lambda part: (f"NOT ({part[0]})", part[1]),
        lambda parts: _join_conditions(" AND ", parts),
        lambda parts: _join_conditions(" OR ", parts),
    )


def measure_depth(expression: Expression) -> int:
    """Return the nesting depth of an expression."""
    return fold_expression(
        expression,
        lambda _: 1,
        lambda part: part + 1,
        lambda parts: max(parts) + 1,
        lambda parts: max(parts) + 1,
    )


def _join_conditions(word: str, parts: Iterable[Sql]) -> Sql:
    found = [*parts]
    texts = word.join(f"({text})" for text, _ in found)
    return texts, tuple(value for _, values in found for value in values)


def _build_comparison(value: Sql, condition: Comparison) -> Sql:
    """Build SQL that is 1 if a value has the right type and satisfies a comparison, or 0 if not."""
    text, parameters = value
    kinds = "'integer', 'real'"
    # SQLite has no truth values. They are stored as the integers 0 and 1.
    if bool in condition.fact_types:
        kinds = "'integer'"
    elif str in condition.fact_types:
        kinds = "'text'"
    wanted = _convert_value(condition.value)
    right_kind = f"typeof({text}) IN ({kinds})"
    if wanted is None:  # NaN is equal to nothing, so only "!=" is true
        return (
            right_kind if condition.compare is operator.ne else "0 AND " + right_kind
        ), parameters
    # A comparison with NULL is NULL, and NOT NULL is NULL again instead of true, so make it 0.
    compared = f"{text} {_OPERATORS[condition.compare]} ?"
    return f"({right_kind}) AND ifnull({compared}, 0)", (*parameters, *parameters, wanted)


def _convert_value(value: Any) -> Any:
    """Convert a value to one that SQLite accepts, or return None for NaN."""
    if isinstance(value, float) and math.isnan(value):
        return None
    # SQLite integers have 64 bits, so larger ones are compared as floats.
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf
    return value
