"""Which panes are on the screen: side by side, two with a switch, or one at a time."""

from __future__ import annotations

from typing import Literal

Shape = Literal["wide", "two", "tabs", "tiny"]
Pane = Literal["parameters", "palette", "board", "trace", "timeline"]

WIDE, TWO = 120, 80
"""Columns from which three and two panes stand side by side."""
LEAST = (60, 20)
"""Columns and lines that the screen needs."""


def shape(width: int, height: int) -> Shape:
    """How the panes are arranged on a screen of that size."""
    if width < LEAST[0] or height < LEAST[1]:
        return "tiny"
    if width >= WIDE:
        return "wide"
    return "two" if width >= TWO else "tabs"


def visible(
    arranged: Shape, focused: Pane, side: Pane, *, editing: bool, zoomed: bool
) -> frozenset[Pane]:
    """The panes to show.

    Args:
        arranged: the screen's shape.
        focused: the pane that has the focus.
        side: the pane beside the board where there is room for one.
        editing: the palette takes the place of the parameters.
        zoomed: only the focused pane.
    """
    settings: Pane = "palette" if editing else "parameters"
    if arranged == "tiny":
        return frozenset()
    if zoomed:
        return frozenset({focused})
    if arranged == "wide":
        return frozenset({settings, "board", "trace", "timeline"})
    beside = settings if side in ("parameters", "palette") else side
    if arranged == "two":
        return frozenset({"board", beside, "timeline"})
    front = focused if focused != "timeline" else "board"
    return frozenset({front, "timeline"})


def order(*, editing: bool) -> tuple[Pane, ...]:
    """The panes in the order in which the focus goes round."""
    return ("palette" if editing else "parameters", "board", "trace", "timeline")
