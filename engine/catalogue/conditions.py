"""Expressions over facts as conditions of SQL, with parameters: no text of them becomes SQL.

Each comparison is true or false, never unknown, and holds of values of its own kind alone, as in
:func:`engine.values.expression.holds`. The table of facts is called ``f``.
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
    Mention,
    Tagged,
    fold,
)

DEEPEST = 24
"""How deep expressions may stand within each other: SQLite's parser has room for no more."""
Sql = tuple[str, tuple[Any, ...]]
"""A text and its parameters."""

OWN: Mapping[str, tuple[type, str]] = {
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


def value(game: str, columns: Collection[str], key: str) -> Sql:
    """What a fact of a level is: of a table its rating; null where there is none.

    Args:
        game: of the level.
        columns: the facts that have columns.
        key: of the fact.
    """
    if key == "game":
        return "?", (game,)
    if key == "title":
        return _TITLE, (registry.get(game).title,)
    if key in OWN:
        return OWN[key][1], ()
    names = [f'f."{name}"' for name in (key, f"{key}.rating") if name in columns]
    if len(names) == 2:
        return f"coalesce({', '.join(names)})", ()
    return (names or ["NULL"])[0], ()


def holds(game: str, columns: Collection[str], expression: Expression) -> Sql:
    """Whether an expression holds of a level, 0 or 1; see :func:`value`.

    Raises:
        ExpressionError: it looks for words.
    """

    def met(condition: Condition) -> Sql:
        """Whether a single condition holds."""
        match condition:
            case Comparison():
                return _compared(value(game, columns, condition.key), condition)
            case Tagged():
                return "f.id IN (SELECT level FROM tag WHERE word = ?)", (condition.tag,)
            case Mention():
                raise ExpressionError("expected KEY OP VALUE, KEY A..B or tag:WORD")

    return fold(
        expression,
        met,
        lambda part: (f"NOT ({part[0]})", part[1]),
        lambda parts: _joined(" AND ", parts),
        lambda parts: _joined(" OR ", parts),
    )


def depth(expression: Expression) -> int:
    """How deep expressions stand within each other."""
    return fold(
        expression,
        lambda _: 1,
        lambda part: part + 1,
        lambda parts: max(parts) + 1,
        lambda parts: max(parts) + 1,
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
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf
    return value
