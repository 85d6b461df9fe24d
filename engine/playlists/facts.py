"""What is known of a level that may be chosen: stored facts first, the others when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.evaluation.boardfacts import KnownOfBoard
from engine.evaluation.mechanics import mechanics
from engine.game import registry
from engine.game.expressions import known_of
from engine.playlists.pack import PlaylistEntry
from engine.playlists.ramp import RampLevel
from engine.playlists.sources import PackChoice, Source
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


@dataclass(slots=True)
class Learned:
    """What was found out for a pack; it can be handed on from search to search.

    Attributes:
        mechanics, models, marked, figures: of boards, by their digests.
        passed: the boards that have been in the pack, and are not proposed again.
        source: the source that the pack was chosen from, with what may be chosen; None until then.
    """

    mechanics: dict[str, frozenset[str]] = field(default_factory=dict)
    models: dict[str, Model] = field(default_factory=dict)
    marked: dict[str, Marked] = field(default_factory=dict)
    figures: dict[tuple[str, str], float | None] = field(default_factory=dict)
    passed: frozenset[str] = frozenset()
    source: tuple[Source, PackChoice] | None = None


_OWN = "\0"
"""Begins the keys of levels that stand in the pack; no file and no row has such a name."""


def own(place: int) -> str:
    """The key of the level at a place of the pack."""
    return f"{_OWN}{place:04}"


def is_own(key: str) -> bool:
    """Whether a key is that of a level of the pack."""
    return key.startswith(_OWN)


def place_of(key: str) -> int:
    """The place of a level of the pack by its key."""
    return int(key.removeprefix(_OWN))


class Traits:
    """What levels of a pack, and of the source of others, are chosen by, each found out once.

    Args:
        entries: the levels of the pack.
        source: the source that other levels may come from; None for none.
        control: to stop what takes long.
        learned: what is known already, which is added to.
    """

    def __init__(
        self,
        entries: Sequence[PlaylistEntry],
        source: Source | None = None,
        control: Control | None = None,
        learned: Learned | None = None,
    ) -> None:
        self._entries, self._source = entries, source
        self._control, self._learned = control or Control(), learned or Learned()

    def own_levels(self, by: str) -> dict[int, RampLevel]:
        """The playable levels of the pack whose difficulty is known, by their places."""
        found = {}
        for place, entry in enumerate(self._entries):
            if entry.level is None or not entry.is_playable:
                continue
            difficulty = self.figure(entry.level, entry.digest, by)
            if difficulty is not None:
                found[place] = RampLevel(own(place), difficulty, entry.digest)
        return found

    def _level(self, key: str) -> Level:
        if is_own(key):
            found = self._entries[place_of(key)].level
            assert found is not None
            return found
        assert self._source is not None
        return self._source.sketch(key)

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
