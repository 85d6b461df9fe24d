"""Taking hold of something on a board and dragging it, by pointer or by cursor."""

from __future__ import annotations

from engine.game.placing import Placing
from engine.game.position import Position
from engine.values.grid import Cell


class Hold:
    """A drag that has begun and is not over.

    Attributes:
        begin: the cell where the drag begins, one that can be gripped.
        end: the cell dragged to by now.
        move: the move that letting go now would make; None for none.
        still: whether the drag has gone nowhere yet.
    """

    def __init__(self, placing: Placing, position: Position, begin: Cell) -> None:
        self._placing = placing
        self._position = position
        self.still = True
        self.begin = self.end = begin
        self.move: str | None = None

    def drag(self, cell: Cell) -> None:
        """The pointer comes to a cell, whichever; one that the drag cannot follow is ignored."""
        self.still = self.still and cell == self.begin
        if self._placing.follows(self._position, self.begin, cell):
            self.move = self._to(cell)
            self.end = cell

    def step(self, cell: Cell) -> bool:
        """The cursor goes to a cell; False where that would change nothing, and is not done."""
        follows = self._placing.follows(self._position, self.begin, cell)
        if not follows or (cell != self.begin and self._to(cell) in (None, self.move)):
            return False
        self.drag(cell)
        return True

    @property
    def click(self) -> str | None:
        """The move of a drag that went nowhere; None for one that did, or if there is none."""
        if not self.still:
            return None
        return self._placing.dragged(self._position, self.begin, self.begin)

    def _to(self, cell: Cell) -> str | None:
        if cell == self.begin:
            return None
        return self._placing.dragged(self._position, self.begin, cell)
