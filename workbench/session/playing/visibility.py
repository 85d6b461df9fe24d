"""How much of a board its player sees: all of it, or what can be seen from one side at a time."""

from __future__ import annotations

from engine.game.position import Position
from engine.game.steering import Steering, Viewpoint

WHOLE = "all in sight"


def seen_from(view: str) -> str:
    """What is said of play in which the board was seen from a view only, by its name."""
    return f"{view} view"


class Visibility:
    """Holds how much of a board its player sees: all of it, or what one viewpoint shows.

    Args:
        steering: how the game is played; None where its boards are always seen whole.

    Attributes:
        view: the viewpoint that limits it; None while all is visible.
    """

    def __init__(self, steering: Steering | None) -> None:
        self._steering = steering
        self.view: Viewpoint | None = None

    @property
    def views(self) -> tuple[Viewpoint, ...]:
        """The sides from which the board can be seen in part, that of the moves first."""
        return () if self._steering is None else self._steering.views

    @property
    def exploring(self) -> bool:
        """Whether the player looks from another side than that of the moves."""
        return self.view is not None and self.view != self.views[0]

    @property
    def summary(self) -> str:
        """What is seen, in a few words."""
        return WHOLE if self.view is None else f"{self.view.title} in sight"

    def limit(self, *, limited: bool) -> None:
        """Has a part of the board seen at a time, or all of it, where the game has views."""
        self.view = self.views[0] if limited and self.views else None

    def turn(self) -> None:
        """Looks from the next side, if not everything is seen."""
        if self.view is not None:
            self.view = self.views[(self.views.index(self.view) + 1) % len(self.views)]

    def turn_back(self) -> None:
        """Looks from the side of the moves."""
        self.limit(limited=self.view is not None)

    def seen(self, position: Position) -> Position:
        """A position with only its visible part."""
        if self.view is None or self._steering is None:
            return position
        return self._steering.visible_part(position, self.view)
