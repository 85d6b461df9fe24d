"""One layer of the picture: its bundles, what is written for each, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from engine.search.maps.folding import Bundle, fold
from engine.search.maps.statemap import Lead, StateMap, name
from workbench.theme.theming import Theme
from workbench.ui.graph.view import StateView, Zoom, look

GAP = 2
"""Columns between two names."""

Note = tuple[str, str]
"""A few words and their role."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One bundle of a layer in the picture.

    Attributes:
        bundle: the states.
        label: what is written for them.
        role: of the label.
        notes: lines below it: moves that no line is drawn for.
        entries: the lines that come from above: the number of the spot there, and the move.
        left: its first column.
        width: its columns.
    """

    bundle: Bundle
    label: str
    role: str
    notes: tuple[Note, ...] = ()
    entries: tuple[tuple[int, str], ...] = ()
    left: int = 0
    width: int = 0

    @property
    def label_left(self) -> int:
        """The first column of the label, in the middle of the spot."""
        return self.left + (self.width - len(self.label)) // 2

    @property
    def notes_left(self) -> int:
        """The first column of the notes, the widest of them in the middle of the spot."""
        return self.left + (self.width - max(len(text) for text, _ in self.notes)) // 2

    @property
    def entry_columns(self) -> tuple[int, ...]:
        """The columns of the entries, in the middle of the spot."""
        start = self.left + (self.width - 2 * len(self.entries) + 1) // 2
        return tuple(start + 2 * number for number in range(len(self.entries)))


@dataclass(frozen=True, slots=True)
class StateRow:
    """One layer, its spots from left to right; linked if lines come from the row above."""

    depth: int
    spots: tuple[Spot, ...]
    linked: bool = False

    @property
    def whole(self) -> bool:
        """Whether every state stands for itself."""
        return all(spot.bundle.single for spot in self.spots)

    @property
    def height(self) -> int:
        """Lines of the labels with their notes."""
        return 1 + max(len(spot.notes) for spot in self.spots)


@dataclass
class Rows:
    """Makes the rows of one picture.

    Attributes:
        view: what is shown, with a graph.
        theme: gives glyphs.
        width: columns.
        kept: the spots of rows by depth, without regard to what is above them, with the state
            where play stands if it is one of theirs. Pictures that differ in nothing else share
            them.
    """

    view: StateView
    theme: Theme
    width: int
    kept: dict[tuple[int, int | None], tuple[Spot, ...]] = field(default_factory=dict)

    @property
    def states(self) -> StateMap:
        """The graph."""
        assert self.view.states is not None
        return self.view.states

    def row(self, depth: int, above: StateRow | None) -> StateRow:
        """A layer, below another one or at the top."""
        here = self.view.here
        key = depth, here if here is not None and here in self.states.layer(depth) else None
        if key not in self.kept:
            self.kept[key] = self._spots(depth)
        spots = self.kept[key]
        linked = above is not None and self.view.zoom.named and above.whole
        if linked and above is not None:
            entered = self._entered(spots, above)
            if all(spot.bundle.single for spot in spots) and self._fits(entered):
                return StateRow(depth, self._placed(entered, _below(entered, above)), linked=True)
        if self.view.zoom.named:
            share = self.width / len(spots)
            wanted = [share * (number + 0.5) - spot.width / 2 for number, spot in enumerate(spots)]
        else:  # side by side in the middle
            start = (self.width - self._length(spots)) / 2
            steps = (spot.width + self._gap for spot in spots[:-1])
            wanted = list(accumulate(steps, initial=start))
        return StateRow(depth, self._placed(spots, wanted))

    # What is written.

    def _spots(self, depth: int) -> tuple[Spot, ...]:
        view, zoom = self.view, self.view.zoom
        pinned = [view.here] if view.here is not None else []
        pinned += self.states.path[depth : depth + 1]
        least = len(name(self.states.layer(depth).start)) + GAP if zoom.named else 1 + self._gap
        room = self.width // least + 1
        while True:
            bundles = fold(self.states, depth, room, pinned, zoom.grain)
            spots = tuple(self._spot(depth, bundle) for bundle in bundles)
            if self._fits(spots) or room <= 1:
                return spots
            room = min(len(bundles) - 1, len(bundles) * self.width // self._length(spots))

    def _spot(self, depth: int, bundle: Bundle) -> Spot:
        state = bundle.first if bundle.single else None
        on_path = state in self.states.path[depth : depth + 1]
        here = state is not None and state == self.view.here
        glyph, role = look(self.theme, bundle.kind, on_path=on_path, here=here)
        if state is None:
            label = f"{glyph}({bundle.count:,})"
        elif self.view.zoom.named:
            label = name(state) if not role or role == "muted" else glyph + name(state)
        else:
            label = glyph
        noted = bundle.single and self.view.zoom == Zoom.MOVES
        notes = self._notes(depth, bundle.first) if noted else ()
        width = max(len(label), *(len(text) for text, _ in notes), 0)
        return Spot(bundle, label, role, notes, width=width)

    def _notes(self, depth: int, state: int) -> tuple[Note, ...]:
        """The moves of a state but those that lead to the next layer."""
        below = self.states.layer(depth).stop
        leads = self.states.leads(state)
        return tuple(self._note(lead) for lead in leads if lead.state is None or lead.state < below)

    def _note(self, lead: Lead) -> Note:
        if lead.state is not None:
            return f"{self.view.sign(lead.move)} {name(lead.state)}", "muted"
        if lead.end == "lost":
            return f"{self.view.sign(lead.move)} lost", "bad"
        first = not lead.note or lead.note == self.states.ways[0]
        symbol = "state-wins" if first else "state-wins-otherwise"
        return f"{self.view.sign(lead.move)} {self.theme.symbol(symbol)}", "good"

    # Where it stands.

    def _fits(self, spots: Sequence[Spot]) -> bool:
        return self._length(spots) <= self.width

    def _length(self, spots: Sequence[Spot]) -> int:
        return sum(spot.width for spot in spots) + self._gap * (len(spots) - 1)

    @property
    def _gap(self) -> int:
        return 1 if self.view.zoom == Zoom.DOTS else GAP

    def _entered(self, spots: Sequence[Spot], above: StateRow) -> tuple[Spot, ...]:
        """The spots with the lines that come from above, and room for them."""
        entries: dict[int, list[tuple[int, str]]] = {}
        for number, spot in enumerate(above.spots):
            for lead in self.states.leads(spot.bundle.first):
                if lead.state is not None:
                    entries.setdefault(lead.state, []).append((number, self.view.sign(lead.move)))
        found = []
        for spot in spots:
            own = tuple(entries.get(spot.bundle.first, ()))
            found.append(replace(spot, entries=own, width=max(spot.width, 2 * len(own) - 1)))
        return tuple(found)

    def _placed(self, spots: Sequence[Spot], wanted: Sequence[float]) -> tuple[Spot, ...]:
        lefts = spread(wanted, [spot.width for spot in spots], self._gap, self.width)
        return tuple(replace(s, left=left) for s, left in zip(spots, lefts, strict=True))


def _below(spots: Sequence[Spot], above: StateRow) -> list[float]:
    """First columns by which spots stand in the middle below those that lead to them."""
    found = []
    for spot in spots:
        parents = [above.spots[number] for number, _ in spot.entries]
        middles = [parent.left + (parent.width - 1) // 2 for parent in parents]
        found.append(sum(middles) / max(len(middles), 1) - (spot.width - 1) // 2)
    return found


def spread(wanted: Sequence[float], widths: Sequence[int], gap: int, room: int) -> list[int]:
    """First columns as near as can be to those wanted, in order, without overlap.

    The sum of squared differences is the least there is: isotonic regression on the columns with
    the widths before them taken off. There are ``gap`` columns between two; ``room`` is at least
    all widths and gaps.
    """
    offsets = [0]
    for width in widths[:-1]:
        offsets.append(offsets[-1] + width + gap)
    most = room - offsets[-1] - widths[-1]
    pools: list[tuple[float, int]] = []
    for column, offset in zip(wanted, offsets, strict=True):
        total, count = column - offset, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before = pools.pop()
            total, count = total + before[0], count + before[1]
        pools.append((total, count))
    free = [min(max(round(total / n), 0), most) for total, n in pools for _ in range(n)]
    return [left + offset for left, offset in zip(free, offsets, strict=True)]
