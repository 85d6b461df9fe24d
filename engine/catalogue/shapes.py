"""Facts as columns and back, exactly: a shape says which facts a level has, and of what kind.

Facts within tables are called by keys with dots. What is a number, a text, true or false has a
column of its own; what is not, such as a list, stands with others of its kind in one packed text.
Levels of a game have few shapes, because what is null in one and a number in another is a number to
both.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.catalogue.schema import KEY, LONGEST_KEY

NUMBER, TRUTH, TEXT, LARGE, NULL, OTHER = "number", "truth", "text", "large", "null", "other"
COLUMNS = frozenset((NUMBER, TRUTH, TEXT, LARGE))
"""The kinds that have a column; a large number has one with about its value."""
KINDS = COLUMNS | {NULL, OTHER}
LONGEST = 1 << 20
"""Bytes that the packed facts of a level unfold to at most."""

Path = tuple[str, ...]
"""The names of the tables that a fact is in, and its own."""
Shape = tuple[tuple[Path, str], ...]
"""The facts that a level has, in order, each with its kind."""
_PACKED = 60
"""Bytes from which on a text is compressed."""


def flat(facts: Mapping[str, Any]) -> list[tuple[Path, Any]]:
    """Facts one by one, in order."""
    return [*_entries(facts, ())]


def _entries(facts: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, Any]]:
    for name, value in facts.items():
        if isinstance(value, Mapping) and value and all(map(_plain, (name, *value))):
            yield from _entries(value, (*path, name))
        else:
            yield (*path, name), value


def _plain(name: str) -> bool:
    """Whether a name can be part of a key with dots."""
    return "." not in name and KEY.fullmatch(name) is not None


def key_of(path: Path) -> str:
    """The key of a fact."""
    return ".".join(path)


def kind_of(path: Path, value: Any) -> str:
    """Of what kind a fact is."""
    if value is None:
        return NULL
    key = key_of(path)
    if key == "id" or len(key) > LONGEST_KEY or not all(map(_plain, path)):
        return OTHER
    if isinstance(value, bool):
        return TRUTH
    if isinstance(value, int):
        return NUMBER if -(2**63) <= value < 2**63 else LARGE
    if isinstance(value, float):
        return NUMBER if math.isfinite(value) else OTHER
    return TEXT if isinstance(value, str) and _encodable(value) else OTHER


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def fits(kind: str, wanted: str) -> bool:
    """Whether a fact of a kind can stand for one of another; null can for every one."""
    return kind in (wanted, NULL) or (kind == NUMBER and wanted == LARGE)


def split(shape: Shape, entries: Sequence[tuple[Path, Any]]) -> tuple[dict[str, Any], bytes | None]:
    """Facts of a shape as values of columns by key, and those that have none packed."""
    cells, others = {}, []
    for (path, kind), (_, value) in zip(shape, entries, strict=True):
        if kind in COLUMNS and value is not None:
            cells[key_of(path)] = _about(value) if kind == LARGE else value
        if kind in (OTHER, LARGE):
            others.append(value)
    return cells, packed(others) if others else None


def _about(number: int) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.copysign(math.inf, number)


def joined(shape: Shape, cells: Mapping[str, Any], others: bytes | None) -> dict[str, Any]:
    """Facts again, from the values of columns by key, and those that have none.

    Raises:
        ValueError: they are not of that shape.
    """
    rest = iter(unpacked(others))
    facts: dict[str, Any] = {}
    for path, kind in shape:
        table = facts
        for name in path[:-1]:
            table = table.setdefault(name, {})
        if kind in (OTHER, LARGE):
            table[path[-1]] = next(rest)
        else:
            table[path[-1]] = _value(kind, cells.get(key_of(path)))
    return facts


_FITTING: Mapping[str, tuple[type, ...]] = {NUMBER: (int, float), TRUTH: (int,), TEXT: (str,)}


def _value(kind: str, cell: Any) -> Any:
    if cell is None:
        return None
    if not isinstance(cell, _FITTING.get(kind, ())) or (kind == TRUTH and cell not in (0, 1)):
        raise ValueError(f"expected {kind}")
    return bool(cell) if kind == TRUTH else cell


def written(shape: Shape) -> str:
    """A shape as text."""
    return json.dumps([[*path, kind] for path, kind in shape], separators=(",", ":"))


def read(text: Any) -> Shape:
    """The shape of a text.

    Raises:
        ValueError: it is none.
    """
    entries = json.loads(text) if isinstance(text, str) else None
    if not isinstance(entries, list):
        raise ValueError("expected a shape")
    shape: list[tuple[Path, str]] = []
    for entry in entries:
        words = isinstance(entry, list) and all(isinstance(word, str) for word in entry)
        if not words or len(entry) < 2 or entry[-1] not in KINDS:
            raise ValueError("expected a shape")
        shape.append((tuple(entry[:-1]), entry[-1]))
    paths = {path for path, _ in shape}
    if len(paths) < len(shape) or any(p[:n] in paths for p in paths for n in range(1, len(p))):
        raise ValueError("expected a shape")
    return tuple(shape)


def packed(values: Sequence[Any]) -> bytes:
    """JSON in few bytes."""
    text = json.dumps(values, separators=(",", ":")).encode()
    return text if len(text) < _PACKED else min(text, zlib.compress(text, 9), key=len)


def unpacked(data: Any) -> list[Any]:
    """The list that was packed; none of nothing.

    Raises:
        ValueError: damaged.
    """
    if data is None:
        return []
    if not isinstance(data, bytes):
        raise ValueError("expected bytes")
    found = json.loads(data if data[:1] == b"[" else unfolded(data))
    if not isinstance(found, list):
        raise ValueError("expected a list")
    return found


def unfolded(data: bytes, limit: int = LONGEST) -> bytes:
    """What was compressed.

    Raises:
        ValueError: damaged, or longer than the limit.
    """
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, limit + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not unpacker.eof or len(text) > limit:
        raise ValueError("damaged")
    return text
