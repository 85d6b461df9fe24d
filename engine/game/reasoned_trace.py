"""Traces of solvers that reason like a person: conclusions, their evidence, and hints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.game.play_position import Position
from engine.values.grid import Cell
from engine.values.solver_trace import Trace


@dataclass(frozen=True, slots=True)
class Tip:
    """A hint in three degrees: the rule, the cells to look at, and the conclusion.

    Attributes:
        rule: The kind of reasoning, as a phrase.
        premise_cells: The cells to look at.
        concluded_cells: The cells that the conclusion is about; empty if the hint is to undo a
            move.
        text: The conclusion and its reason, in one sentence.
    """

    rule: str
    premise_cells: tuple[Cell, ...]
    concluded_cells: tuple[Cell, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """One premise of a conclusion, which a reader can check on the board.

    Attributes:
        text: The premise, in a few words.
        cells: The cells that the premise is about.
    """

    text: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A statement that a trace row proves, with all of its premises.

    Attributes:
        cell: The cell of the piece that the conclusion is about.
        concluded_cells: The cells that must belong to the piece, according to the conclusion; empty
            if the conclusion only rules something out.
        premise_cells: The cells to look at first.
        text: The conclusion and its reason, in one sentence.
        evidence: The premises, in the order in which to check them.
    """

    cell: Cell
    concluded_cells: tuple[Cell, ...]
    premise_cells: tuple[Cell, ...]
    text: str
    evidence: tuple[Evidence, ...]


@runtime_checkable
class ReasonedTrace(Trace, Protocol):
    """A trace whose rows are conclusions, each of which follows from the rows before it."""

    def prepare(self) -> None:
        """Compute data for reasons in advance, so that the first request for a reason is fast."""

    def list_reasons(self, index: int) -> tuple[str, ...]:
        """Return the reasons for the conclusions of row ``index``, one sentence each.

        The start row has none.
        """

    def get_premise_cells(self, index: int) -> frozenset[Cell]:
        """Return the cells from which the conclusions of row ``index`` follow."""

    def get_concluded_cells(self, index: int) -> frozenset[Cell]:
        """Return the cells that the conclusions of row ``index`` are about."""

    def list_conclusions(self, index: int) -> tuple[Conclusion, ...]:
        """Return the conclusions of row ``index``, ordered so that premises come first.

        The start row has none.
        """

    def find_tip(self, position: Position) -> Tip | None:
        """Return a hint about the next conclusion in ``position``, or None if nothing follows."""
