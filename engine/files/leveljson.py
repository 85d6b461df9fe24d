"""Levels as JSON for other programs, with the same keys and values as in a level file."""

from __future__ import annotations

import json
import math
from datetime import date, time
from typing import Any, NoReturn

from engine.errors import LevelError, add_file_name
from engine.files import levelfile
from engine.files.untrusted_toml import check_value, decode_text, map_values
from engine.values.grid import get_type_name
from engine.values.level import Level

FORM = f"puzzle-workbench-level/{levelfile.FORMAT}"
"""The value of the key ``format`` in the answers of commands, in which levels have further keys."""
_ANSWER_KEYS = ("file", "seed", "attempt", "toml")
"""The keys of answers that are no keys of a level."""


def dumps(level: Level) -> str:
    """Return a level as JSON text. Equal levels give identical text.

    Unknown keys from a level file may have values that JSON does not support: dates, times, ``inf``
    and ``nan``. These become strings.
    """
    return format_document(levelfile.build_document(level))


def format_document(document: dict[str, Any]) -> str:
    """Return keys and values as JSON text, with strings for values that JSON does not support."""
    return json.dumps(make_plain(document), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def make_plain(document: dict[str, Any]) -> dict[str, Any]:
    """Return the tables of a level file with strings for values that JSON does not support."""
    return dict(map_values(document, _convert_plain))


def escape_json(text: str) -> str:
    """Escape all control characters in text that :func:`dumps` returned."""
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def loads(text: bytes | str, file: str = "-") -> Level:
    """Return the level that JSON text describes. A key with the value null counts as missing.

    The text may also be an answer of ``generate --json``.

    Raises:
        LevelError: The text is not a level. The error names the line, or the key, row and column.
    """
    with add_file_name(file):
        document = parse_object(decode_text(text))
        if document.get("format") == FORM:
            document = {key: value for key, value in document.items() if key not in _ANSWER_KEYS}
            document["format"] = levelfile.FORMAT
        return levelfile.parse_document(document)


def parse_object(text: str) -> dict[str, Any]:
    """Parse a JSON object whose values TOML can hold. A key with the value null counts as missing.

    Raises:
        LevelError: The text is not such an object. The error names the line or key.
    """
    try:
        found = json.loads(text, object_pairs_hook=_build_object, parse_constant=_refuse_constant)
        # Called only for its error: JSON escapes can produce lone surrogates, which cannot be
        # encoded in a file.
        json.dumps(found, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        what = f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} at column {error.colno}"
        raise LevelError(what, line=error.lineno) from error
    except RecursionError as error:
        raise LevelError("objects or arrays nested too deeply") from error
    except UnicodeEncodeError as error:
        raise LevelError("expected text, found a lone surrogate") from error
    except ValueError as error:  # Python limits the number of digits in an integer
        raise LevelError("not JSON that can be read: a number of thousands of digits") from error
    if not isinstance(found, dict):
        raise LevelError(f"expected an object, found {get_type_name(found)}")
    return {key: check_value(value, key) for key, value in found.items()}


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object from its pairs, leaving out keys that are null because TOML has no null.

    Raises:
        LevelError: A key occurs twice, or an array contains null.
    """
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            # Without this check, Python would silently keep only the last value.
            raise LevelError("twice in one object", key=key)
        if isinstance(value, list) and None in value:
            raise LevelError("expected a value, found null", key=key)
        found[key] = value
    return {key: value for key, value in found.items() if value is not None}


def _refuse_constant(constant: str) -> NoReturn:
    raise LevelError(f"not JSON: {constant} is not a JSON number")


def _convert_plain(value: Any) -> Any:
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
