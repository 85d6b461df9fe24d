"""The difference between two levels: the cells, facts and other values that changed.

Comments, the order of keys and the layout of a file are no part of a level, so they do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.errors import EngineError
from engine.files import levelfile
from engine.files.exports.map_layout import build_map
from engine.game import registry
from engine.values.level import Level


class ValueChange(NamedTuple):
    """An old and a new value, of which one is None if it exists only in the other level."""

    old: Any
    new: Any


class LevelDifference(NamedTuple):
    """The difference between two levels.

    Attributes:
        cells: The changed cells in reading order, keyed by (row, column). A value names the
            contents of the cell, the tile first, such as ``mud+stone``.
        facts: The changed facts, keyed by name. A fact of a nested table has a dotted name.
        values: The other changed values, keyed as in a level file, such as ``title``.
    """

    cells: Mapping[tuple[int, int], ValueChange]
    facts: Mapping[str, ValueChange]
    values: Mapping[str, ValueChange]

    @property
    def is_empty(self) -> bool:
        """True if the levels are equal."""
        return not (self.cells or self.facts or self.values)


def compare_levels(old: Level | None, new: Level | None) -> LevelDifference:
    """Return the difference between two levels, of which one may not exist.

    The facts of a level are those in its stored verdict. A verdict that no longer fits its board
    counts as missing.
    """
    before, after = _list_cells(old), _list_cells(new)
    has_cells = before is not None and after is not None
    cells = _compare_tables(before or {}, after or {}) if has_cells else {}
    return LevelDifference(
        dict(sorted(cells.items())),
        _compare_tables(_list_facts(old), _list_facts(new)),
        _compare_tables(
            _list_values(old, has_cells=has_cells), _list_values(new, has_cells=has_cells)
        ),
    )


def _compare_tables(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> dict[Any, ValueChange]:
    # The types are compared too, because True equals 1.
    return {
        key: ValueChange(old.get(key), new.get(key))
        for key in {**old, **new}
        if (type(old.get(key)), old.get(key)) != (type(new.get(key)), new.get(key))
    }


def _list_cells(level: Level | None) -> dict[tuple[int, int], str] | None:
    """Return the contents of each cell, or None if the game's boards are no grids of cells."""
    if level is None:
        return {}
    try:
        layers = build_map(level)
    except EngineError:
        return None
    cells = {
        (row, col): [name]
        for row, line in enumerate(layers.tiles)
        for col, name in enumerate(line)
        if name is not None
    }
    for name, row, col in (*layers.pieces, *layers.gates):
        cells.setdefault((row, col), []).append(name)
    for place in layers.locked or ():
        cells.setdefault(place, []).append("locked")
    return {place: "+".join(names) for place, names in cells.items()}


def _list_facts(level: Level | None) -> dict[str, Any]:
    if level is None or level.verdict is None:
        return {}
    rules = registry.get_game(level.game).rules_version
    return _flatten(level.verdict.facts) if level.has_fresh_verdict(rules) else {}


def _list_values(level: Level | None, *, has_cells: bool) -> dict[str, Any]:
    """Return all values of a level except its facts and, if ``has_cells``, its grids."""
    if level is None:
        return {}
    document = levelfile.build_document(level)
    document.pop("verdict", None)
    if has_cells:
        document["board"] = build_map(level).values
    return _flatten(document)


def _flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return the values of a table and its sub-tables, keyed by dotted names."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat |= _flatten(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat
