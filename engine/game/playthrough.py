"""A playthrough of a level: moves, undo, redo and restart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from engine.errors import MoveError

if TYPE_CHECKING:
    from engine.game.play import Play
    from engine.game.play_position import OwnBoard, Position, Status, Step
    from engine.values.playtest_record import PlayEvent

_REFUSALS: Mapping[Status, str] = {
    "playing": "nothing moves that way",
    "won": "the level is won",
    "lost": "the level is lost",
}


def find_refusal(step: Step) -> str:
    """Return the reason why a move changed nothing, or a generic one if the game gives none."""
    return step.note or _REFUSALS[step.before.status]


class Playthrough:
    """One attempt at a level, with a history of steps that can be undone and redone.

    Undone steps remain in the history until a new move replaces them.
    """

    def __init__(self, play: Play, board: OwnBoard) -> None:
        self.play = play
        self.start = play.create_start(board)
        self._steps: list[Step] = []
        self._count = 0

    @property
    def position(self) -> Position:
        """The current position."""
        return self._steps[self._count - 1].after if self._count else self.start

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves from the start to the current position, without those that were undone."""
        return tuple(step.move for step in self._steps[: self._count])

    @property
    def last_step(self) -> Step | None:
        """The step that led to the current position, or None at the start."""
        return self._steps[self._count - 1] if self._count else None

    @property
    def can_redo(self) -> bool:
        """True if there is an undone move that can be redone."""
        return self._count < len(self._steps)

    def make_move(self, move: str) -> Step:
        """Make a move. A move that changes nothing is not recorded.

        Raises:
            MoveError: The word is not a move of the game.
        """
        step = self.play.step(self.position, move)
        if step.changed:
            # Replacing the whole tail of the list also drops the undone steps.
            self._steps[self._count :] = [step]
            self._count += 1
        return step

    def undo(self) -> bool:
        """Undo the last move. Return False if there is no move to undo, otherwise True."""
        if self._count == 0:
            return False
        self._count -= 1
        return True

    def redo(self) -> bool:
        """Redo the last undone move. Return False if there is no move to redo, otherwise True."""
        if not self.can_redo:
            return False
        self._count += 1
        return True

    def restart(self) -> None:
        """Return to the start, keeping all moves so that they can be redone."""
        self._count = 0

    def perform_event(self, event: PlayEvent) -> bool:
        """Replay a recorded event, and return whether it was possible in this playthrough."""
        if event.kind == "move":
            try:
                return self.make_move(event.move).changed
            except MoveError:
                return False
        if event.kind == "undo":
            return self.undo()
        if event.kind == "redo":
            return self.redo()
        if event.kind == "restart":
            self.restart()
        return True


def replay_moves(play: Play, board: OwnBoard, moves: Iterable[str]) -> tuple[Playthrough, bool]:
    """Play moves from the start, stopping at the first one that changes nothing.

    Returns:
        The playthrough, and whether all moves were legal, meaning that each one changed something.

    Raises:
        MoveError: A word is not a move of the game.
    """
    playthrough = Playthrough(play, board)
    for move in moves:
        if not playthrough.make_move(move).changed:
            return playthrough, False
    return playthrough, True
