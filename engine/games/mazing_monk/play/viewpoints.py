"""The two corners from which a player can see the cube, and the cells visible from each.

Source: section 3.7 of the thesis, where only half of the faces are visible at a time and the player
has to explore the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.game.play_position import Position
from engine.game.walking_input import Viewpoint
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS, locate_cell
from engine.games.mazing_monk.cube.cube_codes import MONK_GLYPH, UNSEEN_GLYPH
from engine.games.mazing_monk.cube.net import PANELS
from engine.games.mazing_monk.play.rules import count_collected, get_cells

VIEWS = (
    Viewpoint("corner", "top, left and front"),
    Viewpoint("opposite", "bottom, right and back"),
)
"""The view from the corner at which the solid cube is drawn, and the view from the opposite corner.
"""

_VISIBLE_CELLS: Mapping[str, frozenset[int]] = {
    view.name: frozenset(
        cell for cell in range(CELLS) if bool(PANELS[locate_cell(cell)[0]].face) == outside
    )
    for view, outside in zip(VIEWS, (True, False), strict=True)
}
"""A mapping from the name of each view to the cells that are visible in it."""


def hide_unseen(position: Position, view: Viewpoint) -> Position:
    """Return the position with all cells hidden except the monk's and those visible in ``view``."""
    seen, cells = _VISIBLE_CELLS[view.name], get_cells(position)
    known = "".join(
        glyph if cell in seen or glyph == MONK_GLYPH else UNSEEN_GLYPH
        for cell, glyph in enumerate(cells)
    )
    start: MonkBoard = position.board
    # The needed karma stays known, and so do the locks on visible cells.
    board = MonkBoard(known, start.karma_needed, start.locked & seen)
    return replace(position, board=board, pieces=(known, count_collected(position)))
