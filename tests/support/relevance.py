"""Relevance by the slow references: each thing is taken away anew, by plain text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.evaluation.relevance import find_relevance
from engine.game.game import Game
from engine.values.budget import Budget
from engine.values.level import Board

Key = tuple[Any, ...]
"""The kind of a thing, its row and column, and its direction if it has one."""
Worth = tuple[bool | None, bool | None, int | None]
"""Whether a thing is needed, whether it is inert, and the length without it."""
Facts = Mapping[str, Any]
"""The facts that decide by name, ``solvable`` and ``moves`` among them."""


def text_with(rows: tuple[str, ...], row: int, col: int, glyph: str) -> tuple[str, ...]:
    """Rows with one character changed."""
    line = rows[row][:col] + glyph + rows[row][col + 1 :]
    return (*rows[:row], line, *rows[row + 1 :])


def solver_relevance(game: Game, board: Board, budget: Budget | None = None) -> dict[Key, Worth]:
    """What the engine says of each thing on a board."""
    facts = game.solver.solve(board, budget=budget).facts
    found = [each.to_table() for each in find_relevance(game, board, facts, budget)]
    named = {
        tuple(entry[key] for key in ("kind", "row", "col", "direction") if key in entry): entry
        for entry in found
    }
    assert len(named) == len(found)
    return {key: (entry["needed"], entry["inert"], entry["moves"]) for key, entry in named.items()}


def worth(before: Facts, without: Facts, compared: tuple[str, ...]) -> Worth:
    """What a thing is worth by the facts of the board, and of the board without it."""
    if before["solvable"]:
        needed = not without["solvable"] or without["moves"] != before["moves"]
    else:
        needed = without["solvable"]
    inert = all(before[key] == without[key] for key in compared)
    return needed, inert, without["moves"]
