"""The screen of a catalogue: its levels on a wall, in a table or as a grid, to take some."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from workbench.commands import Action, Unless, keymap
from workbench.features import navigation
from workbench.features.collection import words
from workbench.features.collection.archive.cells import cell_name, covered
from workbench.features.collection.archive.filling import Fillings
from workbench.features.collection.archive.grid import CatalogueGrid
from workbench.features.collection.catalogue_questions import CatalogueQuestions
from workbench.features.collection.elsewhere import LANE, Elsewhere
from workbench.features.collection.pages import Pages
from workbench.features.collection.sayings import Sayings
from workbench.features.collection.shelf import Shelf, ShelfLevel, ShelfListing
from workbench.features.collection.views import (
    LEFT,
    VIEWS,
    CatalogueTable,
    CatalogueViews,
    Place,
    View,
)
from workbench.ui.linepane import retitle
from workbench.ui.lines import Line
from workbench.ui.screen import CommandScreen
from workbench.ui.wall.beside import BesidePane
from workbench.ui.wall.wall import WallPane

LOOK = 2.0
"""Seconds between two looks whether levels have come."""
EVERY = 1.0
"""Seconds between two looks at a filling of its cells."""
WIDE = 100
"""Columns of a screen from which on there is room beside the levels."""
_NAMED = ("filter", "reload", "back")
_ON_GRID = ("Grid", "Show", "Files")
_ON_OTHERS = ("Choose", "Say", "Show", "Files")
"""The headings of commands that the key line has in the grid, and in the other views."""


class CatalogueScreen(CommandScreen):
    """Shows the levels of a catalogue.

    Args:
        shelf: reads and marks it; closed with the screen.
        listing: what is shown at first.
        place: where it was left.

    Attributes:
        shelf: reads and marks the catalogue.
        pages: the levels that are shown.
        views: wall, table and grid, and what is under the cursor.
    """

    CONTEXTS = ("catalogue",)
    DEFAULT_CSS = """
    CatalogueScreen #levels { width: 1fr; }
    CatalogueScreen #beside { width: 32; display: none; }
    CatalogueScreen.-beside #beside { display: block; }
    """

    def __init__(self, shelf: Shelf, listing: ShelfListing, place: Place) -> None:
        super().__init__()
        self.shelf = shelf
        self.pages = Pages(shelf, listing, self.hop, self._read)
        self.views = views = CatalogueViews(self.pages, place, self.renew)
        self._number = place.number
        self._sayings, self._elsewhere = Sayings(self, views), Elsewhere(self, views)
        self._questions = CatalogueQuestions(self, views)
        self._fillings = Fillings(self, views, self.read_again)

    def contents(self) -> ComposeResult:
        """The levels, and what stands beside them."""
        with Horizontal():
            with Vertical(id="levels", classes="pane"):
                yield self.views
            yield BesidePane(id="beside", classes="pane")

    def on_mount(self) -> None:
        """Shows the levels as they were left."""
        self.set_class(self.app.size.width >= WIDE, "-beside")
        self.views.place(self._number)
        self.views.pane.focus()
        self.query_one(BesidePane).show(self._beside)
        watch = self._fillings.watch
        self.set_interval(LOOK, watch.look_for_levels)
        self.set_interval(EVERY, watch.look_while_seen)
        watch.look()
        if self.views.on_grid:
            self.ask(self.views.to_grid())
        self.renew()

    def on_resize(self, event: events.Resize) -> None:
        """There may be room beside the levels, or no longer."""
        self.set_class(event.size.width >= WIDE, "-beside")

    def finish_writing(self) -> None:
        """Waits until what was said of levels is written."""
        self.shelf.finish_writing()

    def on_unmount(self) -> None:
        """Closes the file; what is being done is given up, the place is kept."""
        LEFT[self.shelf.path] = self.views.here
        self.workbench.solver.stop(LANE)
        self._fillings.leave()
        self.shelf.close()

    @property
    def level(self) -> ShelfLevel | None:
        """The level under the cursor, if it is read."""
        return self.views.level

    # Showing.

    def renew(self) -> None:
        """Shows what is known now."""
        listing, views = self.pages.listing, self.views
        views.renew()
        title = " · ".join(words.catalogue_title(self.shelf.path, listing))
        far = self._fillings.far if views.on_grid or self._fillings.watch.going_on else ""
        state = [*words.catalogue_state(listing, far or self._fillings.watch.news)]
        if views.on_grid and views.grid.archive is not None and not far:
            state = [covered(views.grid.archive), *state]
        retitle(self.query_one("#levels"), title, " · ".join(state))
        self._describe_level()
        self.key_line.renew()

    def _describe_level(self) -> None:
        """Describes the level under the cursor."""
        shown, number, grid = self.level, self.views.number, self.views.grid
        if self.views.on_grid and grid.archive is not None and grid.archive.space.size:
            cell: Line = [(cell_name(grid.archive, grid.cell), "key"), ("  ", "")]
            empty: Line = [(self._fillings.about(grid.cell), "muted")]
            line = [
                *cell,
                *(empty if number is None else words.catalogue_line(shown) if shown else ()),
            ]
        elif shown is not None:
            line = [*words.catalogue_line(shown)]
        elif self.pages.count:
            line = [("reading ...", "muted")]
        else:
            keys = {name: keymap.key(f"catalogue.{name}") for name in _NAMED}
            line = [*words.catalogue_nothing(self.pages.listing, keys)]
        if shown is None and number is not None:
            self.pages.want(number)
        key_line = self.key_line
        key_line.show_standing(line)
        labels: dict[str, str] = {"catalogue.next-view": self._following}
        if self.views.on_grid:
            labels["catalogue.open"] = grid.act
        groups = _ON_GRID if self.views.on_grid else _ON_OTHERS
        key_line.show_contexts(*self.CONTEXTS, groups=groups, labels=labels)
        self.query_one(BesidePane).renew()

    def _beside(self, width: int, height: int) -> Iterable[Line]:
        theme, shown = self.workbench.theme_glyphs, self.level
        listing = self.pages.listing
        if self.views.view != "wall":
            return words.whole_level(shown, theme, width) if shown is not None else ()
        return words.histogram_lines(listing.key, listing.bars, width, plain=theme.ascii)

    def _read(self, problem: str) -> None:
        """Levels have been read."""
        if not self.stands:
            return
        if problem:
            self.say(problem, "bad")
        self.views.pane.renew()
        self._describe_level()

    @on(WallPane.Moved)
    @on(CatalogueTable.Moved)
    @on(CatalogueGrid.Moved)
    def _moved(self) -> None:
        self._describe_level()
        self.key_line.renew()

    @on(WallPane.Opened)
    @on(CatalogueTable.Opened)
    @on(CatalogueGrid.Opened)
    def _opened(self) -> None:
        self.call_later(self.action_command, "catalogue.open")

    @on(BesidePane.Picked)
    def _picked(self, message: BesidePane.Picked) -> None:
        listing = self.pages.listing
        if self.views.view == "wall" and message.bar < len(listing.bars):
            self.ask(self._questions.narrow_to(listing.key, listing.bars[message.bar]))

    async def read_again(self) -> None:
        """Shows what has come; another file that has the name now is opened as what it is."""
        if self.shelf.replaced:
            self.dismiss(None)
            self.app.call_later(navigation.open_catalogue, self.workbench, self.shelf.path)
            return
        self.pages.forget()
        await self.views.show(self.pages.listing.showing)

    # Commands.

    def commands(self) -> Mapping[str, Action]:
        """What moves, chooses, says and shows."""
        return {
            **self.views.motions(),
            "catalogue.open": Unless(self._no_act, self._act),
            "catalogue.next-view": self._turn_view,
            "catalogue.reload": lambda: self.ask(self.read_again()),
            "catalogue.back": self._back,
            **self._sayings.commands(),
            **self._elsewhere.commands(),
            **self._fillings.commands(),
            **self._questions.commands(),
        }

    def _no_act(self) -> str | None:
        if self.views.on_grid:
            return None if self.views.grid.archive is not None else "the grid is being read"
        return None if self.views.number is not None else "no level is under the cursor"

    def _act(self) -> None:
        """Opens the level; an empty cell becomes a target, or is no longer one."""
        if self.views.number is not None:
            self.ask(self._elsewhere.open())
        else:
            self._fillings.aim()

    @property
    def _following(self) -> View:
        """The view after the one that is shown."""
        following = VIEWS[(VIEWS.index(self.views.view) + 1) % len(VIEWS)]
        grid = self.views.facts and self.pages.listing.total
        return following if following != "grid" or grid else VIEWS[0]

    def _turn_view(self) -> None:
        """Shows the next view, the cursor on the same level."""
        following = self._following
        if self.views.number is not None:
            self.views.place(self.views.number)
        if following == "grid":
            self.ask(self.views.to_grid())
        else:
            self.views.turn_to(following)

    def _back(self) -> None:
        if self._elsewhere.writing:
            self.workbench.solver.stop(LANE)
        elif self.pages.marked is not None:
            self.pages.marked = None
            self.renew()
        else:
            self.dismiss(None)
