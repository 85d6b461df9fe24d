"""A pane that shows a catalogue's archive as a grid, with a cursor on one of the cells.

The archive divides the range of each of two facts into bins. A cell is a pair of bins, such as 8 to
9 moves and 12 to 14 blocks, and holds the best level found for it. In the pane, a darker cell holds
a better level. The pane scrolls to keep the cursor visible, and marks the cells that the designer
has chosen as targets::

      15 | ..░░  ▒▒ |
         | ▒▒ x ██ |
       8 | ..  ░░▒▒ |
          1       12
          moves
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from textual import events
from textual.message import Message

from engine.archive.archive_grid import Archive, ArchiveCell
from engine.archive.parent_selection import find_frontier
from workbench.commands import Action
from workbench.drawing import archive_plot
from workbench.drawing.density_plot import format_value, get_bin_size, get_shade
from workbench.features.collection.archive.cell_text import is_same_grid
from workbench.features.collection.collection_text import format_fact_name
from workbench.ui.line_pane import LinePane
from workbench.ui.styled_lines import Line, Sign, Span, cut_line, find_first_row

_TARGET_SIGN = "x"
_LINES_ABOVE = 1
"""The number of lines above the cells, which show the name of the second fact."""
_LINES_BELOW = 2
"""The number of lines below the cells, which show the first fact's range and its name."""


class CatalogueGrid(LinePane, can_focus=True):
    """A pane that draws the cells of an archive; a darker cell holds a better level.

    Attributes:
        archive: The archive to show; None until it has been read.
        cell: The cell under the cursor.
        targets: The empty cells that the designer has chosen to be filled.
    """

    class CellHighlighted(Message):
        """A message sent when the cursor is moved to a cell."""

    class CellOpened(Message):
        """A message sent when a cell is double-clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.id = "grid"
        self.archive: Archive | None = None
        self.cell: ArchiveCell = (0, 0)
        self.targets: list[ArchiveCell] = []
        self._left = self._top = 0

    def show_archive(self, archive: Archive) -> None:
        """Show an archive, keeping the cursor and the targets if its grid is the same as before."""
        before, self.archive = self.archive, archive
        # In a different grid, the old cursor and targets would refer to other values.
        if before is None or not is_same_grid(before.space, archive.space):
            self.targets = []
            self.cell = min(archive.elites, default=(0, 0))
        self.targets = [cell for cell in self.targets if cell not in archive.elites]
        self.update_content()

    @property
    def level_number(self) -> int | None:
        """The number of the level in the cell under the cursor, or None if the cell is empty."""
        elite = None if self.archive is None else self.archive.elites.get(self.cell)
        return None if elite is None else elite.level

    @property
    def action_label(self) -> str:
        """The label for the action that applies to the cell under the cursor."""
        if self.level_number is not None:
            return "open"
        return "untarget" if self.cell in self.targets else "target"

    def toggle_target(self) -> bool:
        """Mark the empty cell under the cursor as a target, or unmark it.

        Returns:
            True if the cell is now a target.
        """
        aimed = self.cell not in self.targets
        self.targets = [cell for cell in self.targets if cell != self.cell]
        if aimed:
            self.targets.append(self.cell)
        self.update_content()
        return aimed

    def bind_motions(self, context: str) -> dict[str, Action]:
        """Return the actions that move the cursor, keyed by the ids of commands in ``context``."""
        # Rows are numbered from the bottom, so "up" adds 1.
        steps = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
        return {
            **{
                f"{context}.{name}": partial(self._move_cursor, *step)
                for name, step in steps.items()
            },
            f"{context}.page-up": lambda: self._move_cursor(0, self._visible_rows),
            f"{context}.page-down": lambda: self._move_cursor(0, -self._visible_rows),
            f"{context}.first": lambda: self._go_to_empty(-1),
            f"{context}.last": lambda: self._go_to_empty(1),
        }

    def _move_cursor(self, right: int, up: int) -> None:
        if self.archive is not None:
            across, high = self.archive.space.shape
            col, row = self.cell[0] + right, self.cell[1] + up
            self.go_to_cell((max(0, min(col, across - 1)), max(0, min(row, high - 1))))

    def _go_to_empty(self, direction: int) -> None:
        """Go to the first (-1) or the last (1) of the empty cells that are next to a filled one."""
        cells = [] if self.archive is None else find_frontier(self.archive)
        if cells:
            self.go_to_cell(cells[0 if direction < 0 else -1])

    def go_to_cell(self, cell: ArchiveCell) -> None:
        """Move the cursor to ``cell``."""
        self.cell = cell
        self.update_content()
        self.post_message(self.CellHighlighted())

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked cell. On a double click, open the cell."""
        offset, archive = event.get_content_offset(self), self.archive
        if offset is None or archive is None:
            return
        across, high = archive.space.shape
        # Rows are counted from the bottom but lines from the top, and scrolling shifts both axes.
        col = (offset.x - self._margin_width) // self._bin_width + self._left
        row = high - 1 - ((offset.y - _LINES_ABOVE) // self._bin_height + self._top)
        if (
            0 <= col < across
            and 0 <= row < high
            and offset.x >= self._margin_width
            and offset.y >= _LINES_ABOVE
        ):
            self.go_to_cell((col, row))
            if event.chain > 1:
                self.post_message(self.CellOpened())

    @property
    def _row_labels(self) -> Sequence[str]:
        if self.archive is None:
            return ()
        up = self.archive.space.axes[1]
        return [format_value(up.get_ends(row)[0]) for row in range(len(up))]

    @property
    def _margin_width(self) -> int:
        """The number of screen columns to the left of the first cell."""
        return max(map(len, self._row_labels), default=0) + 2

    @property
    def _bin_size(self) -> tuple[int, int]:
        """The size of a cell, in columns and lines, chosen as large as the pane allows."""
        bins = (1, 1) if self.archive is None else self.archive.space.shape
        width, height = self.size
        return get_bin_size(
            bins, (width - self._margin_width - 1, height - _LINES_ABOVE - _LINES_BELOW)
        )

    @property
    def _bin_width(self) -> int:
        return self._bin_size[0]

    @property
    def _bin_height(self) -> int:
        return self._bin_size[1]

    @property
    def _visible_rows(self) -> int:
        """The number of rows of cells that fit in the pane."""
        return max((self.size.height - _LINES_ABOVE - _LINES_BELOW) // self._bin_height, 1)

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Yield the lines of the visible cells; the second fact increases from bottom to top."""
        archive = self.archive
        if archive is None:
            yield [("Reading ...", "muted")]
            return
        across, high = archive.space.shape
        if not archive.space.size:
            yield [("No level has both facts.", "muted")]
            return
        # `find_first_row` scrolls just far enough to make the cursor visible.
        fits = max((width - self._margin_width - 1) // self._bin_width, 1)
        self._left = find_first_row(self.cell[0], across, fits, self._left)
        self._top = find_first_row(high - 1 - self.cell[1], high, self._visible_rows, self._top)
        columns = range(self._left, min(self._left + fits, across))
        # Shades are relative to the best level in the archive, so compute all of them together.
        depths = archive_plot.compute_depths(archive)
        yield [(f"{'':>{self._margin_width}}{format_fact_name(archive.space.keys[1])}", "muted")]
        for line in range(self._top, min(self._top + self._visible_rows, high)):
            row = high - 1 - line
            for part in range(self._bin_height):
                # Only the middle line of a cell has its character and the label of its row.
                middle = part == (self._bin_height - 1) // 2
                text = self._row_labels[row] if middle else ""
                head: Span = (f"{text:>{self._margin_width - 2}} |", "muted")
                cells = (
                    self._draw_cell((col, row), depths.get((col, row)), middle=middle)
                    for col in columns
                )
                yield cut_line([head, *cells, ("|", "muted")], width)
        yield from self._draw_axis(archive, columns)

    def _draw_cell(self, cell: ArchiveCell, depth: float | None, *, middle: bool) -> Span:
        """Return one line of a cell: its shade, or a character if it is a target or empty."""
        plain, here, aimed = self._theme.is_ascii, cell == self.cell, cell in self.targets
        wide = self._bin_width
        if aimed:
            text = _TARGET_SIGN * middle
        elif depth is None:
            text = ("-" if plain else "·") * middle
        else:
            text = get_shade(depth, ascii_only=plain) * wide
        text = f"{text:^{wide}}"
        if not here:
            return text, "key" if aimed else "muted" if depth is None else ""
        # In reverse video a filled cell would look empty, so show the cursor with brackets.
        if wide > 1:
            return f"[{text[1:-1]}]" if middle else text, self._cursor_role
        return "@" if plain else text, self._cursor_role

    @property
    def _cursor_role(self) -> str:
        return "key" if self._bin_width > 1 else "selected"

    def _draw_axis(self, archive: Archive, columns: range) -> Iterator[Line]:
        axis = archive.space.axes[0]
        # Some columns may be out of view, so the labels give the range of the visible ones.
        low, high = (
            format_value(axis.get_ends(columns[0])[0]),
            format_value(axis.get_ends(columns[-1])[1]),
        )
        gap = max(len(columns) * self._bin_width - len(low) - len(high), 1)
        yield [(f"{'':>{self._margin_width}}{low}{' ' * gap}{high}", "muted")]
        yield [(f"{'':>{self._margin_width}}{format_fact_name(archive.space.keys[0])}", "muted")]

    @property
    def legend_title(self) -> str:
        """The legend's heading for the characters in the grid."""
        return "Grid"

    def list_signs(self) -> Sequence[Sign]:
        """Return the legend's entries for the characters and shades of the cells."""
        plain = self._theme.is_ascii
        return (
            (
                (get_shade(1.0, ascii_only=plain), ""),
                "best level in the cell; darker is better",
            ),
            (("-" if plain else "·", "muted"), "empty cell"),
            ((_TARGET_SIGN, "key"), "target: an empty cell to fill"),
            (
                ("[]" if self._bin_width > 1 else "@" if plain else " ", self._cursor_role),
                "cursor",
            ),
        )
