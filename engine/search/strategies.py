"""Solver strategies for games with a state graph, and the results that they build.

The strategy ``graph`` finds everything: it explores all states, analyses them backwards from the
wins, and creates maps. ``uniform-cost`` ends at the first win. ``naive`` enumerates sequences
without remembering states, like the first algorithm in the Fruit Dating article. A game turns its
board into a :class:`SolverTask` and passes the task to one of these strategies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.jit.decorators import Ints
from engine.search.breadth_first import WON_EDGE
from engine.search.graph import Graph, search_graph
from engine.search.maps.statemap import StateMap
from engine.search.maps.trap_finder import TrapFinder
from engine.search.maps.trapmap import PackedPieces
from engine.search.retrograde import (
    DEAD,
    RetrogradeFacts,
    analyse_retrograde,
    find_distances_toward,
    get_solution,
)
from engine.search.search_memory import FOUND
from engine.search.solution_finder import SolutionFinder
from engine.search.solver_result import NAIVE_DEPTH, RETROGRADE_FACTS, SolverResult
from engine.search.successors import SearchLevel
from engine.search.traces.graph_trace import GraphTrace, Occupants
from engine.values.budget import Budget, Control
from engine.values.moves import format_moves, name_moves
from engine.values.ratings_and_awards import Aim
from engine.values.win_distance_guide import HOPELESS, WON, Lookahead

if TYPE_CHECKING:  # the command line must start fast
    from engine.search.plain_graph import PlainLevel


@dataclass(frozen=True, slots=True)
class GraphGuide:
    """A guide that follows moves through a state graph and looks up the distance to a win.

    Attributes:
        graph: The state graph.
        distance: The distance to win of each state, from the backward pass.
        move_words: The word of each move, by its number.
        kind: The kind of win that counts; None if all kinds count.
    """

    graph: Graph
    distance: Ints
    move_words: tuple[str, ...]
    kind: int | None = None

    def look_ahead(self, moves: tuple[str, ...]) -> Lookahead | None:
        """Return the lookahead from the position that ``moves`` reach from the start.

        The result is None if the moves leave the explored part of the graph.
        """
        arrival = self.graph.follow_moves(map(self.move_words.index, moves))
        if arrival is None:
            return None
        state, ending = arrival
        # If the moves ended the game, only a win of the right kind counts.
        if ending is not None:
            return WON if self._is_win(int(self.graph.edges[state, ending])) else HOPELESS
        remaining = int(self.distance[state])
        return (
            HOPELESS
            if remaining == DEAD
            else Lookahead(remaining, self._find_best_moves(state, remaining))
        )

    def build_guide(self, aim: Aim) -> GraphGuide:
        """Return a guide that counts only wins that meet ``aim``."""
        return replace(self, distance=find_distances_toward(self.graph, aim.kind), kind=aim.kind)

    def _is_win(self, target: int) -> bool:
        """Return whether an edge is a win of a kind that counts."""
        return target <= WON_EDGE if self.kind is None else target == WON_EDGE - self.kind

    def _find_best_moves(self, state: int, remaining: int) -> tuple[str, ...]:
        targets = self.graph.edges[state].tolist()
        return tuple(
            word
            for word, target in zip(self.move_words, targets, strict=True)
            if (
                self._is_win(target)
                if remaining == 1
                else target >= 0 and self.distance[target] == remaining - 1
            )
        )


def _explain_no_loss(moves: tuple[str, ...]) -> str:
    return ""


AnyLevel = TypeVar("AnyLevel", SearchLevel, "PlainLevel")


@dataclass(frozen=True, slots=True)
class SolverTask(Generic[AnyLevel]):
    """A board in the form that strategies use, with everything they need to build a result.

    Attributes:
        board: The board, in the game's own type.
        level: The compiled level.
        move_words: The word of each move, by its number.
        fact_names: The names of the game's own facts, in the documented order.
        occupants: A function that returns the contents of a cell in several packed states.
        pieces: The layout of pieces in packed states.
        explain_loss: A function that returns, in words, why the last of the given moves loses.
        win_titles: The titles of the kinds of wins; empty if there is only one kind.
        mechanics: A function that takes the board and its complete graph, and returns, for each
            mechanic, a word that says whether all, some or none of the shortest solutions use it;
            see :attr:`engine.search.solver_result.SolverResult.mechanics`.
    """

    board: Any
    level: AnyLevel
    move_words: tuple[str, ...]
    fact_names: tuple[str, ...]
    occupants: Occupants
    pieces: PackedPieces
    explain_loss: Callable[[tuple[str, ...]], str] = _explain_no_loss
    win_titles: tuple[str, ...] = ()
    mechanics: Callable[[Any, Graph, Control], Mapping[str, str]] | None = None

    def explore(
        self, budget: Budget | None, control: Control | None, *, stop_at_win: bool = False
    ) -> Graph:
        """Explore the states of the level, with compiled rules or with a plain function."""
        if isinstance(self.level, SearchLevel):
            return search_graph(self.level, budget, control, stop_at_win=stop_at_win)
        from engine.search.plain_graph import search_plain_graph

        return search_plain_graph(self.level, budget, control, stop_at_win=stop_at_win)

    def name_moves(self, moves: Sequence[int] | None) -> tuple[str, ...] | None:
        """Return the words of the moves of a solution; None if there is no solution."""
        return None if moves is None else name_moves(self.move_words, moves)

    def format_moves(self, moves: Sequence[int]) -> str:
        """Format moves, which are given as numbers, as one string."""
        return format_moves(name_moves(self.move_words, moves))

    def build_facts(
        self, solvable: bool | None, complete: bool, moves: Sequence[int] | None, **others: Any
    ) -> dict[str, Any]:
        """Build the facts in the documented order, with None for those that are not given."""
        facts = {
            "solvable": solvable,
            "complete": complete,
            "moves": None if moves is None else len(moves),
            "solution": None if moves is None else self.format_moves(moves),
        }
        return facts | {name: others.get(name) for name in self.fact_names}

    def build_search_facts(
        self, moves: Sequence[int] | None, complete: bool, states_seen: int
    ) -> dict[str, Any]:
        """Build the facts found by a search that only looked for a solution."""
        solvable = True if moves else (False if complete else None)
        return self.build_facts(solvable, complete, moves, states_seen=states_seen)

    def create_trace(
        self,
        strategy: str,
        graph: Graph,
        moves: Sequence[int] | None,
        ahead: RetrogradeFacts | None,
    ) -> GraphTrace:
        """Create the trace of a search that built a graph.

        ``ahead`` is the result of the backward pass, or None if the graph is partial.
        """
        path = tuple(moves or ())
        return GraphTrace(
            strategy,
            graph,
            self.move_words,
            path,
            ahead,
            self.explain_loss,
            self.occupants,
            self.win_titles,
        )


Strategy = Callable[[SolverTask[Any], Budget | None, Control | None], SolverResult]
GraphMeasure = Callable[
    [SolverTask[Any], Graph, RetrogradeFacts], tuple[dict[str, Any], dict[str, Any]]
]
"""A function that computes a game's own facts from a complete graph. It returns a pair: the facts
that files store, and the facts that files do not store.
"""


def solve_by_graph(
    task: SolverTask[Any],
    budget: Budget | None,
    control: Control | None,
    measure_graph: GraphMeasure | None = None,
) -> SolverResult:
    """Solve a board by exploring every state and analysing the graph backwards from the wins."""
    graph = task.explore(budget, control)
    moves = get_solution(graph)
    if not graph.is_complete:
        # A partial graph without a win does not prove that the board has no solution.
        facts = task.build_search_facts(moves, False, graph.count)
        trace = task.create_trace("graph", graph, moves, None)
        return SolverResult(facts, trace, states=StateMap(trace), moves=task.name_moves(moves))
    ahead = analyse_retrograde(graph)
    stored, computed = measure_graph(task, graph, ahead) if measure_graph else ({}, {})
    trace = task.create_trace("graph", graph, moves, ahead)
    facts = task.build_facts(
        moves is not None,
        True,
        moves,
        states=graph.count,
        states_seen=graph.count,
        **{name: getattr(ahead, name) for name in RETROGRADE_FACTS},
        **stored,
    )
    return SolverResult(
        facts,
        trace,
        GraphGuide(graph, ahead.distance, task.move_words),
        StateMap(trace),
        traps=TrapFinder(graph, ahead, task.move_words, task.pieces),
        moves=task.name_moves(moves),
        solutions=SolutionFinder(graph, task.move_words, task.win_titles),
        computed_facts=computed,
        mechanics=task.mechanics and partial(task.mechanics, task.board, graph),
    )


def solve_by_cost(
    task: SolverTask[Any], budget: Budget | None, control: Control | None
) -> SolverResult:
    """Solve a board by uniform-cost search, which ends at the first win.

    Every move costs one. Therefore the states in the order of their discovery already form the
    priority queue, and the first path to a state is one of the cheapest.
    """
    graph = task.explore(budget, control, stop_at_win=True)
    moves = get_solution(graph)
    # The first win found is proven to be a shortest one, so the result is complete even if the
    # graph is not.
    complete = graph.is_complete or graph.status == FOUND
    facts = task.build_search_facts(moves, complete, graph.count)
    trace = task.create_trace("uniform-cost", graph, moves, None)
    return SolverResult(facts, trace, moves=task.name_moves(moves))


def solve_naively(
    task: SolverTask[SearchLevel], budget: Budget | None, control: Control | None
) -> SolverResult:
    """Solve a board by plain enumeration of sequences up to a depth limit.

    The limit is that of the budget, or NAIVE_DEPTH if the budget has none.
    """
    from engine.search.sequence_enumeration import search_sequences
    from engine.search.traces.enumeration_trace import SequenceTrace

    limit = (budget.depth if budget is not None else None) or NAIVE_DEPTH
    tried = search_sequences(task.level, limit, budget, control)
    moves = tried.find_path(tried.winning_row) if tried.winning_row is not None else None
    facts = task.build_search_facts(moves, moves is not None or tried.is_exhausted, len(tried.rows))
    trace = SequenceTrace(
        "naive", tried, task.move_words, task.explain_loss, task.occupants, task.win_titles
    )
    return SolverResult(facts, trace, moves=task.name_moves(moves))
