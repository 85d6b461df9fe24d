"""Three views of a catalogue that share one cursor: a wall, a table and a grid.

All views show the levels in one listing, and wait for pages that have not been read yet. In the
wall and the table, the cursor is an index into the listing; in the grid, it is on a cell of the
archive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

from textual.widgets import ContentSwitcher

from engine.archive.archive_grid import Archive, ArchiveCell
from engine.archive.fill_progress import find_last_targets
from engine.values.expression import get_fact
from workbench.commands import Action
from workbench.features.collection.archive.cell_text import find_empty_cells
from workbench.features.collection.archive.grid_pane import CatalogueGrid
from workbench.features.collection.async_catalogue import CatalogueLevel
from workbench.features.collection.collection_text import format_fact_value
from workbench.features.collection.filters import LevelFilter
from workbench.features.collection.level_pages import LevelPages, get_choice
from workbench.ui.cursor_pane import CursorPane
from workbench.ui.styled_lines import Line, Span, cut_line
from workbench.ui.wall.wall import WallPane

_MAX_FACT_WIDTH = 14
"""The maximum width of a fact's value, in columns."""
_LEADING_WIDTH, _MORE_WIDTH = 16, 2
"""The widths, in columns, of what precedes a row's facts, and of the mark for hidden facts."""
_CHOICE_ROLES = {"kept": "good", "rejected": "disabled", "": ""}


class CatalogueTable(CursorPane, can_focus=True):
    """A table of levels. Each line shows a level's number, stars and facts.

    Attributes:
        first_column: The index of the first fact column that is visible.
    """

    HEADING = 1
    first_column = 0

    def __init__(self, pages: LevelPages) -> None:
        super().__init__()
        self.id = "table"
        self._pages = pages

    @property
    def count(self) -> int:
        """The number of levels in the listing."""
        return self._pages.count

    @property
    def fact_keys(self) -> list[str]:
        """The facts in the order of their columns; the fact used for sorting comes first."""
        listing = self._pages.listing
        sort = listing.level_filter.sort
        keys = [key for key in listing.keys if key not in (sort, "own.stars")]
        return [*([sort] if sort else []), *keys]

    def shift_columns(self, columns: int) -> None:
        """Scroll to the right by ``columns``, or to the left if the number is negative."""
        self.first_column = max(0, min(self.first_column + columns, len(self.fact_keys) - 1))
        self.update_content()

    def update_content(self) -> None:
        """Redraw the rows around the cursor, if their levels have been read."""
        # Until then, leave the old rows visible, so that scrolling does not flicker.
        if self._pages.prepare_range(self.find_visible_rows(self.page)):
            super().update_content()

    def scroll_by_wheel(self, lines: int) -> bool:
        """Move the cursor down by ``lines`` rows, or up if the number is negative."""
        self.action_move(lines)
        return True

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Yield the heading, then the rows that fit in the pane."""
        visible = self._visible_keys
        names = (f"  {self._format_heading(key):>{self._get_width(key)}}" for key in visible)
        head = f" {'id':>7}   {'stars':<5}" + "".join(names)
        further = " …" if len(self.fact_keys) > self.first_column + len(visible) else ""
        yield [(head, "key"), (further, "muted")]
        yield from super().draw_lines(width, height - self.HEADING)

    def _format_heading(self, key: str) -> str:
        """Return a column's heading, with an arrow if the levels are sorted by that column."""
        showing = self._pages.listing.level_filter
        if key != showing.sort:
            return _shorten_key(key)
        return (
            f"{_shorten_key(key)} {self._theme.get_symbol('down' if showing.descending else 'up')}"
        )

    def _get_width(self, key: str) -> int:
        return min(max(len(self._format_heading(key)), 6), _MAX_FACT_WIDTH + 2)

    @property
    def _visible_keys(self) -> list[str]:
        """The facts whose columns fit in the pane, beginning at :attr:`first_column`."""
        room = self.size.width - _LEADING_WIDTH - _MORE_WIDTH
        found: list[str] = []
        for key in self.fact_keys[self.first_column :]:
            room -= 2 + self._get_width(key)
            # Show at least one column, however narrow the pane is.
            if room < 0 and found:
                break
            found.append(key)
        return found

    def draw_row(self, number: int, width: int) -> Line:
        """Return the row for a level, which shows only its number until the level has been read."""
        shown = self._pages.get_level_at(number)
        if shown is None:
            return [(f" {self._pages.listing.ids[number]:>7}", "muted")]
        entry, theme = shown.entry, self._theme
        choice = get_choice(entry.tags)
        sign = (
            theme.get_symbol(choice)
            if choice
            else "="
            if entry.id == self._pages.marked_number
            else " "
        )
        spans: list[Span] = [
            (f" {entry.id:>7} ", "muted"),
            (sign, _CHOICE_ROLES[choice]),
            (f" {'*' * (entry.stars or 0):<5}", "key"),
        ]
        cells = (
            f"  {_format_cell(shown, key):>{self._get_width(key)}}" for key in self._visible_keys
        )
        return cut_line([*spans, ("".join(cells), "")], width)


def _shorten_key(key: str) -> str:
    name = key.replace("_", " ")
    if len(name) > _MAX_FACT_WIDTH:
        name = name.rpartition(".")[2]
    return name if len(name) <= _MAX_FACT_WIDTH else f"{name[: _MAX_FACT_WIDTH - 1]}."


def _format_cell(level: CatalogueLevel, key: str) -> str:
    text = format_fact_value(get_fact(level.entry.to_record(), key))
    return text if len(text) <= _MAX_FACT_WIDTH else f"{text[: _MAX_FACT_WIDTH - 1]}."


ViewName = Literal["wall", "table", "grid"]
VIEW_NAMES: tuple[ViewName, ...] = ("wall", "table", "grid")


@dataclass(frozen=True, slots=True)
class CatalogueViewState:
    """The view and cursor of a catalogue, saved to be restored later.

    Attributes:
        level_filter: The filter and the order.
        view: The view that was shown.
        level_number: The number of the level under the cursor; 0 for the first level.
        facts: The grid's two facts; empty for the most informative ones.
        cell: The archive cell under the grid's cursor; None if there was none.
        targets: The archive cells chosen to be filled.
    """

    level_filter: LevelFilter = field(default_factory=LevelFilter)
    view: ViewName = "wall"
    level_number: int = 0
    facts: str = ""
    cell: ArchiveCell | None = None
    targets: tuple[ArchiveCell, ...] = ()


VIEW_STATES: dict[Path, CatalogueViewState] = {}
"""The view states of catalogues closed earlier in this session, keyed by path."""


class CatalogueViews(ContentSwitcher):
    """A wall, a table and a grid that show the same levels.

    Args:
        pages: The levels to show.
        state: The view and the cursor to restore.
        update_screen: A function that redraws the whole screen.

    Attributes:
        pages: The levels to show.
        catalogue: The catalogue and its thread.
        facts: The grid's two facts, written as on the command line; empty if there are none.
        grid: The view of the catalogue's archive.
        view: The name of the current view.
    """

    DEFAULT_CSS = """
    CatalogueViews { height: 1fr; }
    CatalogueViews WallPane, CatalogueViews CatalogueGrid { height: 1fr; padding: 0; }
    """

    def __init__(
        self, pages: LevelPages, state: CatalogueViewState, update_screen: Callable[[], None]
    ) -> None:
        self.pages, self.catalogue = pages, pages.catalogue
        self.facts = state.facts or pages.listing.facts
        self._wall, self._table = (
            WallPane(pages, id="wall", is_ready=pages.prepare_range),
            CatalogueTable(pages),
        )
        self.grid = CatalogueGrid()
        self.view: ViewName = state.view
        self._restored_state, self._update_screen = state, update_screen
        self._is_grid_restored = False
        """True once the grid's cursor and targets have been restored."""
        super().__init__(self._wall, self._table, self.grid, initial=state.view)

    @property
    def view_state(self) -> CatalogueViewState:
        """The current view and cursor, to be saved."""
        showing, targets = self.pages.listing.level_filter, tuple(self.grid.targets)
        return CatalogueViewState(
            showing, self.view, self.level_number or 0, self.facts, self.grid.cell, targets
        )

    @property
    def pane(self) -> WallPane | CatalogueTable | CatalogueGrid:
        """The pane of the current view."""
        if self.view == "wall":
            return self._wall
        return self._table if self.view == "table" else self.grid

    @property
    def is_on_grid(self) -> bool:
        """True if the grid is the current view."""
        return self.view == "grid"

    @property
    def level_number(self) -> int | None:
        """The number of the level under the cursor, or None if there is none."""
        pane = self.pane
        if isinstance(pane, CatalogueGrid):
            return pane.level_number
        return self.pages.get_number_at(pane.cursor)

    @property
    def level(self) -> CatalogueLevel | None:
        """The level under the cursor, or None if it has not been read yet."""
        return self.pages.get_level(self.level_number)

    async def show_levels(self, level_filter: LevelFilter) -> None:
        """Show the levels that match a filter. If the order changes, go to the first level."""
        before, number = self.pages.listing.level_filter, self.level_number
        self.pages.listing = await self.catalogue.run(
            partial(self.catalogue.list_levels, level_filter)
        )
        self.facts = self.facts or self.pages.listing.facts
        if (level_filter.sort, level_filter.descending) == (before.sort, before.descending):
            self.put_cursor(number)
        else:
            self.reset_cursor()
        if self.is_on_grid:
            await self.show_grid()
        self._update_screen()

    async def show_grid(self) -> None:
        """Read the archive over the grid's two facts, and show the grid."""
        showing, catalogue, grid = self.pages.listing.level_filter, self.catalogue, self.grid
        archive = await catalogue.run(partial(catalogue.build_archive, showing, self.facts))
        grid.show_archive(archive)
        # The saved cursor and targets are valid only for the facts with which they were saved.
        if not self._is_grid_restored:
            self._is_grid_restored = True
            place = (
                self._restored_state
                if self._restored_state.facts == self.facts
                else CatalogueViewState()
            )
            grid.targets = [*place.targets] or await self._list_targets(archive)
            grid.go_to_cell(grid.cell if place.cell is None else place.cell)
        self.show_view("grid")

    async def _list_targets(self, archive: Archive) -> list[ArchiveCell]:
        """Return the targets of the latest archive fill, leaving out cells filled since then."""
        catalogue, facts = self.catalogue, self.facts
        return find_empty_cells(
            await catalogue.run(lambda: find_last_targets(catalogue.list_runs(), facts)), archive
        )

    def show_view(self, view: ViewName) -> None:
        """Switch to a view, and focus it."""
        self.view = self.current = view
        self.pane.focus()
        # The view does not know its size until the next refresh.
        self.call_after_refresh(self._update_screen)

    def update_content(self) -> None:
        """Redraw the current view, moving its cursor to an existing level if necessary."""
        pane = self.pane
        if not isinstance(pane, CatalogueGrid):
            # The listing may have become shorter since the last redraw.
            pane.cursor = max(0, min(pane.cursor, self.pages.count - 1))
        pane.update_content()

    def put_cursor(self, number: int | None) -> None:
        """Move the wall's and table's cursor to a level, or to the first level if it is hidden."""
        at = 0 if number is None else self.pages.find_place(number)
        self._wall.cursor = self._table.cursor = at

    def reset_cursor(self) -> None:
        """Move the wall's and the table's cursor to the first level, and show the first column."""
        self._wall.cursor = self._table.cursor = self._table.first_column = 0

    def go_to_level(self, number: int) -> None:
        """Move the wall's or the table's cursor to a level. In the grid, do nothing."""
        if not isinstance(self.pane, CatalogueGrid):
            self.pane.go_to(self.pages.find_place(number))

    def go_to_next(self) -> None:
        """Move the wall's or the table's cursor to the next level. In the grid, do nothing."""
        if not isinstance(self.pane, CatalogueGrid):
            self.pane.go_to(self.pane.cursor + 1)

    def bind_motions(self) -> Mapping[str, Action]:
        """Return the actions that move the cursor in the current view."""
        table = self._table
        moves: dict[ViewName, Mapping[str, Action]] = {
            "wall": self._wall.bind_motions("catalogue"),
            "table": {
                **table.bind_motions("catalogue"),
                "catalogue.left": partial(table.shift_columns, -1),
                "catalogue.right": partial(table.shift_columns, 1),
            },
            "grid": self.grid.bind_motions("catalogue"),
        }
        # All views bind the same commands, so the view is looked up when a key is pressed.
        return {name: partial(self._move_cursor, moves, name) for name in moves["wall"]}

    def _move_cursor(self, moves: Mapping[ViewName, Mapping[str, Action]], name: str) -> None:
        moves[self.view][name]()
