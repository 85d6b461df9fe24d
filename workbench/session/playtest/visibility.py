"""The visible part of a board: all of it, or only the faces seen from one viewpoint."""

from __future__ import annotations

from engine.game.play_position import Position
from engine.game.walking_input import StepInput, Viewpoint

FULLY_VISIBLE = "all visible"


def format_view(view: str) -> str:
    """Format a note that a board was visible from only one viewpoint."""
    return f"{view} view"


class Visibility:
    """The part of a board that the player can see: all of it, or the view from one viewpoint.

    Args:
        steering: The game's step input, or None if its boards are always fully visible.

    Attributes:
        view: The current viewpoint, or None if visibility is not limited.
    """

    def __init__(self, steering: StepInput | None) -> None:
        self._steering = steering
        self.view: Viewpoint | None = None

    @property
    def views(self) -> tuple[Viewpoint, ...]:
        """The viewpoints of the board, starting with the one that moves refer to."""
        return () if self._steering is None else self._steering.views

    @property
    def is_exploring(self) -> bool:
        """True if the viewpoint is not the one that moves refer to."""
        return self.view is not None and self.view != self.views[0]

    @property
    def summary(self) -> str:
        """A short description of the visible part of the board."""
        return FULLY_VISIBLE if self.view is None else f"{self.view.title} visible"

    def set_limited(self, *, is_limited: bool) -> None:
        """Limit visibility to the first viewpoint, if the game has any, or lift the limit."""
        self.view = self.views[0] if is_limited and self.views else None

    def next_view(self) -> None:
        """Switch to the next viewpoint if visibility is limited."""
        if self.view is not None:
            self.view = self.views[(self.views.index(self.view) + 1) % len(self.views)]

    def reset_view(self) -> None:
        """Switch back to the viewpoint that moves refer to, if visibility is limited."""
        self.set_limited(is_limited=self.view is not None)

    def get_visible_part(self, position: Position) -> Position:
        """Return ``position`` reduced to its visible part."""
        if self.view is None or self._steering is None:
            return position
        return self._steering.hide_unseen(position, self.view)
