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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from engine.catalogue import folding
from engine.catalogue.schema import DEEPEST, is_key

NUMBER, TRUTH, TEXT, LARGE, NULL, OTHER = "number", "truth", "text", "large", "null", "other"
COLUMNS = frozenset((NUMBER, TRUTH, TEXT, LARGE))
"""The kinds that have a column; a large number has one with about its value."""
KINDS = COLUMNS | {NULL, OTHER}
LONGEST = 1 << 20
"""Bytes that the packed facts of a level unfold to at most."""
MOST_FACTS = 5_000
"""Facts of a level at most, those of tables counted one by one."""

Path = tuple[str, ...]
"""The names of the tables that a fact is in, and its own."""
Shape = tuple[tuple[Path, str], ...]
"""The facts that a level has, in order, each with its kind."""
_PACKED = 60
"""Bytes from which on a text is compressed."""
_LEAST, _MOST = -(2**63), 2**63 - 1
"""Whole numbers that a column can have."""


class Flat(NamedTuple):
    """Facts one by one, in order.

    Attributes:
        paths: where they are.
        kinds: of what kind each is.
        values: what they are.
    """

    paths: tuple[Path, ...]
    kinds: tuple[str, ...]
    values: tuple[Any, ...]


def flat(facts: Mapping[str, Any]) -> Flat:
    """Facts one by one."""
    paths: list[Path] = []
    kinds: list[str] = []
    values: list[Any] = []

    def add(table: Mapping[str, Any], above: Path) -> None:
        """Those of a table; names that are plain all the way down lead to columns."""
        for name, value in table.items():
            kind = _KIND_OF.get(type(value)) or _inherited(value)
            plain = _is_plain(name)
            if kind is None and plain and _is_table(value, len(above)):
                add(value, (*above, name))
                continue
            paths.append((*above, name))
            kinds.append(_kind(kind, value) if plain or value is None else OTHER)
            values.append(value)

    add(facts, ())
    return Flat(*_form(tuple(paths), tuple(kinds)), tuple(values))


@lru_cache(maxsize=256)
def _form(
    paths: tuple[Path, ...], kinds: tuple[str, ...]
) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Both as they are: what most levels of a game share stands once in a message of many."""
    return paths, kinds


def _is_table(value: Any, depth: int) -> bool:
    """Whether a fact is a table whose entries can be facts of their own."""
    if not isinstance(value, Mapping) or not value or depth + 2 > DEEPEST:
        return False
    return all(map(_is_plain, value))


@lru_cache(maxsize=4096)
def _is_plain(name: str) -> bool:
    """Whether a name can be part of a key with dots that a column is called by."""
    return name != "id" and "." not in name and is_key(name)


def key_of(path: Path) -> str:
    """The key of a fact."""
    return ".".join(path)


_KIND_OF: Mapping[type, str] = {
    type(None): NULL, bool: TRUTH, int: NUMBER, float: NUMBER, str: TEXT,
}  # fmt: skip


def _inherited(value: Any) -> str | None:
    """The kind of what is a number or a text of another type; None for lists and tables."""
    return next((kind for own, kind in _KIND_OF.items() if isinstance(value, own)), None)


def _kind(kind: str | None, value: Any) -> str:
    """Of what kind a fact of a type is, since not every value of one fits into a column."""
    if kind is NUMBER and not _LEAST <= value <= _MOST:
        if isinstance(value, int):
            return LARGE
        return NUMBER if math.isfinite(value) else OTHER
    if kind is TEXT and not value.isascii() and not _encodable(value):
        return OTHER
    return kind or OTHER


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def fits(kind: str, wanted: str) -> bool:
    """Whether a fact of a kind can stand for one of another; null can for every one."""
    return kind in (wanted, NULL) or (kind == NUMBER and wanted == LARGE)


@dataclass(frozen=True, slots=True)
class Split:
    """How facts of a shape are split into columns and others.

    Attributes:
        keys: of the columns.
        places: which of the facts they are, each with whether it is large.
        others: which of the facts have none of their own.
    """

    keys: tuple[str, ...]
    places: tuple[tuple[int, bool], ...]
    others: tuple[int, ...]

    @classmethod
    def of(cls, shape: Shape) -> Split:
        """How those of a shape are."""
        columns = [(at, path, kind) for at, (path, kind) in enumerate(shape) if kind in COLUMNS]
        return cls(
            tuple(key_of(path) for _, path, _ in columns),
            tuple((at, kind == LARGE) for at, _, kind in columns),
            tuple(at for at, (_, kind) in enumerate(shape) if kind in (OTHER, LARGE)),
        )

    def cells(self, values: Sequence[Any]) -> list[Any]:
        """The values of the columns."""
        return [_about(values[at]) if large else values[at] for at, large in self.places]

    def packed(self, values: Sequence[Any]) -> bytes | None:
        """All others, packed; None if there are none."""
        return packed([values[at] for at in self.others]) if self.others else None


def _about(number: int | None) -> float | None:
    if number is None:
        return None
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


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
    if not isinstance(entries, list) or len(entries) > MOST_FACTS:
        raise ValueError("expected a shape")
    shape: list[tuple[Path, str]] = []
    for entry in entries:
        words = isinstance(entry, list) and all(isinstance(word, str) for word in entry)
        if not words or not 2 <= len(entry) <= DEEPEST + 1 or entry[-1] not in KINDS:
            raise ValueError("expected a shape")
        shape.append((tuple(entry[:-1]), entry[-1]))
    paths = {path for path, _ in shape}
    if len(paths) < len(shape) or any(p[:n] in paths for p in paths for n in range(1, len(p))):
        raise ValueError("expected a shape")
    return tuple(shape)


def packed(values: Sequence[Any]) -> bytes:
    """Values as JSON in few bytes."""
    text = json.dumps([*map(folding.folded, values)], separators=(",", ":")).encode()
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
    text = data if data[:1] == b"[" else unfolded(data)
    if weight_of(text) > folding.MOST:
        raise ValueError("unfolds to too much")
    found = json.loads(text)
    if not isinstance(found, list):
        raise ValueError("expected a list")
    values: list[Any] = folding.unfolded(found)
    return values


def weight_of(text: bytes) -> int:
    """Return how many values a text in JSON has at most; each takes more room than its text."""
    return sum(map(text.count, (b",", b"[", b"{"))) + 1


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
