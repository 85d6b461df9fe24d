"""What is known of a level that may be chosen: stored facts first, the others when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.evaluation.boardfacts import KnownOfBoard
from engine.evaluation.mechanics import mechanics
from engine.game import registry
from engine.game.expressions import known_of
from engine.playlists.ramp import RampLevel
from engine.values.budget import Control
from engine.values.expression import fact
from engine.values.level import Level
from engine.values.likeness import Marked, Model
from engine.values.mechanics import EVERY, SOME


class LevelFacts(Mapping[str, Any]):
    """All that a playable level can be asked for; its stored verdict counts while it is fresh.

    What its file does not hold is found out when it is asked for, which may solve the level.
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


@dataclass(frozen=True, slots=True)
class Learned:
    """What was found out of boards, by their digests; it can be handed on from search to search."""

    mechanics: dict[str, frozenset[str]] = field(default_factory=dict)
    models: dict[str, Model] = field(default_factory=dict)
    marked: dict[str, Marked] = field(default_factory=dict)
    figures: dict[tuple[str, str], float | None] = field(default_factory=dict)


class Traits:
    """What levels are chosen by, each found out once.

    Args:
        level: the level of a candidate's key.
        control: to stop what takes long.
        learned: what is known already, which is added to.
    """

    def __init__(
        self,
        level: Callable[[str], Level],
        control: Control | None = None,
        learned: Learned | None = None,
    ) -> None:
        self._level, self._control = level, control or Control()
        self._learned = learned or Learned()

    def figure(self, level: Level, board: str, key: str) -> float | None:
        """A fact of a playable level as a number; None if it is not known."""
        known = self._learned.figures
        if (board, key) not in known:
            known[board, key] = figure(LevelFacts(level, self._control), key)
        return known[board, key]

    def mechanics(self, one: RampLevel) -> frozenset[str]:
        """The mechanics that act in a shortest solution."""
        known = self._learned.mechanics
        if one.board not in known:
            known[one.board] = mechanics_of(self._level(one.key), self._control)
        return known[one.board]

    def alike(self, one: RampLevel, other: RampLevel) -> float:
        """How alike two levels are, 0 to 1 (:mod:`engine.values.likeness`); of two games 0."""
        mine, its = self._level(one.key), self._level(other.key)
        if mine.game != its.game:
            return 0.0
        models, marked = self._learned.models, self._learned.marked
        boards = registry.get(mine.game).boards
        if one.board not in models:
            self._control.require_going_on()
            models[one.board] = boards.model(mine.board)
        if other.board not in marked:
            marked[other.board] = boards.marked(its.board)
        return models[one.board].similarity(marked[other.board])
