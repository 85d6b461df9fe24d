"""Which panes of the design screen are shown, and which has the keys."""

from __future__ import annotations

from textual import events

from workbench.designing import layout
from workbench.designing.layout import Pane, Shape
from workbench.panes.tabs import TabsPane
from workbench.screens.design.base import DesignBase


class DesignPanes(DesignBase):
    """Arranging panes for the size of the screen, and going from one to the other."""

    def action_next_pane(self) -> None:
        """The keys go to the next pane."""
        self._turn_pane(1)

    def action_previous_pane(self) -> None:
        """The keys go to the pane before."""
        self._turn_pane(-1)

    def _turn_pane(self, delta: int) -> None:
        order = layout.order(editing=self.session.mode == "edit")
        place = order.index(self.front) if self.front in order else 0
        self.focus_pane(order[(place + delta) % len(order)])

    def action_zoom(self) -> None:
        """The pane with the focus gets the whole screen, or gives it back."""
        self.zoomed = not self.zoomed
        self.arrange_panes()

    # Arrangement.

    @property
    def shape(self) -> Shape:
        """How the panes are arranged at the present size."""
        return layout.shape(*self.size)

    def on_resize(self, event: events.Resize) -> None:
        """Arrange for the new size."""
        self.arrange_panes()

    def arrange_panes(self) -> None:
        """Show the panes that belong on a screen of this size."""
        shape = self.shape
        editing = self.session.mode == "edit"
        shown = layout.visible(shape, self.front, self.side, editing=editing, zoomed=self.zoomed)
        for pane in ("parameters", "palette", "trace", "timeline"):
            self.query_one(f"#{pane}").display = pane in shown
        self.query_one("#frame").display = "board" in shown
        self.query_one("#panes").display = bool(shown - {"timeline"})
        self.query_one("#verdict").display = shape != "tiny"
        tabs = self.pane("tabs", TabsPane)
        tabs.display = shape == "tabs" and not self.zoomed
        tabs.show(layout.order(editing=editing), self.front)
        alone = len(shown - {"timeline"}) == 1
        self.set_class(shape == "two" and not alone, "-two")
        self.set_class(alone, "-alone")
        self.set_class(shape == "wide" and self.size.width >= 160, "-roomy")
        self.set_class(self.zoomed and shown == {"timeline"}, "-tall")

    def focus_pane(self, pane: Pane) -> None:
        """Bring a pane to the front and give it the keys."""
        self.bring(pane)
        self.query_one(f"#{pane}").focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Bring the pane that got the focus to the front, however it got it."""
        for pane in layout.order(editing=self.session.mode == "edit"):
            if pane == event.widget.id:
                self.bring(pane)

    def bring(self, pane: Pane) -> None:
        """Bring a pane to the front."""
        if pane == self.front:
            return
        self.front = pane
        if pane in ("parameters", "palette", "trace"):
            self.side = pane
        self.arrange_panes()
