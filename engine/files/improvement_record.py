"""The table ``[provenance.improve]`` in level files, which records a level's improvements."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine.errors import LevelError
from engine.game.game import Game
from engine.values.level import MAX_SEED, Board, ImprovementRecord, Table
from engine.values.toml_fields import (
    REQUIRED,
    drop_nulls,
    list_field_keys,
    read_value,
    select_unknown,
)

_KEY = "improve"
IMPROVE_KEY = f"provenance.{_KEY}"
_PREFIX = f"{IMPROVE_KEY}."
MAX_ITERATIONS = 10**9
"""The maximum number of mutations that one improvement can try."""
MAX_ISLANDS = 64
"""The maximum number of parallel searches in one improvement."""


def build_improved_table(improved: ImprovementRecord) -> dict[str, Any]:
    """Build the table that records an improvement in a level file."""
    own = {each.name: getattr(improved, each.name) for each in fields(improved)}
    del own["extra"]
    # Omit default values, so that a file from an earlier version is written back unchanged.
    if improved.islands == 1:
        del own["islands"], own["island"]
    table = own | {
        "mutations": list(improved.mutations) or None,
        "edited": improved.edited or None,
        "board": improved.board.to_table(),
        "earlier": [build_improved_table(each) for each in improved.earlier] or None,
    }
    return {**drop_nulls(table), **improved.extra}


def read_improved(provenance: Table, game: Game) -> ImprovementRecord | None:
    """Read the improvement record from a ``[provenance]`` table, or return None if it has none.

    Raises:
        LevelError: The record is invalid. The error names the key.
    """
    if _KEY not in provenance:
        return None
    table = read_value(provenance, _KEY, dict, "provenance.")
    rows = read_value(table, "earlier", list, _PREFIX, [])
    numbered = {f"earlier[{number}]": row for number, row in enumerate(rows)}
    earlier = tuple(
        _read_table(read_value(numbered, key, dict, _PREFIX), game, f"{_PREFIX}{key}.")
        for key in numbered
    )
    return _read_table(table, game, _PREFIX, earlier)


def _read_table(
    table: Table, game: Game, prefix: str, earlier: tuple[ImprovementRecord, ...] = ()
) -> ImprovementRecord:
    board = read_board(table, "board", prefix, game)
    islands = _take_bounded(MAX_ISLANDS, table, "islands", prefix, 1, low=1)
    return ImprovementRecord(
        improver=read_value(table, "improver", str, prefix),
        aim=read_value(table, "aim", str, prefix),
        seed=_take_bounded(MAX_SEED, table, "seed", prefix),
        iterations=_take_bounded(MAX_ITERATIONS, table, "iterations", prefix),
        board=board,
        mutations=_read_mutations(table, prefix),
        edited=read_value(table, "edited", bool, prefix, False),
        generated=read_value(table, "generated", str, prefix, None),
        islands=islands,
        island=_take_bounded(islands - 1, table, "island", prefix, 0),
        earlier=earlier,
        extra=select_unknown(table, list_field_keys(ImprovementRecord)),
    )


def read_board(table: Table, key: str, prefix: str, game: Game) -> Board:
    """Read the board stored under ``key`` in a ``[provenance]`` table or in a table inside it.

    Raises:
        LevelError: The board is invalid. The error names the key.
    """
    own = read_value(table, key, dict, prefix)
    try:
        return game.boards.read_table(own)
    except LevelError as error:
        # The game's error names a key in [board], but here the board is a table in [provenance].
        inner = (error.key or "board").removeprefix("board").removeprefix(".")
        full = prefix + (f"{key}.{inner}" if inner else key)
        raise LevelError(error.message, key=full, row=error.row, col=error.col) from error


def _read_mutations(table: Table, prefix: str) -> tuple[int, ...]:
    """Read the numbers of an improvement's mutations. The result is empty if none are recorded."""
    found = read_value(table, "mutations", list, prefix, [])
    numbered = {f"mutations[{index}]": number for index, number in enumerate(found)}
    return tuple(_take_bounded(MAX_ITERATIONS, numbered, key, prefix) for key in numbered)


def _take_bounded(
    high: int, table: Table, key: str, prefix: str, default: Any = REQUIRED, low: int = 0
) -> int:
    """Read a whole number between ``low`` and ``high``, inclusive.

    Raises:
        LevelError: The value is not such a number. The error names the key.
    """
    value = int(read_value(table, key, int, prefix, default, low=low))
    if value > high:
        raise LevelError(f"expected {high} or less, found {value}", key=prefix + key)
    return value
