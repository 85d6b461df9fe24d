"""Solver results: the facts of a verdict, the trace, and objects for further analysis."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError, quote_input
from engine.values.budget import Control
from engine.values.solver_trace import Trace
from engine.values.uniqueness_leak import Leak
from engine.values.win_distance_guide import Guide

if TYPE_CHECKING:  # not needed to list games
    from engine.search.maps.statemap import StateMap
    from engine.search.maps.trap_finder import TrapFinder
    from engine.search.solution_finder import SolutionFinder

RETROGRADE_FACTS = (
    "transitions", "winning_moves", "losing_moves", "dead_states", "shortest_solutions",
)  # fmt: skip
"""The facts that need an analysis of the whole state graph backwards from the wins."""

NAIVE_DEPTH = 10
"""The default depth limit of plain enumeration, in moves. T. Rychnovsky's article on Fruit Dating
says "let's say 10".
"""


def find_strategy(name: str | None, known: Collection[str]) -> str:
    """Return ``name`` if it is a known strategy, or the first known strategy if ``name`` is None.

    Raises:
        EngineError: ``name`` is not a known strategy.
    """
    if name is None:
        return next(iter(known))
    if name not in known:
        raise EngineError(
            f"unknown strategy {quote_input(name)}; expected one of {', '.join(known)}"
        )
    return name


@dataclass(frozen=True, slots=True)
class SolverResult:
    """The facts that a solver established about a board, with its trace and tools for analysis.

    Attributes:
        facts: The facts that ``solve --json`` prints, without ``game``, ``file``, ``seconds`` and
            ``rules``, in the documented order. Facts that were not established are None.
        trace: The trace of the search.
        guide: The distances to a win from all positions; None if the solver did not find them.
        states: The state graph; None if the solver does not build one.
        traps: The finder of the traps; None unless every state is known.
        moves: The words of the moves in the solution; None if no solution is known.
        another: A second solution; None if there is only one, or if ``solutions`` lists them all.
        leaks: A function that finds the uniqueness leaks, earliest first; None unless the solution
            is proven to be unique. Its first call takes a few milliseconds or more.
        solutions: The finder of all solutions; None unless every state is known.
        mechanics: A function that returns a word from :mod:`engine.values.mechanic_use_words` for
            each mechanic of the game; None unless all shortest solutions are known.
        seconds: The duration of the search in seconds; None if it was not measured.
        computed_facts: Further facts that ``solve --json`` prints but files do not store. They are
            printed after the other facts, or instead of an older version of a fact that files do
            store.
    """

    facts: Mapping[str, Any]
    trace: Trace
    guide: Guide | None = None
    states: StateMap | None = None
    traps: TrapFinder | None = None
    moves: tuple[str, ...] | None = None
    another: tuple[str, ...] | None = None
    leaks: Callable[[], tuple[Leak, ...]] | None = None
    solutions: SolutionFinder | None = None
    mechanics: Callable[[Control], Mapping[str, str]] | None = field(default=None, compare=False)
    seconds: float | None = field(default=None, compare=False)
    computed_facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def all_facts(self) -> Mapping[str, Any]:
        """All facts: those that files store, updated and extended by the computed ones."""
        return {**self.facts, **self.computed_facts}

    @property
    def newest_facts(self) -> Mapping[str, Any]:
        """The facts that files store, each in its newest version."""
        return {key: self.computed_facts.get(key, value) for key, value in self.facts.items()}

    @property
    def solvable(self) -> bool | None:
        """True if the level is solvable, False if it is unsolvable; None if this is not known."""
        value = self.facts["solvable"]
        return None if value is None else bool(value)
