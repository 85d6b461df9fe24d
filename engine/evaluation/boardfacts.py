"""All that can be asked of a board, each found out when it is asked, and expressions over it."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

from engine.errors import quoted
from engine.evaluation.mechanics import mechanics
from engine.evaluation.relevance import COUNTS, counts_of
from engine.game.expressions import kinds_of
from engine.game.game import Game
from engine.search.solved import Solved
from engine.values import mechanics as played
from engine.values.budget import Control
from engine.values.expression import (
    Comparison,
    Expression,
    ExpressionError,
    Kinds,
    conditions,
    parse,
)
from engine.values.level import Board
from engine.values.likeness import keys_of
from engine.values.parameters import Parameters

LEAST = 4
"""Rows and columns of a board that is asked which figures it has."""


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
        self._parameters = parameters or game.parameters.complete({})
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
