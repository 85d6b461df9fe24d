"""As many layers as there is room for, as lines of text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from engine.search.maps.folding import Bundle, holding
from engine.search.maps.statemap import StateMap, StateNode
from workbench.theme.theming import Theme
from workbench.ui.graph import routing
from workbench.ui.graph.rows import Rows, Spot, StateRow
from workbench.ui.graph.view import StateView, Zoom
from workbench.ui.lines import Line, Span, Target, window

MOST_TRACKS = 7
"""Lines between two layers, above which none are drawn."""
PAGES = 8
"""First layers from which rows are kept once they are made."""
_MOST_NAMED = 400
"""States of a graph that is shown by name without being asked to: more are many pages."""


Drawn = tuple[Line, tuple[Target, ...]]
"""One line of the picture, and what can be pointed at on it."""


class Drawing:
    """The picture of one graph at one width, from any layer on.

    From ``before``, an earlier picture, is taken what is still so.
    """

    def __init__(
        self, view: StateView, theme: Theme, width: int, before: Drawing | None = None
    ) -> None:
        assert view.states is not None
        self._view = view
        self._states = view.states
        self._gutter = len(str(view.states.layers - 1)) + 1
        widest = max(len(view.states.layer(depth)) for depth in range(view.states.layers))
        self._total = 0 if view.zoom.named else len(f"{widest:,}") + 1
        self._width = width
        self._pages: dict[int, list[_Layer]] = {}
        self._rows = Rows(view, theme, max(width - self._gutter - self._total, 8))
        if before is not None and before._resembles(view, theme, width):
            self._rows.kept = before._rows.kept

    def shows_all(self, height: int) -> bool:
        """Whether there is room for the whole graph, every state for itself."""
        return self.whole and self._reached(0, height) == self._states.layers - 1

    @property
    def whole(self) -> bool:
        """Whether every state stands for itself."""
        return all(layer.row.whole for layer in self._layers(0))

    def serves(self, view: StateView, theme: Theme, width: int) -> bool:
        """Whether this drawing is one of another view too, but for the cursor."""
        return self._resembles(view, theme, width) and self._view.here == view.here

    def _resembles(self, view: StateView, theme: Theme, width: int) -> bool:
        same = self._states is view.states and self._rows.theme is theme
        return same and (self._view.zoom, self._width) == (view.zoom, width)

    def first_layer(self, top: int, cursor: int, height: int) -> int:
        """The first layer to show so that a state is in view, turning pages from a first one."""
        cursor_depth = depth = self._states.node(cursor).depth
        last = self._states.layers - 1
        if not self._view.zoom.named:
            return window(depth, last + 1, height, top)
        if self._reached(0, height) == last:
            return 0
        if depth < top:
            while depth > 0 and self._reached(depth - 1, height) >= cursor_depth:
                depth -= 1
            return depth
        return top if depth <= self._reached(top, height) else max(depth - 1, 0)

    def _reached(self, top: int, height: int) -> int:
        """The last layer whose states are all in view."""
        used, reached = 0, top
        for layer in self._layers(top):
            used += layer.row.height
            if used > height:
                break
            reached = layer.row.depth
            used += len(layer.below)
        return reached

    def lines(self, top: int, cursor: int | None, height: int) -> list[Drawn]:
        """The picture from a layer on."""
        states = self._states
        leads = () if cursor is None else states.leads(cursor)
        nodes = [states.node(lead.state) for lead in leads if lead.state is not None]
        at_cursor = [] if cursor is None else [states.node(cursor)]
        drawn: list[Drawn] = []
        for layer in self._layers(top):
            here = next(iter(_numbers(layer.row, at_cursor)), None)
            drawn += self._drawn_row(layer, here, _numbers(layer.row, nodes))
            drawn += [(self._line(cells, here), ()) for cells in layer.below]
            if len(drawn) >= height:
                break
        return drawn[:height]

    def beside(self, state: int, step: int) -> int:
        """The state of the spot a few spots to the right of that of a state, or to the left."""
        bundles, number = self._bundled(state)
        return bundles[min(max(number + step, 0), len(bundles) - 1)].first

    def drawn_as_one(self, state: int) -> int:
        """How many states the spot of a state stands for."""
        bundles, number = self._bundled(state)
        return bundles[number].count

    def _bundled(self, state: int) -> tuple[list[Bundle], int]:
        """The bundles of the layer of a state, and the number of its own among them."""
        node = self._states.node(state)
        bundles = [spot.bundle for spot in self._rows.row(node.depth, None).spots]
        return bundles, holding(bundles, node)

    # Rows, and what is between them.

    def _layers(self, top: int) -> Iterator[_Layer]:
        """Every row from a layer on, each with the lines to the next one."""
        if top not in self._pages and len(self._pages) >= PAGES:
            self._pages.clear()
        made = self._pages.setdefault(top, [])
        yield from made
        above = made[-1].next_row if made else self._rows.row(top, None)
        while above is not None:
            depth = above.depth + 1
            below = self._rows.row(depth, above) if depth < self._states.layers else None
            made.append(self._layer(above, below))
            yield made[-1]
            above = below

    def _layer(self, above: StateRow, below: StateRow | None) -> _Layer:
        if below is None or not self._view.zoom.named:
            return _Layer(above, below)
        nets = routing.nets(above, below) if below.linked else []
        tracks = routing.tracks(nets)
        if not nets or max(tracks.values(), default=0) >= MOST_TRACKS:
            return _Layer(above, below, below=[{}])
        letters = {
            column: (move, source)
            for spot in below.spots
            for (source, move), column in zip(spot.entries, spot.entry_columns, strict=True)
        }
        ports = {net.source: net.port for net in nets}
        return _Layer(above, below, ports, [*routing.draw(nets, tracks), letters])

    # Text.

    def _drawn_row(
        self, layer: _Layer, here: int | None, led_to: Collection[int]
    ) -> Iterator[Drawn]:
        row = layer.row
        gutter = f"{row.depth:>{self._gutter - 1}} "
        total = f"{len(self._states.layer(row.depth)):,}" if self._total else ""
        labels = [
            (spot.label_left, spot.label, "inspected" if number in led_to else spot.role)
            for number, spot in enumerate(row.spots)
        ]
        if here is not None:
            spot = row.spots[here]
            labels += [(spot.label_left, spot.label, "selected"), *self._brackets(spot)]
        line = [(gutter, "number"), *_spans(labels, self._rows.width)]
        if total:
            line.append((f"{total:>{self._total}}", "number"))
        yield line, tuple(self._targets(row))
        for note in range(row.height - 1):
            texts = []
            for number, spot in enumerate(row.spots):
                if note < len(spot.notes):
                    texts.append((spot.notes_left, *spot.notes[note]))
                elif number in layer.ports:
                    role = "key" if number == here else "muted"
                    texts.append((layer.ports[number], routing.UPRIGHT, role))
            yield [(" " * self._gutter, ""), *_spans(texts, self._rows.width)], ()

    def _brackets(self, spot: Spot) -> Iterator[tuple[int, str, str]]:
        """The cursor: brackets in the gaps around a spot, as on a board; none at the edges."""
        left, right = spot.label_left - 1, spot.label_left + len(spot.label)
        for column, sign in ((left, "["), (right, "]")):
            if 0 <= column < self._rows.width:
                yield column, sign, "key"

    def _targets(self, row: StateRow) -> Iterator[Target]:
        for spot in row.spots:
            start = self._gutter + spot.label_left
            yield Target(start, start + len(spot.label), spot.bundle.first)

    def _line(self, cells: Mapping[int, routing.Cell], here: int | None) -> Line:
        texts = [
            (column, sign, "key" if source == here else "muted")
            for column, (sign, source) in sorted(cells.items())
        ]
        return [(" " * self._gutter, ""), *_spans(texts, self._rows.width)]


def fitting(states: StateMap, theme: Theme, width: int, height: int) -> Zoom:
    """How closely to look at a graph so that as little as can be is folded or out of view."""
    if states.count <= min(width * height, _MOST_NAMED):
        if Drawing(StateView(states, zoom=Zoom.MOVES), theme, width).shows_all(height):
            return Zoom.MOVES
        names = Drawing(StateView(states, zoom=Zoom.NAMES), theme, width)
        if names.whole:
            return Zoom.NAMES
    return Zoom.DOTS


@dataclass(frozen=True, slots=True)
class _Layer:
    """A row, the columns in which lines leave its spots, and the lines to the next row."""

    row: StateRow
    next_row: StateRow | None
    ports: Mapping[int, int] = field(default_factory=dict)
    below: Sequence[Mapping[int, routing.Cell]] = ()


def _numbers(row: StateRow, nodes: Iterable[StateNode]) -> set[int]:
    """The numbers in a row of the spots of those states that are drawn there."""
    bundles = [spot.bundle for spot in row.spots]
    return {holding(bundles, node) for node in nodes if node.depth == row.depth}


def _spans(texts: Iterable[tuple[int, str, str]], width: int) -> list[Span]:
    """Texts at their columns, from left to right, as a line of that width."""
    signs: list[tuple[str, str]] = [(" ", "")] * width
    for column, text, role in texts:
        signs[column : column + len(text)] = [(sign, role) for sign in text]
    return [
        ("".join(sign for sign, _ in same), role)
        for role, same in groupby(signs[:width], key=lambda sign: sign[1])
    ]
