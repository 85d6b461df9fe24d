"""The thesis's rating of a level, from 0 to 4, by how its cube looks at the start.

It compares levels of one difficulty: how far away karma is, how soldiers are placed, how many of
them the player sees, and how little of the cube can be walked on.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import BACK, BOTTOM, CELLS, FACE, FRONT, LEFT, RIGHT, TOP

COSTS = {TOP: 1, LEFT: 2, FRONT: 2, BOTTOM: 3, RIGHT: 4, BACK: 4}
"""What karma on a face costs: one more than the turns that bring it to the top."""
DEAREST = max(COSTS.values())
VISIBLE = (TOP, LEFT, FRONT)
_CENTRE = FACE // 2
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class ThesisRating:
    """The four terms, each from 0 to 1, the more the harder.

    Attributes:
        karma_distance: the costs of the nearest karma, as much as is needed, of the greatest
            possible.
        soldier_placement: face centres with soldiers, of six.
        visible_soldiers: soldiers on the faces that the player sees, of all; 0 if there are none.
        path_amount: cells that cannot be walked on, of all.
    """

    karma_distance: float
    soldier_placement: float
    visible_soldiers: float
    path_amount: float

    @property
    def total(self) -> float:
        """The sum, from 0 to 4."""
        return (
            self.karma_distance + self.soldier_placement + self.visible_soldiers + self.path_amount
        )

    def facts(self) -> dict[str, float]:
        """The rating as facts of a verdict, to four decimals."""
        return {
            "rating": round(self.total, _DIGITS),
            "karma_distance": round(self.karma_distance, _DIGITS),
            "soldier_placement": round(self.soldier_placement, _DIGITS),
            "visible_soldiers": round(self.visible_soldiers, _DIGITS),
            "path_amount": round(self.path_amount, _DIGITS),
        }


FACTS = tuple(ThesisRating(0, 0, 0, 0).facts())
"""The keys of :meth:`ThesisRating.facts`."""


def rate(board: MonkBoard) -> ThesisRating:
    """The rating of a board with as much karma as is needed."""
    cells = board.cells
    costs = sorted(COSTS[cell // FACE] for cell in _holding(cells, codes.KARMA_GLYPH))
    soldiers = _holding(cells, codes.SOLDIERS_GLYPH)
    seen = sum(cell // FACE in VISIBLE for cell in soldiers)
    blocked = len(soldiers) + cells.count(codes.OBSTACLE_GLYPH)
    return ThesisRating(
        sum(costs[: board.karma_needed]) / (DEAREST * board.karma_needed),
        sum(cell % FACE == _CENTRE for cell in soldiers) / len(COSTS),
        seen / len(soldiers) if soldiers else 0.0,
        blocked / CELLS,
    )


def facts(board: MonkBoard) -> dict[str, float]:
    """The rating of a board as facts of a verdict."""
    return rate(board).facts()


def _holding(cells: str, glyph: str) -> list[int]:
    return [cell for cell in range(CELLS) if cells[cell] == glyph]
