"""What the solvers of games with a graph of states share: strategies, their facts and traces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.jit.marks import Ints
from engine.search.breadth_first import WON_EDGE
from engine.search.enumeration import naive_search
from engine.search.graph import Graph, search
from engine.search.maps.statemap import StateMap
from engine.search.maps.trapmap import Pieces
from engine.search.maps.traps import TrapFinder
from engine.search.retrograde import (
    DEAD,
    RetrogradeFacts,
    distances_toward,
    look_from_wins,
    solution,
)
from engine.search.running import FOUND
from engine.search.solutions import SolutionFinder
from engine.search.solved import FACTS_AHEAD, NAIVE_DEPTH, Solved
from engine.search.successors import SearchLevel
from engine.search.traces.graph_trace import GraphTrace, Occupants
from engine.search.traces.sequence_trace import SequencesTrace
from engine.values.budget import Budget, Control
from engine.values.guide import HOPELESS, WON, Prospect
from engine.values.judgement import Aim


@dataclass(frozen=True, slots=True)
class GraphGuide:
    """Follows moves through a graph and reads off the distance.

    Attributes:
        distance: moves to the nearest win from each state, as the backward pass left them.
        kind: the kind of win that counts, None if all do.
    """

    graph: Graph
    distance: Ints
    letters: tuple[str, ...]
    kind: int | None = None

    def prospect(self, moves: tuple[str, ...]) -> Prospect | None:
        """See :meth:`engine.values.guide.Guide.prospect`."""
        arrival = self.graph.follow(map(self.letters.index, moves))
        if arrival is None:
            return None
        state, ending = arrival
        if ending is not None:
            return WON if self._wins(int(self.graph.edges[state, ending])) else HOPELESS
        remaining = int(self.distance[state])
        return HOPELESS if remaining == DEAD else Prospect(remaining, self._best(state, remaining))

    def toward(self, aim: Aim) -> GraphGuide:
        """See :meth:`engine.values.guide.Guide.toward`."""
        return replace(self, distance=distances_toward(self.graph, aim.kind), kind=aim.kind)

    def _wins(self, target: int) -> bool:
        """Whether an edge is a win that counts."""
        return target <= WON_EDGE if self.kind is None else target == WON_EDGE - self.kind

    def _best(self, state: int, remaining: int) -> tuple[str, ...]:
        targets = self.graph.edges[state].tolist()
        return tuple(
            letter
            for letter, target in zip(self.letters, targets, strict=True)
            if (
                self._wins(target)
                if remaining == 1
                else target >= 0 and self.distance[target] == remaining - 1
            )
        )


def _nothing_loses(moves: tuple[str, ...]) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class SolverTask:
    """A board as strategies take it, and what their answers are made with.

    Attributes:
        board: of the game's own type.
        facts: names of the game's own facts, in the order of the contract.
        occupants: what stands on a cell in packed states.
        pieces: how packed states hold pieces.
        loss: why the last of some moves loses, in words.
        wins: what the kinds of winning are called; empty where there is only one.
        mechanics: in which shortest solutions of a board each mechanic acts, by a complete graph;
            see :attr:`engine.search.solved.Solved.mechanics`.
    """

    board: Any
    level: SearchLevel
    letters: tuple[str, ...]
    facts: tuple[str, ...]
    occupants: Occupants
    pieces: Pieces
    loss: Callable[[tuple[str, ...]], str] = _nothing_loses
    wins: tuple[str, ...] = ()
    mechanics: Callable[[Any, Graph, Control], Mapping[str, str]] | None = None

    def word(self, moves: Sequence[int]) -> str:
        """Move numbers as a string of letters."""
        return "".join(self.letters[move] for move in moves)

    def answer(
        self, solvable: bool | None, complete: bool, moves: Sequence[int] | None, **others: Any
    ) -> dict[str, Any]:
        """The facts in the order of the contract; what is not given is not established."""
        facts = {
            "solvable": solvable,
            "complete": complete,
            "moves": None if moves is None else len(moves),
            "solution": None if moves is None else self.word(moves),
        }
        return facts | {name: others.get(name) for name in self.facts}

    def found(
        self, moves: Sequence[int] | None, complete: bool, states_seen: int
    ) -> dict[str, Any]:
        """The facts of a search that looked for a solution and for nothing else."""
        solvable = True if moves else (False if complete else None)
        return self.answer(solvable, complete, moves, states_seen=states_seen)

    def graph_trace(
        self,
        strategy: str,
        graph: Graph,
        moves: Sequence[int] | None,
        ahead: RetrogradeFacts | None,
    ) -> GraphTrace:
        """The trials of a search over a graph; ``ahead`` is None for a partial one."""
        path = tuple(moves or ())
        return GraphTrace(
            strategy, graph, self.letters, path, ahead, self.loss, self.occupants, self.wins
        )


Strategy = Callable[[SolverTask, Budget | None, Control | None], Solved]
Measure = Callable[[SolverTask, Graph, RetrogradeFacts], tuple[dict[str, Any], dict[str, Any]]]
"""What a game says of a complete graph beside the facts of every graph: what files store of it,
and what is computed anew."""


def by_graph(
    task: SolverTask,
    budget: Budget | None,
    control: Control | None,
    measure: Measure | None = None,
) -> Solved:
    """Every state and what every move does in it, then a look from the end."""
    graph = search(task.level, budget, control)
    moves = solution(graph)
    if not graph.complete:
        # Not solvable only once all of it is known.
        facts = task.found(moves, False, graph.count)
        trace = task.graph_trace("graph", graph, moves, None)
        return Solved(facts, trace, states=StateMap(trace))
    ahead = look_from_wins(graph)
    stored, computed = measure(task, graph, ahead) if measure else ({}, {})
    trace = task.graph_trace("graph", graph, moves, ahead)
    facts = task.answer(
        moves is not None,
        True,
        moves,
        states=graph.count,
        states_seen=graph.count,
        **{name: getattr(ahead, name) for name in FACTS_AHEAD},
        **stored,
    )
    return Solved(
        facts,
        trace,
        GraphGuide(graph, ahead.distance, task.letters),
        StateMap(trace),
        traps=TrapFinder(graph, ahead, task.letters, task.pieces),
        solutions=SolutionFinder(graph, task.letters, task.wins),
        computed=computed,
        mechanics=task.mechanics and partial(task.mechanics, task.board, graph),
    )


def by_cost(task: SolverTask, budget: Budget | None, control: Control | None) -> Solved:
    """Uniform-cost search, which ends at the first win.

    Every move costs one, so the frontier in order of discovery is the priority queue, and the
    first arrival at a situation is final.
    """
    graph = search(task.level, budget, control, stop_at_win=True)
    moves = solution(graph)
    complete = graph.complete or graph.status == FOUND
    facts = task.found(moves, complete, graph.count)
    return Solved(facts, task.graph_trace("uniform-cost", graph, moves, None))


def naively(task: SolverTask, budget: Budget | None, control: Control | None) -> Solved:
    """Sequences of moves, shorter ones first, up to :data:`NAIVE_DEPTH` or as the budget says."""
    limit = (budget.depth if budget is not None else None) or NAIVE_DEPTH
    tried = naive_search(task.level, limit, budget, control)
    moves = tried.path(tried.solved) if tried.solved is not None else None
    facts = task.found(moves, moves is not None or tried.exhausted, len(tried.rows))
    trace = SequencesTrace("naive", tried, task.letters, task.loss, task.occupants, task.wins)
    return Solved(facts, trace)
