"""Catalogues as sources of packs: of a hundred thousand levels those that are worth a look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path

from engine.catalogue import keys as catalogue_keys
from engine.catalogue.entries import Entries, Entry
from engine.catalogue.errors import CatalogueError
from engine.catalogue.levels import Levels, board_of
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from engine.playlists.pack import Origin
from engine.playlists.ramp import RampLevel
from engine.playlists.sources import (
    BY_GAME,
    PackChoice,
    Progress,
    Source,
    one_game,
    parse_ranking,
    parse_where,
    worths,
)
from engine.values.budget import Control
from engine.values.level import Level, board_digest

MOST = 4_000
"""Levels of a catalogue that are looked at."""
EACH = 28
"""Of equally hard ones, at least."""

Weighed = tuple[int, float, float | None]
"""The number of a level, its difficulty, and its measure of worth."""


class CatalogueSource(Source):
    """The levels of a catalogue.

    It is open while it is asked what there is to choose from, and not afterwards.

    Args:
        path: its file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._entries: dict[str, Entry] = {}
        self._levels = Levels(path)

    def choice(self, wish: Origin, control: Control, progress: Progress) -> PackChoice:
        """What may be chosen; of very many levels the worthiest of each difficulty."""
        best, least = parse_ranking(wish.best)
        with Catalogue.open(self.path) as catalogue:
            kinds = catalogue_keys.kinds_of(catalogue)
            wanted = parse_where(wish, kinds, partial(catalogue_keys.asked, kinds=kinds))
            selection = Selection(catalogue, Query(wanted))
            keys = ("id", wish.by, best or wish.by, "game")
            found: list[Weighed] = []
            games: set[str] = set()
            unknown = 0
            for number, difficulty, worth, game in selection.values(*keys):
                control.require_going_on()
                games.add(game)
                if difficulty is None:
                    unknown += 1
                else:
                    found.append((number, difficulty, worth if best else None))
            game = one_game(games, self.path, BY_GAME)
            looked = looked_at(found, least=least)
            numbers = (number for number, _, _ in looked)
            for number, entry in enumerate(Entries(catalogue).of(numbers)):
                control.require_going_on()
                progress(number, len(looked))
                self._entries[str(entry.id)] = replace(entry, facts={})  # the level is made again
        weighed = [
            (RampLevel(f"{number:012}", difficulty, self._digest(number)), worth)
            for number, difficulty, worth in looked
        ]
        left_out = [f"{self.path}: {unknown:,} left out: their {wish.by} is not known"]
        return PackChoice(
            game, worths(weighed, least=least), len(found), left_out if unknown else ()
        )

    def _digest(self, number: int) -> str:
        return board_digest(board_of(self._entry(str(number)), self.path))

    def _entry(self, key: str) -> Entry:
        number = str(int(key))
        if number not in self._entries:
            raise CatalogueError(f"{self.path}: damaged: facts of no level, {number}")
        return self._entries[number]

    def sketch(self, key: str) -> Level:
        """The level without its provenance."""
        entry = self._entry(key)
        return Level(entry.game, board_of(entry, self.path))

    def level(self, key: str) -> Level:
        """The level as a file has it, made again of its seed."""
        return self._levels.level(self._entry(key))

    def file(self, key: str) -> None:
        """Nothing: it has no file."""
        return


def looked_at(found: Sequence[Weighed], *, least: bool) -> list[Weighed]:
    """As many levels as are looked at: the worthiest of each difficulty, or of some of many."""
    if len(found) <= MOST:
        return [*found]

    def order(each: Weighed) -> tuple[float, float, int]:
        """The easiest first, of equals the worthiest, what is unknown last."""
        number, difficulty, worth = each
        falling = float("inf") if worth is None else worth if least else -worth
        return difficulty, falling, number

    groups = [[*same] for _, same in groupby(sorted(found, key=order), key=lambda each: each[1])]
    return _spread(groups)


def _spread(groups: Sequence[Sequence[Weighed]]) -> list[Weighed]:
    """The first levels of groups that rise in difficulty, of very many groups evenly."""
    taken = _evenly(groups, max(1, MOST // EACH))
    share = MOST // len(taken)
    return [each for group in taken for each in group[:share]]


def _evenly(groups: Sequence[Sequence[Weighed]], most: int) -> list[Sequence[Weighed]]:
    """So many groups at most, with the first and the last; neighbours are joined otherwise."""
    if len(groups) <= most:
        return [*groups]
    bounds = [len(groups) * at // most for at in range(most + 1)]
    return [_dealt(groups[low:high]) for low, high in pairwise(bounds)]


def _dealt(groups: Sequence[Sequence[Weighed]]) -> list[Weighed]:
    """The levels of several groups, the first of each, then the second of each, and so on."""
    longest = max(map(len, groups))
    return [group[at] for at in range(longest) for group in groups if at < len(group)]
