"""The lossless conversion of facts to database columns and back.

A shape lists the facts of a level and the kind of each.

Facts inside tables have dotted keys. A number, string or truth value has a column. All other facts,
such as lists, are packed together into one blob. A game's levels have few different shapes, because
a fact that is null in one level and a number in another has the kind number in both.

For example, ``{"moves": 7, "fun": {"rating": 5}, "path": [[0, 1]]}`` is flattened to the paths
``("moves",)``, ``("fun", "rating")`` and ``("path",)`` with the kinds number, number and other. The
columns ``moves`` and ``fun.rating`` get 7 and 5, and ``[[[0, 1]]]`` is packed.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from engine.catalogue import folded_json
from engine.catalogue.schema import MAX_KEY_DEPTH, is_key

NUMBER, TRUTH, TEXT, LARGE, NULL, OTHER = "number", "truth", "text", "large", "null", "other"
COLUMN_KINDS = frozenset((NUMBER, TRUTH, TEXT, LARGE))
"""The kinds of facts that have a column. The column for a large number holds an approximation."""
KINDS = COLUMN_KINDS | {NULL, OTHER}
MAX_UNPACKED_SIZE = 1 << 20
"""The maximum size of a level's unpacked facts, in bytes."""
MAX_FACTS = 5_000
"""The maximum number of facts in a level, where each fact inside a table counts as one."""

FactPath = tuple[str, ...]
"""The names of the nested tables that contain a fact, followed by the name of the fact."""
Shape = tuple[tuple[FactPath, str], ...]
"""The facts of a level in order, each with its kind."""
_MIN_COMPRESSED = 60
"""Only packed text of at least this many bytes is compressed. Shorter text rarely shrinks."""
_MIN_INTEGER, _MAX_INTEGER = -(2**63), 2**63 - 1
"""The lowest and highest whole numbers that a column can hold."""


class FlatFacts(NamedTuple):
    """The facts of a level without nesting, in order.

    Attributes:
        paths: The path of each fact.
        kinds: The kind of each fact.
        values: The value of each fact.
    """

    paths: tuple[FactPath, ...]
    kinds: tuple[str, ...]
    values: tuple[Any, ...]


def flatten_facts(facts: Mapping[str, Any]) -> FlatFacts:
    """Return nested facts as a flat list, with the path and kind of each."""
    paths: list[FactPath] = []
    kinds: list[str] = []
    values: list[Any] = []

    def add_table(table: Mapping[str, Any], above: FactPath) -> None:
        for name, value in table.items():
            kind = _KIND_OF.get(type(value)) or _find_inherited_kind(value)
            plain = _is_plain(name)
            # Take a table apart only if all names in it are plain. Otherwise it is packed whole.
            if kind is None and plain and _is_table(value, len(above)):
                add_table(value, (*above, name))
                continue
            paths.append((*above, name))
            kinds.append(_classify_value(kind, value) if plain or value is None else OTHER)
            values.append(value)

    add_table(facts, ())
    return FlatFacts(*_intern_form(tuple(paths), tuple(kinds)), tuple(values))


@lru_cache(maxsize=256)
def _intern_form(
    paths: tuple[FactPath, ...], kinds: tuple[str, ...]
) -> tuple[tuple[FactPath, ...], tuple[str, ...]]:
    """Return ``paths`` and ``kinds``, reusing the objects from an earlier call if they are equal.

    Pickle writes a shared object only once, so a worker's message about many levels stays small.
    """
    return paths, kinds


def _is_table(value: Any, depth: int) -> bool:
    """Return True if ``value`` is a table that can be flattened at the given nesting depth."""
    if not isinstance(value, Mapping) or not value or depth + 2 > MAX_KEY_DEPTH:
        return False
    return all(map(_is_plain, value))


@lru_cache(maxsize=4096)
def _is_plain(name: str) -> bool:
    """Return True if ``name`` can be part of a column's dotted key."""
    return name != "id" and "." not in name and is_key(name)


def join_key(path: FactPath) -> str:
    """Return the dotted key for the path of a fact."""
    return ".".join(path)


_KIND_OF: Mapping[type, str] = {
    type(None): NULL, bool: TRUTH, int: NUMBER, float: NUMBER, str: TEXT,
}  # fmt: skip


def _find_inherited_kind(value: Any) -> str | None:
    """Return the kind of a value whose class derives from a number or string class.

    For all other values, return None.
    """
    return next((kind for own, kind in _KIND_OF.items() if isinstance(value, own)), None)


def _classify_value(kind: str | None, value: Any) -> str:
    """Return ``kind``, or a different kind if the value does not fit into a column."""
    if kind is NUMBER and not _MIN_INTEGER <= value <= _MAX_INTEGER:
        if isinstance(value, int):
            return LARGE
        return NUMBER if math.isfinite(value) else OTHER
    if kind is TEXT and not value.isascii() and not _is_encodable(value):
        return OTHER
    return kind or OTHER


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def can_stand_for(kind: str, wanted: str) -> bool:
    """Return True if a fact of kind ``kind`` can be stored as kind ``wanted``.

    Null can be stored as any kind.
    """
    return kind in (wanted, NULL) or (kind == NUMBER and wanted == LARGE)


@dataclass(frozen=True, slots=True)
class ColumnSplit:
    """The division of a shape's facts into those with columns and those that are packed.

    Attributes:
        keys: The dotted keys of the columns.
        places: For each column, the index of its fact in the shape, and whether that fact is a
            large number.
        others: The indices of the packed facts in the shape.
    """

    keys: tuple[str, ...]
    places: tuple[tuple[int, bool], ...]
    others: tuple[int, ...]

    @classmethod
    def for_shape(cls, shape: Shape) -> ColumnSplit:
        """Build the column split for a shape."""
        columns = [
            (at, path, kind) for at, (path, kind) in enumerate(shape) if kind in COLUMN_KINDS
        ]
        return cls(
            tuple(join_key(path) for _, path, _ in columns),
            tuple((at, kind == LARGE) for at, _, kind in columns),
            # A large number is stored twice: approximately in its column, for queries, and exactly
            # among the packed facts.
            tuple(at for at, (_, kind) in enumerate(shape) if kind in (OTHER, LARGE)),
        )

    def pick_cells(self, values: Sequence[Any]) -> list[Any]:
        """Return the values to store in the columns, given the ``values`` of all facts."""
        return [
            _approximate_number(values[at]) if large else values[at] for at, large in self.places
        ]

    def pack_others(self, values: Sequence[Any]) -> bytes | None:
        """Return the packed values of the facts without columns, or None if there are none."""
        return pack_values([values[at] for at in self.others]) if self.others else None


def _approximate_number(number: int | None) -> float | None:
    if number is None:
        return None
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def join_facts(shape: Shape, cells: Mapping[str, Any], others: bytes | None) -> dict[str, Any]:
    """Rebuild the nested facts of a level.

    Args:
        shape: The shape of the facts.
        cells: A mapping from the keys of the columns to their values.
        others: The packed values; None if there are none.

    Raises:
        ValueError: The values do not fit the shape.
    """
    rest = iter(unpack_values(others))
    facts: dict[str, Any] = {}
    for path, kind in shape:
        table = facts
        for name in path[:-1]:
            # A table is created with its first fact, so the facts keep their original order.
            table = table.setdefault(name, {})
        if kind in (OTHER, LARGE):
            table[path[-1]] = next(rest)
        else:
            table[path[-1]] = _convert_cell(kind, cells.get(join_key(path)))
    return facts


_COLUMN_TYPES: Mapping[str, tuple[type, ...]] = {NUMBER: (int, float), TRUTH: (int,), TEXT: (str,)}


def _convert_cell(kind: str, cell: Any) -> Any:
    if cell is None:
        return None
    if not isinstance(cell, _COLUMN_TYPES.get(kind, ())) or (kind == TRUTH and cell not in (0, 1)):
        raise ValueError(f"expected {kind}")
    return bool(cell) if kind == TRUTH else cell


def write_shape(shape: Shape) -> str:
    """Return a shape as JSON text."""
    return json.dumps([[*path, kind] for path, kind in shape], separators=(",", ":"))


def read_shape(text: Any) -> Shape:
    """Parse a shape from its JSON text.

    Raises:
        ValueError: The text is not a valid shape.
    """
    entries = json.loads(text) if isinstance(text, str) else None
    if not isinstance(entries, list) or len(entries) > MAX_FACTS:
        raise ValueError("expected a shape")
    shape: list[tuple[FactPath, str]] = []
    for entry in entries:
        words = isinstance(entry, list) and all(isinstance(word, str) for word in entry)
        if not words or not 2 <= len(entry) <= MAX_KEY_DEPTH + 1 or entry[-1] not in KINDS:
            raise ValueError("expected a shape")
        shape.append((tuple(entry[:-1]), entry[-1]))
    paths = {path for path, _ in shape}
    # No path may occur twice or be the start of another: a fact cannot be both a value and a table.
    if len(paths) < len(shape) or any(p[:n] in paths for p in paths for n in range(1, len(p))):
        raise ValueError("expected a shape")
    return tuple(shape)


def pack_values(values: Sequence[Any]) -> bytes:
    """Return values as compact JSON, compressed if that makes it shorter."""
    text = json.dumps([*map(folded_json.fold_value, values)], separators=(",", ":")).encode()
    return text if len(text) < _MIN_COMPRESSED else min(text, zlib.compress(text, 9), key=len)


def unpack_values(data: Any) -> list[Any]:
    """Return the list that :func:`pack_values` packed into ``data``, or an empty list for None.

    Raises:
        ValueError: The data is damaged, or unpacks to too many values.
    """
    if data is None:
        return []
    if not isinstance(data, bytes):
        raise ValueError("expected bytes")
    # A list in JSON begins with a bracket, and a zlib stream never does.
    text = data if data[:1] == b"[" else decompress_limited(data)
    if estimate_values(text) > folded_json.MAX_ITEMS:
        raise ValueError("unfolds to too much")
    found = json.loads(text)
    if not isinstance(found, list):
        raise ValueError("expected a list")
    values: list[Any] = folded_json.unfold_value(found)
    return values


def estimate_values(text: bytes) -> int:
    """Return an upper bound for the number of values in JSON text, without parsing it."""
    return sum(map(text.count, (b",", b"[", b"{"))) + 1


def decompress_limited(data: bytes, limit: int = MAX_UNPACKED_SIZE) -> bytes:
    """Decompress ``data`` to at most ``limit`` bytes.

    Raises:
        ValueError: The data is damaged, or its decompressed size exceeds the limit.
    """
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, limit + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not unpacker.eof or len(text) > limit:
        raise ValueError("damaged")
    return text
