"""Lists of like tables and of straight lines in few characters, and back, exactly.

Tables with the same keys are written column by column: ``{"~": {key: column, ...}}``. Lines of
cells, ``[row, col]`` each, are written as their ends: ``{"/": [rows, cols, last rows, last
cols]}``. A table that looks like one of these stands within ``{"=": table}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

_TABLES, _LINES, _ITSELF = "~", "/", "="
_FOLDED = {(_TABLES,), (_LINES,), (_ITSELF,)}
"""The keys of tables that stand for something else."""
MOST = 100_000
"""Tables and cells that a value is unfolded to at most."""

_STEPS = {(0, 1), (0, -1), (1, 0), (-1, 0)}


def folded(value: Any) -> Any:
    """A value of JSON in few characters; what has a short form nowhere stays as it is."""
    if isinstance(value, Mapping):
        table = {key: folded(each) for key, each in value.items()}
        return {_ITSELF: table} if tuple(table) in _FOLDED else table
    if not isinstance(value, list | tuple):
        return value
    if _are_like_tables(value):
        columns = {key: folded([table[key] for table in value]) for key in value[0]}
        return {_TABLES: columns}
    if value and all(map(_is_line, value)):
        ends = [[*line[0], *line[-1]] for line in value]
        return {_LINES: [*map(list, zip(*ends, strict=True))]}
    return [folded(each) for each in value]


def _are_like_tables(value: Sequence[Any]) -> bool:
    """Whether a list is one of two or more tables that have the same keys in the same order."""
    if len(value) < 2 or not all(isinstance(each, Mapping) and each for each in value):
        return False
    return len({tuple(each) for each in value}) == 1


def _is_line(value: Any) -> bool:
    """Whether a value is a list of cells, each beside the one before, all in one direction."""
    if not isinstance(value, list | tuple) or not value or not all(map(_is_cell, value)):
        return False
    steps = {(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(value)}
    return len(steps) <= 1 and steps <= _STEPS


def _is_cell(value: Any) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    return all(type(number) is int for number in value)  # true and false are none


def unfolded(value: Any) -> Any:
    """The value that was folded.

    Raises:
        ValueError: it is damaged, or of more than :data:`MOST` tables and cells.
    """
    return _Unfolding().of(value)


class _Unfolding:
    """Unfolds one value, and counts how much that makes."""

    def __init__(self) -> None:
        self._left = MOST

    def of(self, value: Any) -> Any:
        """What a part of the value was."""
        if isinstance(value, list):
            return [self.of(each) for each in value]
        if not isinstance(value, dict):
            return value
        if tuple(value) == (_TABLES,):
            return self._tables(value[_TABLES])
        if tuple(value) == (_LINES,):
            return self._lines(value[_LINES])
        table = value[_ITSELF] if tuple(value) == (_ITSELF,) else value
        if not isinstance(table, dict):
            raise ValueError("expected a table")
        return {key: self.of(each) for key, each in table.items()}

    def _tables(self, columns: Any) -> list[Any]:
        if not isinstance(columns, dict):
            raise ValueError("expected columns")
        lists = [self.of(column) for column in columns.values()]
        if not _is_list_of(list, lists):
            raise ValueError("expected columns")
        rows = [*zip(*lists, strict=True)]
        self._spend(len(rows))
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def _lines(self, columns: Any) -> list[Any]:
        if not _is_list_of(list, columns) or len(columns) != 4:
            raise ValueError("expected ends of lines")
        return [self._line(*ends) for ends in zip(*columns, strict=True)]

    def _line(self, row: Any, col: Any, last_row: Any, last_col: Any) -> list[Any]:
        if any(type(end) is not int for end in (row, col, last_row, last_col)):
            raise ValueError("expected ends of lines")
        down, right = last_row - row, last_col - col
        if down and right:
            raise ValueError("expected a straight line")
        steps = abs(down or right)
        self._spend(steps + 1)
        down, right = down // (steps or 1), right // (steps or 1)
        return [[row + down * at, col + right * at] for at in range(steps + 1)]

    def _spend(self, number: int) -> None:
        """Counts what is made, before it is.

        Raises:
            ValueError: that is too much.
        """
        self._left -= number
        if self._left < 0:
            raise ValueError("unfolds to too much")


def _is_list_of(kind: type, value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, kind) for each in value)
