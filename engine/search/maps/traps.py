"""The traps of a level, found in the complete graph of its states."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.errors import Cancelled
from engine.jit.marks import Ints, Longs
from engine.search.breadth_first import STAY_EDGE
from engine.search.graph import Graph
from engine.search.maps import dead_regions
from engine.search.maps.dead_regions import CELLS, Searched
from engine.search.maps.trapmap import (
    AT_CELL,
    MANY,
    DeadEndMoves,
    Occupation,
    Pieces,
    Regions,
    TrapMap,
)
from engine.search.retrograde import DEAD, RetrogradeFacts
from engine.values.budget import Control


@dataclass(frozen=True, slots=True, eq=False)
class TrapFinder:
    """Finds the traps of a complete graph."""

    graph: Graph
    ahead: RetrogradeFacts
    letters: tuple[str, ...]
    pieces: Pieces

    @property
    def share(self) -> float:
        """The share of traps among the moves from states with a win ahead that change something."""
        edges = self.graph.edges[self.ahead.distance != DEAD]
        moves = int(np.count_nonzero(edges != STAY_EDGE))
        return (
            dead_regions.list_traps(self._searched, np.empty(0, np.int64)) / moves if moves else 0.0
        )

    def find(self, control: Control) -> TrapMap:
        """The map of all traps.

        Raises:
            Cancelled: ``control`` was cancelled.
        """
        edges = self._trap_edges()
        targets = self._searched.edges[edges]
        dead = np.sort(targets[targets >= 0])
        # As np.unique, which first imports NumPy's masked arrays, a tenth of a whole command.
        dead = dead[np.diff(dead, prepend=-1) > 0]
        reach = _spread(self._reach(dead, control), dead, targets)
        edges, targets, reach = self._in_order(edges, targets, reach)
        firsts, regions = self._regions(dead, control)
        numbers = _spread(np.searchsorted(regions.firsts, firsts), dead, targets, -1)
        numbers, regions = self._ranked(numbers, regions)
        walks = _spread(self._walks(dead, control), dead, targets)
        return TrapMap(
            self.graph,
            self.letters,
            self.pieces,
            self.ahead.dead_states,
            int(self.ahead.distance[0]) == DEAD,
            DeadEndMoves(edges, reach.astype(np.int32), walks.astype(np.int32), numbers),
            regions,
            self._occupation(edges, targets),
        )

    @property
    def _searched(self) -> Searched:
        """The graph as kernels take it."""
        graph = self.graph
        return Searched(graph.edges.reshape(-1), graph.count, graph.moves, self.ahead.distance)

    def _depths(self, states: Longs | Ints) -> Longs:
        return np.searchsorted(self.graph.starts, states, side="right")

    def _trap_edges(self) -> Longs:
        """The numbers of the trap moves in the graph, in their order there."""
        number = dead_regions.list_traps(self._searched, np.empty(0, np.int64))
        found = np.empty(number, np.int64)
        dead_regions.list_traps(self._searched, found)
        return found

    def _in_order(self, edges: Longs, targets: Ints, reach: Longs) -> tuple[Longs, Ints, Longs]:
        """The trap moves from the shallowest on, of equally shallow ones the largest first."""
        order = np.lexsort((edges, -reach, self._depths(edges // self.graph.moves)))
        return edges[order], targets[order], reach[order]

    def _reach(self, dead: Ints, control: Control) -> Ints:
        """The states that can be reached from each of some dead ones, up to MANY."""
        counts = np.zeros(self.graph.count, np.int32)
        marks, queue = np.zeros(self.graph.count, np.int32), np.empty(MANY, np.int32)
        _go_on(dead_regions.measure(self._searched, dead, counts, marks, queue, control.cells))
        return counts[dead]

    def _walks(self, dead: Ints, control: Control) -> Ints:
        """The longest walks from some dead states."""
        count = self.graph.count
        longest, stack = np.empty(count, np.int32), np.empty(count, np.int32)
        room = longest, stack, np.empty(count, np.uint8), control.cells
        _go_on(dead_regions.longest_walks(self._searched, *room))
        return longest[dead]

    def _regions(self, dead: Ints, control: Control) -> tuple[Ints, Regions]:
        """The first states of the regions of some dead states, and all regions in their order."""
        region = np.empty(self.graph.count, np.int32)
        _go_on(dead_regions.join_regions(self._searched, region, control.cells))
        sizes = np.bincount(region[region >= 0])
        firsts = np.flatnonzero(sizes)
        return region[dead], Regions(firsts, sizes[firsts], np.zeros(len(firsts), np.int64))

    def _ranked(self, numbers: Longs, regions: Regions) -> tuple[Longs, Regions]:
        """The regions from the shallowest on, of equally shallow ones the largest first.

        ``numbers`` has the region of every trap move, -1 for none.
        """
        order = np.lexsort((regions.firsts, -regions.sizes, self._depths(regions.firsts)))
        numbers = np.append(np.argsort(order), -1)[numbers]
        entries = np.bincount(numbers[numbers >= 0], minlength=len(order))
        return numbers, Regions(regions.firsts[order], regions.sizes[order], entries)

    def _occupation(self, edges: Longs, targets: Ints) -> Occupation:
        """What stands where in all states, and comes to rest where by some moves."""
        graph, kinds = self.graph, self.pieces.numbers
        many = len(self.pieces.names)
        standing = np.zeros((many, CELLS, 2), np.int64)
        landings = np.zeros((many, CELLS), np.int64)
        firsts = np.zeros((CELLS, 1 + AT_CELL), np.int32)
        packed = np.ascontiguousarray(graph.states, "<u8").view(np.uint8)
        stride = 8 * graph.words
        dead_regions.count_standing(self._searched, packed, stride, kinds, standing.reshape(-1))
        sources = (edges // graph.moves).astype(np.int32)
        dead_regions.count_landings(
            packed, stride, kinds, sources, targets, landings.reshape(-1), firsts.reshape(-1),
            AT_CELL,
        )  # fmt: skip
        return Occupation(standing, landings, firsts)


def _go_on(done: bool) -> None:
    """Ends what was asked to stop.

    Raises:
        Cancelled: it was.
    """
    if not done:
        raise Cancelled("stopped while looking for traps")


def _spread(values: Longs | Ints, dead: Ints, targets: Ints, lost: int = 0) -> Longs:
    """What is known of dead states, for every move into one of them; ``lost`` for a loss."""
    found = np.append(values, lost).astype(np.int64)[np.searchsorted(dead, targets)]
    return np.where(targets < 0, lost, found)
