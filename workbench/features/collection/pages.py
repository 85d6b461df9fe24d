"""The visible levels: read page by page, the next ones before they are wanted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from functools import partial

from engine.catalogue.entries import MOST_VALUES
from engine.errors import EngineError
from engine.values.picture import Picture
from workbench.features.collection.shelf import Shelf, ShelfLevel, ShelfListing
from workbench.session.verdicts import Hop
from workbench.ui.wall.wall import Choice, Tile

REMEMBERED = 2_000
"""Levels that are held at most, but for what is visible and around it."""
_BLANK = Picture(())
"""Stands for a level that is not read yet."""


class Pages:
    """The levels of a listing, as tiles of a wall and rows of a table.

    Args:
        hop: runs a function in the UI thread.
        changed: called there when levels have been read, with what went wrong, or nothing.

    Attributes:
        shelf: reads them.
        listing: the levels that are shown.
        marked: the number of the level that waits to be compared; None for none.
    """

    def __init__(
        self, shelf: Shelf, listing: ShelfListing, hop: Hop, changed: Callable[[str], None]
    ) -> None:
        self.shelf, self._hop, self._changed = shelf, hop, changed
        self._read: OrderedDict[int, ShelfLevel] = OrderedDict()
        self._asked: set[int] = set()
        self._most = REMEMBERED
        self.listing = listing
        self.marked: int | None = None

    @property
    def count(self) -> int:
        """How many levels are shown."""
        return len(self.listing.ids)

    def at(self, place: int) -> ShelfLevel | None:
        """The level at a place; None while it is not read."""
        return self.of(self.number_at(place))

    def number_at(self, place: int) -> int | None:
        """The number of the level at a place; None where there is none."""
        return self.listing.ids[place] if 0 <= place < self.count else None

    def of(self, number: int | None) -> ShelfLevel | None:
        """The level of a number; None for none, and while it is not read."""
        return None if number is None else self._read.get(number)

    def want(self, number: int) -> None:
        """Has a level read, unless it is."""
        self._ask([number])

    def place_of(self, number: int) -> int:
        """Where the level of a number is shown; 0 if it is not."""
        try:
            return self.listing.ids.index(number)
        except ValueError:
            return 0

    def tile(self, place: int) -> Tile:
        """What hangs at a place; a blank until it is read."""
        shown = self.at(place)
        if shown is None:
            return Tile(None, _BLANK, ())
        entry = shown.entry
        marked = entry.id == self.marked
        choice = choice_of(entry.tags)
        return Tile(
            entry.id, shown.picture, shown.caption, choice, 1, marked, entry.stars or 0, entry.game
        )

    def ready(self, places: range) -> bool:
        """Whether levels can be drawn; has them, and the pages around them, read if not."""
        wanted = [self.listing.ids[place] for place in places]
        missing = [number for number in wanted if number not in self._read]
        size = len(places)
        around = range(max(places.start - size, 0), min(places.stop + size, self.count))
        near = [self.listing.ids[place] for place in around]
        for number in near:
            if number in self._read:
                self._read.move_to_end(number)  # the last to be let go
        self._most = max(REMEMBERED, len(near))
        self._ask(missing)
        if self._weight <= MOST_VALUES:  # else what is visible would be let go for it
            self._ask(near)
        return not missing

    def _ask(self, numbers: Sequence[int]) -> None:
        """Has those read that are neither there nor asked for."""
        new = [n for n in numbers if n not in self._read and n not in self._asked]
        if new:
            self._asked.update(new)
            asked = self.shelf.submit(partial(self.shelf.page, new))
            asked.add_done_callback(lambda done: self._hop(partial(self._arrived, new, done)))

    def _arrived(self, numbers: Sequence[int], done: Future[Mapping[int, ShelfLevel]]) -> None:
        problem = ""
        try:
            self._read.update(done.result())
            self._asked.difference_update(numbers)
        except EngineError as error:  # they are not asked for again before all is
            problem = str(error)
        weight = self._weight
        # What is visible was read in one page, or is the last in order.
        while len(self._read) > self._most or weight > 2 * MOST_VALUES:
            weight -= self._read.popitem(last=False)[1].weight
        self._changed(problem)

    @property
    def _weight(self) -> int:
        """How many values the facts of the levels that are held have."""
        return sum(shown.weight for shown in self._read.values())

    def put(self, shown: ShelfLevel) -> None:
        """Takes a level as it is now."""
        self._read[shown.entry.id] = shown

    def forget(self) -> None:
        """Has everything read again."""
        self._read.clear()
        self._asked.clear()


def choice_of(tags: Collection[str]) -> Choice:
    """What was decided about a level, by its tags."""
    return "kept" if "kept" in tags else "rejected" if "rejected" in tags else ""
