"""Going from pane to pane on the design screen, and choosing which of them are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from textual.screen import Screen

from workbench.commands import Action, keymap
from workbench.session.session import Session
from workbench.ui import layout
from workbench.ui.keyline import KeyLine
from workbench.ui.layout import Arrangement, Pane, Preset, Wanted
from workbench.ui.linepane import LinePane, WordsPane
from workbench.ui.lines import Line, Span
from workbench.ui.part import DesignHost, Part, Shown, shown_over

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
"""The sizes of the panes by the classes that :func:`arrange` gives the screen."""


def wanted(session: Session, host: DesignHost) -> Wanted:
    """What the designer wants to see."""
    return Wanted(host.workbench.design_layout, session.playback.editing, host.panes.overlay)


def shown_panes(screen: Screen[None], session: Session, host: DesignHost) -> frozenset[Pane]:
    """The panes that belong on a screen of its size, and gives it the classes for them."""
    panes, (width, height) = host.panes, screen.app.size
    panes.shape = shape = layout.shape(width, height)
    want = wanted(session, host)
    shown = layout.visible(shape, want, panes.front, panes.side, zoomed=panes.zoomed)
    alone = len(shown - {"timeline"}) == 1
    # All at once: the styles of every pane are looked up again.
    classes = {
        "-two": shape == "two" and not alone,
        "-alone": alone,
        "-roomy": shape == "wide" and width >= 160,
        "-tall": panes.zoomed and shown == {"timeline"},
        "-short": shape == "tabs" and height < layout.SHORT,
        "-ample": height >= layout.AMPLE,
    }
    screen.update_classes(classes)
    return shown


def arrange(screen: Screen[None], session: Session, host: DesignHost) -> None:
    """Shows the panes that belong on a screen of its size."""
    shown = shown_panes(screen, session, host)
    panes, shape = host.panes, host.panes.shape
    for pane in screen.query(LinePane):
        if pane.id in layout.PANES:
            pane.display = pane.id in shown
    screen.query_one("#frame").display = "board" in shown
    screen.query_one("#panes").display = bool(shown - {"timeline"})
    screen.query_one("#verdict").display = shape != "tiny"
    order = layout.order(wanted(session, host))
    tabs = screen.query_one("#tabs", WordsPane)
    tabs.display = shape == "tabs" and not panes.zoomed and order != ("board", "timeline")
    tabs.show(lambda width, height: [_tabs(order, panes.front)])


def _tabs(names: Sequence[str], front: str) -> Line:
    """The names of the panes, the one in front marked."""
    spans: list[Span] = []
    for name in names:
        here = name == front
        spans += [(f"[{name}]" if here else f" {name} ", "selected" if here else "muted")]
        spans.append((" ", ""))
    return [*spans, (f" {keymap.key('design.next-pane')}: next", "muted")]


def show_keys(line: KeyLine, session: Session, panes: Arrangement, parts: Sequence[Part]) -> None:
    """Shows the commands of the pane in front, those of what is on as to be ended."""
    over = shown_over(parts)
    editing = session.playback.editing
    shown = EDIT_KEYS if editing else DESIGN_KEYS
    if over is not None and over.board_keys is not None:
        shown = over.board_keys
    elif session.playback.view_kind == "map":
        shown = MAP_KEYS
    elif session.inspector.inspecting:
        shown = CELL_KEYS
    for part in parts:
        if part.pane is not None and part.pane.id == panes.front:
            shown = part.pane_keys or shown
    contexts, groups = shown
    on = editing or session.inspector.inspecting or panes.leaves_map
    labels = {"design.cancel": DONE} if on else {}
    line.show_contexts(*contexts, groups=groups, labels=labels)


class PanesPart(Part):
    """Gives the keys to another pane, zooms, and turns to another layout."""

    def commands(self) -> Mapping[str, Action]:
        """Every layout has its own."""
        return {
            "design.next-pane": partial(self._turn_pane, 1),
            "design.previous-pane": partial(self._turn_pane, -1),
            "design.zoom": self._zoom,
            "design.layout-everything": partial(self._use_preset, 1),
            "design.layout-trace": partial(self._use_preset, 2),
            "design.layout-parameters": partial(self._use_preset, 3),
            "design.layout-board": partial(self._use_preset, 4),
        }

    def _turn_pane(self, delta: int) -> None:
        order, front = layout.order(wanted(self.session, self.host)), self.host.panes.front
        at = order.index(front) + delta if front in order else order.index("board")
        self.host.focus_pane(order[at % len(order)])

    def _zoom(self) -> None:
        """The pane with the focus gets the whole screen, or gives it back."""
        self.host.panes.zoomed = not self.host.panes.zoomed
        self.host.arrange_panes()

    def _use_preset(self, preset: Preset) -> None:
        self.workbench.design_layout = preset
        self.host.panes.zoomed = False
        if self.host.panes.front not in layout.order(wanted(self.session, self.host)):
            self.host.focus_pane("board")
        self.host.arrange_panes()
        self.host.say(f"layout {preset}: {layout.PRESETS[preset]}")
