"""The design screen's commands that move the focus, zoom a pane, or change the layout."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from workbench.commands import Action
from workbench.ui import pane_layout
from workbench.ui.pane_layout import LayoutPreset
from workbench.ui.part import Part


class PanesPart(Part):
    """The part that moves the focus, zooms a pane, and changes the layout."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that control the focus, the zoom and the layout."""
        return {
            "design.next-pane": partial(self._turn_pane, 1),
            "design.previous-pane": partial(self._turn_pane, -1),
            "design.zoom": self.panes.toggle_zoom,
            "design.layout-everything": partial(self._use_preset, 1),
            "design.layout-trace": partial(self._use_preset, 2),
            "design.layout-parameters": partial(self._use_preset, 3),
            "design.layout-board": partial(self._use_preset, 4),
        }

    def _turn_pane(self, delta: int) -> None:
        order, front = pane_layout.order_panes(self.panes.wanted_panes), self.panes.front
        # If the layout no longer contains the front pane, move to the board.
        at = order.index(front) + delta if front in order else order.index("board")
        self.panes.focus_pane(order[at % len(order)])

    def _use_preset(self, preset: LayoutPreset) -> None:
        self.workbench.design_layout = preset
        self.panes.zoomed = False
        if self.panes.front not in pane_layout.order_panes(self.panes.wanted_panes):
            self.panes.focus_pane("board")
        self.panes.arrange_panes()
        self.host.show_message(f"layout {preset}: {pane_layout.PRESETS[preset]}")
