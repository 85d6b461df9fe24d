"""The facts on which the choice of levels for a pack depends, stored or computed when needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.evaluation.board_facts import BoardFacts
from engine.evaluation.level_mechanics import find_mechanics
from engine.game import registry
from engine.game.level_expressions import list_known_facts
from engine.playlists.candidate_source import PackCandidates, PackSource
from engine.playlists.difficulty_curve import RampLevel
from engine.playlists.pack import PlaylistEntry
from engine.values.budget import Control
from engine.values.expression import get_fact
from engine.values.level import Level
from engine.values.mechanic_use_words import EVERY, SOME
from engine.values.similarity import SimilarityReference, TokenBoard


class LevelFacts(Mapping[str, Any]):
    """The facts of a playable level as a mapping.

    The facts in a valid stored verdict are used. Reading any other fact computes it, which may
    require solving the level.
    """

    def __init__(self, level: Level, control: Control) -> None:
        game = registry.get_game(level.game)
        self._game, self._board, self._control = game, level.board, control
        self._stored: Mapping[str, Any] = {}
        self._known: BoardFacts | None = None
        if level.verdict is not None and level.has_fresh_verdict(game.rules_version):
            renewed = game.solver.renew_facts(level.board, level.verdict.facts)
            self._stored = {**game.solver.derive_facts(renewed), **renewed}
        # These three describe the level itself, so a stored verdict must not override them.
        named = {key: list_known_facts(level)[key] for key in ("game", "title", "author")}
        self._stored = {**self._stored, **named}

    def __getitem__(self, key: str) -> Any:
        if self._stored.get(key) is not None:
            return self._stored[key]
        if self._known is None:
            self._control.raise_if_cancelled()
            self._known = BoardFacts(self._game, self._board, self._control)
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        yield from self._stored

    def __len__(self) -> int:
        return len(self._stored)


def get_number(facts: Mapping[str, Any], key: str) -> float | None:
    """Return a fact as a number, or None if it is unknown or not a number."""
    found = get_fact(facts, key)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    return float(found)


def find_acting_mechanics(level: Level, control: Control | None = None) -> frozenset[str]:
    """Return the mechanics that a level's shortest solutions use, or an empty set if none is known.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    game, control = registry.get_game(level.game), control or Control()
    if not game.solver.mechanic_titles:
        return frozenset()
    solved = game.solver.solve(level.board, control=control)
    control.raise_if_cancelled()
    found = find_mechanics(game, solved, control)
    # A mechanic counts even if only some shortest solutions use it, because a player may need it.
    return frozenset(name for name, word in found.items() if word in (EVERY, SOME))


@dataclass(slots=True)
class FactCache:
    """The facts that were computed for a pack, which later searches can reuse.

    Attributes:
        mechanics, models, marked: The mechanics, similarity references and tokenized boards of
            levels, keyed by the digest of the level's board.
        figures: The numeric facts of levels, keyed by the digest of the level's board and the key
            of the fact.
        used_boards: The digests of boards that have been in the pack and must not be proposed
            again.
        source: The source of the pack and its candidates; None until they are collected.
    """

    mechanics: dict[str, frozenset[str]] = field(default_factory=dict)
    models: dict[str, SimilarityReference] = field(default_factory=dict)
    marked: dict[str, TokenBoard] = field(default_factory=dict)
    figures: dict[tuple[str, str], float | None] = field(default_factory=dict)
    used_boards: frozenset[str] = frozenset()
    source: tuple[PackSource, PackCandidates] | None = None


_OWN_PREFIX = "\0"
"""The prefix of keys for a pack's own levels. No file name or catalogue id begins with it."""


def build_own_key(place: int) -> str:
    """Build the key for the pack's own level at ``place``."""
    return f"{_OWN_PREFIX}{place:04}"


def is_own_key(key: str) -> bool:
    """Return True if a key belongs to one of the pack's own levels."""
    return key.startswith(_OWN_PREFIX)


def parse_own_key(key: str) -> int:
    """Return the place of the pack's own level that ``key`` belongs to."""
    return int(key.removeprefix(_OWN_PREFIX))


class LevelTraits:
    """The properties on which the choice of levels for a pack depends, each computed only once.

    Args:
        entries: The entries of the pack.
        source: The source of other levels; None if there is none.
        control: The control that can cancel long computations.
        cache: The cache to which computed facts are added; None for a new cache.
    """

    def __init__(
        self,
        entries: Sequence[PlaylistEntry],
        source: PackSource | None = None,
        control: Control | None = None,
        cache: FactCache | None = None,
    ) -> None:
        self._entries, self._source = entries, source
        self._control, self._learned = control or Control(), cache or FactCache()

    def list_own_levels(self, by: str) -> dict[int, RampLevel]:
        """Return a mapping from place to level for the pack's playable levels of known difficulty.

        ``by`` is the key of the fact to use as the difficulty.
        """
        found = {}
        for place, entry in enumerate(self._entries):
            if entry.level is None or not entry.is_playable:
                continue
            difficulty = self.get_number(entry.level, entry.digest, by)
            if difficulty is not None:
                found[place] = RampLevel(build_own_key(place), difficulty, entry.digest)
        return found

    def _get_level(self, key: str) -> Level:
        if is_own_key(key):
            found = self._entries[parse_own_key(key)].level
            assert found is not None
            return found
        assert self._source is not None
        return self._source.load_sketch(key)

    def get_number(self, level: Level, board: str, key: str) -> float | None:
        """Return a fact of a playable level as a number, or None if it is unknown.

        Args:
            level: The level, which must be playable.
            board: The digest of the level's board.
            key: The key of the fact.
        """
        known = self._learned.figures
        if (board, key) not in known:
            known[board, key] = get_number(LevelFacts(level, self._control), key)
        return known[board, key]

    def find_mechanics(self, one: RampLevel) -> frozenset[str]:
        """Return the mechanics that a level's shortest solutions use."""
        known = self._learned.mechanics
        if one.board not in known:
            known[one.board] = find_acting_mechanics(self._get_level(one.key), self._control)
        return known[one.board]

    def measure_similarity(self, one: RampLevel, other: RampLevel) -> float:
        """Return the similarity of two levels, from 0 to 1. It is 0 if their games differ."""
        mine, its = self._get_level(one.key), self._get_level(other.key)
        if mine.game != its.game:
            return 0.0
        models, marked = self._learned.models, self._learned.marked
        boards = registry.get_game(mine.game).boards
        if one.board not in models:
            self._control.raise_if_cancelled()
            models[one.board] = boards.create_reference(mine.board)
        if other.board not in marked:
            marked[other.board] = boards.tokenize_board(its.board)
        return models[one.board].compute_similarity(marked[other.board])
