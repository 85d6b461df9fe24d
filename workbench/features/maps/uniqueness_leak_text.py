"""The uniqueness leaks on a board, and functions that describe them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.values.grid import Cell
from engine.values.uniqueness_leak import Leak
from workbench.features.maps.map_finder import explain_unanswered, explain_unknown
from workbench.session.board_verdicts import Verdicts
from workbench.text.quantity_text import format_count

NO_LEAKS = "no leaks: assuming a single solution does not help the player"


def find_refusal(verdicts: Verdicts) -> str | None:
    """Return the reason why leaks are unavailable, or None if they are known or pending."""
    refused = explain_unanswered(verdicts, "solution")
    if refused is not None or get_leaks(verdicts) is not None:
        return refused
    return explain_unknown(verdicts, lambda solved: explain_missing(solved.facts))


def explain_missing(facts: Mapping[str, Any]) -> str:
    """Return the reason why a verdict with these facts lists no leaks."""
    if "unique" not in facts:
        return "the solver of this game does not search for leaks"
    if facts["unique"] is None:
        return "not known: the level may have several solutions"
    solutions = "several solutions" if facts.get("solvable") else "no solution"
    return f"no leaks are possible: the level has {solutions}"


def get_leaks(verdicts: Verdicts) -> tuple[Leak, ...] | None:
    """Return the board's leaks, or None if they are unknown."""
    answer = verdicts.verdict
    solved = answer.value if answer is not None else None
    return solved.leaks() if solved is not None and solved.leaks is not None else None


def make_marks(leaks: tuple[Leak, ...]) -> dict[Cell, str]:
    """Return marks for the pieces with leaks, and for the cells that the leaks reveal."""
    pieces = dict.fromkeys((leak.cell for leak in leaks), "because")
    return pieces | {cell: "claimed" for leak in leaks for cell in leak.concluded_cells}


def find_leaks(leaks: tuple[Leak, ...], cell: Cell) -> tuple[int, ...]:
    """Return the numbers of the leaks that involve a cell."""
    return tuple(n for n, leak in enumerate(leaks) if cell in (leak.cell, *leak.concluded_cells))


def describe_cell(leaks: tuple[Leak, ...], cell: Cell) -> str:
    """Describe in one line the leaks that involve a cell."""
    here = find_leaks(leaks, cell)
    if not leaks:
        return NO_LEAKS
    if not here:
        return f"no leak here, {format_count(len(leaks), 'leak')} elsewhere"
    first = leaks[here[0]]
    more = f" · {len(here) - 1} more here" if len(here) > 1 else ""
    return f"{describe_leak(first)}{more}"


def describe_leak(leak: Leak) -> str:
    """Describe a leak in one line."""
    when = f"after L{leak.layer}" if leak.layer else "at the start"
    return f"{when}, {leak.rule}: {leak.text}; {leak.benefit}"
