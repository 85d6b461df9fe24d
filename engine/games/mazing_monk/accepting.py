"""What a designer demands of a level of the monk, beside what makes it one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.mazing_monk import rating
from engine.games.mazing_monk.board import MonkBoard
from engine.games.mazing_monk.parameters import PARAMETERS
from engine.generation import Recipe
from engine.parameters import ANY

RATING_FAULT = "rating out of range"


class Demands:
    """The ranges that a recipe has for the rating of a level and for the facts of its verdict."""

    def __init__(self, recipe: Recipe) -> None:
        parameters = recipe.parameters
        self._rated = parameters.range("rating")
        wanted = {fact: parameters.range(fact.key) for fact in PARAMETERS.facts()}
        self._wanted = {fact: range_ for fact, range_ in wanted.items() if range_ != ANY}

    @property
    def keys(self) -> frozenset[str]:
        """The facts that are demanded something of."""
        return frozenset(fact.key for fact in self._wanted)

    @property
    def faults(self) -> tuple[str, ...]:
        """All that can be wrong, in the order in which it is looked at."""
        return RATING_FAULT, *(f"{fact.title} out of range" for fact in self._wanted)

    def rating_fault(self, board: MonkBoard) -> str | None:
        """What is wrong with the rating of a board; None if nothing is."""
        return None if round(100 * rating.rate(board).total) in self._rated else RATING_FAULT

    def fault_of(self, facts: Mapping[str, Any]) -> str | None:
        """The first fact that is not as demanded, in words; None if all are.

        Args:
            facts: all of a verdict, or those demanded at least.
        """
        for fact, wanted in self._wanted.items():
            if fact.found_in(facts) not in wanted:
                return f"{fact.title} out of range"
        return None
