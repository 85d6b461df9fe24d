"""What a player has switched on or off."""

from __future__ import annotations

from dataclasses import dataclass, field

from textual import constants


@dataclass(slots=True)
class Switches:
    """Choices that stay from one level to the next.

    Attributes:
        timer: the time played is shown.
        warnings: being off track, and dead ends, are told unasked.
        motion: moves are animated where the link allows; off from the start where the user has
            told Textual so (``TEXTUAL_ANIMATIONS=none``).
    """

    timer: bool = False
    warnings: bool = True
    motion: bool = field(default_factory=lambda: constants.TEXTUAL_ANIMATIONS != "none")
