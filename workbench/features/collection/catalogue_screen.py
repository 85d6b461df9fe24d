"""The screen that shows a catalogue's levels as a wall, a table or a grid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from workbench.commands import Action, GuardedAction, keymap
from workbench.features import navigation
from workbench.features.collection import collection_text
from workbench.features.collection.annotation_edits import AnnotationEdits
from workbench.features.collection.archive.cell_text import format_cell, format_coverage
from workbench.features.collection.archive.fill_control import FillController
from workbench.features.collection.archive.grid_pane import CatalogueGrid
from workbench.features.collection.async_catalogue import (
    AsyncCatalogue,
    CatalogueLevel,
    CatalogueListing,
)
from workbench.features.collection.catalogue_dialogs import CatalogueQuestions
from workbench.features.collection.catalogue_views import (
    VIEW_NAMES,
    VIEW_STATES,
    CatalogueTable,
    CatalogueViews,
    CatalogueViewState,
    ViewName,
)
from workbench.features.collection.level_actions import JOB_NAME, LevelActions
from workbench.features.collection.level_pages import LevelPages
from workbench.text.refusals import NO_SELECTION
from workbench.ui.line_pane import set_titles
from workbench.ui.screen import CommandScreen
from workbench.ui.styled_lines import Line
from workbench.ui.wall.histogram_pane import HistogramPane
from workbench.ui.wall.wall import WallPane

LEVELS_INTERVAL = 2.0
"""The time, in seconds, between two checks for new levels."""
FILLING_INTERVAL = 1.0
"""The time, in seconds, between two checks of a running archive fill."""
WIDE_COLUMNS = 100
"""The smallest screen width, in columns, that has room for a side panel."""
_HINTED = ("filter", "reload", "back")
_ON_GRID = ("Grid", "Show", "Files")
_ON_OTHERS = ("Choose", "Annotate", "Show", "Files")
"""The command groups in the key line: for the grid, and for the other two views."""


class CatalogueScreen(CommandScreen):
    """The screen that shows the levels of a catalogue.

    Args:
        catalogue: The catalogue, which the screen closes when the user leaves.
        listing: The levels to show first.
        state: The view and the cursor to restore.

    Attributes:
        catalogue: The catalogue and its thread.
        pages: The cache of the levels shown, which are read in pages.
        views: The wall, the table and the grid, which share one cursor.
    """

    CONTEXTS = ("catalogue",)
    DEFAULT_CSS = """
    CatalogueScreen #levels { width: 1fr; }
    CatalogueScreen #aside { width: 32; display: none; }
    CatalogueScreen.-aside #aside { display: block; }
    """

    def __init__(
        self, catalogue: AsyncCatalogue, listing: CatalogueListing, state: CatalogueViewState
    ) -> None:
        super().__init__()
        self.catalogue = catalogue
        self.pages = LevelPages(catalogue, listing, self.run_in_ui_thread, self._handle_page)
        self.views = views = CatalogueViews(self.pages, state, self.update_content)
        self._number = state.level_number
        self._annotations, self._level_actions = (
            AnnotationEdits(self, views),
            LevelActions(self, views),
        )
        self._questions = CatalogueQuestions(self, views)
        self._fill_controller = FillController(self, views, self.reload)

    def compose_contents(self) -> ComposeResult:
        """Compose the level views and the side panel."""
        with Horizontal():
            with Vertical(id="levels", classes="pane"):
                yield self.views
            yield HistogramPane(id="aside", classes="pane")

    def on_mount(self) -> None:
        """Restore the view and the cursor, and start watching for changes to the catalogue."""
        self.set_class(self.app.size.width >= WIDE_COLUMNS, "-aside")
        self.views.put_cursor(self._number)
        self.views.pane.focus()
        self.query_one(HistogramPane).show_text(self._draw_side_panel)
        watch = self._fill_controller.watch
        self.set_interval(LEVELS_INTERVAL, watch.check_for_levels)
        self.set_interval(FILLING_INTERVAL, watch.check_while_visible)
        watch.check_filling()
        if self.views.is_on_grid:
            self.ask_question(self.views.show_grid())
        self.update_content()

    def on_resize(self, event: events.Resize) -> None:
        """Show the side panel if the screen is wide enough, otherwise hide it."""
        self.set_class(event.size.width >= WIDE_COLUMNS, "-aside")

    def finish_writing(self) -> None:
        """Wait until all annotations have been written, but no longer than a few seconds."""
        self.catalogue.finish_writing()

    def on_unmount(self) -> None:
        """Remember the view and the cursor, cancel unfinished work, and close the file."""
        # View states are kept in memory only, until the app quits.
        VIEW_STATES[self.catalogue.path] = self.views.view_state
        self.workbench.solver.cancel_job(JOB_NAME)
        self._fill_controller.close()
        self.catalogue.close()

    @property
    def level(self) -> CatalogueLevel | None:
        """The level under the cursor, or None if it has not been read yet."""
        return self.views.level

    def update_content(self) -> None:
        """Redraw the levels, the titles, the side panel and the key line."""
        listing, views = self.pages.listing, self.views
        views.update_content()
        title = " · ".join(collection_text.format_catalogue_title(self.catalogue.path, listing))
        # Every view reports a fill that is running, but only the grid reports how the last one
        # ended.
        far = (
            self._fill_controller.progress_text
            if views.is_on_grid or self._fill_controller.watch.is_running
            else ""
        )
        state = [
            *collection_text.format_catalogue_state(
                listing, far or self._fill_controller.watch.news
            )
        ]
        if views.is_on_grid and views.grid.archive is not None and not far:
            state = [format_coverage(views.grid.archive), *state]
        set_titles(self.query_one("#levels"), title, " · ".join(state))
        self._describe_level()
        self.key_line.update_keys()

    def _describe_level(self) -> None:
        """Describe the level or archive cell under the cursor in the key line."""
        shown, number, grid = self.level, self.views.level_number, self.views.grid
        # If the archive has no cells, the grid's cursor is on nothing.
        if self.views.is_on_grid and grid.archive is not None and grid.archive.space.size:
            cell: Line = [(format_cell(grid.archive, grid.cell), "key"), ("  ", "")]
            empty: Line = [(self._fill_controller.describe_empty_cell(grid.cell), "muted")]
            line = [
                *cell,
                *(
                    empty
                    if number is None
                    else collection_text.format_catalogue_level(shown)
                    if shown
                    else ()
                ),
            ]
        elif shown is not None:
            line = [*collection_text.format_catalogue_level(shown)]
        elif self.pages.count:
            line = [("Reading ...", "muted")]
        else:
            keys = {name: keymap.get_key_hint(f"catalogue.{name}") for name in _HINTED}
            line = [*collection_text.explain_empty_catalogue(self.pages.listing, keys)]
        # Request a level that is not loaded; `_handle_page` describes it once its page arrives.
        if shown is None and number is not None:
            self.pages.request_level(number)
        key_line = self.key_line
        key_line.show_default(line)
        labels: dict[str, str] = {"catalogue.next-view": self._next_view}
        if self.views.is_on_grid:
            labels["catalogue.open"] = grid.action_label
        groups = _ON_GRID if self.views.is_on_grid else _ON_OTHERS
        key_line.show_contexts(*self.CONTEXTS, groups=groups, labels=labels)
        self.query_one(HistogramPane).update_content()

    def _draw_side_panel(self, width: int, height: int) -> Iterable[Line]:
        theme, shown = self.workbench.theme_glyphs, self.level
        listing = self.pages.listing
        if self.views.view != "wall":
            return collection_text.draw_level(shown, theme, width) if shown is not None else ()
        return collection_text.draw_histogram(
            listing.key, listing.bars, width, plain=theme.is_ascii
        )

    def _handle_page(self, problem: str) -> None:
        """Redraw after a page of levels has been read. ``problem`` is the error, if any."""
        if not self.has_widgets:
            return
        if problem:
            self.show_message(problem, "bad")
        self.views.pane.update_content()
        self._describe_level()

    @on(WallPane.TileHighlighted)
    @on(CatalogueTable.RowHighlighted)
    @on(CatalogueGrid.CellHighlighted)
    def _handle_cursor(self) -> None:
        self._describe_level()
        self.key_line.update_keys()

    @on(WallPane.TileOpened)
    @on(CatalogueTable.RowOpened)
    @on(CatalogueGrid.CellOpened)
    def _handle_open(self) -> None:
        self.call_later(self.action_command, "catalogue.open")

    @on(HistogramPane.BarPicked)
    def _handle_bar(self, message: HistogramPane.BarPicked) -> None:
        listing = self.pages.listing
        if self.views.view == "wall" and message.bar < len(listing.bars):
            self.ask_question(self._questions.narrow_to(listing.key, listing.bars[message.bar]))

    async def reload(self) -> None:
        """Reload the levels. If another file has replaced the catalogue, open that one instead."""
        # The ids in the old listing would refer to unrelated levels in the new file.
        if self.catalogue.is_replaced:
            self.dismiss(None)
            self.app.call_later(navigation.open_catalogue, self.workbench, self.catalogue.path)
            return
        self.pages.clear_cache()
        await self.views.show_levels(self.pages.listing.level_filter)

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions for all of the screen's commands."""
        return {
            **self.views.bind_motions(),
            "catalogue.open": GuardedAction(self._explain_no_open, self._open_or_target),
            "catalogue.next-view": self._show_next_view,
            "catalogue.reload": lambda: self.ask_question(self.reload()),
            "catalogue.back": self._go_back,
            **self._annotations.bind_commands(),
            **self._level_actions.bind_commands(),
            **self._fill_controller.bind_commands(),
            **self._questions.bind_commands(),
        }

    def _explain_no_open(self) -> str | None:
        if self.views.is_on_grid:
            return None if self.views.grid.archive is not None else "the grid is still being read"
        return None if self.views.level_number is not None else NO_SELECTION

    def _open_or_target(self) -> None:
        """Open the level under the cursor, or mark or unmark an empty cell as a target."""
        if self.views.level_number is not None:
            self.ask_question(self._level_actions.open_level())
        else:
            self._fill_controller.toggle_target()

    @property
    def _next_view(self) -> ViewName:
        """The view to show next, skipping the grid unless it has levels and two facts."""
        following = VIEW_NAMES[(VIEW_NAMES.index(self.views.view) + 1) % len(VIEW_NAMES)]
        grid = self.views.facts and self.pages.listing.total
        return following if following != "grid" or grid else VIEW_NAMES[0]

    def _show_next_view(self) -> None:
        """Show the next view, and move its cursor to the current level."""
        following = self._next_view
        # The wall and the table share the cursor, so move it to the current level first.
        if self.views.level_number is not None:
            self.views.put_cursor(self.views.level_number)
        if following == "grid":
            self.ask_question(self.views.show_grid())
        else:
            self.views.show_view(following)

    # Each key press does only one thing: stop an export, unmark the level, or leave.

    def _go_back(self) -> None:
        if self._level_actions.writing:
            self.workbench.solver.cancel_job(JOB_NAME)
        elif self.pages.marked_number is not None:
            self.pages.marked_number = None
            self.update_content()
        else:
            self.dismiss(None)
