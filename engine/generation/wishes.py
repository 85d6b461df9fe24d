"""Levels of a game that are as late facts and an expression want them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from engine.errors import ParameterError, quoted
from engine.evaluation.mechanics import mechanics
from engine.evaluation.relevance import COUNTS, counts_of
from engine.game.expressions import kinds_of
from engine.game.game import Game
from engine.generate.demands import Limit
from engine.generate.generation import Attempts, Recipe
from engine.generate.painting import require_fitting
from engine.search.solved import Solved
from engine.values import mechanics as played
from engine.values.budget import Control
from engine.values.expression import (
    Comparison,
    Expression,
    ExpressionError,
    Kinds,
    conditions,
    holds,
    parse,
)
from engine.values.level import Board
from engine.values.likeness import keys_of
from engine.values.meeting import Bounds, bounded, excluded
from engine.values.parameters import SIMILARITY, WHERE, Parameter, Parameters, Schema
from engine.values.ranges import ANY, UNBOUNDED, Range

REFUSED = "wish not met"
"""The reason of candidates that are refused by the expression alone."""
NO_MODEL = f"{SIMILARITY.key}: no level is named that it would be to"
LEAST = 4
"""Rows and columns of a board that is asked which figures it has."""


@dataclass(frozen=True, slots=True)
class WishedLevels:
    """The levels that a game's generator makes and its recipe's expression wants.

    It is a :class:`engine.generate.demands.LevelSource`: what the generator accepts is solved, and
    the expression decides.
    """

    game: Game

    @property
    def parameters(self) -> Schema:
        """The parameters of the generator."""
        return self.game.generator.parameters

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


class KnownOfBoard(Mapping[str, Any]):
    """All that can be asked for of a board, each only found out when it is.

    Facts are those that the parameters mean; the usual ones mean those of today. What judging has
    known of the board already is not found out again. Similarity is to the board ``like``; there is
    none without.
    """

    def __init__(
        self,
        game: Game,
        board: Board,
        control: Control,
        parameters: Parameters | None = None,
        judged: Mapping[str, Any] = {},
        like: Board | None = None,
    ) -> None:
        self._parameters = parameters or game.generator.parameters.complete({})
        self._game, self._board, self._control = game, board, control
        self._judged, self._like = judged, like
        self._later = (*COUNTS, *_played(game))

    @cached_property
    def _solved(self) -> Solved:
        return self._game.solver.solve(self._board)

    @cached_property
    def _facts(self) -> dict[str, Any]:
        """Those of judging, of the solver and of the layout, and those found out since."""
        solver, structure = self._game.solver, self._game.boards.structure(self._board)
        facts = solver.demanded(self._solved, self._parameters)
        return {**self._judged, **solver.derived(facts), **structure, **facts}

    @cached_property
    def _alike(self) -> Mapping[str, float]:
        """How alike the board is to the one that it is to be like."""
        if self._like is None:
            return {}
        boards = self._game.boards
        return boards.model(self._like).similarities(boards.marked(self._board))

    def __getitem__(self, key: str) -> Any:
        if key in self._alike:
            return self._alike[key]
        if key in self._later and key not in self._facts:
            if key in COUNTS:
                asked = self._game, self._board, self._facts, None, self._control
                self._facts |= counts_of(*asked)
            else:
                words = mechanics(self._game, self._solved, self._control)
                summaries = self._game.solver.summarize_mechanics(words)
                self._facts |= {**words, **played.counts(words), **summaries}
        return self._facts[key]

    @property
    def known_facts(self) -> Mapping[str, Any]:
        """All facts of the solver, and what else was found out by a search because it was asked.

        Nothing if nothing was.
        """
        if "_facts" not in vars(self):
            return {}
        later = {key: self._facts[key] for key in self._later if key in self._facts}
        return {**self._solved.all_facts, **later}

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self._alike, *self._facts, *self._later))

    def __len__(self) -> int:
        return len({*self._alike, *self._facts, *self._later})


def _played(game: Game) -> tuple[str, ...]:
    """The facts about a game's mechanics."""
    names = game.solver.mechanics
    return (*names, *played.COUNTS, *game.solver.summarize_mechanics({})) if names else ()


def likeness_keys(game: Game) -> tuple[str, ...]:
    """The facts that say how alike two levels of a game are."""
    return keys_of([*game.boards.marks(game.boards.blank(LEAST, LEAST))])


def asks_likeness(game: Game, parameters: Parameters) -> bool:
    """Whether levels are to be like another one, or unlike.

    Raises:
        ParameterError: no expression.
    """
    return parameters.range(SIMILARITY.key) != ANY or names_likeness(
        expression_of(game, parameters), [game]
    )


def names_likeness(expression: Expression | None, games: Iterable[Game]) -> bool:
    """Whether an expression asks how alike two levels of some games are."""
    keys = {key for game in games for key in likeness_keys(game)}
    parts = () if expression is None else conditions(expression)
    return any(isinstance(part, Comparison) and part.key in keys for part in parts)


def kinds_of_boards(games: Iterable[Game]) -> Kinds:
    """The keys that boards of some games can be asked for by."""
    found: dict[str, type] = {}
    for game in games:
        drawn = game.boards.structure(game.boards.blank(LEAST, LEAST))
        alike = likeness_keys(game)
        words = dict.fromkeys(game.solver.mechanics, str)
        counts = played.COUNTS if words else ()
        numbers = dict.fromkeys((*drawn, *alike, *COUNTS, *counts), float)
        tables = game.solver.summarize_mechanics({})
        truths = {f"{name}.{key}": bool for name, table in tables.items() for key in table}
        found |= {**kinds_of([game]), **numbers, **words, **truths}
    return found


def asked(text: str, games: Iterable[Game]) -> Expression:
    """The expression over boards of some games that a text spells.

    Raises:
        ExpressionError: it spells none, or compares a mechanic with no word of
            :mod:`engine.values.mechanics`.
    """
    games = tuple(games)
    names = frozenset(name for game in games for name in game.solver.mechanics)
    return _asked(text, tuple(kinds_of_boards(games).items()), names)


@lru_cache(maxsize=8)
def _asked(text: str, kinds: tuple[tuple[str, type], ...], names: frozenset[str]) -> Expression:
    """An expression, which is asked for with every level that is accepted."""
    expression = parse(text, dict(kinds))
    for each in conditions(expression):
        if not isinstance(each, Comparison) or each.key not in names:
            continue
        if each.wanted not in played.WORDS or each.compare not in (operator.eq, operator.ne):
            expected = f"{each.key}: expected = or != with {', '.join(played.WORDS)}"
            raise ExpressionError(f"{expected}, found {quoted(each.wanted)}")
    return expression
