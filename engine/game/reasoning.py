"""Solvers that reason as a person would: traces of conclusions, and hints from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.game.position import Position
from engine.values.grid import Cell
from engine.values.trace import Trace


@dataclass(frozen=True, slots=True)
class Tip:
    """What to think of next, in three degrees: which rule, where, what.

    Attributes:
        rule: the kind of thought, a phrase.
        because: the cells to look at.
        claims: the cells that something is concluded of; none if something is to be taken back.
        text: the conclusion and why it follows, one sentence.
    """

    rule: str
    because: tuple[Cell, ...]
    claims: tuple[Cell, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing to look at and check, before a conclusion can be believed.

    Attributes:
        text: what is the case, a few words.
        cells: where.
    """

    text: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Conclusion:
    """One thing that a row concludes, with everything that it follows from.

    Attributes:
        cell: the piece that something is concluded of.
        claims: the cells that are concluded to be its own; none if something is ruled out only.
        because: the cells to look at first.
        text: the conclusion and why it follows, one sentence.
        evidence: all that has to be checked, in turn.
    """

    cell: Cell
    claims: tuple[Cell, ...]
    because: tuple[Cell, ...]
    text: str
    evidence: tuple[Evidence, ...]


@runtime_checkable
class ReasonedTrace(Trace, Protocol):
    """A trace whose rows are conclusions, each drawn from the row before it."""

    def prepare(self) -> None:
        """Compute now what the first look at a reason would have to wait for."""

    def reasons(self, index: int) -> tuple[str, ...]:
        """Why the conclusions of a row follow, a sentence each; none for a start."""

    def because(self, index: int) -> frozenset[Cell]:
        """The cells that force the conclusions of a row."""

    def claims(self, index: int) -> frozenset[Cell]:
        """The cells that a row concludes something of."""

    def conclusions(self, index: int) -> tuple[Conclusion, ...]:
        """The conclusions of a row one by one, what they follow from first; none for a start."""

    def tip(self, position: Position) -> Tip | None:
        """The next conclusion in a position of play; None if nothing follows from it any more."""
