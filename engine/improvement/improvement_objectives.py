"""The objectives of improvements, which rank boards and decide when a board is good enough.

An :class:`Objective` computes a board's rank, which is a tuple of numbers that are compared from
left to right. For example, ``fewer-objects`` ranks by ``(-objects, moves)``: of two boards with 7
objects each, the one with the longer solution is better. If a board lacks something that every
level needs (in most games, a solution), its rank is a shorter tuple with a 0 or 1 for each need.
Such tuples sort below any full rank, so a search can start from such a board and first turn it into
a level.

Objectives with a value have a target: ``moves=12`` ranks by the distance from 12 moves, and
``wish=EXPR`` by the distance from an expression (:mod:`engine.improvement.expression_distance`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import ParameterError, quote_input
from engine.evaluation.board_facts import has_similarity, parse_board_expression
from engine.evaluation.evaluated_board import EvaluatedBoard, get_mutations
from engine.evaluation.relevance import RELEVANCE_KEYS
from engine.game.game import Game
from engine.game.generator import Mutations
from engine.generation.constraints import NO_REFERENCE
from engine.improvement.expression_distance import UNKNOWN, measure_distance
from engine.values.expression import (
    Comparison,
    ExpressionError,
    HasTag,
    get_fact,
    list_conditions,
)

Rank = tuple[float, ...]
"""The quality of a board for an objective. A greater rank is better."""

_LENGTH = "moves"
_MOST_MOVES = 1_000_000


@dataclass(frozen=True, slots=True)
class Objective:
    """The goal of an improvement, which determines the ranks of boards.

    Attributes:
        text: The objective as the user wrote it.
        rank: A function that returns the rank of a board that is a level.
        read_facts: A function that returns the facts that the rank of a board depends on.
        is_reached: A function that returns True if a board cannot or need not get any better.
        keeps_length: True if the shortest solution must not get shorter.
        keeps_invariants: True if the values of the game's guarded facts must not fall.
        removes: True if mutations may remove objects.
        has_target: True if the objective has a target that a board can miss.
    """

    text: str
    rank: Callable[[EvaluatedBoard], Rank]
    read_facts: Callable[[EvaluatedBoard], Mapping[str, Any]]
    is_reached: Callable[[EvaluatedBoard], bool] = lambda _: False
    keeps_length: bool = False
    keeps_invariants: bool = True
    removes: bool = False
    has_target: bool = False

    def rank_board(self, found: EvaluatedBoard) -> Rank:
        """Return the rank of a board. Boards that are not levels rank below all levels."""
        needs = get_mutations(found.game).required_facts
        # The needs come first in the tuple, so they take precedence over the objective. Boards that
        # meet all of them have the same numbers there, so only the objective tells them apart.
        met = tuple(float(bool(found.facts[need])) for need in needs)
        return (*met, *self.rank(found)) if all(met) else met


def parse_objective(game: Game, text: str) -> Objective:
    """Parse an objective in the form that ``workbench improve --aim`` accepts.

    Raises:
        ParameterError: The game has no such objective, or its value is invalid.
    """
    mutations = get_mutations(game)
    name, equals, value = text.partition("=")
    if equals and name == "wish":
        return _create_wish_objective(game, text, value)
    if equals and name in (_LENGTH, *mutations.target_facts):
        return _create_target_objective(text, name, _parse_number(name, value), mutations)
    known = _list_plain_objectives(game)
    if equals or name not in known:
        raise ParameterError(
            f"aim {quote_input(text)}: expected one of {', '.join(list_objectives(game))}"
        )
    return known[name]


def list_objectives(game: Game) -> tuple[str, ...]:
    """Return the names of a game's objectives, with ``N`` and ``EXPR`` in place of values."""
    numbered = (f"{key}=N" for key in (_LENGTH, *get_mutations(game).target_facts))
    return (*_list_plain_objectives(game), *numbered, "wish=EXPR")


def _list_plain_objectives(game: Game) -> Mapping[str, Objective]:
    """Return the objectives that take no value, keyed by name."""
    mutations, length = get_mutations(game), _create_fact_reader(_LENGTH)
    aims = [
        Objective("longer", lambda found: (found.length,), length),
        Objective(
            "shorter", lambda found: (-found.length,), length, lambda found: found.length == 1
        ),
        Objective(
            "fewer-objects",
            lambda found: (-found.object_count, found.length),
            lambda found: {"objects": found.object_count},
            lambda found: not found.object_count,
            keeps_length=True,
            removes=True,
        ),
    ]
    if mutations.shows_traps:
        share = Objective(
            "trickier",
            lambda found: (found.trap_share, found.length),
            lambda found: {"trap_share": found.trap_share},
            keeps_length=True,
        )
        aims.append(share)
    if mutations.solution_count is not None:
        aims.append(_create_single_solution_objective(mutations.solution_count))
    aims += [
        Objective(name, _create_fact_rank(keys), _create_fact_reader(*keys))
        for name, keys in mutations.raised_facts.items()
    ]
    aims += [
        _create_expression_objective(game, name, text)
        for name, text in mutations.near_conditions.items()
    ]
    return {aim.text: aim for aim in aims}


def _create_expression_objective(game: Game, name: str, wanted: str) -> Objective:
    """Create an objective that brings the solver's facts closer to an expression."""
    expression = parse_board_expression(wanted, [game])
    keys = [part.key for part in list_conditions(expression) if isinstance(part, Comparison)]
    return Objective(
        name,
        lambda found: (-measure_distance(expression, found.facts),),
        _create_fact_reader(*keys),
        lambda found: not measure_distance(expression, found.facts),
    )


def _create_fact_reader(*keys: str) -> Callable[[EvaluatedBoard], Mapping[str, Any]]:
    """Create a function that returns a board's values for the facts ``keys``."""
    return lambda found: {key: get_fact(found.facts, key) for key in keys}


def _create_fact_rank(keys: Iterable[str]) -> Callable[[EvaluatedBoard], Rank]:
    """Create a function that ranks boards by the facts ``keys``, counting unknown facts as 0."""
    return lambda found: tuple(get_fact(found.facts, key) or 0 for key in keys)


def _create_single_solution_objective(key: str) -> Objective:
    def count_extra_solutions(found: EvaluatedBoard) -> float:
        """Return the number of solutions beyond the first.

        In a game that only finds out whether the solution is unique, the number is 0 or 1.
        """
        number = get_fact(found.facts, key)
        if isinstance(number, bool):
            return float(not number)
        return UNKNOWN if number is None else number - 1

    return Objective(
        "one-solution",
        lambda found: (-count_extra_solutions(found),),
        _create_fact_reader(key),
        lambda found: not count_extra_solutions(found),
        keeps_length=True,
    )


def _parse_number(name: str, value: str) -> int:
    wanted = int(value) if value.isascii() and value.isdigit() and len(value) < 8 else 0
    if not 1 <= wanted <= _MOST_MOVES:
        expected = f"expected a whole number from 1 to {_MOST_MOVES:,}"
        raise ParameterError(f"aim {name}: {expected}, found {quote_input(value)}")
    return wanted


def _create_target_objective(text: str, name: str, wanted: int, mutations: Mutations) -> Objective:
    """Create an objective that brings a fact close to the number ``wanted``.

    The game may name other facts that the objective raises first.
    """
    *first, last = mutations.target_facts.get(name, (name,))
    raised, figures = _create_fact_rank(first), _create_fact_reader(*first, last)

    def rank_by_target(found: EvaluatedBoard) -> Rank:
        number = get_fact(found.facts, last)
        return (*raised(found), -UNKNOWN if number is None else -abs(number - wanted))

    def has_target_value(found: EvaluatedBoard) -> bool:
        # The fact may be one that the game derives from the solver's other facts.
        known = {**found.game.solver.derive_facts(found.facts), **found.facts}
        return bool(known.get(name) == wanted)

    return Objective(text, rank_by_target, figures, has_target_value, has_target=True)


def _create_wish_objective(game: Game, text: str, wanted: str) -> Objective:
    """Create an objective that brings boards closer to the user's expression ``wanted``.

    Raises:
        ParameterError: The expression is invalid, or refers to tags or similarity.
    """
    try:
        expression = parse_board_expression(wanted, [game])
    except ExpressionError as error:
        raise ParameterError(f"aim wish: {error}") from None
    parts = list_conditions(expression)
    tagged = [part.tag for part in parts if isinstance(part, HasTag)]
    if tagged:
        raise ParameterError(f"aim wish: a board has no tags, found tag:{tagged[0]}")
    if has_similarity(expression, [game]):
        raise ParameterError(f"aim wish: {NO_REFERENCE}")
    keys = [part.key for part in parts if isinstance(part, Comparison)]
    return Objective(
        text,
        lambda found: (-measure_distance(expression, found.board_facts),),
        lambda found: {key: get_fact(found.board_facts, key) for key in keys},
        lambda found: not measure_distance(expression, found.board_facts),
        keeps_invariants=False,
        removes=not set(keys).isdisjoint(RELEVANCE_KEYS),
        has_target=True,
    )
