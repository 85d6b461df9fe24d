"""A cache of a catalogue's levels, which are read in pages shortly before they are needed.

The catalogue's thread delivers the pages, so drawing never waits for the file. A request for the
visible levels also requests the page before them and the page after them. When the cache is full,
it drops the levels that have been out of view for the longest time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from functools import partial

from engine.catalogue.entry_reader import MAX_VALUES
from engine.errors import EngineError
from engine.values.picture import Picture
from workbench.features.collection.async_catalogue import (
    AsyncCatalogue,
    CatalogueLevel,
    CatalogueListing,
)
from workbench.session.board_verdicts import CallInUi
from workbench.ui.wall.wall import Choice, Tile

MAX_CACHED = 2_000
"""The largest number of levels in the cache, unless the requested pages contain more."""
_UNREAD_PICTURE = Picture(())
"""The picture shown for a level that has not been read yet."""


class LevelPages:
    """The levels in a listing, which are shown as tiles on a wall or rows in a table.

    Args:
        catalogue: The catalogue and its thread.
        listing: The listing to show.
        hop: A function that runs another function in the UI thread.
        changed: A function to call in the UI thread whenever levels have been read. It receives the
            error message, or an empty string if there was no error.

    Attributes:
        catalogue: The catalogue and its thread.
        listing: The current listing.
        marked_number: The number of the level marked for comparison; None if none is marked.
    """

    def __init__(
        self,
        catalogue: AsyncCatalogue,
        listing: CatalogueListing,
        hop: CallInUi,
        changed: Callable[[str], None],
    ) -> None:
        self.catalogue, self._hop, self._changed = catalogue, hop, changed
        self._cache: OrderedDict[int, CatalogueLevel] = OrderedDict()
        self._requested: set[int] = set()
        self._max_cached = MAX_CACHED
        self.listing = listing
        self.marked_number: int | None = None

    @property
    def count(self) -> int:
        """The number of levels in the listing."""
        return len(self.listing.ids)

    def get_level_at(self, place: int) -> CatalogueLevel | None:
        """Return the level at index ``place``, or None if it has not been read yet."""
        return self.get_level(self.get_number_at(place))

    def get_number_at(self, place: int) -> int | None:
        """Return the number of the level at index ``place``, or None if there is no such index."""
        return self.listing.ids[place] if 0 <= place < self.count else None

    def get_level(self, number: int | None) -> CatalogueLevel | None:
        """Return the level with the given number, or None if it has not been read yet."""
        return None if number is None else self._cache.get(number)

    def request_level(self, number: int) -> None:
        """Request a level, unless it is already in the cache."""
        self._request_levels([number])

    def find_place(self, number: int) -> int:
        """Return the index of a level in the listing, or 0 if it is not listed."""
        try:
            return self.listing.ids.index(number)
        except ValueError:
            return 0

    def get_tile(self, place: int) -> Tile:
        """Return the tile at index ``place``, which is blank until the level has been read."""
        shown = self.get_level_at(place)
        if shown is None:
            return Tile(None, _UNREAD_PICTURE, ())
        entry = shown.entry
        marked = entry.id == self.marked_number
        choice = get_choice(entry.tags)
        return Tile(
            entry.id, shown.picture, shown.caption, choice, 1, marked, entry.stars or 0, entry.game
        )

    def prepare_range(self, places: range) -> bool:
        """Request the levels at the indices ``places``, and return whether all have been read."""
        wanted = [self.listing.ids[place] for place in places]
        missing = [number for number in wanted if number not in self._cache]
        size = len(places)
        around = range(max(places.start - size, 0), min(places.stop + size, self.count))
        near = [self.listing.ids[place] for place in around]
        for number in near:
            if number in self._cache:
                # The cache drops items from its front, so move the levels in use to the back.
                self._cache.move_to_end(number)
        self._max_cached = max(MAX_CACHED, len(near))
        self._request_levels(missing)
        # Beyond this limit, levels on neighbouring pages would push visible ones out of the cache.
        if self._cached_values <= MAX_VALUES:
            self._request_levels(near)
        return not missing

    def _request_levels(self, numbers: Sequence[int]) -> None:
        """Request those levels that are neither in the cache nor requested already."""
        new = [n for n in numbers if n not in self._cache and n not in self._requested]
        if new:
            self._requested.update(new)
            asked = self.catalogue.submit(partial(self.catalogue.read_page, new))
            asked.add_done_callback(lambda done: self._hop(partial(self._handle_page, new, done)))

    def _handle_page(
        self, numbers: Sequence[int], page: Future[Mapping[int, CatalogueLevel]]
    ) -> None:
        problem = ""
        try:
            self._cache.update(page.result())
            self._requested.difference_update(numbers)
        except EngineError as error:
            # Keep the failed levels in the set of requested ones, so that the error is not repeated
            # until the cache is cleared.
            problem = str(error)
        weight = self._cached_values
        # This never drops visible levels, because they have just been read or moved to the back.
        while len(self._cache) > self._max_cached or weight > 2 * MAX_VALUES:
            weight -= self._cache.popitem(last=False)[1].value_count
        self._changed(problem)

    @property
    def _cached_values(self) -> int:
        """The total number of fact values that the levels in the cache contain."""
        return sum(shown.value_count for shown in self._cache.values())

    def replace_level(self, level: CatalogueLevel) -> None:
        """Replace a level in the cache after a change to its annotations."""
        self._cache[level.entry.id] = level

    def clear_cache(self) -> None:
        """Clear the cache, so that every level will be read again."""
        self._cache.clear()
        self._requested.clear()


def get_choice(tags: Collection[str]) -> Choice:
    """Return the decision recorded in a level's tags, or an empty string if there is none."""
    return "kept" if "kept" in tags else "rejected" if "rejected" in tags else ""
