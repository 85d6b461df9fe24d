"""Where a level traps its player: the moves after which no win can be reached any more.

The map of them is arrays over a graph, from which answers are made when asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from engine.jit.marks import Bytes, Ints, Longs
from engine.search.graph import Graph
from engine.search.maps.dead_regions import ENDLESS, NO_CELL
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
        target: name of the position it leads to; None if it loses.
        positions: dead positions that can be met from then on, up to MANY; none if it loses.
        longest: moves that can still be made at the most before nothing moves or the level is
            lost; None if one can go on for ever.
        region: index among the regions of the map; None if the move loses.
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
class Occupancy:
    """What a kind of piece on a cell means.

    Attributes:
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


AT_CELL = 20
"""Trap moves that are noted for a cell."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """How packed states hold pieces: a byte for each, with its cell in reading order.

    Attributes:
        kinds: what each piece is, in words; pieces of a kind are interchangeable.
    """

    kinds: tuple[str, ...]
    cols: int

    @property
    def names(self) -> tuple[str, ...]:
        """Every kind once."""
        return tuple(dict.fromkeys(self.kinds))

    @property
    def numbers(self) -> Ints:
        """For every piece the index of its kind among :attr:`names`."""
        names = self.names
        return np.array([names.index(kind) for kind in self.kinds], np.int32)

    def number(self, cell: Cell) -> int:
        """The number of a cell in packed states; that of no cell if the board has none there."""
        row, col = cell
        number = row * self.cols + col
        return number if row >= 0 and 0 <= col < self.cols and number < NO_CELL else NO_CELL

    def landings(self, before: Bytes, after: Bytes) -> tuple[Landing, ...]:
        """The pieces that stand in one state where none of their kind stood in another."""
        stood = set(zip(self.kinds, before.tolist(), strict=False))
        return tuple(
            Landing(cell // self.cols, cell % self.cols, kind)
            for kind, cell in zip(self.kinds, after.tolist(), strict=False)
            if cell != NO_CELL and (kind, cell) not in stood
        )


@dataclass(frozen=True, slots=True)
class DeadEndMoves:
    """The trap moves in the order of the map.

    Attributes:
        edges: their numbers in the graph.
        reach: the dead states behind each, up to :data:`MANY`.
        longest: the longest walk behind each, ENDLESS where there is none.
        regions: the number of each one's region, -1 for a loss.
    """

    edges: Longs
    reach: Ints
    longest: Ints
    regions: Longs


@dataclass(frozen=True, slots=True)
class Regions:
    """The regions in the order of the map: first state, states, and trap moves into each."""

    firsts: Longs
    sizes: Longs
    entries: Longs


@dataclass(frozen=True, slots=True)
class Occupation:
    """What stands and comes to rest where.

    Attributes:
        standing: for every kind and cell the states with such a piece there, and how many of
            them are dead; shape (kinds, CELLS, 2).
        landings: for every kind and cell the trap moves by which such a piece comes to rest
            there; shape (kinds, CELLS).
        firsts: for every cell the number of trap moves by which anything does, then the first
            of them; shape (CELLS, 1 + AT_CELL).
    """

    standing: Longs
    landings: Longs
    firsts: Ints


@dataclass(frozen=True, slots=True, eq=False)
class TrapMap:
    """The traps of one board: a sequence of trap moves, the shallowest first, then the largest.

    Regions come in the same order. Both may be millions, and are made when they are asked for.

    Attributes:
        dead: states from which no win can be reached.
        hopeless: whether the first state is one of them.
    """

    graph: Graph = field(repr=False)
    letters: tuple[str, ...]
    pieces: Pieces
    dead: int
    hopeless: bool
    _moves: DeadEndMoves = field(repr=False)
    _regions: Regions = field(repr=False)
    _occupation: Occupation = field(repr=False)

    @property
    def positions(self) -> int:
        """How many positions can be reached."""
        return self.graph.count

    @property
    def losing(self) -> int:
        """How many of the trap moves lose at once."""
        return int(np.count_nonzero(self._moves.regions < 0))

    def __len__(self) -> int:
        """Number of trap moves."""
        return len(self._moves.edges)

    def __getitem__(self, index: int) -> Trap:
        """The trap move of an index from 0."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        moves, graph = self._moves, self.graph
        state, move = divmod(int(moves.edges[index]), graph.moves)
        target = int(graph.edges[state, move])
        longest, region = int(moves.longest[index]), int(moves.regions[index])
        return Trap(
            f"S{state}",
            self._word(graph.path(state)),
            self.letters[move],
            f"S{target}" if target >= 0 else None,
            int(moves.reach[index]),
            None if longest == ENDLESS else longest,
            region if region >= 0 else None,
            self.pieces.landings(self._packed(state), self._packed(target)) if target >= 0 else (),
        )

    def _word(self, moves: list[int]) -> tuple[str, ...]:
        return tuple(self.letters[move] for move in moves)

    def _packed(self, state: int) -> Bytes:
        """The bytes of a state."""
        words = self.graph.words
        one = self.graph.states[state * words : (state + 1) * words]
        return one.astype("<u8").view(np.uint8)

    @property
    def regions(self) -> int:
        """Number of regions of dead positions."""
        return len(self._regions.firsts)

    def region(self, number: int) -> Region:
        """The region of an index from 0."""
        if not 0 <= number < self.regions:
            raise IndexError(number)
        found = self._regions
        return Region(
            int(found.sizes[number]),
            int(found.entries[number]),
            # The first of its states was found by the first of the moves that lead there.
            self._word(self.graph.path(int(found.firsts[number]))),
        )

    def standings(self, cell: Cell) -> tuple[Occupancy, ...]:
        """What pieces on a cell mean, for every kind that can come there."""
        number, found = self.pieces.number(cell), self._occupation
        return tuple(
            Occupancy(
                name,
                int(found.standing[kind, number, 0]),
                int(found.standing[kind, number, 1]),
                int(found.landings[kind, number]),
            )
            for kind, name in enumerate(self.pieces.names)
            if found.standing[kind, number, 0]
        )

    def landings(self, cell: Cell) -> int:
        """How many trap moves have a piece come to rest on a cell."""
        return int(self._occupation.firsts[self.pieces.number(cell), 0])

    def first_at(self, cell: Cell) -> tuple[int, ...]:
        """The indices of the first of these, not of all of them if there are many."""
        noted = self._occupation.firsts[self.pieces.number(cell)]
        return tuple(noted[1 : 1 + min(int(noted[0]), AT_CELL)].tolist())
