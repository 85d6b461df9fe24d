"""The trace of a solver: what it tried, in order, and what came of it.

A trace may have millions of rows, so it is a sequence that makes a row when asked for it,
from the arrays that the search left behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One trial of a solver.

    Attributes:
        name: stable name of the situation reached, such as ``S7`` or ``2-3``.
        parent: name of the situation it was tried from; empty for the start.
        move: the move tried; empty for the start.
        depth: moves from the start.
        result: what came of it, in words: ``new``, ``= S1``, ``lost: mud``, ``won``, ...
        on_path: on the reported solution.
        dead: no win can be reached from the situation.
    """

    name: str
    parent: str
    move: str
    depth: int
    result: str
    on_path: bool = False
    dead: bool = False


class Trace(Protocol):
    """A read-only sequence of rows, each with the moves that lead to it."""

    @property
    def strategy(self) -> str:
        """Which strategy left the trace."""
        ...

    def __len__(self) -> int:
        """Number of rows."""
        ...

    def __getitem__(self, index: int) -> TraceRow:
        """The row at an index from 0."""
        ...

    def moves_to(self, index: int) -> tuple[str, ...]:
        """The moves from the start to the situation of a row, its own move included."""
        ...

    def find(self, moves: tuple[str, ...]) -> int | None:
        """The first row of the situation that moves from the start lead to, if the trace has it."""
        ...
