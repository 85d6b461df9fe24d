"""The thesis's rating of a level, from 0 to 4, by how its cube looks at the start.

It compares levels of one difficulty: how far away karma is, how soldiers are placed, how many of
them the player sees, and how little of the cube can be walked on.
"""

from __future__ import annotations

from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import BACK, BOTTOM, CELLS, FACE, FRONT, LEFT, RIGHT, TOP

COSTS = {TOP: 1, LEFT: 2, FRONT: 2, BOTTOM: 3, RIGHT: 4, BACK: 4}
"""What karma on a face costs: one more than the turns that bring it to the top."""
DEAREST = max(COSTS.values())
VISIBLE = (TOP, LEFT, FRONT)
_CENTRE = FACE // 2
_DIGITS = 4


FACTS = ("rating", "karma_distance", "soldier_placement", "visible_soldiers", "path_amount")
"""The keys of :func:`facts`."""


Terms = tuple[float, float, float, float]


def terms(board: MonkBoard) -> Terms:
    """The four terms for a board with as much karma as is needed, each 0 to 1, the more the harder.

    Returns:
        The costs of the nearest karma, as much as is needed, of the greatest possible; face centres
        with soldiers, of six; soldiers on the faces that the player sees, of all, 0 if there are
        none; and cells that cannot be walked on, of all.
    """
    cells = board.cells
    costs = sorted(COSTS[cell // FACE] for cell in _holding(cells, codes.KARMA_GLYPH))
    soldiers = _holding(cells, codes.SOLDIERS_GLYPH)
    seen = sum(cell // FACE in VISIBLE for cell in soldiers)
    blocked = len(soldiers) + cells.count(codes.OBSTACLE_GLYPH)
    return (
        sum(costs[: board.karma_needed]) / (DEAREST * board.karma_needed),
        sum(cell % FACE == _CENTRE for cell in soldiers) / len(COSTS),
        seen / len(soldiers) if soldiers else 0.0,
        blocked / CELLS,
    )


def total(found: Terms) -> float:
    """The rating, from 0 to 4."""
    karma, soldiers, seen, blocked = found
    return karma + soldiers + seen + blocked


def facts(board: MonkBoard) -> dict[str, float]:
    """The rating of a board and its terms as facts of a verdict, to four decimals."""
    found = terms(board)
    rounded = (round(value, _DIGITS) for value in (total(found), *found))
    return dict(zip(FACTS, rounded, strict=True))


def _holding(cells: str, glyph: str) -> list[int]:
    return [cell for cell in range(CELLS) if cells[cell] == glyph]
