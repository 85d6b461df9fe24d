"""What levels are improved for: how good a board is for an aim, and when it is good enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import ParameterError, quoted
from engine.evaluation.boardfacts import asked, names_likeness
from engine.evaluation.candidates import AssessedBoard, standards_of
from engine.evaluation.relevance import COUNTS
from engine.game.game import Game
from engine.game.generator import Mutations
from engine.generation.wishes import NO_MODEL
from engine.improvement.distance import UNKNOWN, distance
from engine.values.expression import (
    Comparison,
    ExpressionError,
    Tagged,
    conditions,
    fact,
)

Rank = tuple[float, ...]
"""How good a board is for an aim; the greater the better."""

_LENGTH = "moves"
_MOST_MOVES = 1_000_000


@dataclass(frozen=True, slots=True)
class Objective:
    """What a level is improved for.

    Attributes:
        text: as it was asked for.
        rank: how good a board is for it, of one that has all that makes it a level.
        read: what the rank rests on, by name; of any board.
        reached: whether a board cannot be better, or need not be.
        as_long: whether solutions are not to become shorter by it.
        guards: whether the game's guarded facts are not to fall by it.
        removes: whether things may be taken away for it.
        has_target: whether it names what a board must come to, so that it can be missed.
    """

    text: str
    rank: Callable[[AssessedBoard], Rank]
    read: Callable[[AssessedBoard], Mapping[str, Any]]
    reached: Callable[[AssessedBoard], bool] = lambda _: False
    as_long: bool = False
    guards: bool = True
    removes: bool = False
    has_target: bool = False

    def whole_rank(self, found: AssessedBoard) -> Rank:
        """How good any board is; what lacks something that a level needs is below all others."""
        needs = standards_of(found.game).needs
        met = tuple(float(bool(found.facts[need])) for need in needs)
        return (*met, *self.rank(found)) if all(met) else met


def aim_named(game: Game, text: str) -> Objective:
    """The aim that a text asks for.

    Raises:
        ParameterError: the game does not have it, or it is none; names the place.
    """
    mutations = standards_of(game)
    name, equals, value = text.partition("=")
    if equals and name == "wish":
        return _wish(game, text, value)
    if equals and name in (_LENGTH, *mutations.nearing):
        return _near(text, name, _number(name, value), mutations)
    known = _plain(game)
    if equals or name not in known:
        raise ParameterError(f"aim {quoted(text)}: expected one of {', '.join(aims_of(game))}")
    return known[name]


def aims_of(game: Game) -> tuple[str, ...]:
    """The aims that levels of a game can be changed for, with ``N`` and ``EXPR`` for values."""
    numbered = (f"{key}=N" for key in (_LENGTH, *standards_of(game).nearing))
    return (*_plain(game), *numbered, "wish=EXPR")


def _plain(game: Game) -> Mapping[str, Objective]:
    """The aims without a value, by name."""
    mutations, length = standards_of(game), _figures(_LENGTH)
    aims = [
        Objective("longer", lambda found: (found.length,), length),
        Objective(
            "shorter", lambda found: (-found.length,), length, lambda found: found.length == 1
        ),
        Objective(
            "fewer-objects",
            lambda found: (-found.objects, found.length),
            lambda found: {"objects": found.objects},
            lambda found: not found.objects,
            as_long=True,
            removes=True,
        ),
    ]
    if mutations.trapped:
        share = Objective(
            "trickier",
            lambda found: (found.trap_share, found.length),
            lambda found: {"trap_share": found.trap_share},
            as_long=True,
        )
        aims.append(share)
    if mutations.solutions is not None:
        aims.append(_one_solution(mutations.solutions))
    aims += [
        Objective(name, _raises(keys), _figures(*keys)) for name, keys in mutations.rising.items()
    ]
    aims += [_comes_close(game, name, text) for name, text in mutations.wishes.items()]
    return {aim.text: aim for aim in aims}


def _comes_close(game: Game, name: str, wanted: str) -> Objective:
    """That an expression over the solver's facts holds, or nearly so."""
    expression = asked(wanted, [game])
    keys = [part.key for part in conditions(expression) if isinstance(part, Comparison)]
    return Objective(
        name,
        lambda found: (-distance(expression, found.facts),),
        _figures(*keys),
        lambda found: not distance(expression, found.facts),
    )


def _figures(*keys: str) -> Callable[[AssessedBoard], Mapping[str, Any]]:
    """Facts by their keys."""
    return lambda found: {key: fact(found.facts, key) for key in keys}


def _raises(keys: Iterable[str]) -> Callable[[AssessedBoard], Rank]:
    """Facts that are to rise; none where one is null."""
    return lambda found: tuple(fact(found.facts, key) or 0 for key in keys)


def _one_solution(key: str) -> Objective:
    def more(found: AssessedBoard) -> float:
        """Counts the solutions beyond one; of a game that does not count them 0 or 1."""
        number = fact(found.facts, key)
        if isinstance(number, bool):
            return float(not number)
        return UNKNOWN if number is None else number - 1

    return Objective(
        "one-solution",
        lambda found: (-more(found),),
        _figures(key),
        lambda found: not more(found),
        as_long=True,
    )


def _number(name: str, value: str) -> int:
    wanted = int(value) if value.isascii() and value.isdigit() and len(value) < 8 else 0
    if not 1 <= wanted <= _MOST_MOVES:
        expected = f"expected a whole number from 1 to {_MOST_MOVES:,}"
        raise ParameterError(f"aim {name}: {expected}, found {quoted(value)}")
    return wanted


def _near(text: str, name: str, wanted: int, mutations: Mutations) -> Objective:
    """That a fact comes to a number, after others that have to rise first."""
    *first, last = mutations.nearing.get(name, (name,))
    raised, figures = _raises(first), _figures(*first, last)

    def rank(found: AssessedBoard) -> Rank:
        """What rises first, and how near the number is."""
        number = fact(found.facts, last)
        return (*raised(found), -UNKNOWN if number is None else -abs(number - wanted))

    def reached(found: AssessedBoard) -> bool:
        """Whether the solver has just that number under the aim's own name."""
        known = {**found.game.solver.derived(found.facts), **found.facts}
        return bool(known.get(name) == wanted)

    return Objective(text, rank, figures, reached, has_target=True)


def _wish(game: Game, text: str, wanted: str) -> Objective:
    """That an expression holds, or comes as close to it as it may."""
    try:
        expression = asked(wanted, [game])
    except ExpressionError as error:
        raise ParameterError(f"aim wish: {error}") from None
    parts = conditions(expression)
    tagged = [part.tag for part in parts if isinstance(part, Tagged)]
    if tagged:
        raise ParameterError(f"aim wish: a board has no tags, found tag:{tagged[0]}")
    if names_likeness(expression, [game]):
        raise ParameterError(f"aim wish: {NO_MODEL}")
    keys = [part.key for part in parts if isinstance(part, Comparison)]
    return Objective(
        text,
        lambda found: (-distance(expression, found.known),),
        lambda found: {key: fact(found.known, key) for key in keys},
        lambda found: not distance(expression, found.known),
        guards=False,
        removes=not set(keys).isdisjoint(COUNTS),
        has_target=True,
    )
