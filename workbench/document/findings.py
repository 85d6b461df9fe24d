"""What is wrong or unusual about the board, told where the designer looks: quietly, by its cell."""

from __future__ import annotations

from engine.values.grid import Cell
from engine.values.level import Problem
from workbench.document.status import Words
from workbench.document.verdicts import Verdicts


def words(verdicts: Verdicts) -> list[Words]:
    """The first warning for the status line, after the verdict; a draft has worse to tell."""
    if verdicts.problems or not verdicts.warnings:
        return []
    more = len(verdicts.warnings) - 1
    rest = f" (and {more} more)" if more else ""
    first = verdicts.told(verdicts.warnings[0])
    return [Words(" · ", "dim"), Words(f"warning: {first}{rest}", "warn")]


def marks(verdicts: Verdicts) -> dict[Cell, str]:
    """The theme's marks of the cells that something is to be said of."""
    found: dict[Cell, str] = {}
    for mark, problems in (("warning", verdicts.warnings), ("problem", verdicts.problems)):
        for each in problems:
            if each.row is not None and each.col is not None:
                found[each.row, each.col] = mark
    return found


def of_cell(verdicts: Verdicts, row: int, col: int) -> list[str]:
    """What is to be said of one cell, each in a phrase, the gravest first."""

    def here(problem: Problem) -> bool:
        """Whether a problem is one of the cell."""
        return (problem.row, problem.col) == (row, col)

    return [
        *(problem.message for problem in verdicts.problems if here(problem)),
        *(f"warning: {warning.message}" for warning in verdicts.warnings if here(warning)),
    ]
