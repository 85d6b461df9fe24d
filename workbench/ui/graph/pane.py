"""The pane that shows the picture of a state graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual import events
from textual.geometry import Size
from textual.message import Message

from engine.search.maps.statemap import StateMap
from workbench.ui.graph import state_text
from workbench.ui.graph.graph_picture import GraphPicture, choose_zoom
from workbench.ui.graph.graph_picture_contents import StateView, Zoom
from workbench.ui.line_pane import LinePane
from workbench.ui.styled_lines import ClickTarget, Line, Sign, find_target


class StatesPane(LinePane):
    """A pane that shows a page of a state graph's layers, chosen so that the cursor is visible.

    If there is no cursor, the current state of play is kept visible instead.
    """

    @dataclass
    class StatePointed(Message):
        """A message that the user clicked a state."""

        state: int

    _view = StateView()
    _drawing: GraphPicture | None = None
    _top = 0
    _targets: tuple[tuple[ClickTarget, ...], ...] = ()
    _page = 1
    _chosen_zoom: tuple[StateMap, Size, Zoom] | None = None

    def show_view(self, view: StateView) -> None:
        """Show a view of a graph, or the reason why there is no graph."""
        if view.states is not self._view.states:
            self._top = 0
        self._view = view
        caption = "" if view.states is None else view.caption or view.zoom.title
        self.set_titles(state_text.format_title(view), caption)
        self.update_content()

    def choose_zoom(self, states: StateMap) -> Zoom:
        """Return the default zoom for a graph in a pane of this size."""
        size = self.content_size
        known = self._chosen_zoom
        if known is None or known[0] is not states or known[1] != size:
            self._chosen_zoom = known = states, size, choose_zoom(states, self._theme, *size)
        return known[2]

    @property
    def page(self) -> int:
        """The number of layers that are currently visible."""
        return self._page

    def find_neighbor(self, state: int, step: int) -> int:
        """Return the first state in the spot that is ``step`` spots to the right of ``state``.

        A negative step counts to the left.
        """
        return state if self._drawing is None else self._drawing.find_neighbor(state, step)

    def count_bundled(self, state: int) -> int:
        """Return the number of states in the same spot as ``state``, including ``state``."""
        return 1 if self._drawing is None else self._drawing.count_bundled(state)

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Return the lines of as many layers as fit, or the reason why there is no graph."""
        view = self._view
        if view.states is None:
            self._targets = ()
            return [[(view.empty, "muted")]]
        if self._drawing is None or not self._drawing.can_show(view, self._theme, width):
            self._drawing = GraphPicture(view, self._theme, width, self._drawing)
        self._top = self._drawing.find_first_layer(self._top, view.focus_state, height)
        drawn = self._drawing.draw_lines(self._top, view.cursor, height)
        self._targets = tuple(targets for _, targets in drawn)
        self._page = max(sum(bool(targets) for targets in self._targets), 1)
        return [line for line, _ in drawn]

    def list_signs(self) -> Sequence[Sign]:
        """Return the glyphs that the picture uses for states, with their meanings."""
        if self._view.states is None:
            return ()
        entries = state_text.draw_legend(self._view, self._theme)
        return [((text.strip(), role), said.strip()) for (text, role), (said, _) in entries]

    def on_click(self, event: events.Click) -> None:
        """Post a message about the state under the pointer, if there is one."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y >= len(self._targets):
            return
        state = find_target(self._targets[offset.y], offset.x)
        if state is not None:
            self.post_message(self.StatePointed(state))
