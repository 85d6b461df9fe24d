"""What levels are improved for: how good a board is for an aim, and when it is good enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.errors import ParameterError, quoted
from engine.game.game import Game
from engine.game.generator import Mutations
from engine.making.distance import UNKNOWN, distance
from engine.making.relevance import COUNTS
from engine.making.wishes import KnownOfBoard, asked
from engine.search.solved import Solved
from engine.values.budget import Budget, Control
from engine.values.expression import (
    Comparison,
    ExpressionError,
    Tagged,
    conditions,
    fact,
)
from engine.values.level import Board

Rank = tuple[float, ...]
"""How good a board is for an aim; the greater the better."""

_LENGTH = "moves"
_MOST_MOVES = 1_000_000


class Candidate:
    """A playable board, and what is known of it; what takes longer is found out when it is asked.

    Attributes:
        facts: of the solver; those that tell levels apart, at the least.
    """

    def __init__(self, game: Game, board: Board, budget: Budget, control: Control) -> None:
        self.game, self.board, self.budget, self.control = game, board, budget, control
        self.facts: Mapping[str, Any] = game.solver.facts_without(board, budget, control)

    @cached_property
    def solved(self) -> Solved:
        """All that the solver leaves behind."""
        return self.game.solver.solve(self.board, None, self.budget, self.control)

    @cached_property
    def known(self) -> Mapping[str, Any]:
        """All that a wish can ask for."""
        return KnownOfBoard(self.game, self.board, self.control)

    @property
    def length(self) -> int:
        """Moves of the shortest solution, 0 without one."""
        return int(self.facts[_LENGTH] or 0)

    @property
    def objects(self) -> int:
        """How many counted things there are."""
        return sum(thing.counted for thing in self.game.boards.things(self.board))

    @cached_property
    def trap_share(self) -> float:
        """The share of moves that lead into dead states or lose, of those where a win is ahead."""
        traps = self.solved.traps
        return 0.0 if traps is None else traps.share


@dataclass(frozen=True, slots=True)
class Aim:
    """What a level is improved for.

    Attributes:
        text: as it was asked for.
        rank: how good a board is for it, of one that has all that makes it a level.
        read: what the rank rests on, by name; of any board.
        reached: whether a board cannot be better, or need not be.
        as_long: whether solutions are not to become shorter by it.
        guards: whether the game's guarded facts are not to fall by it.
        removes: whether things may be taken away for it.
    """

    text: str
    rank: Callable[[Candidate], Rank]
    read: Callable[[Candidate], Mapping[str, Any]]
    reached: Callable[[Candidate], bool] = lambda _: False
    as_long: bool = False
    guards: bool = True
    removes: bool = False


def aim_named(game: Game, text: str) -> Aim:
    """The aim that a text asks for.

    Raises:
        ParameterError: the game does not have it, or it is none; names the place.
    """
    mutations = mutations_of(game)
    name, equals, value = text.partition("=")
    if equals and name == "wish":
        return _wish(game, text, value)
    if equals and name in (_LENGTH, *mutations.nearing):
        return _near(text, name, _number(name, value), mutations)
    known = _plain(mutations)
    if equals or name not in known:
        raise ParameterError(f"aim {quoted(text)}: expected one of {', '.join(aims_of(game))}")
    return known[name]


def aims_of(game: Game) -> tuple[str, ...]:
    """The aims that levels of a game can be improved for, with ``N`` and ``EXPR`` for values.

    Raises:
        ParameterError: they cannot be improved.
    """
    mutations = mutations_of(game)
    numbered = (f"{key}=N" for key in (_LENGTH, *mutations.nearing))
    return (*_plain(mutations), *numbered, "wish=EXPR")


def mutations_of(game: Game) -> Mutations:
    """How the levels of a game are changed.

    Raises:
        ParameterError: they are not.
    """
    if game.mutations is None:
        raise ParameterError(f"levels of {game.title} cannot be improved: it has no mutations")
    return game.mutations


def _plain(mutations: Mutations) -> Mapping[str, Aim]:
    """The aims without a value, by name."""
    length = _told(_LENGTH)
    aims = [
        Aim("longer", lambda found: (found.length,), length),
        Aim("shorter", lambda found: (-found.length,), length, lambda found: found.length == 1),
        Aim(
            "fewer-objects",
            lambda found: (-found.objects, found.length),
            lambda found: {"objects": found.objects},
            lambda found: not found.objects,
            as_long=True,
            removes=True,
        ),
    ]
    if mutations.trapped:
        share = Aim(
            "trickier",
            lambda found: (found.trap_share, found.length),
            lambda found: {"trap_share": found.trap_share},
            as_long=True,
        )
        aims.append(share)
    if mutations.solutions is not None:
        aims.append(_one_solution(mutations.solutions))
    aims += [Aim(name, _raises(keys), _told(*keys)) for name, keys in mutations.rising.items()]
    return {aim.text: aim for aim in aims}


def _told(*keys: str) -> Callable[[Candidate], Mapping[str, Any]]:
    """Facts by their keys."""
    return lambda found: {key: fact(found.facts, key) for key in keys}


def _raises(keys: Iterable[str]) -> Callable[[Candidate], Rank]:
    """Facts that are to rise; none where one is null."""
    return lambda found: tuple(fact(found.facts, key) or 0 for key in keys)


def _one_solution(key: str) -> Aim:
    def more(found: Candidate) -> float:
        """How many solutions there are too many; of a game that does not count them 0 or 1."""
        number = fact(found.facts, key)
        if isinstance(number, bool):
            return float(not number)
        return UNKNOWN if number is None else number - 1

    return Aim(
        "one-solution",
        lambda found: (-more(found),),
        _told(key),
        lambda found: not more(found),
        as_long=True,
    )


def _number(name: str, value: str) -> int:
    wanted = int(value) if value.isascii() and value.isdigit() and len(value) < 8 else 0
    if not 1 <= wanted <= _MOST_MOVES:
        expected = f"expected a whole number from 1 to {_MOST_MOVES:,}"
        raise ParameterError(f"aim {name}: {expected}, found {quoted(value)}")
    return wanted


def _near(text: str, name: str, wanted: int, mutations: Mutations) -> Aim:
    """That a fact comes to a number, after others that have to rise first."""
    *first, last = mutations.nearing.get(name, (name,))
    raised, told = _raises(first), _told(*first, last)

    def rank(found: Candidate) -> Rank:
        """What rises first, and how near the number is."""
        number = fact(found.facts, last)
        return (*raised(found), -UNKNOWN if number is None else -abs(number - wanted))

    def reached(found: Candidate) -> bool:
        """Whether the solver tells just that number under the aim's own name."""
        known = {**found.game.solver.derived(found.facts), **found.facts}
        return bool(known.get(name) == wanted)

    return Aim(text, rank, told, reached)


def _wish(game: Game, text: str, wanted: str) -> Aim:
    """That an expression holds, or comes as close to it as it may."""
    try:
        expression = asked(wanted, [game])
    except ExpressionError as error:
        raise ParameterError(f"aim wish: {error}") from None
    parts = conditions(expression)
    tagged = [part.tag for part in parts if isinstance(part, Tagged)]
    if tagged:
        raise ParameterError(f"aim wish: a board has no tags, found tag:{tagged[0]}")
    keys = [part.key for part in parts if isinstance(part, Comparison)]
    return Aim(
        text,
        lambda found: (-distance(expression, found.known),),
        lambda found: {key: fact(found.known, key) for key in keys},
        lambda found: not distance(expression, found.known),
        guards=False,
        removes=not set(keys).isdisjoint(COUNTS),
    )
