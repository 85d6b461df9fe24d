"""The archive of a catalogue as a grid of two facts, with a cursor on one of its cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from textual import events
from textual.message import Message

from engine.archive.emitter import frontier
from engine.archive.grid import Archive, Cell
from workbench.commands import Action
from workbench.drawing import grids
from workbench.drawing.density import figure_of, shade, size_of
from workbench.features.collection.archive.cells import alike
from workbench.features.collection.words import fact_name
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, Sign, Span, cut, window

_TARGET = "x"
_ABOVE = 1
"""Lines above the cells: the fact of the second axis."""
_BELOW = 2
"""Lines below the cells: the ends of the first axis, and its fact."""


class CatalogueGrid(LinePane, can_focus=True):
    """A cell for every two values, the darker the better its best level is.

    Attributes:
        archive: what is shown; None before it was read.
        cell: under the cursor.
        targets: empty cells, or others, that are to be filled.
    """

    class Moved(Message):
        """The cursor was put on a cell."""

    class Opened(Message):
        """A cell was double-clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.id = "grid"
        self.archive: Archive | None = None
        self.cell: Cell = (0, 0)
        self.targets: list[Cell] = []
        self._left = self._top = 0

    def show(self, archive: Archive) -> None:
        """Shows an archive; targets stay where its cells are those of the one before."""
        before, self.archive = self.archive, archive
        if before is None or not alike(before.space, archive.space):
            self.targets = []
            self.cell = min(archive.elites, default=(0, 0))
        self.targets = [cell for cell in self.targets if cell not in archive.elites]
        self.renew()

    @property
    def number(self) -> int | None:
        """The number of the best level of the cell; None for an empty one."""
        elite = None if self.archive is None else self.archive.elites.get(self.cell)
        return None if elite is None else elite.level

    @property
    def act(self) -> str:
        """What is done with the cell under the cursor, in a word."""
        if self.number is not None:
            return "open"
        return "let go" if self.cell in self.targets else "aim"

    def aim(self) -> bool:
        """Makes the empty cell under the cursor a target, or no longer; whether it is one."""
        aimed = self.cell not in self.targets
        self.targets = [cell for cell in self.targets if cell != self.cell]
        if aimed:
            self.targets.append(self.cell)
        self.renew()
        return aimed

    # Moving.

    def motions(self, context: str) -> dict[str, Action]:
        """What moves the cursor, by the ids of commands of a context."""
        steps = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
        return {
            **{f"{context}.{name}": partial(self._move, *step) for name, step in steps.items()},
            f"{context}.page-up": lambda: self._move(0, self._rows),
            f"{context}.page-down": lambda: self._move(0, -self._rows),
            f"{context}.first": lambda: self._to_empty(-1),
            f"{context}.last": lambda: self._to_empty(1),
        }

    def _move(self, right: int, up: int) -> None:
        if self.archive is not None:
            across, high = self.archive.space.shape
            col, row = self.cell[0] + right, self.cell[1] + up
            self.go((max(0, min(col, across - 1)), max(0, min(row, high - 1))))

    def _to_empty(self, way: int) -> None:
        """To the first or the last empty cell beside one that has a level."""
        cells = [] if self.archive is None else frontier(self.archive)
        if cells:
            self.go(cells[0 if way < 0 else -1])

    def go(self, cell: Cell) -> None:
        """Puts the cursor on a cell."""
        self.cell = cell
        self.renew()
        self.post_message(self.Moved())

    def on_click(self, event: events.Click) -> None:
        """Puts the cursor on a cell; a double click opens it."""
        offset, archive = event.get_content_offset(self), self.archive
        if offset is None or archive is None:
            return
        across, high = archive.space.shape
        col = (offset.x - self._margin) // self._wide + self._left
        row = high - 1 - ((offset.y - _ABOVE) // self._tall + self._top)
        if (
            0 <= col < across
            and 0 <= row < high
            and offset.x >= self._margin
            and offset.y >= _ABOVE
        ):
            self.go((col, row))
            if event.chain > 1:
                self.post_message(self.Opened())

    # Drawing.

    @property
    def _heads(self) -> Sequence[str]:
        if self.archive is None:
            return ()
        up = self.archive.space.axes[1]
        return [figure_of(up.ends(row)[0]) for row in range(len(up))]

    @property
    def _margin(self) -> int:
        """Columns before the first cell."""
        return max(map(len, self._heads), default=0) + 2

    @property
    def _bin(self) -> tuple[int, int]:
        """Columns and lines of a cell: as many as there is room for."""
        bins = (1, 1) if self.archive is None else self.archive.space.shape
        width, height = self.size
        return size_of(bins, (width - self._margin - 1, height - _ABOVE - _BELOW))

    @property
    def _wide(self) -> int:
        return self._bin[0]

    @property
    def _tall(self) -> int:
        return self._bin[1]

    @property
    def _rows(self) -> int:
        """How many cells fit one above the other."""
        return max((self.size.height - _ABOVE - _BELOW) // self._tall, 1)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The cells that fit, the greatest values of the second fact at the top."""
        archive = self.archive
        if archive is None:
            yield [("reading ...", "muted")]
            return
        across, high = archive.space.shape
        if not archive.space.size:
            yield [("no level has both facts", "muted")]
            return
        fits = max((width - self._margin - 1) // self._wide, 1)
        self._left = window(self.cell[0], across, fits, self._left)
        self._top = window(high - 1 - self.cell[1], high, self._rows, self._top)
        columns = range(self._left, min(self._left + fits, across))
        depths = grids.depths(archive)
        yield [(f"{'':>{self._margin}}{fact_name(archive.space.keys[1])}", "muted")]
        for line in range(self._top, min(self._top + self._rows, high)):
            row = high - 1 - line
            for part in range(self._tall):
                middle = part == (self._tall - 1) // 2
                text = self._heads[row] if middle else ""
                head: Span = (f"{text:>{self._margin - 2}} |", "muted")
                cells = (
                    self._cell((col, row), depths.get((col, row)), middle=middle) for col in columns
                )
                yield cut([head, *cells, ("|", "muted")], width)
        yield from self._below(archive, columns)

    def _cell(self, cell: Cell, depth: float | None, *, middle: bool) -> Span:
        """A line of a cell, which has its sign in the middle one; a level fills all of them."""
        plain, here, aimed = self._theme.ascii, cell == self.cell, cell in self.targets
        wide = self._wide
        if aimed:
            text = _TARGET * middle
        elif depth is None:
            text = ("-" if plain else "·") * middle
        else:
            text = shade(depth, ascii_only=plain) * wide
        text = f"{text:^{wide}}"
        if not here:
            return text, "key" if aimed else "muted" if depth is None else ""
        # Reversed, a full cell would look like an empty one.
        if wide > 1:
            return f"[{text[1:-1]}]" if middle else text, self._cursor_role
        return "@" if plain else text, self._cursor_role

    @property
    def _cursor_role(self) -> str:
        return "key" if self._wide > 1 else "selected"

    def _below(self, archive: Archive, columns: range) -> Iterator[Line]:
        axis = archive.space.axes[0]
        low, high = figure_of(axis.ends(columns[0])[0]), figure_of(axis.ends(columns[-1])[1])
        gap = max(len(columns) * self._wide - len(low) - len(high), 1)
        yield [(f"{'':>{self._margin}}{low}{' ' * gap}{high}", "muted")]
        yield [(f"{'':>{self._margin}}{fact_name(archive.space.keys[0])}", "muted")]

    @property
    def name_of_signs(self) -> str:
        """What the legend calls it."""
        return "Grid"

    def signs(self) -> Sequence[Sign]:
        """What cells look like."""
        plain = self._theme.ascii
        return (
            ((shade(1.0, ascii_only=plain), ""), "the best level of the cell, darker is better"),
            (("-" if plain else "·", "muted"), "no level in the cell"),
            ((_TARGET, "key"), "an empty cell that is to be filled"),
            (("[]" if self._wide > 1 else "@" if plain else " ", self._cursor_role), "the cursor"),
        )
