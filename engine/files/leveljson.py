"""Levels as plain JSON: the keys and values of a level file, for other programs."""

from __future__ import annotations

import json
import math
from datetime import date, time
from typing import Any, NoReturn

from engine.errors import LevelError, naming
from engine.files import levelfile
from engine.files.tomltext import decode, tidy, with_values
from engine.values.grid import type_name
from engine.values.level import Level


def dumps(level: Level) -> str:
    """The JSON text of a level: the same for the same level, every time.

    Dates, times and numbers without a value in JSON (``inf``, ``nan``), which unknown keys
    of a level file may have, become strings.
    """
    document = with_values(levelfile.document(level), _plain)
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def escaped(text: str) -> str:
    """What :func:`dumps` made, for a terminal: the same values, and nothing that it would obey."""
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def loads(text: bytes | str, file: str = "-") -> Level:
    """The level of a JSON text; an entry of an object that is null counts as absent.

    Raises:
        LevelError: not a level; names line or key, row and column.
    """
    with naming(file):
        return levelfile.from_document(parse(decode(text)))


def parse(text: str) -> dict[str, Any]:
    """Return the object of a JSON text, its values fit for a TOML file; nulls count as absent.

    Raises:
        LevelError: the text holds no such object; names line or key.
    """
    try:
        found = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
        json.dumps(found, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        what = f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} at column {error.colno}"
        raise LevelError(what, line=error.lineno) from error
    except RecursionError as error:
        raise LevelError("objects or arrays nested too deeply") from error
    except UnicodeEncodeError as error:
        raise LevelError("expected text, found a lone surrogate") from error
    except ValueError as error:  # Python's own limit
        raise LevelError("not JSON that can be read: a number of thousands of digits") from error
    if not isinstance(found, dict):
        raise LevelError(f"expected an object, found {type_name(found)}")
    return {key: tidy(value, key) for key, value in found.items()}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object without its nulls, which neither TOML nor a level has."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise LevelError("twice in one object", key=key)
        if isinstance(value, list) and None in value:
            raise LevelError("expected a value, found null", key=key)
        found[key] = value
    return {key: value for key, value in found.items() if value is not None}


def _refuse(constant: str) -> NoReturn:
    raise LevelError(f"not JSON: {constant} is no number of it")


def _plain(value: Any) -> Any:
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
