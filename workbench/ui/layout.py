"""Which panes are on the screen: side by side, two with a switch, or one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Shape = Literal["wide", "two", "tabs", "tiny"]
Overlay = Literal["whatif", "traps", "leaks", "relevance", "conclusions", "suggestions"]
"""What can be drawn over the board, named like the panes beside it."""
OVERLAYS: tuple[Overlay, ...] = (
    "whatif", "traps", "leaks", "relevance", "conclusions", "suggestions",
)  # fmt: skip
STANDING: Overlay = "suggestions"
"""What stands beside the board until it is turned off; all else of these is left by going back."""
Pane = Literal["parameters", "palette", "board", "trace", "timeline", Overlay]
PANES: tuple[Pane, ...] = ("parameters", "palette", "board", "trace", *OVERLAYS, "timeline")
Preset = Literal[1, 2, 3, 4]

WIDE, TWO = 120, 80
"""Columns from which three and two panes stand side by side."""
LEAST = (60, 20)
"""Columns and lines that the screen needs."""
WIDTHS = [(0, "-too-narrow"), (LEAST[0], "-narrow"), (TWO, "-medium"), (WIDE, "-wide")]
HEIGHTS = [(0, "-too-low"), (LEAST[1], "-low"), (32, "-high")]
"""The classes that a screen has from so many columns and lines on."""
SHORT, AMPLE = 22, 36
"""Lines below which the board is given every one, and from which captions have one more."""
PRESETS: Mapping[Preset, str] = {
    1: "everything",
    2: "board and trace",
    3: "board and parameters",
    4: "board alone",
}
"""The layouts to choose from, in words."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the designer wants to see.

    Attributes:
        preset: the layout chosen.
        editing: the palette takes the place of the parameters.
        overlay: the map over the board, whose pane takes the place of the trace.
    """

    preset: Preset = 1
    editing: bool = False
    overlay: Overlay | None = None

    @property
    def settings(self) -> Pane:
        """The pane of what goes in."""
        return "palette" if self.editing else "parameters"

    @property
    def answers(self) -> Pane:
        """The pane of what comes out."""
        return self.overlay or "trace"

    @property
    def sides(self) -> tuple[Pane, ...]:
        """The panes that stand beside the board where there is room for them."""
        sides: tuple[Pane, ...] = ()
        if self.preset in (1, 3):
            sides += (self.settings,)
        if self.preset in (1, 2) or (self.overlay is not None and self.preset != 4):
            sides += (self.answers,)
        return sides

    def now(self, pane: Pane) -> Pane:
        """The pane that stands now where that one belongs."""
        if pane in ("parameters", "palette"):
            return self.settings
        return self.answers if pane == "trace" or pane in OVERLAYS else pane


def size_classes(width: int, height: int) -> dict[str, bool]:
    """The classes for the size of a screen, and whether one of that size has them."""
    own = {max(step for step in WIDTHS if step[0] <= width)[1]}
    own |= {max(step for step in HEIGHTS if step[0] <= height)[1]}
    return {name: name in own for _, name in (*WIDTHS, *HEIGHTS)}


def shape(width: int, height: int) -> Shape:
    """How the panes are arranged on a screen of that size."""
    if width < LEAST[0] or height < LEAST[1]:
        return "tiny"
    if width >= WIDE:
        return "wide"
    return "two" if width >= TWO else "tabs"


def visible(
    arranged: Shape, wanted: Wanted, focused: Pane, side: Pane, *, zoomed: bool
) -> frozenset[Pane]:
    """The panes to show; the one with the focus is always among them.

    ``side`` is the pane beside the board where there is room for one.
    """
    front = wanted.now(focused)
    if arranged == "tiny":
        return frozenset()
    if zoomed:
        return frozenset({front})
    if arranged == "wide":
        return frozenset({"board", "timeline", front, *wanted.sides})
    apart = front not in ("board", "timeline")
    if arranged == "tabs":
        return frozenset({front if apart else "board", "timeline"})
    beside = front if apart else wanted.now(side)
    if not apart and beside not in wanted.sides:
        return frozenset({"board", "timeline", *wanted.sides[:1]})
    return frozenset({"board", "timeline", beside})


def order(wanted: Wanted) -> tuple[Pane, ...]:
    """The panes in the order in which the focus goes round."""
    shown = {wanted.overlay, "board", "timeline", *wanted.sides}
    around: tuple[Pane, ...] = (wanted.settings, "board", wanted.answers, "timeline")
    return tuple(pane for pane in around if pane in shown)
