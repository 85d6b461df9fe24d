"""A compact, lossless JSON form for lists of similar tables and for straight lines of cells.

Tables with the same keys are written column by column: ``{"~": {key: column, ...}}``. A line is a
list of cells ``[row, col]``, and lines are written as their end points: ``{"/": [rows, cols, last
rows, last cols]}``. A table that already looks like one of these is wrapped as ``{"=": table}``.

For example, ``[{"a": 1, "b": 2}, {"a": 3, "b": 4}]`` becomes ``{"~": {"a": [1, 3], "b": [2, 4]}}``.
A list whose only item is the line ``[[2, 0], [2, 1], [2, 2]]`` becomes ``{"/": [[2], [0], [2],
[2]]}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

_TABLES, _LINES, _ESCAPED = "~", "/", "="
_RESERVED_KEYS = {(_TABLES,), (_LINES,), (_ESCAPED,)}
"""The tuples of keys that give a table a special meaning in the compact form."""
MAX_ITEMS = 100_000
"""The maximum total number of tables and cells that unfolding may create."""

_STEPS = {(0, 1), (0, -1), (1, 0), (-1, 0)}


def fold_value(value: Any) -> Any:
    """Return the compact form of a JSON value, which may be the value itself."""
    if isinstance(value, Mapping):
        table = {key: fold_value(each) for key, each in value.items()}
        return {_ESCAPED: table} if tuple(table) in _RESERVED_KEYS else table
    if not isinstance(value, list | tuple):
        return value
    if _are_similar_tables(value):
        columns = {key: fold_value([table[key] for table in value]) for key in value[0]}
        return {_TABLES: columns}
    if value and all(map(_is_line, value)):
        ends = [[*line[0], *line[-1]] for line in value]
        return {_LINES: [*map(list, zip(*ends, strict=True))]}
    return [fold_value(each) for each in value]


def _are_similar_tables(value: Sequence[Any]) -> bool:
    """Return True if ``value`` is a list of two or more similar tables.

    Tables are similar if they have the same keys in the same order, and at least one key.
    """
    if len(value) < 2 or not all(isinstance(each, Mapping) and each for each in value):
        return False
    return len({tuple(each) for each in value}) == 1


def _is_line(value: Any) -> bool:
    """Return True if ``value`` is a list of adjacent cells in a straight line."""
    if not isinstance(value, list | tuple) or not value or not all(map(_is_cell, value)):
        return False
    steps = {(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(value)}
    # A single cell has no steps, but counts as a line too.
    return len(steps) <= 1 and steps <= _STEPS


def _is_cell(value: Any) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    return all(type(number) is int for number in value)  # excludes bool


def unfold_value(value: Any) -> Any:
    """Return the original value that :func:`fold_value` has folded into ``value``.

    Raises:
        ValueError: The folded value is damaged, or unfolds to more than :data:`MAX_ITEMS` tables
            and cells.
    """
    return _Unfolder().unfold_part(value)


class _Unfolder:
    """The recursion that unfolds one value, with a limit on the size of the result."""

    def __init__(self) -> None:
        self._left = MAX_ITEMS

    def unfold_part(self, value: Any) -> Any:
        """Return the original form of one part of the folded value."""
        if isinstance(value, list):
            return [self.unfold_part(each) for each in value]
        if not isinstance(value, dict):
            return value
        if tuple(value) == (_TABLES,):
            return self._unfold_tables(value[_TABLES])
        if tuple(value) == (_LINES,):
            return self._unfold_lines(value[_LINES])
        table = value[_ESCAPED] if tuple(value) == (_ESCAPED,) else value
        if not isinstance(table, dict):
            raise ValueError("expected a table")
        return {key: self.unfold_part(each) for key, each in table.items()}

    def _unfold_tables(self, columns: Any) -> list[Any]:
        if not isinstance(columns, dict):
            raise ValueError("expected columns")
        lists = [self.unfold_part(column) for column in columns.values()]
        if not _is_list_of(list, lists):
            raise ValueError("expected columns")
        rows = [*zip(*lists, strict=True)]
        self._spend_budget(len(rows))
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def _unfold_lines(self, columns: Any) -> list[Any]:
        if not _is_list_of(list, columns) or len(columns) != 4:
            raise ValueError("expected ends of lines")
        return [self._unfold_line(*ends) for ends in zip(*columns, strict=True)]

    def _unfold_line(self, row: Any, col: Any, last_row: Any, last_col: Any) -> list[Any]:
        if any(type(end) is not int for end in (row, col, last_row, last_col)):
            raise ValueError("expected ends of lines")
        down, right = last_row - row, last_col - col
        if down and right:
            raise ValueError("expected a straight line")
        steps = abs(down or right)
        self._spend_budget(steps + 1)
        down, right = down // (steps or 1), right // (steps or 1)
        return [[row + down * at, col + right * at] for at in range(steps + 1)]

    def _spend_budget(self, number: int) -> None:
        """Subtract ``number`` items from the remaining budget, before they are created.

        Raises:
            ValueError: The budget is exhausted.
        """
        self._left -= number
        if self._left < 0:
            raise ValueError("unfolds to too much")


def _is_list_of(kind: type, value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, kind) for each in value)
