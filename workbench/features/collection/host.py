"""What the parts of the screen of a catalogue need of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from workbench.features.collection.pages import Pages
from workbench.features.collection.shelf import Shelf, ShelfLevel
from workbench.features.collection.showing import Showing
from workbench.features.collection.views import CatalogueViews
from workbench.ui.host import Speaker


class CatalogueHost(Speaker, Protocol):
    """The screen.

    Attributes:
        pages: the levels that are shown.
        shelf: reads and marks the catalogue.
        views: wall, table and grid, and what is under the cursor.
        facts: the two facts of the grid, as archives are asked for; empty where there are none.
    """

    pages: Pages
    shelf: Shelf
    views: CatalogueViews
    facts: str

    @property
    def level(self) -> ShelfLevel | None:
        """The level under the cursor, if it is read."""

    @property
    def seen(self) -> bool:
        """Whether nothing lies over it, such as a question."""

    def hop(self, run: Callable[[], None]) -> None:
        """Runs a function in the UI thread, from any thread."""

    def follow(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs what asks nothing, beside what is asked; says what goes wrong."""

    def renew(self) -> None:
        """Shows what is known now."""

    def leave(self) -> None:
        """Leaves the screen; the place is kept."""

    async def to_grid(self) -> None:
        """Shows the grid of the two facts."""

    async def show(self, showing: Showing) -> None:
        """Shows other levels, or in another order."""

    async def read_again(self) -> None:
        """Shows what has come."""
