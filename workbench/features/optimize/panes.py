"""The panes of an optimisation: its curve, its figures, and the family of its best level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from engine.staging.lineage import ITERATION, SCORE, Relative
from engine.values.picture import Picture
from workbench.drawing import canvas
from workbench.features.optimize import words
from workbench.features.optimize.chart import DOTTED, SOLID, Axes, Curve, draw
from workbench.features.optimize.walking import FamilyWalk
from workbench.session.making.optimisations import Optimisation
from workbench.text.status import left_of, steps_of
from workbench.theme.scales import PICTURED, Scale
from workbench.theme.theming import Theme
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, columns, cut, window

_ROLES = {0: "", SOLID: "key", DOTTED: "muted", SOLID | DOTTED: "key"}
_LEAST_CHART = 3
"""Lines without which a curve says nothing."""

FRAME = 2
"""Columns and lines of a frame."""
LEAST_LEFT = 34
"""Columns that figures take below the board."""
_CHOICES: tuple[tuple[Scale, bool, int, int], ...] = (
    *((scale, margin, 60, 8) for scale in PICTURED for margin in (True, False)),
    ("compact", True, 28, 3),
    ("compact", False, 26, 3),
)
"""How to draw the board, with its margin or without, and the columns beside it and the lines below
that this must leave; the best first."""


def curve(
    shown: Optimisation | None,
    other: tuple[Optimisation, str] | None,
    theme: Theme,
    width: int,
    height: int,
) -> list[Line]:
    """The best score of an optimisation over the steps, and that of another beside it.

    ``other`` comes with what that one was asked for with otherwise.
    """
    if shown is None:
        return [[("no level to improve yet", "muted")]]
    lines: list[Line] = []
    drawn = [shown]
    if other is not None:
        dots = "." if theme.ascii else "⠂⠂"
        lines.append([(f"{dots} {other[0].title}: {other[1]}", "muted")])
        drawn.append(other[0])
    curves = [Curve(one.snapshot.growth, one.snapshot.done) for one in drawn]
    axes = Axes.around(curves, max(one.snapshot.of for one in drawn))
    high, steps = height - len(lines) - 1, steps_of(shown.snapshot)
    left = "" if shown.ended else left_of(shown.snapshot)
    if left and len(f"{steps} · {left}  {axes.steps:,}") <= width:
        steps = f"{steps} · {left}"
    if high < _LEAST_CHART:
        return [*lines, [(steps, "")]]
    labels = {0: f"{axes.high:,}", high - 1: f"{axes.low:,}"}
    wide = max(map(len, labels.values()))
    cells = draw(curves, axes, max(width - wide - 1, 1), high, ascii_only=theme.ascii)
    for y, row in enumerate(cells):
        spans = [(glyph, _ROLES[kinds]) for glyph, kinds in row]
        lines.append([(f"{labels.get(y, ''):>{wide}} ", "number"), *spans])
    return [*lines, columns([(steps, "muted")], [(f"{axes.steps:,}", "number")], width)]


class FamilyPane(LinePane, can_focus=True):
    """The way from the first level to one and on to its best descendant, by pages.

    While an optimisation goes on, which leaves no family before its end, the improvements so far.
    """

    @dataclass
    class RelativePointed(Message):
        """A level of the branch was clicked."""

        depth: int

    hint = ""
    """What its lower edge says."""
    _walk: FamilyWalk | None = None
    _layout = words.Columns([0], [0])
    _known: Callable[[int], Relative | None] | None = None
    _growth: Sequence[tuple[int, int]] = ()
    _empty = ""
    _top = 0

    def show_family(self, walk: FamilyWalk, known: Callable[[int], Relative | None]) -> None:
        """Show a family.

        ``known`` gives the level of an entry, None while it has not been made.
        """
        if walk is not self._walk:
            history = walk.tree.history
            steps, scores = (history[:, column].tolist() for column in (ITERATION, SCORE))
            self._layout = words.Columns(steps, scores)
        self._walk, self._known = walk, known
        self.retitle(words.family_title(walk), self.hint)
        self.renew()

    def show_growth(
        self, reason: str, title: str = "Family", growth: Sequence[tuple[int, int]] = ()
    ) -> None:
        """Show the improvements of one that goes on; without any, why there is no family."""
        self._walk, self._growth, self._empty = None, growth, reason
        self.retitle(title, self.hint)
        self.renew()

    @property
    def page(self) -> int:
        """Rows that there is room for."""
        return max(self.size.height - 1 - self._foot, 1)

    @property
    def in_view(self) -> list[int]:
        """The entries in view, those of the pages beside them included."""
        if self._walk is None:
            return []
        top, page = self._first, self.page
        return self._walk.branch[max(top - page, 0) : top + 2 * page]

    @property
    def _foot(self) -> int:
        """Lines for the level of the cursor, below the rows."""
        width, height = self.size
        if self._walk is None or height < 6:
            return 0
        return 2 if height < 10 else 5 if width < 40 and height >= 16 else 3

    @property
    def _first(self) -> int:
        """The first row in view."""
        if self._walk is None:
            return window(len(self._growth) - 1, len(self._growth), self.page, self._top)
        return window(self._walk.depth, len(self._walk.branch), self.page, self._top)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """Rows under a heading, and below them the level of the cursor in full."""
        walk, known = self._walk, self._known
        self._top, page = self._first, self.page
        if walk is None or known is None:
            return self._growing(width)
        layout = self._layout
        rows = [
            words.row(walk, depth, known(walk.branch[depth]), layout, self._theme, width)
            for depth in range(self._top, min(self._top + page, len(walk.branch)))
        ]
        gap: list[Line] = [[]] * (page - len(rows))
        below = words.relative_lines(walk, known(walk.entry), width, self._foot)
        return [layout.heading, *rows, *gap, *below]

    def _growing(self, width: int) -> Iterable[Line]:
        growth = self._growth
        if not growth:
            return [[(self._empty, "muted")]]
        layout = words.Columns(*zip(*growth, strict=True))
        shown = range(self._top, min(self._top + self.page, len(growth)))
        rows = (words.growth_row(growth, number, layout, self._theme) for number in shown)
        return [layout.heading, *(cut(row, width) for row in rows)]

    def on_click(self, event: events.Click) -> None:
        """Go to the level that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None or self._walk is None:
            return
        depth = self._top + offset.y - 1
        if 0 < offset.y <= self.page and depth < len(self._walk.branch):
            self.post_message(self.RelativePointed(depth))


def beside(picture: Picture, width: int, height: int) -> tuple[int, int]:
    """The columns of the board with the figures below it, and the lines of the board alone.

    ``width`` and ``height`` are those of the screen, but for the line of keys.
    """
    for scale, margin, beside_it, lines in _CHOICES:
        wide, high = (side + FRAME for side in canvas.size(picture, scale, margin=margin))
        left = max(wide, min(LEAST_LEFT, width - beside_it))
        if left + beside_it <= width and high + lines <= height:
            return left, high
    _, _, beside_it, lines = _CHOICES[-1]
    return width - beside_it, height - lines
