"""The views of a catalogue: a wall and a table, which wait for the levels of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

from textual.widgets import ContentSwitcher

from engine.archive.grid import Archive, Cell
from engine.archive.progress import aimed_at
from engine.values.expression import fact
from workbench.commands import Action
from workbench.features.collection.archive.cells import cells_of
from workbench.features.collection.archive.grid import CatalogueGrid
from workbench.features.collection.pages import Pages, choice_of
from workbench.features.collection.shelf import ShelfLevel
from workbench.features.collection.showing import Showing
from workbench.features.collection.words import fact_value
from workbench.ui.cursorpane import CursorPane
from workbench.ui.lines import Line, Span, cut
from workbench.ui.wall.wall import WallPane

_WIDEST = 14
"""Columns of a fact at most."""
_BEFORE, _MORE = 16, 2
"""Columns of what stands before the facts, and of the sign that there are more."""
_SIGN = {"kept": "good", "rejected": "disabled", "": ""}


class CatalogueTable(CursorPane, can_focus=True):
    """A line for each level: its number, what is said of it, and facts in columns.

    Attributes:
        left: the first fact that is shown.
    """

    HEADING = 1
    left = 0

    def __init__(self, pages: Pages) -> None:
        super().__init__()
        self.id = "table"
        self._pages = pages

    @property
    def count(self) -> int:
        """How many levels there are."""
        return self._pages.count

    @property
    def keys(self) -> list[str]:
        """The facts in their columns, that by which levels are ordered first."""
        listing = self._pages.listing
        sort = listing.showing.sort
        keys = [key for key in listing.keys if key not in (sort, "own.stars")]
        return [*([sort] if sort else []), *keys]

    def shift(self, columns: int) -> None:
        """Shows facts further to the right, or to the left."""
        self.left = max(0, min(self.left + columns, len(self.keys) - 1))
        self.renew()

    def renew(self) -> None:
        """Draws the page of the cursor once its levels are read."""
        if self._pages.ready(self.shown(self.page)):
            super().renew()

    def wheel(self, lines: int) -> bool:
        """Moves by a few rows."""
        self.action_move(lines)
        return True

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The heading, and the rows that fit."""
        visible = self._visible_keys
        names = (f"  {self._title(key):>{self._width(key)}}" for key in visible)
        head = f" {'id':>7}   {'stars':<5}" + "".join(names)
        further = " …" if len(self.keys) > self.left + len(visible) else ""
        yield [(head, "key"), (further, "muted")]
        yield from super().lines(width, height - self.HEADING)

    def _title(self, key: str) -> str:
        """The title of a column, with the direction if levels are ordered by it."""
        showing = self._pages.listing.showing
        if key != showing.sort:
            return _short(key)
        return f"{_short(key)} {self._theme.symbol('down' if showing.falling else 'up')}"

    def _width(self, key: str) -> int:
        return min(max(len(self._title(key)), 6), _WIDEST + 2)

    @property
    def _visible_keys(self) -> list[str]:
        """The facts from the first one on that fit whole, with room for a sign of more."""
        room = self.size.width - _BEFORE - _MORE
        found: list[str] = []
        for key in self.keys[self.left :]:
            room -= 2 + self._width(key)
            if room < 0 and found:
                break
            found.append(key)
        return found

    def row_line(self, number: int, width: int) -> Line:
        """A level; its number alone until it is read."""
        shown = self._pages.at(number)
        if shown is None:
            return [(f" {self._pages.listing.ids[number]:>7}", "muted")]
        entry, theme = shown.entry, self._theme
        choice = choice_of(entry.tags)
        sign = theme.symbol(choice) if choice else "=" if entry.id == self._pages.marked else " "
        spans: list[Span] = [
            (f" {entry.id:>7} ", "muted"),
            (sign, _SIGN[choice]),
            (f" {'*' * (entry.stars or 0):<5}", "key"),
        ]
        cells = (f"  {_cell(shown, key):>{self._width(key)}}" for key in self._visible_keys)
        return cut([*spans, ("".join(cells), "")], width)


def _short(key: str) -> str:
    name = key.replace("_", " ")
    if len(name) > _WIDEST:
        name = name.rpartition(".")[2]
    return name if len(name) <= _WIDEST else f"{name[: _WIDEST - 1]}."


def _cell(shown: ShelfLevel, key: str) -> str:
    text = fact_value(fact(shown.entry.record(), key))
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}."


View = Literal["wall", "table", "grid"]
VIEWS: tuple[View, ...] = ("wall", "table", "grid")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a catalogue was left.

    Attributes:
        number: of the level under the cursor; 0 for the first.
        facts: of the grid; empty for the most informative ones.
        cell: under the cursor of the grid.
        targets: cells of the grid that are to be filled.
    """

    showing: Showing = field(default_factory=Showing)
    view: View = "wall"
    number: int = 0
    facts: str = ""
    cell: Cell | None = None
    targets: tuple[Cell, ...] = ()


LEFT: dict[Path, Place] = {}
"""Where catalogues were left in this session, by their files."""


class CatalogueViews(ContentSwitcher):
    """A wall, a table and a grid of the same levels.

    Args:
        pages: the levels.
        place: where they were left.
        renew: shows on the screen what is known now.

    Attributes:
        pages: the levels.
        shelf: reads and marks the catalogue.
        facts: the two facts of the grid, as archives are asked for; empty where there are none.
        grid: the third view.
        view: which one is shown.
    """

    DEFAULT_CSS = """
    CatalogueViews { height: 1fr; }
    CatalogueViews WallPane, CatalogueViews CatalogueGrid { height: 1fr; padding: 0; }
    """

    def __init__(self, pages: Pages, place: Place, renew: Callable[[], None]) -> None:
        self.pages, self.shelf = pages, pages.shelf
        self.facts = place.facts or pages.listing.facts
        self._wall, self._table = (
            WallPane(pages, id="wall", ready=pages.ready),
            CatalogueTable(pages),
        )
        self.grid = CatalogueGrid()
        self.view: View = place.view
        self._left, self._renew_screen = place, renew
        self._placed = False
        """Whether the grid is at the place where it was left."""
        super().__init__(self._wall, self._table, self.grid, initial=place.view)

    @property
    def here(self) -> Place:
        """The place at which the catalogue is looked at."""
        showing, targets = self.pages.listing.showing, tuple(self.grid.targets)
        return Place(showing, self.view, self.number or 0, self.facts, self.grid.cell, targets)

    @property
    def pane(self) -> WallPane | CatalogueTable | CatalogueGrid:
        """The view that is shown."""
        if self.view == "wall":
            return self._wall
        return self._table if self.view == "table" else self.grid

    @property
    def on_grid(self) -> bool:
        """Whether the grid is shown."""
        return self.view == "grid"

    @property
    def number(self) -> int | None:
        """The number of the level under the cursor; None for none."""
        pane = self.pane
        if isinstance(pane, CatalogueGrid):
            return pane.number
        return self.pages.number_at(pane.cursor)

    @property
    def level(self) -> ShelfLevel | None:
        """The level under the cursor, if it is read."""
        return self.pages.of(self.number)

    async def show(self, showing: Showing) -> None:
        """Shows other levels: in another order from the top, else at the same level."""
        before, number = self.pages.listing.showing, self.number
        self.pages.listing = await self.shelf.run(partial(self.shelf.listing, showing))
        self.facts = self.facts or self.pages.listing.facts
        if (showing.sort, showing.falling) == (before.sort, before.falling):
            self.place(number)
        else:
            self.place_first()
        if self.on_grid:
            await self.to_grid()
        self._renew_screen()

    async def to_grid(self) -> None:
        """Shows the grid of the two facts."""
        showing, shelf, grid = self.pages.listing.showing, self.shelf, self.grid
        archive = await shelf.run(partial(shelf.archive, showing, self.facts))
        grid.show(archive)
        if not self._placed:
            self._placed = True
            place = self._left if self._left.facts == self.facts else Place()
            grid.targets = [*place.targets] or await self._aimed(archive)
            grid.go(grid.cell if place.cell is None else place.cell)
        self.turn_to("grid")

    async def _aimed(self, archive: Archive) -> list[Cell]:
        """The cells of the grid that are still targets of the filling that was begun last."""
        shelf, facts = self.shelf, self.facts
        return cells_of(await shelf.run(lambda: aimed_at(shelf.runs(), facts)), archive)

    def turn_to(self, view: View) -> None:
        """Shows one of the three, which has the keys from now on."""
        self.view = self.current = view
        self.pane.focus()
        self.call_after_refresh(self._renew_screen)

    def renew(self) -> None:
        """Draws the view that is shown, its cursor on a level that there is."""
        pane = self.pane
        if not isinstance(pane, CatalogueGrid):
            pane.cursor = max(0, min(pane.cursor, self.pages.count - 1))
        pane.renew()

    # Moving.

    def place(self, number: int | None) -> None:
        """Puts the cursors of wall and table on a level; on the first one if it is not shown."""
        at = 0 if number is None else self.pages.place_of(number)
        self._wall.cursor = self._table.cursor = at

    def place_first(self) -> None:
        """Puts the cursors of wall and table on the first level, and shows the first fact."""
        self._wall.cursor = self._table.cursor = self._table.left = 0

    def go_to(self, number: int) -> None:
        """Goes to a level, if it is shown; in the grid the cursor stays."""
        if not isinstance(self.pane, CatalogueGrid):
            self.pane.go(self.pages.place_of(number))

    def go_on(self) -> None:
        """Goes to the next level; in the grid the cursor stays."""
        if not isinstance(self.pane, CatalogueGrid):
            self.pane.go(self.pane.cursor + 1)

    def motions(self) -> Mapping[str, Action]:
        """The commands that move the cursor of the view that is shown."""
        table = self._table
        moves: dict[View, Mapping[str, Action]] = {
            "wall": self._wall.motions("catalogue"),
            "table": {
                **table.motions("catalogue"),
                "catalogue.left": partial(table.shift, -1),
                "catalogue.right": partial(table.shift, 1),
            },
            "grid": self.grid.motions("catalogue"),
        }
        return {name: partial(self._move, moves, name) for name in moves["wall"]}

    def _move(self, moves: Mapping[View, Mapping[str, Action]], name: str) -> None:
        moves[self.view][name]()
