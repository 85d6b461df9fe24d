"""Going from pane to pane on the design screen, and choosing which of them are shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from workbench.commands import Action
from workbench.ui import layout
from workbench.ui.layout import Preset
from workbench.ui.part import Part


class PanesPart(Part):
    """Gives the keys to another pane, zooms, and turns to another layout."""

    def commands(self) -> Mapping[str, Action]:
        """Every layout has its own."""
        return {
            "design.next-pane": partial(self._turn_pane, 1),
            "design.previous-pane": partial(self._turn_pane, -1),
            "design.zoom": self.panes.zoom,
            "design.layout-everything": partial(self._use_preset, 1),
            "design.layout-trace": partial(self._use_preset, 2),
            "design.layout-parameters": partial(self._use_preset, 3),
            "design.layout-board": partial(self._use_preset, 4),
        }

    def _turn_pane(self, delta: int) -> None:
        order, front = layout.order(self.panes.wanted), self.panes.front
        at = order.index(front) + delta if front in order else order.index("board")
        self.panes.focus(order[at % len(order)])

    def _use_preset(self, preset: Preset) -> None:
        self.workbench.design_layout = preset
        self.panes.zoomed = False
        if self.panes.front not in layout.order(self.panes.wanted):
            self.panes.focus("board")
        self.panes.arrange()
        self.host.say(f"layout {preset}: {layout.PRESETS[preset]}")
