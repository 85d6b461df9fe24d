"""One playthrough of a level: moves made, undo, redo, restart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from engine.errors import MoveError

if TYPE_CHECKING:
    from engine.game.play import Play
    from engine.game.position import OwnBoard, Position, Status, Step
    from engine.values.records import PlayEvent

_REFUSALS: Mapping[Status, str] = {
    "playing": "nothing moves that way",
    "won": "the level is won",
    "lost": "the level is lost",
}


def refusal(step: Step) -> str:
    """Why a move changed nothing, in words, also where its game does not say so itself."""
    return step.note or _REFUSALS[step.before.status]


class Playthrough:
    """The moves made so far, each kept as a step, and how many of them count.

    Undoing counts one less and keeps the later steps for redo; a new move drops them.
    """

    def __init__(self, play: Play, board: OwnBoard) -> None:
        self.play = play
        self.start = play.start(board)
        self._steps: list[Step] = []
        self._count = 0

    @property
    def position(self) -> Position:
        """Where play stands now."""
        return self._steps[self._count - 1].after if self._count else self.start

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that count, up to now."""
        return tuple(step.move for step in self._steps[: self._count])

    @property
    def last(self) -> Step | None:
        """The step that led here, None at the start."""
        return self._steps[self._count - 1] if self._count else None

    @property
    def can_redo(self) -> bool:
        """Whether an undone move can be made again."""
        return self._count < len(self._steps)

    def move(self, move: str) -> Step:
        """Make a move; one that changes nothing is not kept.

        Raises:
            MoveError: not a move of the game.
        """
        step = self.play.step(self.position, move)
        if step.changed:
            self._steps[self._count :] = [step]
            self._count += 1
        return step

    def undo(self) -> bool:
        """Go back one move; False at the start."""
        if self._count == 0:
            return False
        self._count -= 1
        return True

    def redo(self) -> bool:
        """Make the undone move again; False when there is none."""
        if not self.can_redo:
            return False
        self._count += 1
        return True

    def restart(self) -> None:
        """Back to the start; the moves can be redone."""
        self._count = 0

    def perform(self, event: PlayEvent) -> bool:
        """Do what a record says was done; False if that cannot be done here."""
        if event.kind == "move":
            try:
                return self.move(event.move).changed
            except MoveError:
                return False
        if event.kind == "undo":
            return self.undo()
        if event.kind == "redo":
            return self.redo()
        if event.kind == "restart":
            self.restart()
        return True


def replay(play: Play, board: OwnBoard, moves: Iterable[str]) -> tuple[Playthrough, bool]:
    """Plays moves until one changes nothing or all are made.

    Returns:
        The playthrough, and whether every move was legal (changed something).

    Raises:
        MoveError: not a move of the game.
    """
    playthrough = Playthrough(play, board)
    for move in moves:
        if not playthrough.move(move).changed:
            return playthrough, False
    return playthrough, True
