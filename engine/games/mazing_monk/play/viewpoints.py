"""What a player sees of the cube who looks at it from one corner, or from the opposite one.

Source: thesis, section 3.7: half of the sides are displayed, and the player explores the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.game.position import Position
from engine.game.steering import Viewpoint
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.codes import MONK_GLYPH, UNSEEN_GLYPH
from engine.games.mazing_monk.cube.cube import CELLS, place_of
from engine.games.mazing_monk.cube.net import PANELS
from engine.games.mazing_monk.play.playing import cells_of, collected

VIEWS = (
    Viewpoint("corner", "top, left and front"),
    Viewpoint("opposite", "bottom, right and back"),
)
"""The corner from which the solid is drawn, and the other."""

_SEEN: Mapping[str, frozenset[int]] = {
    view.name: frozenset(
        cell for cell in range(CELLS) if bool(PANELS[place_of(cell)[0]].seen) == outside
    )
    for view, outside in zip(VIEWS, (True, False), strict=True)
}
"""The cells visible from a view, by its name."""


def visible_part(position: Position, view: Viewpoint) -> Position:
    """A position with only what is visible from a view, and with the monk, wherever he is."""
    seen, cells = _SEEN[view.name], cells_of(position)
    known = "".join(
        glyph if cell in seen or glyph == MONK_GLYPH else UNSEEN_GLYPH
        for cell, glyph in enumerate(cells)
    )
    start: MonkBoard = position.board
    # What opens the exit and which cells are locked is all that is known of the board of the start.
    board = MonkBoard(known, start.karma_needed, start.locked & seen)
    return replace(position, board=board, pieces=(known, collected(position)))
