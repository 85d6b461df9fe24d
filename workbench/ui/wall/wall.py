"""The wall of thumbnails, which draws only those that are visible."""

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
from workbench.ui.line_pane import LinePane
from workbench.ui.manual import legend
from workbench.ui.styled_lines import Line, Sign, Span, cut_line, measure_width

MIN_TILE_COLUMNS = 18
"""The minimum width of a tile in columns, to leave room for its caption."""
ROOMY = (100, 38)
"""The minimum size of a wall, in columns and lines, for drawing its boards at double size."""
MAX_LARGE_TILES = 32
"""The maximum number of tiles that a wall draws large because all of them fit."""
MAX_THUMBNAILS = 512
"""The maximum number of drawn thumbnails to cache."""
_GAP = 1
"""The number of blank columns between neighbouring tiles."""

Choice = Literal["", "kept", "rejected"]
"""The user's decision about a level, or ``""`` if there is none yet."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A thumbnail of one level on the wall, or of a stack of similar levels.

    Attributes:
        key: A value that identifies the board on the wall.
        picture: The board.
        caption: Two or three key facts. The last ones are omitted if there is no room.
        choice: The user's decision about the level.
        alike: The number of levels in the stack, which is 1 for a single level.
        marked: True if the level is marked for comparison.
        stars: The number of stars that the designer gave the level.
        game: The name of the level's game, which selects a table in the theme.
    """

    key: object
    picture: Picture
    caption: tuple[str, ...]
    choice: Choice = ""
    alike: int = 1
    marked: bool = False
    stars: int = 0
    game: str = ""


class TileSource(Protocol):
    """A source from which a wall gets its tiles."""

    @property
    def count(self) -> int:
        """The number of tiles."""

    def get_tile(self, place: int) -> Tile:
        """Return the tile with the index ``place``, counted from 0."""


class WallPane(LinePane, can_focus=True):
    """A pane that shows thumbnails with captions, and a cursor on one of the thumbnails.

    Args:
        tiles: The source of the tiles.
        is_ready: A function that returns True if the tiles with the given indices can be drawn.
            Until then, the wall does not change.

    Attributes:
        grows: True to draw boards large if all of them fit. This does not suit a wall that gets
            more tiles over time.
        least: The minimum width of a tile in columns.
        decides: True to show the user's decision about each level as a sign before the caption.
    """

    grows: ClassVar[bool] = False
    least: ClassVar[int] = MIN_TILE_COLUMNS
    decides: ClassVar[bool] = True

    class TileHighlighted(Message):
        """A message that the cursor was put on a tile."""

    class TileOpened(Message):
        """A message that the user double-clicked a tile."""

    def __init__(
        self,
        tiles: TileSource,
        *,
        id: str | None = None,
        classes: str | None = None,
        is_ready: Callable[[range], bool] = lambda _: True,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._tiles, self._is_ready = tiles, is_ready
        self._drawn: OrderedDict[object, thumbnails.Lines] = OrderedDict()
        self._columns = self.least
        self._lines = 1
        self._large = False
        self._top = 0
        self.cursor = 0

    def show_tiles(self) -> None:
        """Draw the current tiles, after a change to the source."""
        self.cursor = max(0, min(self.cursor, self._tiles.count - 1))
        self.update_content()

    def update_content(self) -> None:
        """Draw the cursor's page if its tiles are ready to be drawn."""
        if self._is_ready(self.page_places):
            super().update_content()

    def _clear_strips(self) -> None:
        super()._clear_strips()
        self._drawn = OrderedDict()
        self._columns, self._lines = self.least, 1

    @property
    def tile_columns(self) -> int:
        """The number of tiles in a row."""
        return max((self.size.width + _GAP) // (self._columns + _GAP), 1)

    @property
    def tile_rows(self) -> int:
        """The number of rows of tiles that fit on a page."""
        return max(self.size.height // (self._lines + 1), 1)

    def find_place(self, x: int, y: int) -> int | None:
        """Return the index of the tile at column ``x`` and line ``y``, or None if there is none."""
        column, row = x // (self._columns + _GAP), y // (self._lines + 1)
        place = (self._top + row) * self.tile_columns + column
        inside = column < self.tile_columns and row < self.tile_rows and place < self._tiles.count
        return place if inside else None

    def bind_motions(self, context: str) -> dict[str, Action]:
        """Return a mapping from the ids of the cursor commands in ``context`` to their actions."""
        return {
            f"{context}.left": partial(self.move_cursor, -1),
            f"{context}.right": partial(self.move_cursor, 1),
            f"{context}.up": lambda: self._move_rows(-1),
            f"{context}.down": lambda: self._move_rows(1),
            f"{context}.page-up": lambda: self._move_rows(-self.tile_rows),
            f"{context}.page-down": lambda: self._move_rows(self.tile_rows),
            f"{context}.first": partial(self.go_to, 0),
            f"{context}.last": lambda: self.go_to(self._tiles.count - 1),
        }

    def go_to(self, place: int) -> None:
        """Put the cursor on the tile with the index ``place``, stopping at the ends of the wall."""
        self.cursor = max(0, min(place, self._tiles.count - 1))
        self.update_content()
        self.post_message(self.TileHighlighted())

    def move_cursor(self, by: int) -> None:
        """Move the cursor by ``by`` tiles, stopping at the ends of the wall."""
        self.go_to(self.cursor + by)

    def _move_rows(self, rows: int) -> None:
        """Move the cursor by ``rows`` rows, keeping its column if the new row has a tile there."""
        place = self.cursor + rows * self.tile_columns
        last = self._tiles.count - 1
        if 0 <= place <= last:
            self.go_to(place)
        # The last row may be shorter than the others.
        elif rows > 0 and self.cursor // self.tile_columns < last // self.tile_columns:
            self.go_to(last)
        elif rows < 0 and self.cursor >= self.tile_columns:
            self.go_to(self.cursor % self.tile_columns)

    def scroll_by_wheel(self, lines: int) -> bool:
        """Move the cursor down by one row, or up if ``lines`` is negative."""
        self._move_rows(1 if lines > 0 else -1)
        return True

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the clicked tile, and open it if this is a double click."""
        offset = event.get_content_offset(self)
        place = None if offset is None else self.find_place(offset.x, offset.y)
        if place is not None:
            self.go_to(place)
            if event.chain > 1:
                self.post_message(self.TileOpened())

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Yield the lines that show the tiles on the cursor's page."""
        self._turn_page()
        rows = -(-self._tiles.count // self.tile_columns)
        for row in range(self._top, min(self._top + self.tile_rows, rows)):
            yield from self._draw_row(row)

    def _turn_page(self) -> None:
        """Turn to the cursor's page, and enlarge all tiles to the size of the largest one on it.

        A wall scrolls by whole pages, because scrolling by rows would send all of it at every step.
        Tiles never become smaller again.
        """
        if self._large != self._can_be_large:
            self._large = not self._large
            self._drawn = OrderedDict()
            self._columns, self._lines = self.least, 1
        # Start with the size of the cursor's tile. If tiles were tiny at first, too many would fit
        # on the page, and distant ones would be read.
        if self._lines == 1 and self._tiles.count:
            self._make_room(self._tiles.get_tile(self.cursor))
        # With larger tiles, fewer fit on a page, so that the cursor may be on a different page.
        # Repeat until nothing grows.
        before = None
        while before != (self._columns, self._lines):
            before = self._columns, self._lines
            self._top = self._page_top
            for place in self.page_places:
                self._make_room(self._tiles.get_tile(place))

    @property
    def _page_top(self) -> int:
        """The index of the first row on the cursor's page."""
        row = self.cursor // self.tile_columns
        if self._top <= row < self._top + self.tile_rows:
            return self._top
        return row // self.tile_rows * self.tile_rows

    @property
    def page_places(self) -> range:
        """The indices of the tiles on the cursor's page, even if they are not drawn yet."""
        first = self._page_top * self.tile_columns
        return range(first, min(first + self.tile_columns * self.tile_rows, self._tiles.count))

    @property
    def _can_be_large(self) -> bool:
        """True if boards should be drawn large on a wall of this size."""
        roomy = self.size.width >= ROOMY[0] and self.size.height >= ROOMY[1]
        return roomy or (self.grows and self._can_all_fit)

    @property
    def _can_all_fit(self) -> bool:
        """True if all tiles fit on one page when their boards are drawn large."""
        width, height = self.size
        tiles = [*map(self._tiles.get_tile, range(min(self._tiles.count, MAX_LARGE_TILES)))]
        sizes = [
            thumbnails.measure_thumbnail(each.picture, self._theme, each.game, large=True)
            for each in tiles
        ]
        columns = max([self.least, *(wide for wide, _ in sizes)])
        lines = max([1, *(high for _, high in sizes)])
        across, down = (width + _GAP) // (columns + _GAP), height // (lines + 1)
        return self._tiles.count <= min(across * down, MAX_LARGE_TILES)

    def _make_room(self, tile: Tile) -> None:
        width, height = self.size
        wide, high = thumbnails.measure_thumbnail(
            tile.picture, self._theme, tile.game, large=self._large
        )
        self._columns = max(self._columns, min(wide, width))
        self._lines = max(self._lines, min(high, max(height - 1, 1)))

    def _draw_row(self, row: int) -> Iterator[Line]:
        """Yield the lines of a row of tiles, with the captions below the thumbnails."""
        first = row * self.tile_columns
        places = range(first, min(first + self.tile_columns, self._tiles.count))
        tiles = [self._tiles.get_tile(place) for place in places]
        drawn = [*map(self._get_thumbnail, tiles)]
        for number in range(self._lines):
            line: list[Span] = []
            for thumbnail in drawn:
                spans = thumbnail[number] if number < len(thumbnail) else ()
                self._append_spans(line, cut_line(spans, self._columns))
            yield line
        line = []
        for place, tile in zip(places, tiles, strict=True):
            # Captions begin with a sign or a blank, so they need no gap between them.
            room = min(self._columns + _GAP, self.size.width - measure_width(line))
            self._append_spans(line, self._draw_caption(tile, room, here=place == self.cursor))
        yield line

    def _append_spans(self, line: list[Span], spans: Sequence[Span]) -> None:
        """Append part of a tile to a line, padded to the width of a tile and its gap."""
        line += spans
        line.append((" " * (self._columns + _GAP - measure_width(spans)), ""))

    def _draw_caption(self, tile: Tile, room: int, *, here: bool) -> Line:
        """Draw the caption of a tile in ``room`` columns, with signs that show its state."""
        theme = self._theme
        sign = theme.get_symbol(tile.choice) if tile.choice else " " * self.decides
        role = {"kept": "good", "rejected": "disabled"}.get(tile.choice, "")
        begin = ">" if here else "=" if tile.marked else " "
        after = f" {'*' * tile.stars}" if tile.stars else ""
        if tile.alike > 1:
            after += f" {theme.get_symbol('alike')}{tile.alike}"
        facts = [*tile.caption]
        while len(facts) > 1 and cell_len(f" {sign}{' '.join(facts)}{after}") > room:
            facts.pop()
        text = f"{begin}{sign}{' '.join(facts)}{after}"
        spans = cut_line([(text, "selected" if here else role)], room)
        if not here:
            return spans
        return [*spans, (" " * (self._columns - measure_width(spans)), "selected")]

    def _get_thumbnail(self, tile: Tile) -> thumbnails.Lines:
        """Return the thumbnail of a tile, drawing it only if it is not cached."""
        found = self._drawn.pop(tile.key, None)
        if found is None:
            found = thumbnails.draw_thumbnail(
                tile.picture, self._theme, tile.game, large=self._large
            )
        self._drawn[tile.key] = found
        if len(self._drawn) > MAX_THUMBNAILS:
            self._drawn.popitem(last=False)
        return found

    def _list_samples(self) -> Iterator[Sign]:
        """Yield a glyph and its meaning for each kind of tile or piece on the visible boards."""
        known: set[str] = set()
        for tile in map(self._tiles.get_tile, self.page_places):
            for drawn in dict.fromkeys(legend.list_names(tile.picture)):
                title = registry.get_game(tile.game).boards.format_title(drawn)
                found = thumbnails.draw_sample(drawn, tile.picture, self._theme, tile.game)
                if found is not None and title not in known:
                    known.add(title)
                    yield found, title

    def list_signs(self) -> Sequence[Sign]:
        """Return the glyphs on the boards and the signs before captions, with their meanings."""
        theme = self._theme
        boards = tuple(self._list_samples())
        if not self.decides:
            return boards
        return (
            *boards,
            ((f" {theme.get_symbol('kept')}", "good"), "kept"),
            ((f" {theme.get_symbol('rejected')}", "disabled"), "rejected"),
            ((f" {theme.get_symbol('alike')}2", ""), "number of similar levels in the stack"),
            (("=", ""), "marked for comparison"),
        )
