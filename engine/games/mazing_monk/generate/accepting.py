"""What a designer demands of a level of the monk, beside what makes it one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.generate.parameters import PARAMETERS
from engine.games.mazing_monk.thesis import rating
from engine.generate.generation import Recipe
from engine.values.parameters import ANY, Parameter, Range


class Demands:
    """The ranges that a recipe has for the rating of a level and for the facts of its verdict."""

    def __init__(self, recipe: Recipe) -> None:
        parameters = recipe.parameters
        wanted = {fact: parameters.range(fact.key) for fact in PARAMETERS.facts()}
        wanted = {fact: range_ for fact, range_ in wanted.items() if range_ != ANY}
        self._rated = {fact: wanted[fact] for fact in wanted if fact.key in rating.FACTS}
        self._wanted = {fact: wanted[fact] for fact in wanted if fact not in self._rated}

    @property
    def keys(self) -> frozenset[str]:
        """The facts of the solver that are demanded something of."""
        return frozenset(fact.key for fact in self._wanted)

    @property
    def faults(self) -> tuple[str, ...]:
        """All that can be wrong, in the order in which it is looked at."""
        return tuple(_fault(fact) for fact in (*self._rated, *self._wanted))

    def rating_fault(self, board: MonkBoard) -> str | None:
        """What is wrong with the rating of a board, which takes no solver; None if nothing is."""
        return _first_fault(self._rated, rating.facts(board)) if self._rated else None

    def fault_of(self, facts: Mapping[str, Any]) -> str | None:
        """The first fact of the solver that is not as demanded, in words; None if all are.

        Args:
            facts: all of a verdict, or those demanded at least.
        """
        return _first_fault(self._wanted, facts)


def _first_fault(wanted: Mapping[Parameter, Range], facts: Mapping[str, Any]) -> str | None:
    faults = (_fault(fact) for fact, range_ in wanted.items() if fact.found_in(facts) not in range_)
    return next(faults, None)


def _fault(fact: Parameter) -> str:
    return f"{fact.title} out of range"
