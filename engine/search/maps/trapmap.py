"""The traps of a level: moves after which the level can no longer be won.

There may be millions of traps and regions. Therefore the map stores arrays with one entry for each,
and creates a :class:`Trap` or :class:`Region` only on request.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from engine.jit.decorators import Bytes, Ints, Longs
from engine.search.graph import Graph
from engine.search.maps.dead_regions import ENDLESS, NO_CELL
from engine.values.grid import Cell
from engine.values.moves import name_moves

MANY = 1_000
"""The limit for counting the positions behind a trap; a count of MANY means that many or more."""


class Landing(NamedTuple):
    """A piece that stops on a cell.

    Attributes:
        kind: The kind of piece, in words, such as ``red Skiddy``.
    """

    row: int
    col: int
    kind: str


class Trap(NamedTuple):
    """A move from a live position to a dead one, or to a loss.

    Attributes:
        state: The name of the position in which the move is made, as in traces.
        path: The first of the shortest move sequences to that position.
        move: The word of the move.
        target: The name of the position that the move leads to; None if it loses.
        positions: The number of dead positions that can follow, up to MANY; 0 if the move loses.
        longest: The maximum number of moves that can follow before no move changes anything or the
            level is lost; None if there is no limit.
        region: The index of the trap's region in the map; None if the move loses.
        landings: The pieces that stop on a cell where no piece of their kind was before.
    """

    state: str
    path: tuple[str, ...]
    move: str
    target: str | None
    positions: int
    longest: int | None
    region: int | None
    landings: tuple[Landing, ...]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves from the start up to the trap, including the trap itself."""
        return (*self.path, self.move)


class Region(NamedTuple):
    """A set of dead positions that are connected by moves.

    Attributes:
        positions: The number of positions in the region.
        entries: The number of trap moves that lead into the region.
        path: The first of the shortest move sequences into the region.
    """

    positions: int
    entries: int
    path: tuple[str, ...]


class Occupancy(NamedTuple):
    """Statistics about the positions with a certain kind of piece on a certain cell.

    Attributes:
        kind: The kind of piece.
        positions: The number of positions with such a piece on the cell.
        dead: The number of these positions that are dead.
        landings: The number of trap moves that make such a piece stop on the cell.
    """

    kind: str
    positions: int
    dead: int
    landings: int

    @property
    def is_certain(self) -> bool:
        """True if all positions with such a piece on the cell are dead."""
        return self.positions > 0 and self.dead == self.positions


AT_CELL = 20
"""The maximum number of trap moves that are stored for each cell."""


class PackedPieces(NamedTuple):
    """The layout of pieces in packed states: one byte per piece, holding the number of its cell.

    Attributes:
        kinds: The kind of each piece, in words; pieces of the same kind are interchangeable.
        cols: The number of columns of the board.
    """

    kinds: tuple[str, ...]
    cols: int

    @property
    def kind_names(self) -> tuple[str, ...]:
        """The names of all kinds, without duplicates."""
        return tuple(dict.fromkeys(self.kinds))

    @property
    def kind_numbers(self) -> Ints:
        """The index of each piece's kind in :attr:`kind_names`."""
        names = self.kind_names
        return np.array([names.index(kind) for kind in self.kinds], np.int32)

    def get_cell_number(self, cell: Cell) -> int:
        """Return the number of a cell in packed states, or NO_CELL if it is outside the board."""
        row, col = cell
        number = row * self.cols + col
        # A cell beyond the left or right side would otherwise get a number from another row.
        return number if row >= 0 and 0 <= col < self.cols and number < NO_CELL else NO_CELL

    def find_landings(self, before: Bytes, after: Bytes) -> tuple[Landing, ...]:
        """Return the pieces in ``after`` on cells where ``before`` has no piece of their kind."""
        # Pairs of kind and cell are compared, because pieces of a kind are interchangeable.
        stood = set(zip(self.kinds, before.tolist(), strict=False))
        return tuple(
            Landing(cell // self.cols, cell % self.cols, kind)
            for kind, cell in zip(self.kinds, after.tolist(), strict=False)
            if cell != NO_CELL and (kind, cell) not in stood
        )


class TrapEdges(NamedTuple):
    """Statistics about the trap moves, in the order of the map.

    Attributes:
        edges: The number of each move's edge in the graph.
        reach: The number of dead states behind each move, up to :data:`MANY`.
        longest: The length of the longest walk behind each move, or ENDLESS.
        regions: The number of the region behind each move; -1 for a loss.
    """

    edges: Longs
    reach: Ints
    longest: Ints
    regions: Longs


class RegionTable(NamedTuple):
    """The first state and the size of each region, and the number of trap moves that lead into it.

    Regions are in the order of the map.
    """

    firsts: Longs
    sizes: Longs
    entries: Longs


class OccupancyTable(NamedTuple):
    """Statistics about the pieces on each cell.

    Attributes:
        counts: For each kind and cell, the number of states with such a piece there, and the number
            of dead states among them; shape (kinds, CELLS, 2).
        landings: For each kind and cell, the number of trap moves that bring such a piece to rest
            there; shape (kinds, CELLS).
        firsts: For each cell, the number of trap moves that bring any piece to rest there, followed
            by the indices of the first few of these moves; shape (CELLS, 1 + AT_CELL).
    """

    counts: Longs
    landings: Longs
    firsts: Ints


@dataclass(frozen=True, slots=True, eq=False)
class TrapMap:
    """The traps of one board, as a sequence of trap moves.

    Trap moves are sorted by depth, and then by descending number of positions behind them. Regions
    are sorted by depth, and then by descending size.

    Attributes:
        graph: The complete graph.
        move_words: The word of each move, by its number.
        pieces: The layout of pieces in packed states.
        dead: The number of dead states.
        starts_dead: True if the start state is dead.
    """

    graph: Graph = field(repr=False)
    move_words: tuple[str, ...]
    pieces: PackedPieces
    dead: int
    starts_dead: bool
    _moves: TrapEdges = field(repr=False)
    _regions: RegionTable = field(repr=False)
    _occupation: OccupancyTable = field(repr=False)

    @property
    def positions(self) -> int:
        """The number of positions that can be reached."""
        return self.graph.count

    @property
    def loss_count(self) -> int:
        """The number of trap moves that lose the level immediately."""
        return int(np.count_nonzero(self._moves.regions < 0))

    def __len__(self) -> int:
        """Return the number of trap moves."""
        return len(self._moves.edges)

    def __getitem__(self, index: int) -> Trap:
        """Return the trap move at ``index``, counted from 0."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        moves, graph = self._moves, self.graph
        state, move = divmod(int(moves.edges[index]), graph.moves)
        target = int(graph.edges[state, move])
        # A loss has no region and no next position.
        longest, region = int(moves.longest[index]), int(moves.regions[index])
        return Trap(
            f"S{state}",
            name_moves(self.move_words, graph.find_path(state)),
            self.move_words[move],
            f"S{target}" if target >= 0 else None,
            int(moves.reach[index]),
            None if longest == ENDLESS else longest,
            region if region >= 0 else None,
            self.pieces.find_landings(self._get_bytes(state), self._get_bytes(target))
            if target >= 0
            else (),
        )

    def _get_bytes(self, state: int) -> Bytes:
        """Return the bytes of a packed state."""
        words = self.graph.words
        one = self.graph.states[state * words : (state + 1) * words]
        return one.astype("<u8").view(np.uint8)

    @property
    def region_count(self) -> int:
        """The number of regions."""
        return len(self._regions.firsts)

    def get_region(self, number: int) -> Region:
        """Return the region at index ``number``, counted from 0."""
        if not 0 <= number < self.region_count:
            raise IndexError(number)
        found = self._regions
        return Region(
            int(found.sizes[number]),
            int(found.entries[number]),
            # The region's first state is the one that the search found first.
            name_moves(self.move_words, self.graph.find_path(int(found.firsts[number]))),
        )

    def list_occupancies(self, cell: Cell) -> tuple[Occupancy, ...]:
        """Return statistics about each kind of piece that can be on a cell."""
        number, found = self.pieces.get_cell_number(cell), self._occupation
        return tuple(
            Occupancy(
                name,
                int(found.counts[kind, number, 0]),
                int(found.counts[kind, number, 1]),
                int(found.landings[kind, number]),
            )
            for kind, name in enumerate(self.pieces.kind_names)
            if found.counts[kind, number, 0]
        )

    def count_landings(self, cell: Cell) -> int:
        """Return the number of trap moves that bring a piece to rest on a cell."""
        return int(self._occupation.firsts[self.pieces.get_cell_number(cell), 0])

    def list_traps_at(self, cell: Cell) -> tuple[int, ...]:
        """Return the indices of up to AT_CELL trap moves that bring a piece to rest on a cell."""
        noted = self._occupation.firsts[self.pieces.get_cell_number(cell)]
        return tuple(noted[1 : 1 + min(int(noted[0]), AT_CELL)].tolist())
