"""The constraints on generated levels that are available for any game.

A game's generator checks the ranges of the facts that it knows. Facts that are known only for a
finished board, such as relevance or symmetry, are *late*. They are checked here, after the
generator has accepted a candidate. So is the expression in the parameter ``where``. A constraint
that no level can meet is refused before the first candidate is generated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import ParameterError
from engine.evaluation.board_facts import BoardFacts, has_similarity, parse_board_expression
from engine.game.game import Game
from engine.stages.accepted_candidate_search import Limit
from engine.stages.candidate import Attempts, Recipe
from engine.stages.painted_weight_checks import require_fitting_weights
from engine.values.budget import Control
from engine.values.expression import (
    Expression,
    ExpressionError,
    is_satisfied,
)
from engine.values.level import Board
from engine.values.parameter_schema import (
    SIMILARITY,
    WHERE,
    Parameter,
    Parameters,
    Schema,
    find_fact_outside,
)
from engine.values.ranges import ANY, UNBOUNDED, Range
from engine.values.satisfiability import Bounds, add_range, find_unsatisfiable

CONSTRAINT_NOT_MET = f"condition not met ({WHERE.key})"
"""The rejection reason for a candidate that meets all constraints except the expression."""
NO_REFERENCE = f"{SIMILARITY.key}: no level to compare with was given"


@dataclass(frozen=True, slots=True)
class ConstrainedLevels:
    """The levels that a game's generator accepts and that also meet the other constraints.

    An object of this class can be used in place of the generator wherever candidates are tried.
    """

    game: Game

    @property
    def parameters(self) -> Schema:
        """The generator's parameters."""
        return self.game.parameters

    def list_limits(self, recipe: Recipe) -> Iterable[Limit]:
        """Return the generator's limits after checking that the recipe's constraints can be met.

        Raises:
            ParameterError: The expression is invalid or unsatisfiable, the board to compare with is
                missing or breaks a rule, the painted weights do not fit the board or any stage, or
                the generator refuses a parameter.
        """
        wanted = parse_where(self.game, recipe.parameters)
        if recipe.like is None and needs_similarity(self.game, recipe.parameters):
            raise ParameterError(NO_REFERENCE)
        for problem in () if recipe.like is None else self.game.boards.find_problems(recipe.like):
            raise ParameterError(
                f"{SIMILARITY.key}: the level to compare with is a draft: {problem}"
            )
        if recipe.weights:
            integer = recipe.parameters.get_integer
            shape = self.game.boards.shape or (integer("rows"), integer("cols"))
            require_fitting_weights(self.game.generator.stages, recipe.weights, shape)
        limits = [*self.game.generator.list_limits(recipe)]
        if wanted is not None:
            _require_satisfiable(wanted, recipe.parameters, limits)
        return limits

    def try_candidates(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Try up to ``count`` candidates until the generator accepts one, then check that one.

        If it does not meet the other constraints, the result counts it as rejected.
        """
        wanted, late = self._build_filter(recipe.parameters), _list_late_facts(recipe.parameters)
        found = self.game.generator.try_candidates(recipe, count, control)
        if (wanted is None and not late) or found.accepted is None:
            return found
        board = get_accepted_board(self.game, recipe, found, control)
        asked = self.game, board, control, recipe.parameters
        # Facts are computed only when they are read, so if a late fact is out of its range, the
        # searches that the expression needs are never run.
        known = BoardFacts(*asked, found.facts, recipe.like)
        outside = find_fact_outside(late, known)
        reason = f"{outside.full_title} out of range" if outside else None
        if reason is None and wanted is not None and not wanted(known):
            reason = CONSTRAINT_NOT_MET
        if reason is None:
            return replace(found, board=board, facts={**found.facts, **known.known_facts})
        refused = found.rejections.get(reason, 0) + 1
        rejections = {**found.rejections, reason: refused}
        return replace(found, accepted=None, rejections=rejections, board=None, facts={})

    def _build_filter(self, parameters: Parameters) -> Callable[[Mapping[str, Any]], bool] | None:
        """Return a function that checks whether facts satisfy ``where``, or None if it is unset."""
        wanted = parse_where(self.game, parameters)
        return None if wanted is None else lambda facts: is_satisfied(wanted, facts)


def parse_where(game: Game, parameters: Parameters) -> Expression | None:
    """Parse the expression that every level must satisfy, or return None if there is none.

    Raises:
        ParameterError: The parameter ``where`` is not a valid expression.
    """
    text = parameters.values.get(WHERE.key)
    try:
        return None if text is None else parse_board_expression(str(text), [game])
    except ExpressionError as error:
        raise ParameterError(f"{WHERE.key}: {error}") from None


def _require_satisfiable(
    wanted: Expression, parameters: Parameters, limits: Iterable[Limit]
) -> None:
    """Raise an error if no level within the limits can satisfy an expression.

    Raises:
        ParameterError: No level can satisfy the expression. The message names the limit that rules
            it out.
    """
    if key := find_unsatisfiable(wanted, {}):
        why = "a new level has no tags" if key.startswith("tag:") else "it excludes itself"
        raise ParameterError(f"{WHERE.key}: {key} cannot have the value asked for: {why}")
    schema = parameters.schema
    judged = [(limit.key, limit.range, limit.reason) for limit in limits]
    judged += [
        (
            key,
            value,
            f"the parameter {key}={schema[key].format_typed(value)} is set; change it first",
        )
        for key, value in parameters.values.items()
        if isinstance(value, Range)
    ]
    ever = [
        (fact.key, Range(fact.low, fact.high if fact.high < UNBOUNDED else None),
         f"it is {fact.bounds} for every level")
        for fact in schema.list_facts()
    ]  # fmt: skip
    scales = {fact.key: 10**fact.decimals for fact in schema.list_facts()}
    bounds: Bounds = {}
    # Add the bounds one by one, so that the error names the first that makes ``wanted`` impossible.
    for key, range_, why in (*judged, *ever):
        bounds = add_range(bounds, key, range_, scales.get(key, 1))
        if find_unsatisfiable(wanted, bounds):
            raise ParameterError(f"{WHERE.key}: {key} cannot have the value asked for: {why}")


def get_accepted_board(game: Game, recipe: Recipe, found: Attempts, control: Control) -> Board:
    """Return the board from a recipe's accepted attempt, generating it again if necessary."""
    if found.board is not None:
        return found.board
    return game.generator.build_candidate(found.update_recipe(recipe), control).board


def _list_late_facts(parameters: Parameters) -> Mapping[Parameter, Range]:
    """Return the late facts that the parameters constrain, each with its range."""
    return {fact: range_ for fact, range_ in parameters.demands.items() if fact.late}


def needs_similarity(game: Game, parameters: Parameters) -> bool:
    """Return True if the parameters constrain the similarity to another level.

    Raises:
        ParameterError: The parameter ``where`` is not a valid expression.
    """
    return parameters.get_range(SIMILARITY.key) != ANY or has_similarity(
        parse_where(game, parameters), [game]
    )
