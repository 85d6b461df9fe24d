"""What is known of a level that may be chosen: stored facts first, the others when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.game import registry
from engine.game.expressions import known_of
from engine.game.likeness import Model
from engine.making.mechanics import mechanics
from engine.making.wishes import KnownOfBoard
from engine.packs.ramp import Candidate
from engine.values.budget import Control
from engine.values.expression import fact
from engine.values.level import Level
from engine.values.mechanics import EVERY, SOME


class LevelFacts(Mapping[str, Any]):
    """All that a playable level can be asked for; its stored verdict counts while it is fresh.

    What its file does not tell is found out when it is asked for, which may solve the level.
    """

    def __init__(self, level: Level, control: Control) -> None:
        game = registry.get(level.game)
        self._game, self._board, self._control = game, level.board, control
        self._stored: Mapping[str, Any] = {}
        self._known: KnownOfBoard | None = None
        if level.verdict is not None and level.verdict_is_fresh(game.rules_version):
            renewed = game.solver.renewed(level.board, level.verdict.facts)
            self._stored = {**game.solver.derived(renewed), **renewed}
        named = {key: known_of(level)[key] for key in ("game", "title", "author")}
        self._stored = {**self._stored, **named}

    def __getitem__(self, key: str) -> Any:
        if self._stored.get(key) is not None:
            return self._stored[key]
        if self._known is None:
            self._control.require_going_on()
            self._known = KnownOfBoard(self._game, self._board, self._control)
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        yield from self._stored

    def __len__(self) -> int:
        return len(self._stored)


def figure(facts: Mapping[str, Any], key: str) -> float | None:
    """A fact as a number; None where it is none, or not known."""
    found = fact(facts, key)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    return float(found)


def mechanics_of(level: Level, control: Control | None = None) -> frozenset[str]:
    """The mechanics that act in a shortest solution of a playable level; none if none is known.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    game, control = registry.get(level.game), control or Control()
    if not game.solver.mechanics:
        return frozenset()
    solved = game.solver.solve(level.board, control=control)
    control.require_going_on()
    found = mechanics(game, solved, control)
    return frozenset(name for name, word in found.items() if word in (EVERY, SOME))


class Traits:
    """What levels are chosen by besides their difficulty, each found out once.

    Args:
        level: the level of a candidate's key.
        control: to stop what takes long.
    """

    def __init__(self, level: Callable[[str], Level], control: Control | None = None) -> None:
        self._level, self._control = level, control or Control()
        self._mechanics: dict[str, frozenset[str]] = {}
        self._models: dict[str, Model] = {}

    def mechanics(self, one: Candidate) -> frozenset[str]:
        """The mechanics that act in a shortest solution."""
        if one.board not in self._mechanics:
            self._mechanics[one.board] = mechanics_of(self._level(one.key), self._control)
        return self._mechanics[one.board]

    def alike(self, one: Candidate, other: Candidate) -> float:
        """How alike two levels are, 0 to 1 (:mod:`engine.game.likeness`); of two games 0."""
        mine, its = self._level(one.key), self._level(other.key)
        if mine.game != its.game:
            return 0.0
        if one.board not in self._models:
            self._control.require_going_on()
            self._models[one.board] = Model.of(registry.get(mine.game).boards, mine.board)
        return self._models[one.board].similarity(its.board)
