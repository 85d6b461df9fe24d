"""What is known of the uniqueness leaks of the board on the design screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.values.grid import Cell
from engine.values.leaks import Leak
from workbench.features.maps.finding import unanswered, unknown
from workbench.session.verdicts import Verdicts
from workbench.text.status import count

NONE = "no leaks: trust in a single solution gives nothing away"


def refusal(verdicts: Verdicts) -> str | None:
    """Why nothing can be said of a board's leaks; None if something can, or will be."""
    refused = unanswered(verdicts, "solution")
    if refused is not None or known(verdicts) is not None:
        return refused
    return unknown(verdicts, lambda solved: unsought(solved.facts))


def unsought(facts: Mapping[str, Any]) -> str:
    """Why a solver has not looked for leaks, from what it has found."""
    if "unique" not in facts:
        return "the solver of this game does not look for leaks"
    if facts["unique"] is None:
        return "not known: it is not proven that there is one solution"
    solutions = "several solutions" if facts.get("solvable") else "no solution"
    return f"there can be no leaks: {solutions}"


def known(verdicts: Verdicts) -> tuple[Leak, ...] | None:
    """The leaks of the board; None while they are not known."""
    answer = verdicts.verdict
    solved = answer.value if answer is not None else None
    return solved.leaks() if solved is not None and solved.leaks is not None else None


def marks(leaks: tuple[Leak, ...]) -> dict[Cell, str]:
    """The theme's marks of the cells that trust gives away, and of the pieces they go to."""
    pieces = dict.fromkeys((leak.cell for leak in leaks), "because")
    return pieces | {cell: "claimed" for leak in leaks for cell in leak.claims}


def about(leaks: tuple[Leak, ...], cell: Cell) -> tuple[int, ...]:
    """The numbers of the leaks that a cell is part of."""
    return tuple(n for n, leak in enumerate(leaks) if cell in (leak.cell, *leak.claims))


def cell_words(leaks: tuple[Leak, ...], cell: Cell) -> str:
    """What the leaks of a cell come to, in one line."""
    here = about(leaks, cell)
    if not leaks:
        return NONE
    if not here:
        return f"no leak here, {count(len(leaks), 'leak')} elsewhere"
    first = leaks[here[0]]
    more = f" · {len(here) - 1} more here" if len(here) > 1 else ""
    return f"{leak_words(first)}{more}"


def leak_words(leak: Leak) -> str:
    """A leak in one line."""
    when = f"after L{leak.layer}" if leak.layer else "at the start"
    return f"{when}, {leak.rule}: {leak.text}; {leak.saves}"
