"""The wall: thumbnails side by side, of which only the visible ones are drawn.

It draws from anything that says how many tiles there are and what hangs at a place: two dozen
levels of a gallery or a hundred thousand rows of a catalogue.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal, Protocol

from rich.cells import cell_len
from textual import events
from textual.message import Message

from engine.game import registry
from engine.values.picture import Picture
from workbench.commands import Action
from workbench.drawing import thumbnails
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, Sign, Span, cut, width_of
from workbench.ui.manual import legend

LEAST = 18
"""Columns of a tile at least, those of its caption: a wall whose tiles grew would be sent anew."""
ROOMY = (100, 38)
"""Columns and lines of a wall from which on boards are drawn twice as large."""
FEW = 32
"""Tiles up to which boards may be drawn so where all of them fit."""
REMEMBERED = 512
"""Thumbnails that are drawn once."""
_GAP = 1
"""Blank columns between two tiles."""


Choice = Literal["", "kept", "rejected"]
"""What was decided about a level; empty for nothing yet."""


@dataclass(frozen=True, slots=True)
class Tile:
    """What hangs at one place of the wall.

    Attributes:
        key: what distinguishes the board from all others on the wall.
        picture: the board.
        caption: two or three key facts; the last ones go where there is no room.
        choice: what was decided about it.
        alike: how many levels are stacked here, itself among them.
        marked: whether it waits to be compared.
        stars: of the designer's own.
        game: the name of the game whose theme table the board is drawn by.
    """

    key: object
    picture: Picture
    caption: tuple[str, ...]
    choice: Choice = ""
    alike: int = 1
    marked: bool = False
    stars: int = 0
    game: str = ""


class Tiles(Protocol):
    """What hangs on a wall."""

    @property
    def count(self) -> int:
        """How many tiles there are."""

    def tile(self, place: int) -> Tile:
        """What hangs at a place, from 0."""


class WallPane(LinePane, can_focus=True):
    """Thumbnails with captions, a cursor on one of them.

    Args:
        tiles: what hangs on it.
        ready: returns whether the tiles at some places can be drawn; until then it stays as it is.

    Attributes:
        least: columns of a tile at least.
        decides: whether tiles are kept or rejected, which signs before their captions say.
        grows: whether boards are drawn large wherever all of them fit: on a wall that is not filled
            while one looks.
    """

    grows: ClassVar[bool] = False
    least: ClassVar[int] = LEAST
    decides: ClassVar[bool] = True

    class Moved(Message):
        """The cursor was put on a tile."""

    class Opened(Message):
        """A tile was double-clicked."""

    def __init__(
        self,
        tiles: Tiles,
        *,
        id: str | None = None,
        classes: str | None = None,
        ready: Callable[[range], bool] = lambda _: True,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._tiles, self._ready = tiles, ready
        self._drawn: OrderedDict[object, thumbnails.Lines] = OrderedDict()
        self._columns = self.least
        self._lines = 1
        self._large = False
        self._top = 0
        self.cursor = 0

    def show(self) -> None:
        """Draws what hangs now."""
        self.cursor = max(0, min(self.cursor, self._tiles.count - 1))
        self.renew()

    def renew(self) -> None:
        """Draws the page of the cursor once its tiles can be drawn."""
        if self._ready(self.page_places):
            super().renew()

    def _forget(self) -> None:
        super()._forget()
        self._drawn = OrderedDict()
        self._columns, self._lines = self.least, 1

    # Where things are.

    @property
    def across(self) -> int:
        """Tiles side by side."""
        return max((self.size.width + _GAP) // (self._columns + _GAP), 1)

    @property
    def down(self) -> int:
        """Tiles one above the other."""
        return max(self.size.height // (self._lines + 1), 1)

    def at(self, x: int, y: int) -> int | None:
        """The place of the tile at a column and line; None where none is."""
        column, row = x // (self._columns + _GAP), y // (self._lines + 1)
        place = (self._top + row) * self.across + column
        inside = column < self.across and row < self.down and place < self._tiles.count
        return place if inside else None

    # Moving.

    def motions(self, context: str) -> dict[str, Action]:
        """The commands of a screen that move the cursor."""
        return {
            f"{context}.left": partial(self.move, -1),
            f"{context}.right": partial(self.move, 1),
            f"{context}.up": lambda: self._climb(-1),
            f"{context}.down": lambda: self._climb(1),
            f"{context}.page-up": lambda: self._climb(-self.down),
            f"{context}.page-down": lambda: self._climb(self.down),
            f"{context}.first": partial(self.go, 0),
            f"{context}.last": lambda: self.go(self._tiles.count - 1),
        }

    def go(self, place: int) -> None:
        """Puts the cursor on a tile, the last one for a number too large."""
        self.cursor = max(0, min(place, self._tiles.count - 1))
        self.renew()
        self.post_message(self.Moved())

    def move(self, by: int) -> None:
        """Moves the cursor along the tiles."""
        self.go(self.cursor + by)

    def _climb(self, rows: int) -> None:
        """Moves by rows, in the same column as far as there is a tile."""
        place = self.cursor + rows * self.across
        last = self._tiles.count - 1
        if 0 <= place <= last:
            self.go(place)
        elif rows > 0 and self.cursor // self.across < last // self.across:
            self.go(last)
        elif rows < 0 and self.cursor >= self.across:
            self.go(self.cursor % self.across)

    def wheel(self, lines: int) -> bool:
        """Moves by a row."""
        self._climb(1 if lines > 0 else -1)
        return True

    def on_click(self, event: events.Click) -> None:
        """Puts the cursor on a tile; a double click opens it."""
        offset = event.get_content_offset(self)
        place = None if offset is None else self.at(offset.x, offset.y)
        if place is not None:
            self.go(place)
            if event.chain > 1:
                self.post_message(self.Opened())

    # Drawing.

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The rows of tiles that fit, with the cursor among them."""
        self._turn()
        rows = -(-self._tiles.count // self.across)
        for row in range(self._top, min(self._top + self.down, rows)):
            yield from self._row(row)

    def _turn(self) -> None:
        """Turns to the page of the cursor, with room for the largest tile on it.

        By whole pages: a wall that moved by a row would be sent anew with every step. Tiles that
        were made larger stay so.
        """
        if self._large != self._may_be_large:
            self._large = not self._large
            self._drawn = OrderedDict()
            self._columns, self._lines = self.least, 1
        if self._lines == 1 and self._tiles.count:  # else tiles far behind the page were visible
            self._make_room(self._tiles.tile(self.cursor))
        before = None
        while before != (self._columns, self._lines):
            before = self._columns, self._lines
            self._top = self._top_now
            for place in self.page_places:
                self._make_room(self._tiles.tile(place))

    @property
    def _top_now(self) -> int:
        """The first row of the page of the cursor."""
        row = self.cursor // self.across
        if self._top <= row < self._top + self.down:
            return self._top
        return row // self.down * self.down

    @property
    def page_places(self) -> range:
        """The places of the page of the cursor, whether it is drawn yet or not."""
        first = self._top_now * self.across
        return range(first, min(first + self.across * self.down, self._tiles.count))

    @property
    def _may_be_large(self) -> bool:
        """Whether boards are drawn large on a wall of this size with these tiles."""
        roomy = self.size.width >= ROOMY[0] and self.size.height >= ROOMY[1]
        return roomy or (self.grows and self._all_fit)

    @property
    def _all_fit(self) -> bool:
        """Whether there is room for all tiles at once with their boards drawn large."""
        width, height = self.size
        tiles = [*map(self._tiles.tile, range(min(self._tiles.count, FEW)))]
        sizes = [
            thumbnails.size(each.picture, self._theme, each.game, large=True) for each in tiles
        ]
        columns = max([self.least, *(wide for wide, _ in sizes)])
        lines = max([1, *(high for _, high in sizes)])
        across, down = (width + _GAP) // (columns + _GAP), height // (lines + 1)
        return self._tiles.count <= min(across * down, FEW)

    def _make_room(self, tile: Tile) -> None:
        width, height = self.size
        wide, high = thumbnails.size(tile.picture, self._theme, tile.game, large=self._large)
        self._columns = max(self._columns, min(wide, width))
        self._lines = max(self._lines, min(high, max(height - 1, 1)))

    def _row(self, row: int) -> Iterator[Line]:
        """The lines of a row of tiles: the thumbnails, and their captions."""
        first = row * self.across
        places = range(first, min(first + self.across, self._tiles.count))
        tiles = [self._tiles.tile(place) for place in places]
        drawn = [*map(self._thumbnail, tiles)]
        for number in range(self._lines):
            line: list[Span] = []
            for thumbnail in drawn:
                spans = thumbnail[number] if number < len(thumbnail) else ()
                self._put(line, cut(spans, self._columns))
            yield line
        line = []
        for place, tile in zip(places, tiles, strict=True):
            # Captions begin with a sign or a blank of their own, so they need no gap between them.
            room = min(self._columns + _GAP, self.size.width - width_of(line))
            self._put(line, self._caption(tile, room, here=place == self.cursor))
        yield line

    def _put(self, line: list[Span], spans: Sequence[Span]) -> None:
        """Adds a part of a tile to a line, as wide as a tile with the gap behind it."""
        line += spans
        line.append((" " * (self._columns + _GAP - width_of(spans)), ""))

    def _caption(self, tile: Tile, room: int, *, here: bool) -> Line:
        """What is written under a tile in so many columns, with signs of what was decided."""
        theme = self._theme
        sign = theme.symbol(tile.choice) if tile.choice else " " * self.decides
        role = {"kept": "good", "rejected": "disabled"}.get(tile.choice, "")
        begin = ">" if here else "=" if tile.marked else " "
        after = f" {'*' * tile.stars}" if tile.stars else ""
        if tile.alike > 1:
            after += f" {theme.symbol('alike')}{tile.alike}"
        facts = [*tile.caption]
        while len(facts) > 1 and cell_len(f" {sign}{' '.join(facts)}{after}") > room:
            facts.pop()
        text = f"{begin}{sign}{' '.join(facts)}{after}"
        spans = cut([(text, "selected" if here else role)], room)
        if not here:
            return spans
        return [*spans, (" " * (self._columns - width_of(spans)), "selected")]

    def _thumbnail(self, tile: Tile) -> thumbnails.Lines:
        """The board of a tile, drawn once for all the time that it is visible."""
        found = self._drawn.pop(tile.key, None)
        if found is None:
            found = thumbnails.draw(tile.picture, self._theme, tile.game, large=self._large)
        self._drawn[tile.key] = found
        if len(self._drawn) > REMEMBERED:
            self._drawn.popitem(last=False)
        return found

    def _samples(self) -> Iterator[Sign]:
        """What the visible boards show, each title once."""
        known: set[str] = set()
        for tile in map(self._tiles.tile, self.page_places):
            for drawn in dict.fromkeys(legend.names(tile.picture)):
                title = registry.get(tile.game).boards.title(drawn)
                found = thumbnails.sample(drawn, tile.picture, self._theme, tile.game)
                if found is not None and title not in known:
                    known.add(title)
                    yield found, title

    def signs(self) -> Sequence[Sign]:
        """What the boards show, and the signs before captions."""
        theme = self._theme
        boards = tuple(self._samples())
        if not self.decides:
            return boards
        return (
            *boards,
            ((f" {theme.symbol('kept')}", "good"), "kept"),
            ((f" {theme.symbol('rejected')}", "disabled"), "rejected"),
            ((f" {theme.symbol('alike')}2", ""), "so many that are alike, stacked"),
            (("=", ""), "waits to be compared"),
        )
