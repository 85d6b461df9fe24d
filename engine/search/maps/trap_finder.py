"""A search for the traps of a level in its complete state graph."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.errors import Cancelled
from engine.jit.decorators import Ints, Longs
from engine.search.breadth_first import STAY_EDGE
from engine.search.graph import Graph
from engine.search.maps import dead_regions
from engine.search.maps.dead_regions import CELLS, SearchedGraph
from engine.search.maps.trapmap import (
    AT_CELL,
    MANY,
    OccupancyTable,
    PackedPieces,
    RegionTable,
    TrapEdges,
    TrapMap,
)
from engine.search.retrograde import DEAD, RetrogradeFacts
from engine.values.budget import Control


@dataclass(frozen=True, slots=True, eq=False)
class TrapFinder:
    """A finder for the traps in a complete graph.

    Attributes:
        graph: The complete graph.
        ahead: The result of the backward pass.
        move_words: The word of each move, by its number.
        pieces: The layout of pieces in packed states.
    """

    graph: Graph
    ahead: RetrogradeFacts
    move_words: tuple[str, ...]
    pieces: PackedPieces

    @property
    def share(self) -> float:
        """The share of traps among the moves from live states that change something."""
        edges = self.graph.edges[self.ahead.distance != DEAD]
        moves = int(np.count_nonzero(edges != STAY_EDGE))
        return (
            dead_regions.list_traps(self.kernel_graph, np.empty(0, np.int64)) / moves
            if moves
            else 0.0
        )

    def find_traps(self, control: Control) -> TrapMap:
        """Return the map of all traps.

        Raises:
            Cancelled: ``control`` was cancelled.
        """
        edges = self._list_trap_edges()
        # Several traps may lead to the same dead state. Statistics are therefore computed once for
        # each such state and then copied to the traps.
        targets = self.kernel_graph.edges[edges]
        # The dead states that traps lead to are needed in ascending order, each only once.
        dead = np.sort(targets[targets >= 0])
        # np.unique would import NumPy's masked arrays, which takes a tenth of a command's time.
        dead = dead[np.diff(dead, prepend=-1) > 0]
        reach = _spread_to_moves(self._count_reachable(dead, control), dead, targets)
        edges, targets, reach = self._sort_traps(edges, targets, reach)
        firsts, regions = self._find_regions(dead, control)
        numbers = _spread_to_moves(np.searchsorted(regions.firsts, firsts), dead, targets, -1)
        numbers, regions = self._sort_regions(numbers, regions)
        # The trap moves are sorted by now, so the lengths of the walks are in the final order too.
        walks = _spread_to_moves(self._find_longest_walks(dead, control), dead, targets)
        return TrapMap(
            self.graph,
            self.move_words,
            self.pieces,
            self.ahead.dead_states,
            int(self.ahead.distance[0]) == DEAD,
            TrapEdges(edges, reach.astype(np.int32), walks.astype(np.int32), numbers),
            regions,
            self._count_occupancies(edges, targets),
        )

    @property
    def kernel_graph(self) -> SearchedGraph:
        """The graph in the form that kernels use."""
        graph = self.graph
        return SearchedGraph(graph.edges.reshape(-1), graph.count, graph.moves, self.ahead.distance)

    def _get_depths(self, states: Longs | Ints) -> Longs:
        return np.searchsorted(self.graph.starts, states, side="right")

    def _list_trap_edges(self) -> Longs:
        """Return the edge numbers of the trap moves, in ascending order."""
        # The first call only counts the moves, so that an array of that size can be allocated.
        number = dead_regions.list_traps(self.kernel_graph, np.empty(0, np.int64))
        found = np.empty(number, np.int64)
        dead_regions.list_traps(self.kernel_graph, found)
        return found

    def _sort_traps(self, edges: Longs, targets: Ints, reach: Longs) -> tuple[Longs, Ints, Longs]:
        """Sort trap moves by depth, and then by descending number of reachable states."""
        order = np.lexsort((edges, -reach, self._get_depths(edges // self.graph.moves)))
        return edges[order], targets[order], reach[order]

    def _count_reachable(self, dead: Ints, control: Control) -> Ints:
        """Return the number of states reachable from each state in ``dead``, up to MANY."""
        counts = np.zeros(self.graph.count, np.int32)
        marks, queue = np.zeros(self.graph.count, np.int32), np.empty(MANY, np.int32)
        _require_completion(
            dead_regions.count_reachable(
                self.kernel_graph, dead, counts, marks, queue, control.shared_cells
            )
        )
        return counts[dead]

    def _find_longest_walks(self, dead: Ints, control: Control) -> Ints:
        """Return the length of the longest walk from each state in ``dead``."""
        count = self.graph.count
        longest, stack = np.empty(count, np.int32), np.empty(count, np.int32)
        room = longest, stack, np.empty(count, np.uint8), control.shared_cells
        _require_completion(dead_regions.find_longest_walks(self.kernel_graph, *room))
        return longest[dead]

    def _find_regions(self, dead: Ints, control: Control) -> tuple[Ints, RegionTable]:
        """Return the first state of the region of each state in ``dead``, and a region table."""
        region = np.empty(self.graph.count, np.int32)
        _require_completion(
            dead_regions.join_regions(self.kernel_graph, region, control.shared_cells)
        )
        sizes = np.bincount(region[region >= 0])
        firsts = np.flatnonzero(sizes)
        return region[dead], RegionTable(firsts, sizes[firsts], np.zeros(len(firsts), np.int64))

    def _sort_regions(self, numbers: Longs, regions: RegionTable) -> tuple[Longs, RegionTable]:
        """Sort regions by depth and then by size, largest first, and count their trap moves.

        ``numbers`` holds the region of each trap move, or -1 for a loss. It is returned with the
        regions renumbered.
        """
        order = np.lexsort((regions.firsts, -regions.sizes, self._get_depths(regions.firsts)))
        # The region -1 of a loss selects the appended -1.
        numbers = np.append(np.argsort(order), -1)[numbers]
        entries = np.bincount(numbers[numbers >= 0], minlength=len(order))
        return numbers, RegionTable(regions.firsts[order], regions.sizes[order], entries)

    def _count_occupancies(self, edges: Longs, targets: Ints) -> OccupancyTable:
        """Return statistics about the pieces on each cell; see :class:`OccupancyTable`.

        ``edges`` and ``targets`` hold the edge number and the target of each trap move.
        """
        graph, kinds = self.graph, self.pieces.kind_numbers
        many = len(self.pieces.kind_names)
        counts = np.zeros((many, CELLS, 2), np.int64)
        landings = np.zeros((many, CELLS), np.int64)
        firsts = np.zeros((CELLS, 1 + AT_CELL), np.int32)
        packed = np.ascontiguousarray(graph.states, "<u8").view(np.uint8)
        stride = 8 * graph.words
        dead_regions.count_occupants(self.kernel_graph, packed, stride, kinds, counts.reshape(-1))
        sources = (edges // graph.moves).astype(np.int32)
        dead_regions.count_landings(
            packed, stride, kinds, sources, targets, landings.reshape(-1), firsts.reshape(-1),
            AT_CELL,
        )  # fmt: skip
        return OccupancyTable(counts, landings, firsts)


def _require_completion(done: bool) -> None:
    """Raise an exception if a kernel was stopped.

    Raises:
        Cancelled: ``done`` is False.
    """
    if not done:
        raise Cancelled("stopped while looking for traps")


def _spread_to_moves(values: Longs | Ints, dead: Ints, targets: Ints, lost: int = 0) -> Longs:
    """Return a value for each move: that of the dead state it leads to, or ``lost`` for a loss.

    ``values`` holds one value for each state in ``dead``, and ``targets`` the target of each move.
    """
    found = np.append(values, lost).astype(np.int64)[np.searchsorted(dead, targets)]
    return np.where(targets < 0, lost, found)
