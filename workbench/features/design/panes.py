"""Which panes of the design screen are shown, and which has the keys."""

from __future__ import annotations

from textual import events, on

from workbench.features.design.base import DesignBase
from workbench.ui import layout
from workbench.ui.keyline import KeyLine
from workbench.ui.layout import Pane, Preset, Shape, Wanted
from workbench.ui.sections import SectionsPane
from workbench.ui.tabs import TabsPane

KEYS: dict[Pane, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "parameters": (("parameters", "design"), ()),
    "palette": (("tools", "edit", "design"), ("Tools", "Edit mode", "Edit", "Level")),
    "trace": (("trace", "design"), ()),
    "whatif": (("whatif", "design"), ("What if", "Edit", "Panes")),
    "traps": (("traps", "design"), ("Dead ends", "Trace", "Panes")),
    "leaks": (("leaks", "design"), ("Leaks", "Reasoning", "Panes")),
    "conclusions": (("conclusions", "design"), ("Conclusions", "Reasoning", "Panes")),
    "timeline": (("design",), ("Playback", "Generate")),
}
"""Contexts, and groups if only some, of the commands in the key line while a pane has the keys."""
EDIT_KEYS = (("edit", "design"), ("Edit mode", "Edit", "Level"))
EXPLORE_KEYS = (("whatif", "design"), ("What if", "Edit", "Level"))
LEAK_KEYS = (("design",), ("Reasoning", "Panes"))
MAP_KEYS = (("design",), ("Trace", "Edit", "Panes"))
CELL_KEYS = (("design",), ("Cells",))
DESIGN_KEYS = (("design",), ())
DONE = "done"
"""What the key of a mode does while the mode is on."""


class DesignPanes(DesignBase):
    """Arranging panes for the size of the screen, and going from one to the other."""

    def action_next_pane(self) -> None:
        """The keys go to the next pane."""
        self._turn_pane(1)

    def action_previous_pane(self) -> None:
        """The keys go to the pane before."""
        self._turn_pane(-1)

    def _turn_pane(self, delta: int) -> None:
        order = layout.order(self.wanted)
        if self.front in order:
            place = order.index(self.front) + delta
        else:
            place = order.index("board")
        self.focus_pane(order[place % len(order)])

    def action_zoom(self) -> None:
        """The pane with the focus gets the whole screen, or gives it back."""
        self.zoomed = not self.zoomed
        self.arrange_panes()

    def action_layout_everything(self) -> None:
        """All panes that there is room for."""
        self._use_preset(1)

    def action_layout_trace(self) -> None:
        """Board and trace."""
        self._use_preset(2)

    def action_layout_parameters(self) -> None:
        """Board and parameters."""
        self._use_preset(3)

    def action_layout_board(self) -> None:
        """The board alone, as large as possible."""
        self._use_preset(4)

    def _use_preset(self, preset: Preset) -> None:
        self.workbench.design_layout = preset
        self.zoomed = False
        if self.front not in layout.order(self.wanted):
            self.focus_pane("board")
        self.arrange_panes()
        self.say(f"layout {preset}: {layout.PRESETS[preset]}")

    # Arrangement.

    @property
    def wanted(self) -> Wanted:
        """What the designer wants to see."""
        editing = self.session.playback.mode == "edit"
        return Wanted(self.workbench.design_layout, editing, self.overlay)

    @property
    def shape(self) -> Shape:
        """How the panes are arranged at the present size."""
        return layout.shape(*self.size)

    def on_resize(self, event: events.Resize) -> None:
        """Arrange for the new size."""
        self.arrange_panes()

    def arrange_panes(self) -> None:
        """Show the panes that belong on a screen of this size."""
        shape, wanted = self.shape, self.wanted
        shown = layout.visible(shape, wanted, self.front, self.side, zoomed=self.zoomed)
        for pane in layout.PANES:
            if pane != "board":  # its frame, below
                self.query_one(f"#{pane}").display = pane in shown
        self.query_one("#frame").display = "board" in shown
        self.query_one("#panes").display = bool(shown - {"timeline"})
        self.query_one("#verdict").display = shape != "tiny"
        order = layout.order(wanted)
        tabs = self.pane("tabs", TabsPane)
        tabs.display = shape == "tabs" and not self.zoomed and order != ("board", "timeline")
        tabs.show(order, self.front)
        alone = len(shown - {"timeline"}) == 1
        self.set_class(shape == "two" and not alone, "-two")
        self.set_class(alone, "-alone")
        self.set_class(shape == "wide" and self.size.width >= 160, "-roomy")
        self.set_class(self.zoomed and shown == {"timeline"}, "-tall")
        self.set_class(shape == "tabs" and self.size.height < layout.SHORT, "-short")
        self.set_class(self.size.height >= layout.AMPLE, "-ample")

    def focus_pane(self, pane: Pane) -> None:
        """Bring a pane to the front and give it the keys; a map in its place is left."""
        if pane == "trace" and self.overlay is not None:
            self.leave_overlay()
        self.bring(pane)
        self.query_one(f"#{pane}").focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Bring the pane that got the focus to the front, however it got it."""
        if event.widget is not self.focused:
            return  # the focus has gone on: of nested widgets this comes late
        for pane in layout.PANES:
            if pane == event.widget.id:
                self.bring(pane)

    def focus_list(self, pane: Pane) -> None:
        """Give the keys to a list; to the board where only one of them is shown."""
        alone = self.zoomed or self.shape == "tabs"
        self.focus_pane("board" if alone else pane)

    @on(SectionsPane.Pointed)
    def _item_pointed_at(self) -> None:
        self.renew()

    def bring(self, pane: Pane) -> None:
        """Bring a pane to the front."""
        if pane == self.front:
            return
        self.front = pane
        if pane not in ("board", "timeline"):
            self.side = pane
        self.arrange_panes()
        self.show_keys()

    def show_keys(self) -> None:
        """Show the keys of the pane that has them in the key line."""
        board: tuple[tuple[str, ...], tuple[str, ...]]
        board = EDIT_KEYS if self.session.playback.mode == "edit" else DESIGN_KEYS
        if self.overlay == "whatif":
            board = EXPLORE_KEYS
        elif self.overlay == "conclusions":
            board = KEYS["conclusions"]
        elif self.overlay == "leaks":
            board = LEAK_KEYS
        elif self.session.playback.mode == "map":
            board = MAP_KEYS
        elif self.session.inspector.inspecting:
            board = CELL_KEYS
        contexts, groups = KEYS.get(self.front, board)
        modes = {"design.edit": self.session.playback.mode == "edit"}
        modes |= {f"design.{name}": self.overlay == name for name in layout.OVERLAYS[1:]}
        modes["design.inspect"] = self.session.inspector.inspecting
        labels = {command: DONE for command, on in modes.items() if on}
        self.query_one(KeyLine).show_contexts(*contexts, groups=groups, labels=labels)
