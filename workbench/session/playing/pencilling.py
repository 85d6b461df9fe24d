"""The pencil marks of a visit, in one order with its moves, and what a check says of them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.game import Game
from engine.game.placing import Fault, Marks, marked
from engine.game.position import Position
from engine.values.grid import Cell
from workbench.session.playing.advice import Advice


class Pencilling:
    """The marks after each thing that was done, moves among them, so that undo finds the last.

    Undoing counts one less and keeps what came after for redo; whatever is done next drops it.
    """

    def __init__(self) -> None:
        self._done: list[tuple[bool, Marks]] = []  # whether it was a move, and the marks then
        self._count = 0

    @property
    def marks(self) -> Marks:
        """The marks entered by now, hidden ones among them."""
        return self._done[self._count - 1][1] if self._count else {}

    @property
    def can_undo(self) -> bool:
        """Whether a move was made or a mark entered."""
        return self._count > 0

    @property
    def can_redo(self) -> bool:
        """Whether something was undone that can be done again."""
        return self._count < len(self._done)

    def moved(self) -> None:
        """A move was made."""
        self._add(True, self.marks)

    def mark(self, cell: Cell, kind: str) -> bool:
        """Enters a mark, or wipes one off if of no kind; False where that changes nothing."""
        changed = marked(self.marks, cell, kind)
        if changed == self.marks:
            return False
        self._add(False, changed)
        return True

    def undo(self) -> bool:
        """Goes back by one thing done, of which there is one; True if it was a move."""
        self._count -= 1
        return self._done[self._count][0]

    def redo(self) -> bool:
        """Does again what was undone, of which there is something; True if it was a move."""
        self._count += 1
        return self._done[self._count - 1][0]

    def restart(self) -> None:
        """Back to the start; all can be redone."""
        self._count = 0

    def _add(self, moved: bool, marks: Marks) -> None:
        self._done[self._count :] = [(moved, marks)]
        self._count += 1


def visible_marks(game: Game, position: Position, marks: Marks) -> Marks:
    """The marks that can be there in a position: those that no line has been drawn over."""
    pencil = game.play.pencil
    if pencil is None:
        return {}
    return {
        cell: kind for cell, kind in marks.items() if pencil.refusal(position, cell, kind) is None
    }


def roles(game: Game, position: Position, marks: Marks) -> Mapping[Cell, str]:
    """Names of the theme's marks for the visible pencil marks."""
    return {cell: f"pencil-{kind}" for cell, kind in visible_marks(game, position, marks).items()}


def cell_words(game: Game, position: Position, marks: Marks, cell: Cell) -> str:
    """What is on a cell of a game of placing, with its mark, in words."""
    assert game.play.placing is not None
    contents = game.play.placing.contents(position, cell)
    kind = visible_marks(game, position, marks).get(cell)
    return contents if kind is None else f"{contents}, marked {kind}"


def checked(advice: Advice, position: Position, marks: Marks) -> tuple[Fault, ...]:
    """What a check says of the visible marks; nothing if there are none.

    Only what is true of every solution is right or wrong, so there has to be a single one.
    """
    game, pencil = advice.game, advice.game.play.pencil
    entered = visible_marks(game, position, marks)
    if pencil is None or not entered:
        return ()
    unique = advice.facts.get("unique")
    if unique is False:
        several = "no" if advice.facts.get("solvable") is False else "several"
        reason = f"{several} solutions"
    elif unique is None or advice.solution is None:
        reason = advice.unknown
    else:
        wrong = pencil.wrong(position, entered, advice.solution)
        right = "the mark is" if len(entered) == 1 else f"all {len(entered)} marks are"
        return wrong or (Fault((), f"{right} right"),)
    return (Fault((), f"marks cannot be checked: {reason}"),)
