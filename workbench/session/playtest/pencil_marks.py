"""Pencil marks, the undo history that they share with the moves, and a check of the marks."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.drag_input import Fault, PencilMarks, mark_cell
from engine.game.game import Game
from engine.game.play_position import Position
from engine.values.grid import Cell
from workbench.session.playtest.level_analysis import LevelAnalysis


class PencilHistory:
    """The undo history of a visit, with the pencil marks after each action.

    An action is a move or a change to a mark. Undo decrements a counter and keeps the later entries
    for redo, until a new action replaces them.
    """

    def __init__(self) -> None:
        self._done: list[tuple[bool, PencilMarks]] = []  # (True for a move, marks after the action)
        self._count = 0

    @property
    def marks(self) -> PencilMarks:
        """The current marks, including any that are not visible."""
        return self._done[self._count - 1][1] if self._count else {}

    @property
    def can_undo(self) -> bool:
        """True if there is an action to undo."""
        return self._count > 0

    @property
    def can_redo(self) -> bool:
        """True if there is an action to redo."""
        return self._count < len(self._done)

    def add_move(self) -> None:
        """Add a move to the history."""
        self._add_entry(True, self.marks)

    def set_mark(self, cell: Cell, kind: str) -> bool:
        """Enter a mark, or erase it if ``kind`` is empty. Return whether anything has changed."""
        changed = mark_cell(self.marks, cell, kind)
        if changed == self.marks:
            return False
        self._add_entry(False, changed)
        return True

    def undo(self) -> bool:
        """Undo the last action, and return whether it was a move.

        The caller must make sure that there is an action to undo.
        """
        self._count -= 1
        return self._done[self._count][0]

    def redo(self) -> bool:
        """Redo the next action, and return whether it was a move.

        The caller must make sure that there is an action to redo.
        """
        self._count += 1
        return self._done[self._count - 1][0]

    def go_to_start(self) -> None:
        """Undo all actions, so that they can be redone."""
        self._count = 0

    def _add_entry(self, moved: bool, marks: PencilMarks) -> None:
        self._done[self._count :] = [(moved, marks)]
        self._count += 1


def list_visible_marks(game: Game, position: Position, marks: PencilMarks) -> PencilMarks:
    """Return the marks that are visible in ``position``, such as those that no line covers."""
    pencil = game.play.pencil
    if pencil is None:
        return {}
    return {
        cell: kind
        for cell, kind in marks.items()
        if pencil.find_refusal(position, cell, kind) is None
    }


def list_mark_styles(game: Game, position: Position, marks: PencilMarks) -> Mapping[Cell, str]:
    """Return the name of the theme's mark for each cell with a visible pencil mark."""
    return {
        cell: f"pencil-{kind}" for cell, kind in list_visible_marks(game, position, marks).items()
    }


def describe_cell(game: Game, position: Position, marks: PencilMarks, cell: Cell) -> str:
    """Describe a cell and its pencil mark, in a game that is played by drawing."""
    assert game.play.drag_input is not None
    contents = game.play.drag_input.describe_cell(position, cell)
    kind = list_visible_marks(game, position, marks).get(cell)
    return contents if kind is None else f"{contents}, marked {kind}"


def check_marks(
    analysis: LevelAnalysis, position: Position, marks: PencilMarks
) -> tuple[Fault, ...]:
    """Check the visible marks against the solution, and return the wrong ones or a remark.

    The check works only if the level has exactly one solution. Otherwise, and if all marks are
    right, the only result is a remark without cells. The result is empty if no marks are visible.
    """
    game, pencil = analysis.game, analysis.game.play.pencil
    entered = list_visible_marks(game, position, marks)
    if pencil is None or not entered:
        return ()
    unique = analysis.facts.get("unique")
    # A mark that is wrong in one solution may be right in another.
    if unique is False:
        several = "no" if analysis.facts.get("solvable") is False else "several"
        reason = f"{several} solutions"
    elif unique is None or analysis.solution is None:
        reason = analysis.unknown_reason
    else:
        wrong = pencil.find_wrong_marks(position, entered, analysis.solution)
        right = "the mark is" if len(entered) == 1 else f"all {len(entered)} marks are"
        return wrong or (Fault((), f"{right} right"),)
    return (Fault((), f"marks cannot be checked: {reason}"),)
