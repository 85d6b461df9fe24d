"""Catalogues as sources of levels for packs, limited to a few thousand levels to consider."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path

from engine.catalogue import query_keys as catalogue_keys
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.entry_reader import CatalogueEntry, EntryReader
from engine.catalogue.level_loader import LevelLoader, unpack_board
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from engine.playlists.candidate_source import (
    GAME_HINT,
    PackCandidates,
    PackSource,
    SourceProgress,
    parse_ranking,
    parse_where,
    require_one_game,
    scale_values,
)
from engine.playlists.difficulty_curve import RampLevel
from engine.playlists.pack import PackOrigin
from engine.values.budget import Control
from engine.values.level import Level, compute_digest

MAX_CONSIDERED = 4_000
"""The maximum number of levels from a catalogue to consider for a pack."""
MIN_PER_GROUP = 28
"""The minimum number of levels to consider in each group of about equal difficulty."""

RankedLevel = tuple[int, float, float | None]
"""The id of a level in the catalogue, its difficulty, and its worth, which may be None."""


class CatalogueSource(PackSource):
    """A source that offers the levels in a catalogue.

    The catalogue is open only while the candidates are collected.

    Args:
        path: The path of the catalogue.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._entries: dict[str, CatalogueEntry] = {}
        self._levels = LevelLoader(path)

    def collect_candidates(
        self, origin: PackOrigin, control: Control, progress: SourceProgress
    ) -> PackCandidates:
        """Return the candidates. If there are too many, return the best for each difficulty."""
        best, least = parse_ranking(origin.best)
        with Catalogue.open(self.path) as catalogue:
            kinds = catalogue_keys.list_key_kinds(catalogue)
            wanted = parse_where(origin, kinds, partial(catalogue_keys.parse_query, kinds=kinds))
            selection = Selection(catalogue, Query(wanted))
            # Read only a few columns for all levels, and the boards only for levels to consider.
            keys = ("id", origin.by, best or origin.by, "game")
            found: list[RankedLevel] = []
            games: set[str] = set()
            unknown = 0
            for number, difficulty, worth, game in selection.read_values(*keys):
                control.raise_if_cancelled()
                games.add(game)
                if difficulty is None:
                    unknown += 1
                else:
                    found.append((number, difficulty, worth if best else None))
            game = require_one_game(games, self.path, GAME_HINT)
            looked = limit_candidates(found, minimize=least)
            numbers = (number for number, _, _ in looked)
            for number, entry in enumerate(EntryReader(catalogue).read_entries(numbers)):
                control.raise_if_cancelled()
                progress(number, len(looked))
                self._entries[str(entry.id)] = replace(
                    entry, facts={}
                )  # drop the facts, which take a lot of memory and are not needed later
        weighed = [
            # Leading zeros make the keys sort in numerical order.
            (RampLevel(f"{number:012}", difficulty, self._compute_digest(number)), worth)
            for number, difficulty, worth in looked
        ]
        left_out = [f"{self.path}: {unknown:,} left out: their {origin.by} is not known"]
        return PackCandidates(
            game, scale_values(weighed, minimize=least), len(found), left_out if unknown else ()
        )

    def _compute_digest(self, number: int) -> str:
        return compute_digest(unpack_board(self._get_entry(str(number)), self.path))

    def _get_entry(self, key: str) -> CatalogueEntry:
        number = str(int(key))
        if number not in self._entries:
            raise CatalogueError(f"{self.path}: damaged: facts without a level, {number}")
        return self._entries[number]

    def load_sketch(self, key: str) -> Level:
        """Return a candidate as a level that has only a board."""
        entry = self._get_entry(key)
        return Level(entry.game, unpack_board(entry, self.path))

    def load_level(self, key: str) -> Level:
        """Return the complete level, which may be generated again from its seed."""
        return self._levels.load_level(self._get_entry(key))

    def find_file(self, key: str) -> None:
        """Return None, because a level in a catalogue has no file."""
        return


def limit_candidates(found: Sequence[RankedLevel], *, minimize: bool) -> list[RankedLevel]:
    """Return at most :data:`MAX_CONSIDERED` levels, keeping the best for each difficulty.

    Args:
        found: The levels to choose from.
        minimize: True if a low worth is better than a high one.
    """
    if len(found) <= MAX_CONSIDERED:
        return [*found]

    def get_sort_key(each: RankedLevel) -> tuple[float, float, int]:
        number, difficulty, worth = each
        falling = float("inf") if worth is None else worth if minimize else -worth
        return difficulty, falling, number

    groups = [
        [*same] for _, same in groupby(sorted(found, key=get_sort_key), key=lambda each: each[1])
    ]
    return _pick_from_groups(groups)


def _pick_from_groups(groups: Sequence[Sequence[RankedLevel]]) -> list[RankedLevel]:
    """Join groups if there are too many of them, and return the first levels from each group."""
    taken = _join_groups(groups, max(1, MAX_CONSIDERED // MIN_PER_GROUP))
    # Each group is sorted by worth, so its first levels are the best for their difficulty.
    share = MAX_CONSIDERED // len(taken)
    return [each for group in taken for each in group[:share]]


def _join_groups(
    groups: Sequence[Sequence[RankedLevel]], max_groups: int
) -> list[Sequence[RankedLevel]]:
    """Join neighbouring groups until at most ``max_groups`` are left."""
    if len(groups) <= max_groups:
        return [*groups]
    bounds = [len(groups) * at // max_groups for at in range(max_groups + 1)]
    return [_interleave_groups(groups[low:high]) for low, high in pairwise(bounds)]


def _interleave_groups(groups: Sequence[Sequence[RankedLevel]]) -> list[RankedLevel]:
    """Return all levels in turn: the first of each group, then the second of each, and so on."""
    longest = max(map(len, groups))
    return [group[at] for at in range(longest) for group in groups if at < len(group)]
