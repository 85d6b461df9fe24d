"""The facts of a board, each computed when it is first read, and expressions over facts.

A generator with a where-expression evaluates it for every candidate, and most candidates fail at
the first comparison. Therefore :class:`BoardFacts` is a mapping that solves the board, and searches
for inert objects and mechanics, only when a key that needs this is read::

    facts = BoardFacts(game, board, control)
    facts["moves"]         # solves the board
    facts["inert"]         # solves it again without each object
    facts["needed_share"]  # is already known
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

from engine.errors import quote_input
from engine.evaluation.level_mechanics import find_mechanics
from engine.evaluation.relevance import RELEVANCE_KEYS, count_relevance
from engine.game.game import Game
from engine.game.level_expressions import list_key_types
from engine.search.solver_result import SolverResult
from engine.values import mechanic_use_words
from engine.values.budget import Control
from engine.values.expression import (
    Comparison,
    Expression,
    ExpressionError,
    KeyTypes,
    list_conditions,
    parse_expression,
)
from engine.values.level import Board
from engine.values.parameter_schema import Parameters
from engine.values.similarity import list_similarity_keys

BLANK_SIZE = 4
"""The side length of the blank board from which the keys of a game's layout facts are read."""


class BoardFacts(Mapping[str, Any]):
    """The facts of a board, each computed on first access.

    Args:
        game: The game of the board.
        board: The board whose facts are computed.
        control: The control that can cancel the searches.
        parameters: The parameters that decide which facts the solver reports; None for the default
            values.
        judged: The facts that are already known and need not be computed again.
        like: The board to which similarities are measured; None for no similarities.
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
        self._parameters = parameters or game.parameters.complete_settings({})
        self._game, self._board, self._control = game, board, control
        self._judged, self._like = judged, like
        self._search_keys = (*RELEVANCE_KEYS, *_list_mechanic_facts(game))

    @cached_property
    def _result(self) -> SolverResult:
        return self._game.solver.solve(self._board)

    @cached_property
    def _known_facts(self) -> dict[str, Any]:
        """The facts known so far. Facts that are computed later are added to them."""
        solver, structure = self._game.solver, self._game.boards.measure_structure(self._board)
        facts = solver.select_demanded_facts(self._result, self._parameters)
        return {**self._judged, **solver.derive_facts(facts), **structure, **facts}

    @cached_property
    def _similarities(self) -> Mapping[str, float]:
        """The similarities to ``like``, overall and for each part; empty if ``like`` is None."""
        if self._like is None:
            return {}
        boards = self._game.boards
        return boards.create_reference(self._like).compute_similarities(
            boards.tokenize_board(self._board)
        )

    def __getitem__(self, key: str) -> Any:
        if key in self._similarities:
            return self._similarities[key]
        # Relevance and mechanics each need a search, so find them only if one of their keys is
        # read.
        if key in self._search_keys and key not in self._known_facts:
            if key in RELEVANCE_KEYS:
                asked = self._game, self._board, self._known_facts, None, self._control
                self._known_facts |= count_relevance(*asked)
            else:
                words = find_mechanics(self._game, self._result, self._control)
                summaries = self._game.solver.summarize_mechanics(words)
                self._known_facts |= {
                    **words,
                    **mechanic_use_words.count_mechanics(words),
                    **summaries,
                }
        return self._known_facts[key]

    @property
    def known_facts(self) -> Mapping[str, Any]:
        """The solver's facts, and the facts that other searches have found so far.

        The mapping is empty if no fact has been read yet.
        """
        # A cached property appears in the instance's dictionary once it has been computed.
        if "_known_facts" not in vars(self):
            return {}
        later = {
            key: self._known_facts[key] for key in self._search_keys if key in self._known_facts
        }
        return {**self._result.all_facts, **later}

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self._similarities, *self._known_facts, *self._search_keys))

    def __len__(self) -> int:
        return len({*self._similarities, *self._known_facts, *self._search_keys})


def _list_mechanic_facts(game: Game) -> tuple[str, ...]:
    """Return the keys of all facts about a game's mechanics; empty if it has no mechanics."""
    names = game.solver.mechanic_titles
    return (
        (*names, *mechanic_use_words.COUNT_FACTS, *game.solver.summarize_mechanics({}))
        if names
        else ()
    )


def find_similarity_keys(game: Game) -> tuple[str, ...]:
    """Return the keys of the facts that measure the similarity between two of a game's levels."""
    return list_similarity_keys(
        [*game.boards.list_tokens(game.boards.create_blank(BLANK_SIZE, BLANK_SIZE))]
    )


def has_similarity(expression: Expression | None, games: Iterable[Game]) -> bool:
    """Return True if an expression refers to a fact that measures the similarity to another level.

    The facts are those of ``games``. An expression that is None refers to no facts.
    """
    keys = {key for game in games for key in find_similarity_keys(game)}
    parts = () if expression is None else list_conditions(expression)
    return any(isinstance(part, Comparison) and part.key in keys for part in parts)


def list_fact_types(games: Iterable[Game]) -> KeyTypes:
    """Return the type of each key that an expression over the games' facts can use."""
    found: dict[str, type] = {}
    for game in games:
        drawn = game.boards.measure_structure(game.boards.create_blank(BLANK_SIZE, BLANK_SIZE))
        alike = find_similarity_keys(game)
        words = dict.fromkeys(game.solver.mechanic_titles, str)
        counts = mechanic_use_words.COUNT_FACTS if words else ()
        numbers = dict.fromkeys((*drawn, *alike, *RELEVANCE_KEYS, *counts), float)
        # Without mechanics, the tables have all their keys, but no values.
        tables = game.solver.summarize_mechanics({})
        truths = {f"{name}.{key}": bool for name, table in tables.items() for key in table}
        found |= {**list_key_types([game]), **numbers, **words, **truths}
    return found


def parse_board_expression(text: str, games: Iterable[Game]) -> Expression:
    """Parse an expression over the facts of the games' boards.

    Raises:
        ExpressionError: The text is not a valid expression, or it compares a mechanic with an
            operator other than = and !=, or with a word that is not in
            :mod:`engine.values.mechanic_use_words`.
    """
    games = tuple(games)
    names = frozenset(name for game in games for name in game.solver.mechanic_titles)
    return _parse_cached(text, tuple(list_fact_types(games).items()), names)


@lru_cache(maxsize=8)
def _parse_cached(
    text: str, kinds: tuple[tuple[str, type], ...], names: frozenset[str]
) -> Expression:
    """Parse an expression. Results are cached, because the same text is used for every level."""
    expression = parse_expression(text, dict(kinds))
    for each in list_conditions(expression):
        if not isinstance(each, Comparison) or each.key not in names:
            continue
        # A mechanic's value is one of a few words, which have no order.
        if each.value not in mechanic_use_words.MECHANIC_WORDS or each.compare not in (
            operator.eq,
            operator.ne,
        ):
            expected = (
                f"{each.key}: expected = or != with {', '.join(mechanic_use_words.MECHANIC_WORDS)}"
            )
            raise ExpressionError(f"{expected}, found {quote_input(each.value)}")
    return expression
