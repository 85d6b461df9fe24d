"""What a picture of states shows: the graph, the cursor, where play stands, how closely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from engine.search.maps.folding import DISTANCES, KINDS, STATES
from engine.search.maps.statemap import ALIVE, DEAD, UNKNOWN, StateMap, misses, winning
from workbench.theme.theming import Theme


class Zoom(IntEnum):
    """How closely one looks, the closest first."""

    MOVES = 0
    NAMES = 1
    DOTS = 2
    DISTANCES = 3
    KINDS = 4

    @property
    def title(self) -> str:
        """In words."""
        return ("names and moves", "names", "dots", "bundles by distance", "bundles by kind")[self]

    @property
    def grain(self) -> int:
        """How fine bundles may be."""
        return {Zoom.DISTANCES: DISTANCES, Zoom.KINDS: KINDS}.get(self, STATES)

    @property
    def named(self) -> bool:
        """Whether states have their names, and lines between them."""
        return self <= Zoom.NAMES


@dataclass(frozen=True, slots=True)
class StateView:
    """What to show.

    Attributes:
        states: the graph, its tables computed; None while there is none.
        cursor: the state of the cursor; None without one.
        here: the state in which play stands, None if it does not.
        zoom: how closely to look.
        empty: why there is no graph.
        caption: what is to be said below; empty for how closely one looks.
        signs: what moves are shown as, by their words; a move without one is its word.
    """

    states: StateMap | None = None
    cursor: int | None = None
    here: int | None = None
    zoom: Zoom = Zoom.DOTS
    empty: str = ""
    caption: str = ""
    signs: Mapping[str, str] = field(default_factory=dict, hash=False)

    def sign(self, move: str) -> str:
        """What a move is shown as."""
        return self.signs.get(move, move)

    @property
    def looked_at(self) -> int:
        """The state to keep in view."""
        return next((state for state in (self.cursor, self.here) if state is not None), 0)


def look(theme: Theme, kind: int | None, *, on_path: bool, here: bool) -> tuple[str, str]:
    """The glyph of a state, or of several of one kind, and the role of its text.

    ``kind`` is None if they differ; ``on_path`` says whether the reported solution leads here.
    """
    if here:
        return theme.symbol("state-here"), "key"
    if kind is None:
        return theme.symbol("state-mixed"), "muted"
    ways = winning(kind)
    if ways:
        symbol = "state-wins" if 0 in ways else "state-wins-otherwise"
        return theme.symbol(symbol), "path" if on_path else "worse" if misses(kind) else "good"
    if on_path:
        return theme.symbol("state-on-path"), "path"
    if misses(kind):
        return theme.symbol("state-missed"), "worse"
    symbol, role = {
        UNKNOWN: ("state-unknown", "muted"),
        DEAD: ("state-dead", "dead"),
        ALIVE: ("state", ""),
    }[kind]
    return theme.symbol(symbol), role
