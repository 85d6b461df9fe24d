"""Facts of a solver, each declared in one place.

A declaration gives a fact's key, type, meaning and default constraint, and says whether it is
compared before and after an object is removed. The generator's parameters, the types in level
files, the facts that the solver compares and the terms in the help are all derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.search.solver_result import SolverResult
from engine.values.level import Board
from engine.values.parameter_schema import Parameter, define_fact


@dataclass(frozen=True, slots=True)
class GameFact:
    """The declaration of one fact.

    Attributes:
        key: The name of the fact in files and in expressions.
        type: The Python type of its values.
        help: The meaning of the fact, in one sentence.
        wanted: The range in which the fact of a generated level must lie by default; None for no
            constraint.
        compared: True if removing an inert object must not change the fact.
        term: An explanation of the fact's title for players, in one sentence; empty if none is
            needed.
        measure: A function that computes the fact from a board and the result of solving it; None
            if the solver's search finds the fact itself.
    """

    key: str
    type: type
    help: str
    wanted: tuple[int, int] | None = None
    compared: bool = False
    term: str = ""
    measure: Callable[[Any, SolverResult], Any] | None = None

    @property
    def parameter(self) -> Parameter:
        """The generator parameter that constrains the fact."""
        found = define_fact(self.key, self.help, self.wanted)
        if self.type is bool and not found.boolean:
            found = replace(found, boolean=True, high=1)
        return found

    def with_range(self, low: int, high: int) -> GameFact:
        """Return the declaration with another default constraint."""
        return replace(self, wanted=(low, high))


def list_types(facts: Iterable[GameFact]) -> Mapping[str, type]:
    """Map the key of each fact to its type."""
    return {fact.key: fact.type for fact in facts}


def list_compared(facts: Iterable[GameFact]) -> tuple[str, ...]:
    """Return the keys of the facts that are compared before and after an object is removed."""
    return tuple(fact.key for fact in facts if fact.compared)


def list_terms(facts: Iterable[GameFact]) -> Mapping[str, str]:
    """Return the explanation of each fact that has one, keyed by the title of the fact."""
    return {fact.key.replace("_", " "): fact.term for fact in facts if fact.term}


def measure_facts(facts: Iterable[GameFact], board: Board, solved: SolverResult) -> SolverResult:
    """Add the facts that have a ``measure`` function to the result of a solver, and return it.

    They are None if the search was not complete.
    """
    known = bool(solved.facts["complete"])
    measured = {
        fact.key: fact.measure(board, solved) if known else None
        for fact in facts
        if fact.measure is not None
    }
    return replace(solved, facts={**solved.facts, **measured}) if measured else solved
