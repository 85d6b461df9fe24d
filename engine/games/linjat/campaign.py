"""Campaign and infinite play of Linjat: judged by the hints asked for."""

from __future__ import annotations

from types import MappingProxyType

from engine.game.campaign import HINTS, Played
from engine.game.game import Campaign


class LinjatCampaign(Campaign):
    """Who needs no hint goes on furthest: a line can always be taken back, so none is a mistake."""

    lapse = HINTS
    figured = "seconds of a person's time"
    unsaid = MappingProxyType({"method": "race"})
    ending = (
        "The last line is drawn, and there is nothing left to decide: every number is as long as "
        "it says, and no dot is bare.",
        "Ten sheets lie on the table. None of them was guessed.",
    )

    def lapses(self, level: Played) -> int:
        """The hints, each degree counted."""
        return level.hints
