"""The row builder, which bundles the states in a layer and assigns the bundles to columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from engine.search.maps.state_bundles import Bundle, bundle_layer
from engine.search.maps.statemap import StateMap, Transition, format_name
from workbench.theme.theme_loader import Theme
from workbench.ui.graph.graph_picture_contents import StateView, Zoom, choose_glyph

GAP = 2
"""The number of blank columns between neighbouring spots, unless they are mere dots."""

SpotNote = tuple[str, str]
"""A note below a spot, and its text style."""


@dataclass(frozen=True, slots=True)
class Spot:
    """An area of the picture that shows one bundle of states.

    Attributes:
        bundle: The states that the spot shows.
        label: The text that represents the states.
        role: The text style of the label.
        notes: The notes below the label, one for each move that is not drawn as a line.
        entries: The lines that enter from above. Each is given as the number of the spot from which
            it comes and the sign of its move.
        left: The first column of the spot.
        width: The width of the spot in columns.
    """

    bundle: Bundle
    label: str
    role: str
    notes: tuple[SpotNote, ...] = ()
    entries: tuple[tuple[int, str], ...] = ()
    left: int = 0
    width: int = 0

    @property
    def label_left(self) -> int:
        """The first column of the label, which is centred in the spot."""
        return self.left + (self.width - len(self.label)) // 2

    @property
    def notes_left(self) -> int:
        """The first column of the notes. The widest note is centred in the spot."""
        return self.left + (self.width - max(len(text) for text, _ in self.notes)) // 2

    @property
    def entry_columns(self) -> tuple[int, ...]:
        """The columns at which lines enter from above, centred in the spot."""
        start = self.left + (self.width - 2 * len(self.entries) + 1) // 2
        return tuple(start + 2 * number for number in range(len(self.entries)))


@dataclass(frozen=True, slots=True)
class StateRow:
    """A row of the picture, which shows one layer.

    Attributes:
        depth: The number of the layer.
        spots: The spots in the row, from left to right.
        linked: True if lines enter the spots from the row above.
    """

    depth: int
    spots: tuple[Spot, ...]
    linked: bool = False

    @property
    def is_unbundled(self) -> bool:
        """True if no spot shows more than one state."""
        return all(spot.bundle.is_single for spot in self.spots)

    @property
    def height(self) -> int:
        """The number of lines that the labels and notes take up."""
        return 1 + max(len(spot.notes) for spot in self.spots)


@dataclass
class RowBuilder:
    """A builder for the rows of one picture.

    Attributes:
        view: The contents of the picture, which must include a graph.
        theme: The theme from which to take the glyphs.
        width: The width of the rows in columns.
        spots_by_row: A cache of the spots in each row, as they are before lines from the row above
            are added. The key consists of the row's depth and the current state of play, which is
            replaced by None if it is in another row. Pictures with the same graph, zoom and width
            share the cache.
    """

    view: StateView
    theme: Theme
    width: int
    spots_by_row: dict[tuple[int, int | None], tuple[Spot, ...]] = field(default_factory=dict)

    @property
    def states(self) -> StateMap:
        """The graph to show."""
        assert self.view.states is not None
        return self.view.states

    def build_row(self, depth: int, above: StateRow | None) -> StateRow:
        """Build the row of the layer ``depth``.

        ``above`` is the row above it, or None if it is the first row of the picture.
        """
        here = self.view.here
        key = depth, here if here is not None and here in self.states.get_layer(depth) else None
        if key not in self.spots_by_row:
            self.spots_by_row[key] = self._make_spots(depth)
        spots = self.spots_by_row[key]
        # Lines are drawn only if no states are bundled in either row, and if the row has room for
        # all the columns where lines enter.
        linked = above is not None and self.view.zoom.is_named and above.is_unbundled
        if linked and above is not None:
            entered = self._add_entries(spots, above)
            if all(spot.bundle.is_single for spot in spots) and self._can_fit(entered):
                return StateRow(
                    depth,
                    self._place_spots(entered, _find_wanted_columns(entered, above)),
                    linked=True,
                )
        if self.view.zoom.is_named:
            share = self.width / len(spots)
            wanted = [share * (number + 0.5) - spot.width / 2 for number, spot in enumerate(spots)]
        else:  # side by side in the middle
            start = (self.width - self._measure_length(spots)) / 2
            steps = (spot.width + self._gap for spot in spots[:-1])
            wanted = list(accumulate(steps, initial=start))
        return StateRow(depth, self._place_spots(spots, wanted))

    def _make_spots(self, depth: int) -> tuple[Spot, ...]:
        view, zoom = self.view, self.view.zoom
        pinned = [view.here] if view.here is not None else []
        pinned += self.states.path[depth : depth + 1]
        least = (
            len(format_name(self.states.get_layer(depth).start)) + GAP
            if zoom.is_named
            else 1 + self._gap
        )
        room = self.width // least + 1
        # Bundling aims at a number of bundles, but their width in columns is known only afterwards.
        # Reduce the number until the labels fit.
        while True:
            bundles = bundle_layer(self.states, depth, room, pinned, zoom.grain)
            spots = tuple(self._make_spot(depth, bundle) for bundle in bundles)
            if self._can_fit(spots) or room <= 1:
                return spots
            room = min(len(bundles) - 1, len(bundles) * self.width // self._measure_length(spots))

    def _make_spot(self, depth: int, bundle: Bundle) -> Spot:
        state = bundle.first if bundle.is_single else None
        on_path = state in self.states.path[depth : depth + 1]
        here = state is not None and state == self.view.here
        glyph, role = choose_glyph(self.theme, bundle.kind, on_path=on_path, here=here)
        if state is None:
            label = f"{glyph}({bundle.count:,})"
        elif self.view.zoom.is_named:
            label = (
                format_name(state) if not role or role == "muted" else glyph + format_name(state)
            )
        else:
            label = glyph
        noted = bundle.is_single and self.view.zoom == Zoom.MOVES
        notes = self._make_notes(depth, bundle.first) if noted else ()
        width = max(len(label), *(len(text) for text, _ in notes), 0)
        return Spot(bundle, label, role, notes, width=width)

    def _make_notes(self, depth: int, state: int) -> tuple[SpotNote, ...]:
        """Return a note for each of a state's moves that does not lead to the next layer."""
        below = self.states.get_layer(depth).stop
        leads = self.states.list_transitions(state)
        return tuple(
            self._make_note(lead) for lead in leads if lead.state is None or lead.state < below
        )

    def _make_note(self, lead: Transition) -> SpotNote:
        if lead.state is not None:
            return f"{self.view.get_sign(lead.move)} {format_name(lead.state)}", "muted"
        if lead.end == "lost":
            return f"{self.view.get_sign(lead.move)} lost", "bad"
        first = not lead.note or lead.note == self.states.win_titles[0]
        symbol = "state-wins" if first else "state-wins-otherwise"
        return f"{self.view.get_sign(lead.move)} {self.theme.get_symbol(symbol)}", "good"

    def _can_fit(self, spots: Sequence[Spot]) -> bool:
        return self._measure_length(spots) <= self.width

    def _measure_length(self, spots: Sequence[Spot]) -> int:
        return sum(spot.width for spot in spots) + self._gap * (len(spots) - 1)

    @property
    def _gap(self) -> int:
        return 1 if self.view.zoom == Zoom.DOTS else GAP

    def _add_entries(self, spots: Sequence[Spot], above: StateRow) -> tuple[Spot, ...]:
        """Return the spots, widened if necessary, with the lines that enter them from above."""
        entries: dict[int, list[tuple[int, str]]] = {}
        for number, spot in enumerate(above.spots):
            for lead in self.states.list_transitions(spot.bundle.first):
                if lead.state is not None:
                    entries.setdefault(lead.state, []).append(
                        (number, self.view.get_sign(lead.move))
                    )
        found = []
        for spot in spots:
            own = tuple(entries.get(spot.bundle.first, ()))
            found.append(replace(spot, entries=own, width=max(spot.width, 2 * len(own) - 1)))
        return tuple(found)

    def _place_spots(self, spots: Sequence[Spot], wanted: Sequence[float]) -> tuple[Spot, ...]:
        lefts = spread_columns(wanted, [spot.width for spot in spots], self._gap, self.width)
        return tuple(replace(s, left=left) for s, left in zip(spots, lefts, strict=True))


def _find_wanted_columns(spots: Sequence[Spot], upper_row: StateRow) -> list[float]:
    """Return, for each spot, the first column that centres it below the spots leading to it."""
    found = []
    for spot in spots:
        parents = [upper_row.spots[number] for number, _ in spot.entries]
        middles = [parent.left + (parent.width - 1) // 2 for parent in parents]
        found.append(sum(middles) / max(len(middles), 1) - (spot.width - 1) // 2)
    return found


def spread_columns(
    wanted: Sequence[float], widths: Sequence[int], gap: int, room: int
) -> list[int]:
    """Place spots in order and without overlap, as near as possible to their wanted columns.

    The sum of the squared distances is minimized. Subtracting the widths and gaps to the left of
    each spot turns the problem into isotonic regression, which is solved by pooling adjacent
    violators.

    Args:
        wanted: The wanted first column of each spot.
        widths: The width of each spot in columns.
        gap: The minimum number of blank columns between two spots.
        room: The width of the row in columns, which must be at least the sum of widths and gaps.

    Returns:
        The first column of each spot, in the same order.
    """
    offsets = [0]
    for width in widths[:-1]:
        offsets.append(offsets[-1] + width + gap)
    most = room - offsets[-1] - widths[-1]
    pools: list[tuple[float, int]] = []
    for column, offset in zip(wanted, offsets, strict=True):
        total, count = column - offset, 1
        # A mean smaller than that of the previous pool violates the order, so merge the two.
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before = pools.pop()
            total, count = total + before[0], count + before[1]
        pools.append((total, count))
    free = [min(max(round(total / n), 0), most) for total, n in pools for _ in range(n)]
    return [left + offset for left, offset in zip(free, offsets, strict=True)]
