"""The choice of the panes to show on the design screen, which depends on its size.

The width decides the shape of the layout. ``wide`` (from 120 columns) has three panes side by side,
``two`` (from 80) has the board and one side pane, ``tabs`` has one pane at a time above the
timeline, and ``tiny`` has none at all. The designer's preset and mode decide the side panes:
settings (the parameters, or the palette in edit mode) at the left, and answers (the trace, or the
list of an overlay) at the right.

For example, with 100 columns and the traps overlay, :func:`find_visible_panes` returns the board,
the timeline and the pane ``traps``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

LayoutShape = Literal["wide", "two", "tabs", "tiny"]
OverlayName = Literal["whatif", "traps", "leaks", "relevance", "conclusions", "suggestions"]
"""The name of an overlay on the board, which is also the name of its pane."""
OVERLAYS: tuple[OverlayName, ...] = (
    "whatif", "traps", "leaks", "relevance", "conclusions", "suggestions",
)  # fmt: skip
"""All overlays, in the order of their panes."""
PERSISTENT_OVERLAY: OverlayName = "suggestions"
"""The overlay that remains until it is turned off. The back key closes all others."""
PaneName = Literal["parameters", "palette", "board", "trace", "timeline", OverlayName]
PANES: tuple[PaneName, ...] = ("parameters", "palette", "board", "trace", *OVERLAYS, "timeline")
LayoutPreset = Literal[1, 2, 3, 4]

THREE_PANES, TWO_PANES = 120, 80
"""The minimum widths in columns for three and for two panes side by side."""
MIN_SIZE = (60, 20)
"""The minimum size of the screen in columns and lines."""
WIDTHS = [
    (0, "-too-narrow"),
    (MIN_SIZE[0], "-narrow"),
    (TWO_PANES, "-medium"),
    (THREE_PANES, "-wide"),
]
HEIGHTS = [(0, "-too-low"), (MIN_SIZE[1], "-low"), (32, "-high")]
"""The CSS classes for the height of a screen, each with its minimum number of lines.

``WIDTHS`` contains the classes for the width.
"""
SHORT, AMPLE = 22, 36
"""The height below which the timeline loses a line, and the height from which it gains one."""
PRESETS: Mapping[LayoutPreset, str] = {
    1: "all panes",
    2: "board and trace",
    3: "board and parameters",
    4: "board alone",
}
"""The layouts to choose from, with their descriptions."""


@dataclass(frozen=True, slots=True)
class WantedPanes:
    """The panes that the designer wants to see.

    Attributes:
        preset: The chosen layout.
        editing: True in edit mode, where the palette replaces the parameters.
        overlay: The overlay on the board, whose pane replaces the trace, or None if there is none.
    """

    preset: LayoutPreset = 1
    editing: bool = False
    overlay: OverlayName | None = None

    @property
    def settings(self) -> PaneName:
        """The pane for input: the parameters, or the palette in edit mode."""
        return "palette" if self.editing else "parameters"

    @property
    def answers(self) -> PaneName:
        """The pane for results: the trace, or the list of an overlay."""
        return self.overlay or "trace"

    @property
    def sides(self) -> tuple[PaneName, ...]:
        """The panes to show next to the board if there is room for them."""
        sides: tuple[PaneName, ...] = ()
        if self.preset in (1, 3):
            sides += (self.settings,)
        # An overlay's list is shown even in a layout without the trace, except "board alone".
        if self.preset in (1, 2) or (self.overlay is not None and self.preset != 4):
            sides += (self.answers,)
        return sides

    def get_present_pane(self, pane: PaneName) -> PaneName:
        """Return the pane that currently takes the place of ``pane``."""
        if pane in ("parameters", "palette"):
            return self.settings
        return self.answers if pane == "trace" or pane in OVERLAYS else pane


def choose_size_classes(width: int, height: int) -> dict[str, bool]:
    """Return, for each CSS class for screen sizes, whether that class applies to this size."""
    own = {max(step for step in WIDTHS if step[0] <= width)[1]}
    own |= {max(step for step in HEIGHTS if step[0] <= height)[1]}
    return {name: name in own for _, name in (*WIDTHS, *HEIGHTS)}


def choose_shape(width: int, height: int) -> LayoutShape:
    """Choose how to arrange the panes on a screen of this size."""
    if width < MIN_SIZE[0] or height < MIN_SIZE[1]:
        return "tiny"
    if width >= THREE_PANES:
        return "wide"
    return "two" if width >= TWO_PANES else "tabs"


def find_visible_panes(
    layout_shape: LayoutShape,
    wanted: WantedPanes,
    focused: PaneName,
    side: PaneName,
    *,
    zoomed: bool,
) -> frozenset[PaneName]:
    """Return the panes to show, including the focused one unless the screen is too small.

    Args:
        layout_shape: The arrangement of the panes.
        wanted: The panes that the designer wants to see.
        focused: The pane that has the focus.
        side: The pane to show next to the board if there is room for only one.
        zoomed: True to show only the focused pane.
    """
    front = wanted.get_present_pane(focused)
    if layout_shape == "tiny":
        return frozenset()
    if zoomed:
        return frozenset({front})
    if layout_shape == "wide":
        return frozenset({"board", "timeline", front, *wanted.sides})
    apart = front not in ("board", "timeline")
    if layout_shape == "tabs":
        return frozenset({front if apart else "board", "timeline"})
    # There is room for the board and one side pane: the focused one, otherwise the one used last.
    beside = front if apart else wanted.get_present_pane(side)
    # If the layout does not include the pane used last, show the layout's first side pane.
    if not apart and beside not in wanted.sides:
        return frozenset({"board", "timeline", *wanted.sides[:1]})
    return frozenset({"board", "timeline", beside})


def order_panes(wanted: WantedPanes) -> tuple[PaneName, ...]:
    """Return the panes that the designer wants, in the order in which the focus visits them."""
    shown = {wanted.overlay, "board", "timeline", *wanted.sides}
    around: tuple[PaneName, ...] = (wanted.settings, "board", wanted.answers, "timeline")
    return tuple(pane for pane in around if pane in shown)
