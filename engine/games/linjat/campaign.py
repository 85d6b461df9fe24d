"""Campaign and endless play for Linjat, in which only hints count as lapses."""

from __future__ import annotations

from types import MappingProxyType

from engine.game.game import Campaign
from engine.game.win_record import HINTS, LevelWin


class LinjatCampaign(Campaign):
    """A campaign that counts hints. A player can undo any line, so no line counts as a mistake."""

    lapse = HINTS
    figure_unit = "seconds of a person's time"
    implied_settings = MappingProxyType({"method": "race"})
    ending_text = (
        "The last line is drawn, and there is nothing left to decide: every number is as long as "
        "it says, and no dot is bare.",
        "Ten sheets lie on the table. None of them was guessed.",
    )

    def count_lapses(self, level: LevelWin) -> int:
        """Return the number of hints, with each degree of a hint counted separately."""
        return level.hints
