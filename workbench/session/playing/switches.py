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
        aiming: hints and warnings are about better kinds of win, in games that have some.
        states: the picture of the states is shown beside the board, where there is room.
        preview: what a turn of a line would do is shown before it is made.
        motion: moves are animated where the link allows; off from the start where the user has
            told Textual so (``TEXTUAL_ANIMATIONS=none``).
    """

    timer: bool = False
    warnings: bool = True
    aiming: bool = True
    states: bool = False
    preview: bool = True
    motion: bool = field(default_factory=lambda: constants.TEXTUAL_ANIMATIONS != "none")
