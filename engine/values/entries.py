"""Entries of tables of TOML files, read key by key.

What is missing, or something else than what it must be, raises a :class:`LevelError` that names the
key and what was expected.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, TypeVar

from engine.errors import LevelError, quoted
from engine.values.grid import type_name
from engine.values.level import Table

W = TypeVar("W", bound=str)

REQUIRED: Any = object()
"""In place of a default: the key must be there."""
_KINDS: Mapping[type, tuple[str, type | tuple[type, ...]]] = {
    bool: ("true or false", bool),
    int: ("an integer", int),
    float: ("a number", (int, float)),
    str: ("a string", str),
    list: ("an array", (list, tuple)),
    dict: ("a table", Mapping),
}


def misfit(value: Any, kind: type) -> str | None:
    """What was expected and what was found; None for a value of that kind."""
    expected, fitting = _KINDS[kind]
    # True and False are integers to Python, not to TOML.
    if isinstance(value, fitting) and (kind is bool or not isinstance(value, bool)):
        return None
    return f"expected {expected}, found {type_name(value)}"


def take(
    table: Table,
    key: str,
    kind: type,
    prefix: str = "",
    default: Any = REQUIRED,
    low: int | None = None,
) -> Any:
    """The value of a key, of that kind and not below ``low``; the default where it is absent."""
    if key not in table and default is not REQUIRED:
        return default
    wrong = misfit(table[key], kind) if key in table else f"missing; expected {_KINDS[kind][0]}"
    if wrong is None and low is not None and table[key] < low:
        wrong = f"expected {low} or more, found {table[key]}"
    if wrong is not None:
        raise LevelError(wrong, key=prefix + key)
    return table[key]


def keys_of(record: type) -> set[str]:
    """The keys of a table that is kept as a record, which has the others as ``extra``."""
    return {field.name for field in fields(record)} - {"extra"}


def present(value: Any) -> Any:
    """A value without the empty entries of its tables, at every depth: TOML has no null."""
    if isinstance(value, Mapping):
        return {key: present(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list | tuple):
        return [present(inner) for inner in value]
    return value


def unknown(table: Table, known: Collection[str]) -> dict[str, Any]:
    """The entries of a table that nothing is known of."""
    return {key: value for key, value in table.items() if key not in known}


def require_format(table: Table, newest: int) -> None:
    """Refuses a file whose ``format`` is newer than what this workbench knows."""
    require_known(whole(table, "format", low=1), newest)


def require_known(version: int, newest: int) -> None:
    """Refuses a version of a file's format above the newest that this workbench knows."""
    if version > newest:
        raise LevelError(
            f"format {version} is newer than this workbench knows ({newest}); left untouched",
            key="format",
        )


def rows(table: Table, key: str) -> list[Table]:
    """An array of tables; none if the key is absent."""
    found = table.get(key, [])
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise LevelError("expected an array of tables", key=key)
    return found


def text(table: Table, key: str, prefix: str = "") -> str:
    """A string."""
    value = table.get(key)
    if not isinstance(value, str):
        raise LevelError(_expected("a string", table, key), key=prefix + key)
    return value


def texts(table: Table, key: str, prefix: str = "") -> list[str]:
    """An array of strings."""
    found = table.get(key)
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise LevelError("expected an array of strings", key=prefix + key)
    return found


def word(table: Table, key: str, known: Sequence[W], prefix: str = "") -> W:
    """One of some words."""
    value = text(table, key, prefix)
    for each in known:
        if value == each:
            return each
    message = f"expected one of {', '.join(known)}, found {quoted(value)}"
    raise LevelError(message, key=prefix + key)


def whole(table: Table, key: str, prefix: str = "", low: int = 0) -> int:
    """A whole number from ``low``."""
    value = table.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        raise LevelError(_expected(f"an integer from {low}", table, key), key=prefix + key)
    return value


def flag(table: Table, key: str, prefix: str = "") -> bool:
    """Whether something is so; it is not if the key is absent."""
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise LevelError(_expected("true or false", table, key), key=prefix + key)
    return value


def moment(table: Table, key: str, prefix: str = "") -> datetime:
    """A date with a time, which is UTC's where it has no offset."""
    value = table.get(key)
    if not isinstance(value, datetime):
        raise LevelError(_expected("a date with a time", table, key), key=prefix + key)
    aware = value if value.tzinfo is not None else value.replace(tzinfo=UTC)
    try:
        aware.astimezone()
    except (OverflowError, ValueError, OSError) as error:
        raise LevelError("expected a date that clocks can show", key=prefix + key) from error
    return aware


def _expected(what: str, table: Table, key: str) -> str:
    if key not in table:
        return f"missing; expected {what}"
    value: Any = table[key]
    return f"expected {what}, found {value if isinstance(value, int) else type_name(value)}"
