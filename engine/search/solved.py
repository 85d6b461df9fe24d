"""What a solver answers: the facts of a verdict, and what it leaves behind to look into."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError, quoted
from engine.values.budget import Control
from engine.values.guide import Guide
from engine.values.leaks import Leak
from engine.values.trace import Trace

if TYPE_CHECKING:  # what only lists games does without them
    from engine.search.maps.statemap import StateMap
    from engine.search.maps.traps import TrapFinder
    from engine.search.solutions import SolutionFinder

FACTS_AHEAD = (
    "transitions", "winning_moves", "losing_moves", "dead_states", "shortest_solutions",
)  # fmt: skip
"""Facts of a level whose whole graph of states was looked through backwards, from the wins."""

NAIVE_DEPTH = 10
"""Length at which plain enumeration stops unless a budget says other; "let's say 10" in
T. Rychnovsky's article on Fruit Dating."""


def strategy_named(name: str | None, known: Collection[str]) -> str:
    """The strategy of a name, the first of those known by default.

    Raises:
        EngineError: no such strategy.
    """
    if name is None:
        return next(iter(known))
    if name not in known:
        raise EngineError(f"unknown strategy {quoted(name)}; expected one of {', '.join(known)}")
    return name


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer of a solver.

    Attributes:
        facts: the facts of ``solve --json`` but ``game``, ``file``, ``seconds`` and
            ``rules``, in the order of the contract; None for what is not established.
        guide: the way to a win from every position, where the solver has found that out.
        states: the graph of states, where the solver leaves one behind.
        traps: finds the moves that lead into dead ends, where every position is known.
        path: the moves of the solution, where it is no string of letters.
        another: another solution, where there are several and they are not listed.
        leaks: finds what trust in a single solution gives away, the earliest first, where that is
            proven to be one; looks once, for a few milliseconds or more.
        solutions: lists all solutions, where every position is known.
        mechanics: finds out in which shortest solutions each mechanic of the game acts, words of
            :mod:`engine.values.mechanics` by name, where all of them are known; empty without any.
        seconds: how long the solver took for it; None where that was not measured.
        computed: further facts of ``solve --json``, after those or in the place of an older version
            that files store; no file stores them.
    """

    facts: Mapping[str, Any]
    trace: Trace
    guide: Guide | None = None
    states: StateMap | None = None
    traps: TrapFinder | None = None
    path: tuple[str, ...] | None = None
    another: tuple[str, ...] | None = None
    leaks: Callable[[], tuple[Leak, ...]] | None = None
    solutions: SolutionFinder | None = None
    mechanics: Callable[[Control], Mapping[str, str]] | None = field(default=None, compare=False)
    seconds: float | None = field(default=None, compare=False)
    computed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def all_facts(self) -> Mapping[str, Any]:
        """All facts, those that files store and those that are computed anew."""
        return {**self.facts, **self.computed}

    @property
    def renewed(self) -> Mapping[str, Any]:
        """The facts that files store, by their newest version where they store an older one."""
        return {key: self.computed.get(key, value) for key, value in self.facts.items()}

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; None if undecided."""
        value = self.facts["solvable"]
        return None if value is None else bool(value)

    @property
    def moves(self) -> tuple[str, ...] | None:
        """The solution as single moves, if one is known."""
        if self.path is not None:
            return self.path
        solution = self.facts["solution"]
        return tuple(solution) if isinstance(solution, str) else None
