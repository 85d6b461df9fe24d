"""Facts of a solver, each declared in one place.

A declaration gives a fact's key, type, meaning and default constraint, and says whether it is
compared before and after an object is removed. The generator's parameters, the types in level
files, the facts that the solver compares and the terms in the help are all derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.game.stored_fact_checks import FactType
from engine.search.solver_result import SolverResult
from engine.values.level import Board
from engine.values.parameter_schema import Parameter, define_fact


@dataclass(frozen=True, slots=True)
class GameFact:
    """The declaration of one fact.

    Attributes:
        key: The name of the fact in files and in expressions. For a fact inside a table, it is the
            names of the table and the fact, joined by a dot.
        type: The type of its values, which may be a table or an array.
        help: The meaning of the fact, in one sentence; empty if generators cannot constrain it.
        wanted: The range in which the fact of a generated level must lie by default; None for no
            constraint.
        compared: True if removing an inert object must not change the fact.
        term: An explanation of the fact's title for players, in one sentence; empty if none is
            needed.
        measure: A function that computes the fact from a board and the result of solving it; None
            if the solver's search finds the fact itself.
        form: The fields of the generator parameter that differ from those for a count, such as its
            bounds; see :func:`engine.values.parameter.define_fact`.
    """

    key: str
    type: FactType
    help: str = ""
    wanted: tuple[int, int | None] | None = None
    compared: bool = False
    term: str = ""
    measure: Callable[[Any, SolverResult], Any] | None = None
    form: Mapping[str, Any] = field(default_factory=dict)

    @property
    def parameter(self) -> Parameter:
        """The generator parameter that constrains the fact."""
        return define_fact(self.key, self.help, self.wanted, self.type is bool, **self.form)


def replace_fact(facts: Iterable[GameFact], key: str, **changes: Any) -> tuple[GameFact, ...]:
    """Return declarations in which the fields in ``changes`` of one fact are replaced."""
    return tuple(replace(fact, **changes) if fact.key == key else fact for fact in facts)


def list_parameters(facts: Iterable[GameFact]) -> tuple[Parameter, ...]:
    """Return the generator parameters of the facts that generators can constrain."""
    return tuple(fact.parameter for fact in facts if fact.help)


def list_types(facts: Iterable[GameFact]) -> Mapping[str, FactType]:
    """Map the key of each fact to its type. A fact inside a table is in the type of the table."""
    found: dict[str, Any] = {}
    for fact in facts:
        *tables, name = fact.key.split(".")
        table = found
        for each in tables:
            table = table.setdefault(each, {})
        # Copy the type of a table, because facts inside the table may be added to it.
        table[name] = dict(fact.type) if isinstance(fact.type, Mapping) else fact.type
    return found


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
