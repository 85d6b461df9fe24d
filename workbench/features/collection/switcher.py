"""The three views of a catalogue, of which one is shown, and their cursors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from textual.widgets import ContentSwitcher

from workbench.commands import Action
from workbench.features.collection.archive.grid import CatalogueGrid
from workbench.features.collection.pages import Pages
from workbench.features.collection.place import View
from workbench.features.collection.views import CatalogueTable, CatalogueWall


class CatalogueViews(ContentSwitcher):
    """A wall, a table and a grid of the same levels.

    Args:
        pages: the levels.
        view: which of the three is shown at first.

    Attributes:
        grid: the third view.
        view: which one is shown.
    """

    DEFAULT_CSS = """
    CatalogueViews { height: 1fr; }
    CatalogueViews WallPane, CatalogueViews CatalogueGrid { height: 1fr; padding: 0; }
    """

    def __init__(self, pages: Pages, view: View) -> None:
        self._pages = pages
        self._wall, self._table = CatalogueWall(pages), CatalogueTable(pages)
        self.grid = CatalogueGrid()
        self.view: View = view
        super().__init__(self._wall, self._table, self.grid, initial=view)

    @property
    def pane(self) -> CatalogueWall | CatalogueTable | CatalogueGrid:
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
        return self._pages.number_at(pane.cursor)

    def turn_to(self, view: View) -> None:
        """Shows one of the three, which has the keys from now on."""
        self.view = self.current = view
        self.pane.focus()

    def renew(self) -> None:
        """Draws the view that is shown, its cursor on a level that there is."""
        pane = self.pane
        if not isinstance(pane, CatalogueGrid):
            pane.cursor = max(0, min(pane.cursor, self._pages.count - 1))
        pane.renew()

    # Moving.

    def place(self, number: int | None) -> None:
        """Puts the cursors of wall and table on a level; on the first one if it is not shown."""
        at = 0 if number is None else self._pages.place_of(number)
        self._wall.cursor = self._table.cursor = at

    def place_first(self) -> None:
        """Puts the cursors of wall and table on the first level, and shows the first fact."""
        self._wall.cursor = self._table.cursor = self._table.left = 0

    def go_to(self, number: int) -> None:
        """Goes to a level, if it is shown; in the grid the cursor stays."""
        if not isinstance(self.pane, CatalogueGrid):
            self.pane.go(self._pages.place_of(number))

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
