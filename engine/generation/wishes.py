"""Levels of a game that are as late facts and an expression want them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import ParameterError
from engine.evaluation.boardfacts import KnownOfBoard, asked, names_likeness
from engine.game.game import Game
from engine.staging.demands import Limit
from engine.staging.generation import Attempts, Recipe
from engine.staging.painting import require_fitting
from engine.values.budget import Control
from engine.values.expression import (
    Expression,
    ExpressionError,
    holds,
)
from engine.values.level import Board
from engine.values.meeting import Bounds, bounded, excluded
from engine.values.parameters import SIMILARITY, WHERE, Parameter, Parameters, Schema
from engine.values.ranges import ANY, UNBOUNDED, Range

REFUSED = "wish not met"
"""The reason of candidates that are refused by the expression alone."""
NO_MODEL = f"{SIMILARITY.key}: no level is named that it would be to"


@dataclass(frozen=True, slots=True)
class WishedLevels:
    """The levels that a game's generator makes and its recipe's expression wants.

    It is a :class:`engine.staging.demands.LevelSource`: what the generator accepts is solved, and
    the expression decides.
    """

    game: Game

    @property
    def parameters(self) -> Schema:
        """The parameters of the generator."""
        return self.game.parameters

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """The limits that the generator gives, once the recipe's wish was checked.

        Raises:
            ParameterError: no expression or one that no level can meet, no level to be like or a
                draft, painted weights for another board or no stage that takes them, or what the
                generator's raise.
        """
        wanted = expression_of(self.game, recipe.parameters)
        if recipe.like is None and asks_likeness(self.game, recipe.parameters):
            raise ParameterError(NO_MODEL)
        for problem in () if recipe.like is None else self.game.boards.problems(recipe.like):
            raise ParameterError(f"{SIMILARITY.key}: the level to be like is a draft: {problem}")
        if recipe.weights:
            integer = recipe.parameters.integer
            shape = self.game.boards.shape or (integer("rows"), integer("cols"))
            require_fitting(self.game.generator.stages, recipe.weights, shape)
        limits = [*self.game.generator.limits(recipe)]
        if wanted is not None:
            _require_meetable(wanted, recipe.parameters, limits)
        return limits

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Tries up to ``count`` candidates until one is accepted, by late facts and where too."""
        wanted, late = self._wanted(recipe.parameters), _late(recipe.parameters)
        found = self.game.generator.attempts(recipe, count, control)
        if (wanted is None and not late) or found.accepted is None:
            return found
        board = accepted_board(self.game, recipe, found, control)
        asked = self.game, board, control, recipe.parameters
        known = KnownOfBoard(*asked, found.facts, recipe.like)
        outside = (fact.key for fact, range_ in late if fact.found_in(known) not in range_)
        reason = next((f"{key.replace('_', ' ')} out of range" for key in outside), None)
        if reason is None and wanted is not None and not wanted(known):
            reason = REFUSED
        if reason is None:
            return replace(found, board=board, facts={**found.facts, **known.known_facts})
        refused = found.rejections.get(reason, 0) + 1
        rejections = {**found.rejections, reason: refused}
        return replace(found, accepted=None, rejections=rejections, board=None, facts={})

    def _wanted(self, parameters: Parameters) -> Callable[[Mapping[str, Any]], bool] | None:
        """Whether facts are as wanted; None if nothing is."""
        wanted = expression_of(self.game, parameters)
        return None if wanted is None else lambda facts: holds(wanted, facts)


def expression_of(game: Game, parameters: Parameters) -> Expression | None:
    """What must hold of every level by its parameters; None for nothing.

    Raises:
        ParameterError: no expression.
    """
    text = parameters.values.get(WHERE.key)
    try:
        return None if text is None else asked(str(text), [game])
    except ExpressionError as error:
        raise ParameterError(f"{WHERE.key}: {error}") from None


def _require_meetable(wanted: Expression, parameters: Parameters, limits: Iterable[Limit]) -> None:
    """Refuses an expression that holds of no level within limits and of the demanded facts.

    Raises:
        ParameterError: it is one; names the limit that is in its way.
    """
    if key := excluded(wanted, {}):
        why = "a new level has no tags" if key.startswith("tag:") else "it excludes itself"
        raise ParameterError(f"{WHERE.key}: {key} as wanted cannot be: {why}")
    schema = parameters.schema
    judged = [(limit.key, limit.range, limit.why) for limit in limits]
    judged += [
        (key, value, f"the parameter {key}={schema[key].typed(value)} is set, change it first")
        for key, value in parameters.values.items()
        if isinstance(value, Range)
    ]
    ever = [
        (fact.key, Range(fact.low, fact.high if fact.high < UNBOUNDED else None),
         f"it is {fact.bounds} of every level")
        for fact in schema.facts()
    ]  # fmt: skip
    scales = {fact.key: 10**fact.decimals for fact in schema.facts()}
    bounds: Bounds = {}
    for key, range_, why in (*judged, *ever):
        bounds = bounded(bounds, key, range_, scales.get(key, 1))
        if excluded(wanted, bounds):
            raise ParameterError(f"{WHERE.key}: {key} as wanted cannot be: {why}")


def accepted_board(game: Game, recipe: Recipe, found: Attempts, control: Control) -> Board:
    """The board that attempts at a recipe have accepted."""
    if found.board is not None:
        return found.board
    return game.generator.candidate(found.followed(recipe), control).board


def _late(parameters: Parameters) -> list[tuple[Parameter, Range]]:
    """The facts asked for that no generator knows, with their ranges."""
    return [(fact, range_) for fact, range_ in parameters.asked.items() if fact.late]


def asks_likeness(game: Game, parameters: Parameters) -> bool:
    """Whether levels are to be like another one, or unlike.

    Raises:
        ParameterError: no expression.
    """
    return parameters.range(SIMILARITY.key) != ANY or names_likeness(
        expression_of(game, parameters), [game]
    )
