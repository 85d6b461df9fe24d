"""The picture of a state graph, drawn as text with as many layers as fit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from engine.search.maps.state_bundles import Bundle, find_bundle
from engine.search.maps.statemap import StateMap, StateNode
from workbench.theme.theme_loader import Theme
from workbench.ui.graph import edge_routes
from workbench.ui.graph.graph_picture_contents import StateView, Zoom
from workbench.ui.graph.layer_layout import RowBuilder, Spot, StateRow
from workbench.ui.styled_lines import ClickTarget, Line, Span, find_first_row

MAX_TRACKS = 7
"""The maximum number of tracks between two layers. If more are needed, no lines are drawn there."""
MAX_PAGES = 8
"""The maximum number of pages whose rows are cached. A page is identified by its first layer."""
_MAX_NAMED = 400
"""The maximum number of states that are shown by name initially. More would take up many pages."""


PictureLine = tuple[Line, tuple[ClickTarget, ...]]
"""A line of the picture, and the click targets in it."""


class GraphPicture:
    """A picture of a graph. It fits a given width and can begin at any layer.

    Args:
        view: The graph, cursor and zoom to show.
        theme: The theme from which to take the glyphs.
        width: The width of the picture in columns.
        previous: An earlier picture, whose rows are reused if they are still valid.
    """

    def __init__(
        self, view: StateView, theme: Theme, width: int, previous: GraphPicture | None = None
    ) -> None:
        assert view.states is not None
        self._view = view
        self._states = view.states
        self._gutter = len(str(view.states.layer_count - 1)) + 1
        widest = max(len(view.states.get_layer(depth)) for depth in range(view.states.layer_count))
        self._total = 0 if view.zoom.is_named else len(f"{widest:,}") + 1
        self._width = width
        self._pages: dict[int, list[_Layer]] = {}
        self._rows = RowBuilder(view, theme, max(width - self._gutter - self._total, 8))
        if previous is not None and previous._can_share_rows(view, theme, width):
            self._rows.spots_by_row = previous._rows.spots_by_row

    def shows_all(self, height: int) -> bool:
        """Return True if the whole graph fits into ``height`` lines and no states are bundled."""
        return (
            self.is_unbundled and self._find_last_layer(0, height) == self._states.layer_count - 1
        )

    @property
    def is_unbundled(self) -> bool:
        """True if no spot shows more than one state."""
        return all(layer.row.is_unbundled for layer in self._iterate_layers(0))

    def can_show(self, view: StateView, theme: Theme, width: int) -> bool:
        """Return True if this picture can also show ``view``, which may have a different cursor."""
        return self._can_share_rows(view, theme, width) and self._view.here == view.here

    def _can_share_rows(self, view: StateView, theme: Theme, width: int) -> bool:
        same = self._states is view.states and self._rows.theme is theme
        return same and (self._view.zoom, self._width) == (view.zoom, width)

    def find_first_layer(self, top: int, cursor: int, height: int) -> int:
        """Return the first layer of a page on which the state under the cursor is visible.

        Args:
            top: The first layer on the current page.
            cursor: The state under the cursor.
            height: The number of visible lines.
        """
        cursor_depth = depth = self._states.get_node(cursor).depth
        last = self._states.layer_count - 1
        if not self._view.zoom.is_named:
            return find_first_row(depth, last + 1, height, top)
        if self._find_last_layer(0, height) == last:
            return 0
        if depth < top:
            # Going up, show as many earlier layers as possible with the cursor still in view.
            while depth > 0 and self._find_last_layer(depth - 1, height) >= cursor_depth:
                depth -= 1
            return depth
        return top if depth <= self._find_last_layer(top, height) else max(depth - 1, 0)

    def _find_last_layer(self, top: int, height: int) -> int:
        """Return the last layer that fits completely on a page whose first layer is ``top``."""
        used, reached = 0, top
        for layer in self._iterate_layers(top):
            used += layer.row.height
            if used > height:
                break
            reached = layer.row.depth
            used += len(layer.below)
        return reached

    def draw_lines(self, top: int, cursor: int | None, height: int) -> list[PictureLine]:
        """Draw the picture in at most ``height`` lines, starting with the layer ``top``."""
        states = self._states
        leads = () if cursor is None else states.list_transitions(cursor)
        nodes = [states.get_node(lead.state) for lead in leads if lead.state is not None]
        at_cursor = [] if cursor is None else [states.get_node(cursor)]
        drawn: list[PictureLine] = []
        for layer in self._iterate_layers(top):
            here = next(iter(_find_spots(layer.row, at_cursor)), None)
            drawn += self._draw_row(layer, here, _find_spots(layer.row, nodes))
            drawn += [(self._draw_track(cells, here), ()) for cells in layer.below]
            if len(drawn) >= height:
                break
        return drawn[:height]

    def find_neighbor(self, state: int, step: int) -> int:
        """Return the first state in the spot that is ``step`` spots to the right of ``state``.

        A negative step counts to the left. Counting stops at the ends of the layer.
        """
        bundles, number = self._find_bundle(state)
        return bundles[min(max(number + step, 0), len(bundles) - 1)].first

    def count_bundled(self, state: int) -> int:
        """Return the number of states in the same spot as ``state``, including ``state``."""
        bundles, number = self._find_bundle(state)
        return bundles[number].count

    def _find_bundle(self, state: int) -> tuple[list[Bundle], int]:
        """Return the bundles in a state's layer, and the index of the bundle with the state."""
        node = self._states.get_node(state)
        bundles = [spot.bundle for spot in self._rows.build_row(node.depth, None).spots]
        return bundles, find_bundle(bundles, node)

    def _iterate_layers(self, top: int) -> Iterator[_Layer]:
        """Yield each layer's row and the lines to the next row, starting with the layer ``top``."""
        if top not in self._pages and len(self._pages) >= MAX_PAGES:
            self._pages.clear()
        # The columns of a row depend on the rows above it, so each first layer has its own cache.
        made = self._pages.setdefault(top, [])
        yield from made
        above = made[-1].next_row if made else self._rows.build_row(top, None)
        while above is not None:
            depth = above.depth + 1
            below = self._rows.build_row(depth, above) if depth < self._states.layer_count else None
            made.append(self._make_layer(above, below))
            yield made[-1]
            above = below

    def _make_layer(self, above: StateRow, below: StateRow | None) -> _Layer:
        if below is None or not self._view.zoom.is_named:
            return _Layer(above, below)
        nets = edge_routes.make_nets(above, below) if below.linked else []
        tracks = edge_routes.assign_tracks(nets)
        # More than MAX_TRACKS tracks would be impossible to follow. Leave a blank line instead.
        if not nets or max(tracks.values(), default=0) >= MAX_TRACKS:
            return _Layer(above, below, below=[{}])
        letters = {
            column: (move, source)
            for spot in below.spots
            for (source, move), column in zip(spot.entries, spot.entry_columns, strict=True)
        }
        ports = {net.source: net.port for net in nets}
        return _Layer(above, below, ports, [*edge_routes.draw_tracks(nets, tracks), letters])

    def _draw_row(
        self, layer: _Layer, here: int | None, led_to: Collection[int]
    ) -> Iterator[PictureLine]:
        row = layer.row
        gutter = f"{row.depth:>{self._gutter - 1}} "
        total = f"{len(self._states.get_layer(row.depth)):,}" if self._total else ""
        labels = [
            (spot.label_left, spot.label, "inspected" if number in led_to else spot.role)
            for number, spot in enumerate(row.spots)
        ]
        if here is not None:
            spot = row.spots[here]
            labels += [(spot.label_left, spot.label, "selected"), *self._draw_brackets(spot)]
        line = [(gutter, "number"), *_place_texts(labels, self._rows.width)]
        if total:
            line.append((f"{total:>{self._total}}", "number"))
        yield line, tuple(self._list_targets(row))
        for note in range(row.height - 1):
            texts = []
            for number, spot in enumerate(row.spots):
                if note < len(spot.notes):
                    texts.append((spot.notes_left, *spot.notes[note]))
                elif number in layer.ports:
                    role = "key" if number == here else "muted"
                    texts.append((layer.ports[number], edge_routes.UPRIGHT, role))
            yield [(" " * self._gutter, ""), *_place_texts(texts, self._rows.width)], ()

    def _draw_brackets(self, spot: Spot) -> Iterator[tuple[int, str, str]]:
        """Yield the brackets that mark the cursor, in the gaps on both sides of a spot.

        A bracket that would be outside the picture is omitted.
        """
        left, right = spot.label_left - 1, spot.label_left + len(spot.label)
        for column, sign in ((left, "["), (right, "]")):
            if 0 <= column < self._rows.width:
                yield column, sign, "key"

    def _list_targets(self, row: StateRow) -> Iterator[ClickTarget]:
        for spot in row.spots:
            start = self._gutter + spot.label_left
            yield ClickTarget(start, start + len(spot.label), spot.bundle.first)

    def _draw_track(self, cells: Mapping[int, edge_routes.TrackCell], here: int | None) -> Line:
        texts = [
            (column, sign, "key" if source == here else "muted")
            for column, (sign, source) in sorted(cells.items())
        ]
        return [(" " * self._gutter, ""), *_place_texts(texts, self._rows.width)]


def choose_zoom(states: StateMap, theme: Theme, width: int, height: int) -> Zoom:
    """Choose the zoom at which a graph is first shown.

    A small graph is shown with names and moves if it then fits completely, or with names alone if
    no states need to be bundled. Any other graph is shown as dots.
    """
    if states.count <= min(width * height, _MAX_NAMED):
        if GraphPicture(StateView(states, zoom=Zoom.MOVES), theme, width).shows_all(height):
            return Zoom.MOVES
        names = GraphPicture(StateView(states, zoom=Zoom.NAMES), theme, width)
        if names.is_unbundled:
            return Zoom.NAMES
    return Zoom.DOTS


@dataclass(frozen=True, slots=True)
class _Layer:
    """A row of the picture, with the lines that lead from it to the next row.

    Attributes:
        row: The row that shows the layer.
        next_row: The row below ``row``, or None if ``row`` is the last one.
        ports: A mapping from the number of each spot to the column in which its lines leave it.
        below: The lines of text between the two rows, each a mapping from columns to characters.
    """

    row: StateRow
    next_row: StateRow | None
    ports: Mapping[int, int] = field(default_factory=dict)
    below: Sequence[Mapping[int, edge_routes.TrackCell]] = ()


def _find_spots(row: StateRow, nodes: Iterable[StateNode]) -> set[int]:
    """Return the numbers of the spots in ``row`` that contain any of ``nodes``."""
    bundles = [spot.bundle for spot in row.spots]
    return {find_bundle(bundles, node) for node in nodes if node.depth == row.depth}


def _place_texts(texts: Iterable[tuple[int, str, str]], width: int) -> list[Span]:
    """Return a line in which each string begins at its column, overwriting any earlier strings."""
    signs: list[tuple[str, str]] = [(" ", "")] * width
    for column, text, role in texts:
        signs[column : column + len(text)] = [(sign, role) for sign in text]
    return [
        ("".join(sign for sign, _ in same), role)
        for role, same in groupby(signs[:width], key=lambda sign: sign[1])
    ]
