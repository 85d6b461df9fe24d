"""The contents of a state graph's picture: graph, cursor, current state and zoom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from engine.search.maps.state_bundles import DISTANCES, KINDS, STATES
from engine.search.maps.statemap import ALIVE, DEAD, UNKNOWN, StateMap, is_missed, list_winning_ways
from workbench.theme.theme_loader import Theme


class Zoom(IntEnum):
    """The levels of detail of a state graph's picture, from the finest to the coarsest."""

    MOVES = 0
    NAMES = 1
    DOTS = 2
    DISTANCES = 3
    KINDS = 4

    @property
    def title(self) -> str:
        """The name of the level of detail, as shown to users."""
        return ("names and moves", "names", "dots", "groups by distance", "groups by kind")[self]

    @property
    def grain(self) -> int:
        """The finest bundling of states that is used at this level of detail."""
        return {Zoom.DISTANCES: DISTANCES, Zoom.KINDS: KINDS}.get(self, STATES)

    @property
    def is_named(self) -> bool:
        """True if states are shown by their names, with lines between them."""
        return self <= Zoom.NAMES


@dataclass(frozen=True, slots=True)
class StateView:
    """The contents of a state graph's picture.

    Attributes:
        states: The graph, whose tables must have been computed, or None if there is no graph.
        cursor: The state under the cursor, or None if there is no cursor.
        here: The current state of play, or None if no game is being played.
        zoom: The level of detail.
        empty: The reason why there is no graph, if ``states`` is None.
        caption: The text below the picture. If it is empty, the name of the zoom is shown.
        signs: A mapping from the names of moves to the signs that represent them. A move without a
            sign is shown by its name.
    """

    states: StateMap | None = None
    cursor: int | None = None
    here: int | None = None
    zoom: Zoom = Zoom.DOTS
    empty: str = ""
    caption: str = ""
    signs: Mapping[str, str] = field(default_factory=dict, hash=False)

    def get_sign(self, move: str) -> str:
        """Return the sign of a move, or the name of the move if it has no sign."""
        return self.signs.get(move, move)

    @property
    def focus_state(self) -> int:
        """The state to keep visible.

        It is the state under the cursor if there is one, otherwise the current state of play, and
        if no game is being played, the start.
        """
        return next((state for state in (self.cursor, self.here) if state is not None), 0)


def choose_glyph(theme: Theme, kind: int | None, *, on_path: bool, here: bool) -> tuple[str, str]:
    """Return the glyph for a state or a bundle of states, and its text style.

    Args:
        theme: The theme from which to take the glyph.
        kind: The kind of the state, or None for a bundle of states of different kinds.
        on_path: True if the reported solution passes through the state.
        here: True if this is the current state of play.
    """
    if here:
        return theme.get_symbol("state-here"), "key"
    if kind is None:
        return theme.get_symbol("state-mixed"), "muted"
    ways = list_winning_ways(kind)
    if ways:
        symbol = "state-wins" if 0 in ways else "state-wins-otherwise"
        return theme.get_symbol(symbol), "path" if on_path else "worse" if is_missed(
            kind
        ) else "good"
    if on_path:
        return theme.get_symbol("state-on-path"), "path"
    if is_missed(kind):
        return theme.get_symbol("state-missed"), "worse"
    symbol, role = {
        UNKNOWN: ("state-unknown", "muted"),
        DEAD: ("state-dead", "dead"),
        ALIVE: ("state", ""),
    }[kind]
    return theme.get_symbol(symbol), role
