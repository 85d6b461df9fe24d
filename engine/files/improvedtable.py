"""``[provenance.improve]`` of level files: how a level was improved, and boards in provenance."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine.errors import LevelError
from engine.game.game import Game
from engine.values.entries import REQUIRED, keys_of, present, take, unknown
from engine.values.level import MAX_SEED, Board, Improved, Table

_KEY = "improve"
IMPROVE_KEY = f"provenance.{_KEY}"
_PREFIX = f"{IMPROVE_KEY}."
MOST_ITERATIONS = 10**9
"""Mutations that one improvement may try."""
MOST_ISLANDS = 64
"""Searches that one improvement may go on with side by side."""


def improved_table(improved: Improved) -> dict[str, Any]:
    """The table of an improvement."""
    own = {each.name: getattr(improved, each.name) for each in fields(improved)}
    del own["extra"]
    if improved.islands == 1:
        del own["islands"], own["island"]
    table = own | {
        "mutations": list(improved.mutations) or None,
        "edited": improved.edited or None,
        "board": improved.board.table(),
        "earlier": [improved_table(each) for each in improved.earlier] or None,
    }
    return {**present(table), **improved.extra}


def read_improved(provenance: Table, game: Game) -> Improved | None:
    """The improvement that a ``[provenance]`` table holds; None if it holds none.

    Raises:
        LevelError: it cannot be read; names the key.
    """
    if _KEY not in provenance:
        return None
    table = take(provenance, _KEY, dict, "provenance.")
    rows = take(table, "earlier", list, _PREFIX, [])
    numbered = {f"earlier[{number}]": row for number, row in enumerate(rows)}
    earlier = tuple(
        _improved(take(numbered, key, dict, _PREFIX), game, f"{_PREFIX}{key}.") for key in numbered
    )
    return _improved(table, game, _PREFIX, earlier)


def _improved(
    table: Table, game: Game, prefix: str, earlier: tuple[Improved, ...] = ()
) -> Improved:
    board = read_board(table, "board", prefix, game)
    islands = _up_to(MOST_ISLANDS, table, "islands", prefix, 1, low=1)
    return Improved(
        improver=take(table, "improver", str, prefix),
        aim=take(table, "aim", str, prefix),
        seed=_up_to(MAX_SEED, table, "seed", prefix),
        iterations=_up_to(MOST_ITERATIONS, table, "iterations", prefix),
        board=board,
        mutations=_numbers(table, prefix),
        edited=take(table, "edited", bool, prefix, False),
        generated=take(table, "generated", str, prefix, None),
        islands=islands,
        island=_up_to(islands - 1, table, "island", prefix, 0),
        earlier=earlier,
        extra=unknown(table, keys_of(Improved)),
    )


def read_board(table: Table, key: str, prefix: str, game: Game) -> Board:
    """The board of a key of a ``[provenance]`` table, or of one within it.

    Raises:
        LevelError: it cannot be read; names the key.
    """
    own = take(table, key, dict, prefix)
    try:
        return game.boards.read(own)
    except LevelError as error:
        inner = (error.key or "board").removeprefix("board").removeprefix(".")
        full = prefix + (f"{key}.{inner}" if inner else key)
        raise LevelError(error.message, key=full, row=error.row, col=error.col) from error


def _numbers(table: Table, prefix: str) -> tuple[int, ...]:
    """The numbers of the mutations of a chain; none of a search that records none."""
    found = take(table, "mutations", list, prefix, [])
    numbered = {f"mutations[{index}]": number for index, number in enumerate(found)}
    return tuple(_up_to(MOST_ITERATIONS, numbered, key, prefix) for key in numbered)


def _up_to(
    most: int, table: Table, key: str, prefix: str, default: Any = REQUIRED, low: int = 0
) -> int:
    """A whole number from ``low`` to ``most``."""
    value = int(take(table, key, int, prefix, default, low=low))
    if value > most:
        raise LevelError(f"expected {most} or less, found {value}", key=prefix + key)
    return value
