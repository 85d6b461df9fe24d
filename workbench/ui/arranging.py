"""The panes of the design screen on it: their sizes, tabs and keys."""

from __future__ import annotations

from collections.abc import Sequence

from textual.screen import Screen

from workbench.commands import keymap
from workbench.ui import layout
from workbench.ui.layout import Pane, Shape
from workbench.ui.linepane import LinePane, WordsPane
from workbench.ui.lines import Line, Span

Shown = tuple[tuple[str, ...], tuple[str, ...]]
"""Contexts, and groups if only some, of the commands in the key line."""
EDIT_KEYS: Shown = (("edit", "design"), ("Edit mode", "Edit", "Level", "Panes"))
MAP_KEYS: Shown = (("design",), ("Trace", "Edit", "Panes"))
CELL_KEYS: Shown = (("design",), ("Cells", "Panes"))
DESIGN_KEYS: Shown = (("design",), ())
DONE = "done"
"""What the key line says of a key that ends what is on."""
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
/* Whatever stands beside it, the board never jumps. */
DesignScreen.-two .settings { dock: right; }
DesignScreen.-alone .settings, DesignScreen.-alone .answers { width: 1fr; }
DesignScreen.-short #timeline { height: 3; }
DesignScreen.-ample #timeline { height: 5; }
DesignScreen.-tall #timeline { height: 1fr; }
"""
"""The sizes of the panes by the classes that :func:`choose_classes` gives the screen."""


def choose_classes(
    shape: Shape, shown: frozenset[Pane], size: tuple[int, int], *, zoomed: bool
) -> dict[str, bool]:
    """Return the classes of a screen of a size that shows some panes."""
    alone, (width, height) = len(shown - {"timeline"}) == 1, size
    return {
        "-two": shape == "two" and not alone,
        "-alone": alone,
        "-roomy": shape == "wide" and width >= 160,
        "-tall": zoomed and shown == {"timeline"},
        "-short": shape == "tabs" and height < layout.SHORT,
        "-ample": height >= layout.AMPLE,
    }


def show_panes(
    screen: Screen[None], shown: frozenset[Pane], tabs: Sequence[Pane], front: Pane
) -> None:
    """Show some panes of a screen, and the names of those to turn to, if there are any."""
    for pane in screen.query(LinePane):
        if pane.id in layout.PANES:
            pane.display = pane.id in shown
    screen.query_one("#frame").display = "board" in shown
    screen.query_one("#panes").display = bool(shown - {"timeline"})
    line = screen.query_one("#tabs", WordsPane)
    line.display = bool(tabs)
    line.show(lambda width, height: [_tabs(tabs, front)])


def _tabs(names: Sequence[str], front: str) -> Line:
    """The names of the panes, the one in front marked."""
    spans: list[Span] = []
    for name in names:
        here = name == front
        spans += [(f"[{name}]" if here else f" {name} ", "selected" if here else "muted")]
        spans.append((" ", ""))
    return [*spans, (f" {keymap.key('design.next-pane')}: next", "muted")]
