"""Generation that is asked to finish at a moment of its own course, on any machine the same."""

from __future__ import annotations

from engine.budget import Control


class FinishedAt(Control):
    """A control that asks to finish once so many iterations are told of."""

    def __init__(self, iterations: int) -> None:
        super().__init__()
        self.at = iterations

    @property
    def finishing(self) -> bool:
        return self.sight is not None and self.sight.done >= self.at

    @finishing.setter
    def finishing(self, value: bool) -> None:
        """What the constructor sets."""
