"""Where a level traps its player: the moves after which no win can be reached any more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.values.budget import Control
from engine.values.grid import Cell

MANY = 1_000
"""Positions behind a trap up to which they are counted; this number means as many or more."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A piece that comes to rest on a cell, its kind in words such as ``red Skiddy``."""

    row: int
    col: int
    kind: str


@dataclass(frozen=True, slots=True)
class Trap:
    """A move that leads from a position with a win ahead to one without, or that loses.

    Attributes:
        state: name of the position it is made in, as traces have it.
        way: the first of the shortest sequences of moves to that position.
        move: the move.
        target: name of the position it leads to; None if it loses.
        positions: dead positions that can be met from then on, up to MANY; none if it loses.
        longest: moves that can still be made at the most before nothing moves or the level is
            lost; None if one can go on for ever.
        region: place among the regions of the map; None if the move loses.
        landings: the pieces that come to rest by it where none of their kind stood.
    """

    state: str
    way: tuple[str, ...]
    move: str
    target: str | None
    positions: int
    longest: int | None
    region: int | None
    landings: tuple[Landing, ...]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves from the start into the trap."""
        return (*self.way, self.move)


@dataclass(frozen=True, slots=True)
class Region:
    """Dead positions that hang together by moves.

    Attributes:
        positions: how many they are.
        entries: the trap moves that lead to one of them.
        way: the first of the shortest sequences of moves to one of them.
    """

    positions: int
    entries: int
    way: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a kind of piece on a cell means.

    Attributes:
        kind: the kind in words.
        positions: the positions in which such a piece stands there.
        dead: those of them from which no win can be reached.
        landings: the trap moves by which such a piece comes to rest there.
    """

    kind: str
    positions: int
    dead: int
    landings: int

    @property
    def certain(self) -> bool:
        """Whether such a piece there means a trap, whatever else is where."""
        return self.positions > 0 and self.dead == self.positions


class TrapMap(Protocol):
    """The traps of one board: a sequence of trap moves, the shallowest first, then the largest.

    Regions come in the same order. Both may be millions, and are made when they are asked for.
    """

    @property
    def positions(self) -> int:
        """How many positions can be reached."""
        ...

    @property
    def dead(self) -> int:
        """From how many of them no win can be reached."""
        ...

    @property
    def hopeless(self) -> bool:
        """Whether the start is one of these: then no move is a trap, for nothing can be lost."""
        ...

    @property
    def losing(self) -> int:
        """How many of the trap moves lose at once."""
        ...

    def __len__(self) -> int:
        """Number of trap moves."""
        ...

    def __getitem__(self, index: int) -> Trap:
        """The trap move of a place from 0."""
        ...

    @property
    def regions(self) -> int:
        """Number of regions of dead positions."""
        ...

    def region(self, number: int) -> Region:
        """The region of a place from 0."""
        ...

    def standings(self, cell: Cell) -> tuple[Standing, ...]:
        """What pieces on a cell mean, for every kind that can come there."""
        ...

    def landings(self, cell: Cell) -> int:
        """How many trap moves have a piece come to rest on a cell."""
        ...

    def first_at(self, cell: Cell) -> tuple[int, ...]:
        """The places of the first of these, not of all of them if there are many."""
        ...


class TrapFinder(Protocol):
    """Can tell of the traps of the board that was solved."""

    def find(self, control: Control) -> TrapMap:
        """The map of all traps.

        Raises:
            Cancelled: ``control`` was cancelled.
        """
        ...
