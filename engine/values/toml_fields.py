"""Type-checked access to the fields of TOML tables.

If a key is missing or its value has the wrong type, a :class:`LevelError` names the key and the
expected type.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, TypeVar

from engine.errors import LevelError, quote_input
from engine.values.grid import get_type_name
from engine.values.level import Table

W = TypeVar("W", bound=str)

REQUIRED: Any = object()
"""A marker to pass as the default if the key must be present."""
_TOML_TYPES: Mapping[type, tuple[str, type | tuple[type, ...]]] = {
    bool: ("true or false", bool),
    int: ("an integer", int),
    float: ("a number", (int, float)),
    str: ("a string", str),
    list: ("an array", (list, tuple)),
    dict: ("a table", Mapping),
}


def find_type_error(value: Any, value_type: type) -> str | None:
    """Return a message that names the expected and the actual type, or None if they match."""
    expected, fitting = _TOML_TYPES[value_type]
    # True and False are integers in Python, but not in TOML.
    if isinstance(value, fitting) and (value_type is bool or not isinstance(value, bool)):
        return None
    return f"expected {expected}, found {get_type_name(value)}"


def read_value(
    table: Table,
    key: str,
    value_type: type,
    prefix: str = "",
    default: Any = REQUIRED,
    low: int | None = None,
) -> Any:
    """Return the value of a key after checking its type, or ``default`` if the key is absent.

    Raises:
        LevelError: The key is required but absent, or the value has the wrong type or is less than
            ``low``.
    """
    if key not in table and default is not REQUIRED:
        return default
    wrong = (
        find_type_error(table[key], value_type)
        if key in table
        else f"missing; expected {_TOML_TYPES[value_type][0]}"
    )
    if wrong is None and low is not None and table[key] < low:
        wrong = f"expected {low} or more, found {table[key]}"
    if wrong is not None:
        raise LevelError(wrong, key=prefix + key)
    return table[key]


def list_field_keys(record: type) -> set[str]:
    """Return the keys of the table that stores a dataclass: its field names without ``extra``."""
    return {field.name for field in fields(record)} - {"extra"}


def drop_nulls(value: Any) -> Any:
    """Return a value without null entries in its tables, at any depth, because TOML has no null."""
    if isinstance(value, Mapping):
        return {key: drop_nulls(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list | tuple):
        return [drop_nulls(inner) for inner in value]
    return value


def select_unknown(table: Table, known: Collection[str]) -> dict[str, Any]:
    """Return the entries of a table whose keys are not in ``known``."""
    return {key: value for key, value in table.items() if key not in known}


def require_format(table: Table, newest: int) -> None:
    """Raise an error if a file's ``format`` is newer than ``newest``, the newest known version.

    Raises:
        LevelError: The format is newer, or is not a valid version.
    """
    require_known_version(read_integer(table, "format", low=1), newest)


def require_known_version(version: int, newest: int) -> None:
    """Raise an error if a format version is newer than ``newest``, the newest known version.

    Raises:
        LevelError: The version is newer than ``newest``.
    """
    if version > newest:
        raise LevelError(
            f"format {version} is newer than this workbench knows ({newest}); left untouched",
            key="format",
        )


def read_tables(table: Table, key: str) -> list[Table]:
    """Read an array of tables, or return an empty list if the key is absent."""
    found = table.get(key, [])
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise LevelError("expected an array of tables", key=key)
    return found


def read_text(table: Table, key: str, prefix: str = "") -> str:
    """Read a required string."""
    value = table.get(key)
    if not isinstance(value, str):
        raise LevelError(_format_mismatch("a string", table, key), key=prefix + key)
    return value


def read_texts(table: Table, key: str, prefix: str = "") -> list[str]:
    """Read a required array of strings."""
    found = table.get(key)
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise LevelError("expected an array of strings", key=prefix + key)
    return found


def read_word(table: Table, key: str, choices: Sequence[W], prefix: str = "") -> W:
    """Read a required string that must be one of ``choices``."""
    value = read_text(table, key, prefix)
    # Return the word from ``choices``, not from the file, because its type is narrower.
    for each in choices:
        if value == each:
            return each
    message = f"expected one of {', '.join(choices)}, found {quote_input(value)}"
    raise LevelError(message, key=prefix + key)


def read_integer(table: Table, key: str, prefix: str = "", low: int = 0) -> int:
    """Read a required integer of at least ``low``."""
    value = table.get(key)
    # True and False are integers in Python, but not in TOML.
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        raise LevelError(_format_mismatch(f"an integer from {low}", table, key), key=prefix + key)
    return value


def read_flag(table: Table, key: str, prefix: str = "") -> bool:
    """Read a boolean, or return False if the key is absent."""
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise LevelError(_format_mismatch("true or false", table, key), key=prefix + key)
    return value


def read_datetime(table: Table, key: str, prefix: str = "") -> datetime:
    """Read a required date with a time, which is interpreted as UTC if it has no offset."""
    value = table.get(key)
    if not isinstance(value, datetime):
        raise LevelError(_format_mismatch("a date with a time", table, key), key=prefix + key)
    aware = value if value.tzinfo is not None else value.replace(tzinfo=UTC)
    try:
        # Converting a date near either end of the calendar to another time zone overflows.
        aware.astimezone()
    except (OverflowError, ValueError, OSError) as error:
        raise LevelError("expected a date that clocks can show", key=prefix + key) from error
    return aware


def _format_mismatch(expected: str, table: Table, key: str) -> str:
    if key not in table:
        return f"missing; expected {expected}"
    value: Any = table[key]
    return f"expected {expected}, found {value if isinstance(value, int) else get_type_name(value)}"
