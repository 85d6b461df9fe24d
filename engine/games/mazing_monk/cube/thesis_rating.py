"""The thesis's rating for a level, from 0 to 4, computed from its initial cube.

The rating compares levels of the same difficulty. It is the sum of four terms: how far away the
karma is, where the soldiers are, the share of soldiers that the player can see, and the share of
cells that cannot be walked on.
"""

from __future__ import annotations

from engine.games.mazing_monk.cube import cube_codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import BACK, BOTTOM, CELLS, FACE, FRONT, LEFT, RIGHT, TOP
from engine.games.mazing_monk.monk_facts import RATING, TERM_FACTS

COSTS = {TOP: 1, LEFT: 2, FRONT: 2, BOTTOM: 3, RIGHT: 4, BACK: 4}
"""The cost of karma on each face, which is 1 plus the number of turns needed to bring it to the top
face.
"""
MAX_COST = max(COSTS.values())
VISIBLE = (TOP, LEFT, FRONT)
_CENTRE = FACE // 2
_DIGITS = 4


FACTS = tuple(fact.key for fact in (RATING, *TERM_FACTS))
"""The names of the facts that :func:`build_rating_facts` returns."""


Terms = tuple[float, float, float, float]


def measure_terms(board: MonkBoard) -> Terms:
    """Measure the four terms in a board's rating, each from 0 (easy) to 1 (hard).

    The board must have at least as much karma as the exit needs.

    Returns:
        Four shares, in this order: the total cost of the cheapest karma that suffices to open the
        exit, out of the greatest possible cost; the face centres that have soldiers, out of six;
        the soldiers on visible faces, out of all soldiers (0 if there are none); and the cells that
        cannot be walked on, out of all cells.
    """
    cells = board.cells
    costs = sorted(COSTS[cell // FACE] for cell in _find_cells(cells, cube_codes.KARMA_GLYPH))
    soldiers = _find_cells(cells, cube_codes.SOLDIERS_GLYPH)
    seen = sum(cell // FACE in VISIBLE for cell in soldiers)
    blocked = len(soldiers) + cells.count(cube_codes.OBSTACLE_GLYPH)
    return (
        sum(costs[: board.karma_needed]) / (MAX_COST * board.karma_needed),
        sum(cell % FACE == _CENTRE for cell in soldiers) / len(COSTS),
        seen / len(soldiers) if soldiers else 0.0,
        blocked / CELLS,
    )


def sum_terms(found: Terms) -> float:
    """Return the rating from 0 to 4, which is the sum of the four terms."""
    karma, soldiers, seen, blocked = found
    return karma + soldiers + seen + blocked


def build_rating_facts(board: MonkBoard) -> dict[str, float]:
    """Return the rating and its terms as facts, rounded to four decimals."""
    found = measure_terms(board)
    rounded = (round(value, _DIGITS) for value in (sum_terms(found), *found))
    return dict(zip(FACTS, rounded, strict=True))


def _find_cells(cells: str, glyph: str) -> list[int]:
    return [cell for cell in range(CELLS) if cells[cell] == glyph]
