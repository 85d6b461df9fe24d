"""The design screen's panes: their sizes, their tabs, and the keys shown for each."""

from __future__ import annotations

from collections.abc import Sequence

from textual.screen import Screen

from workbench.commands import keymap
from workbench.ui import pane_layout
from workbench.ui.line_pane import LinePane, TextPane
from workbench.ui.pane_layout import LayoutShape, PaneName
from workbench.ui.styled_lines import Line, Span

KeyContents = tuple[tuple[str, ...], tuple[str, ...]]
"""The contexts and the groups of the commands in the key line.

If there are no groups, the commands of all groups are shown.
"""
EDIT_KEYS: KeyContents = (("edit", "design"), ("Edit mode", "Edit", "Level", "Panes"))
MAP_KEYS: KeyContents = (("design",), ("Trace", "Edit", "Panes"))
CELL_KEYS: KeyContents = (("design",), ("Cells", "Panes"))
DESIGN_KEYS: KeyContents = (("design",), ())
DONE_LABEL = "done"
"""The label in the key line for the key that ends the current mode."""
CSS = """
DesignScreen #tabs, DesignScreen #verdict { height: 1; }
DesignScreen #panes { height: 1fr; }
DesignScreen .settings { width: 32; height: 1fr; }
DesignScreen .answers { width: 40; height: 1fr; }
DesignScreen #frame { width: 1fr; height: 1fr; layers: base above; }
DesignScreen .pane:focus, DesignScreen .pane:focus-within { border-title-style: reverse; }
DesignScreen.-roomy .settings { width: 38; }
DesignScreen.-roomy .answers { width: 56; }
DesignScreen.-two .settings, DesignScreen.-two .answers { width: 37; }
/* Whatever is next to it, the board never jumps. */
DesignScreen.-two .settings { dock: right; }
DesignScreen.-alone .settings, DesignScreen.-alone .answers { width: 1fr; }
DesignScreen.-short #timeline { height: 3; }
DesignScreen.-ample #timeline { height: 5; }
DesignScreen.-tall #timeline { height: 1fr; }
"""
"""The style sheet for the panes' sizes. :func:`choose_classes` sets the classes it refers to."""


def choose_classes(
    shape: LayoutShape, shown: frozenset[PaneName], size: tuple[int, int], *, zoomed: bool
) -> dict[str, bool]:
    """Return, for each CSS class for pane sizes, whether the screen should have that class."""
    alone, (width, height) = len(shown - {"timeline"}) == 1, size
    return {
        "-two": shape == "two" and not alone,
        "-alone": alone,
        "-roomy": shape == "wide" and width >= 160,
        "-tall": zoomed and shown == {"timeline"},
        "-short": shape == "tabs" and height < pane_layout.SHORT,
        "-ample": height >= pane_layout.AMPLE,
    }


def show_panes(
    screen: Screen[None], shown: frozenset[PaneName], tabs: Sequence[PaneName], front: PaneName
) -> None:
    """Show some of a screen's panes, hide the others, and update the line of tabs.

    Args:
        screen: The design screen.
        shown: The names of the panes to show.
        tabs: The names of the panes to switch between. If there are none, the tabs are hidden.
        front: The name of the pane whose tab is marked.
    """
    for pane in screen.query(LinePane):
        if pane.id in pane_layout.PANES:
            pane.display = pane.id in shown
    screen.query_one("#frame").display = "board" in shown
    screen.query_one("#panes").display = bool(shown - {"timeline"})
    line = screen.query_one("#tabs", TextPane)
    line.display = bool(tabs)
    line.show_text(lambda width, height: [_draw_tabs(tabs, front)])


def _draw_tabs(names: Sequence[str], front: str) -> Line:
    """Draw a line of tabs with the names of panes, marking the one called ``front``."""
    spans: list[Span] = []
    for name in names:
        here = name == front
        spans += [(f"[{name}]" if here else f" {name} ", "selected" if here else "muted")]
        spans.append((" ", ""))
    return [*spans, (f" {keymap.get_key_hint('design.next-pane')} next", "muted")]
