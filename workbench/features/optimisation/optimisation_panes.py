"""The panes that show an optimisation's score curve and its family of levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from engine.stages.lineage import ITERATION, SCORE, LineageMember
from engine.values.picture import Picture
from workbench.drawing import terminal_picture
from workbench.features.optimisation import optimisation_text
from workbench.features.optimisation.family_cursor import FamilyCursor
from workbench.features.optimisation.score_chart import DOTTED, SOLID, Axes, ScoreCurve, draw_curves
from workbench.session.generation.optimisations import Optimisation
from workbench.text.quantity_text import format_steps, format_time_left
from workbench.theme.cell_sizes import PICTURE_SCALES, Scale
from workbench.theme.theme_loader import Theme
from workbench.ui.line_pane import LinePane
from workbench.ui.styled_lines import Line, cut_line, find_first_row, justify_line

_ROLES = {0: "", SOLID: "key", DOTTED: "muted", SOLID | DOTTED: "key"}
_MIN_CHART_HEIGHT = 3
"""The minimum height of a chart, in lines. With fewer lines, only the step count is shown."""

FRAME = 2
"""The number of columns, or of lines, that a frame takes up."""
MIN_LEFT_WIDTH = 34
"""The width, in columns, that the figures below the board need."""
_BOARD_CHOICES: tuple[tuple[Scale, bool, int, int], ...] = (
    *((scale, margin, 60, 8) for scale in PICTURE_SCALES for margin in (True, False)),
    ("compact", True, 28, 3),
    ("compact", False, 26, 3),
)
"""The ways to draw the board, from the most to the least preferred.

Each entry consists of a scale, whether to draw a margin, the number of columns that must remain
next to the board, and the number of lines that must remain below it.
"""


def draw_curve(
    optimisation: Optimisation | None,
    other: tuple[Optimisation, str] | None,
    theme: Theme,
    width: int,
    height: int,
) -> list[Line]:
    """Plot an optimisation's best score, optionally with that of another for comparison.

    Args:
        optimisation: The optimisation to plot, or None if none has started yet.
        other: The optimisation to compare with and a description of the parameters in which the
            two differ, or None to plot only one curve.
        theme: The theme to draw with.
        width: The width of the chart in columns.
        height: The height of the chart in lines, including its captions.

    Returns:
        The lines of the chart, or a message if ``optimisation`` is None.
    """
    if optimisation is None:
        return [[("No level to improve yet.", "muted")]]
    lines: list[Line] = []
    drawn = [optimisation]
    if other is not None:
        dots = "." if theme.is_ascii else "⠂⠂"
        lines.append([(f"{dots} {other[0].title}: {other[1]}", "muted")])
        drawn.append(other[0])
    curves = [ScoreCurve(one.snapshot.best_history, one.snapshot.done) for one in drawn]
    axes = Axes.from_curves(curves, max(one.snapshot.total for one in drawn))
    high, steps = height - len(lines) - 1, format_steps(optimisation.snapshot)
    # The remaining time is left out if the line has no room for it.
    left = "" if optimisation.final_snapshot else format_time_left(optimisation.snapshot)
    if left and len(f"{steps} · {left}  {axes.steps:,}") <= width:
        steps = f"{steps} · {left}"
    if high < _MIN_CHART_HEIGHT:
        return [*lines, [(steps, "")]]
    labels = {0: f"{axes.high:,}", high - 1: f"{axes.low:,}"}
    wide = max(map(len, labels.values()))
    cells = draw_curves(curves, axes, max(width - wide - 1, 1), high, ascii_only=theme.is_ascii)
    for y, row in enumerate(cells):
        spans = [(glyph, _ROLES[kinds]) for glyph, kinds in row]
        lines.append([(f"{labels.get(y, ''):>{wide}} ", "number"), *spans])
    return [*lines, justify_line([(steps, "muted")], [(f"{axes.steps:,}", "number")], width)]


class FamilyPane(LinePane, can_focus=True):
    """A pane that lists the levels on one branch of the family tree.

    A running optimisation has no family yet, so the pane lists its improvements instead.
    """

    @dataclass
    class RelativeClicked(Message):
        """A message sent when the user clicks the level at ``depth`` in the branch."""

        depth: int

    hint = ""
    """The text on the bottom edge of the frame."""
    _walk: FamilyCursor | None = None
    _layout = optimisation_text.NumberColumns([0], [0])
    _get_relative: Callable[[int], LineageMember | None] | None = None
    _growth: Sequence[tuple[int, int]] = ()
    _empty = ""
    _top = 0

    def show_family(
        self, walk: FamilyCursor, get_relative: Callable[[int], LineageMember | None]
    ) -> None:
        """Show the branch that the family's cursor is on.

        Args:
            walk: The cursor in the family tree.
            get_relative: A function that returns the level for an entry in the tree, or None if
                the level has not been regenerated yet.
        """
        if walk is not self._walk:
            history = walk.tree.history
            steps, scores = (history[:, column].tolist() for column in (ITERATION, SCORE))
            self._layout = optimisation_text.NumberColumns(steps, scores)
        self._walk, self._get_relative = walk, get_relative
        self.set_titles(optimisation_text.format_family_title(walk), self.hint)
        self.update_content()

    def show_growth(
        self, reason: str, title: str = "Family", growth: Sequence[tuple[int, int]] = ()
    ) -> None:
        """Show the improvements made by a running optimisation.

        Args:
            reason: The text to show if there are no improvements.
            title: The title of the pane.
            growth: The steps that improved the score, each with the new score, in order.
        """
        self._walk, self._growth, self._empty = None, growth, reason
        self.set_titles(title, self.hint)
        self.update_content()

    @property
    def page(self) -> int:
        """The number of rows that fit in the pane."""
        return max(self.size.height - 1 - self._foot_height, 1)

    @property
    def visible_entries(self) -> list[int]:
        """The tree's entries on the visible page, the page before it and the page after it."""
        if self._walk is None:
            return []
        top, page = self._first_row, self.page
        return self._walk.branch[max(top - page, 0) : top + 2 * page]

    @property
    def _foot_height(self) -> int:
        """The number of lines, below the rows, that describe the level under the cursor."""
        width, height = self.size
        if self._walk is None or height < 6:
            return 0
        return 2 if height < 10 else 5 if width < 40 and height >= 16 else 3

    @property
    def _first_row(self) -> int:
        """The index of the first visible row."""
        if self._walk is None:
            return find_first_row(len(self._growth) - 1, len(self._growth), self.page, self._top)
        return find_first_row(self._walk.depth, len(self._walk.branch), self.page, self._top)

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Return the heading, the rows, and a description of the level under the cursor."""
        walk, known = self._walk, self._get_relative
        self._top, page = self._first_row, self.page
        if walk is None or known is None:
            return self._draw_growth(width)
        layout = self._layout
        rows = [
            optimisation_text.format_row(
                walk, depth, known(walk.branch[depth]), layout, self._theme, width
            )
            for depth in range(self._top, min(self._top + page, len(walk.branch)))
        ]
        gap: list[Line] = [[]] * (page - len(rows))
        below = optimisation_text.draw_relative(walk, known(walk.entry), width, self._foot_height)
        return [layout.heading, *rows, *gap, *below]

    def _draw_growth(self, width: int) -> Iterable[Line]:
        growth = self._growth
        if not growth:
            return [[(self._empty, "muted")]]
        layout = optimisation_text.NumberColumns(*zip(*growth, strict=True))
        shown = range(self._top, min(self._top + self.page, len(growth)))
        rows = (
            optimisation_text.format_growth_row(growth, number, layout, self._theme)
            for number in shown
        )
        return [layout.heading, *(cut_line(row, width) for row in rows)]

    def on_click(self, event: events.Click) -> None:
        """Report a click on a level's row by posting a message."""
        offset = event.get_content_offset(self)
        if offset is None or self._walk is None:
            return
        # Line 0 is the heading, so the rows start at line 1.
        depth = self._top + offset.y - 1
        if 0 < offset.y <= self.page and depth < len(self._walk.branch):
            self.post_message(self.RelativeClicked(depth))


def fit_board(picture: Picture, width: int, height: int) -> tuple[int, int]:
    """Choose a size for the board that leaves enough room for the other panes.

    Args:
        picture: The picture of the board.
        width: The width of the screen in columns.
        height: The height of the screen in lines, without the key line.

    Returns:
        The width of the column that holds the board and the figures, and the height of the board,
        both including frames.
    """
    # The choices are in order of preference, so take the first one that fits.
    for scale, margin, beside_it, lines in _BOARD_CHOICES:
        wide, high = (
            side + FRAME for side in terminal_picture.measure_picture(picture, scale, margin=margin)
        )
        left = max(wide, min(MIN_LEFT_WIDTH, width - beside_it))
        if left + beside_it <= width and high + lines <= height:
            return left, high
    _, _, beside_it, lines = _BOARD_CHOICES[-1]
    return width - beside_it, height - lines
