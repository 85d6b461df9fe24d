"""The picture of a state graph as a pane, and the words beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual import events
from textual.geometry import Size
from textual.message import Message

from engine.search.maps.statemap import StateMap
from workbench.ui.graph import words
from workbench.ui.graph.drawing import Drawing, fitting
from workbench.ui.graph.view import StateView, Zoom
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, Sign, Target, pointed


class StatesPane(LinePane):
    """Layers of states from top to bottom, in pages that keep the cursor in view.

    Without a cursor it follows where play stands, which one line at the bottom describes.
    """

    @dataclass
    class StatePointed(Message):
        """A state was clicked."""

        state: int

    _view = StateView()
    _drawing: Drawing | None = None
    _top = 0
    _targets: tuple[tuple[Target, ...], ...] = ()
    _page = 1
    _fitted: tuple[StateMap, Size, Zoom] | None = None

    def show(self, view: StateView) -> None:
        """Show a moment of a graph, or why there is none."""
        if view.states is not self._view.states:
            self._top = 0
        self._view = view
        caption = "" if view.states is None else view.caption or view.zoom.title
        self.retitle(words.title(view), caption)
        self.renew()

    def fitting(self, states: StateMap) -> Zoom:
        """How closely to look at a graph in a pane of this size."""
        size = self.content_size
        known = self._fitted
        if known is None or known[0] is not states or known[1] != size:
            self._fitted = known = states, size, fitting(states, self._theme, *size)
        return known[2]

    @property
    def page(self) -> int:
        """Layers in view."""
        return self._page

    def beside(self, state: int, step: int) -> int:
        """The state drawn a few spots to the right of a state, or to the left."""
        return state if self._drawing is None else self._drawing.beside(state, step)

    def drawn_as_one(self, state: int) -> int:
        """How many states, this one among them, are drawn as one."""
        return 1 if self._drawing is None else self._drawing.drawn_as_one(state)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """As many layers as there is room for."""
        view = self._view
        if view.states is None:
            self._targets = ()
            return [[(view.empty, "muted")]]
        if self._drawing is None or not self._drawing.serves(view, self._theme, width):
            self._drawing = Drawing(view, self._theme, width, self._drawing)
        self._top = self._drawing.first_layer(self._top, view.looked_at, height)
        drawn = self._drawing.lines(self._top, view.cursor, height)
        self._targets = tuple(targets for _, targets in drawn)
        self._page = max(sum(bool(targets) for targets in self._targets), 1)
        return [line for line, _ in drawn]

    def signs(self) -> Sequence[Sign]:
        """The glyphs of the states that the graph has."""
        if self._view.states is None:
            return ()
        entries = words.legend(self._view, self._theme)
        return [((text.strip(), role), said.strip()) for (text, role), (said, _) in entries]

    def on_click(self, event: events.Click) -> None:
        """Point at the state that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y >= len(self._targets):
            return
        state = pointed(self._targets[offset.y], offset.x)
        if state is not None:
            self.post_message(self.StatePointed(state))
