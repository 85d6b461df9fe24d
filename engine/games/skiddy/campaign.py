"""Campaign and infinite play of Skiddy: judged by the medals that make a Perfect."""

from __future__ import annotations

from engine.game.campaign import Campaign, Played
from engine.game.play import Measure
from engine.games.skiddy.playing import MEDALS

_HALVES = MEDALS[:2]
"""Maximum combo and minimum moves; who has both is Perfect."""


class SkiddyCampaign(Campaign):
    """Who is Perfect goes on furthest."""

    lapse = Measure("medals", "medal missed", "medals missed")
    ending = (
        "The last Skiddies leave together, as they came. Behind them the floor is empty and "
        "without a scratch.",
        "Ten rooms, and not one corner in which anybody was left behind. Outside the ice goes on "
        "as far as one can see.",
    )

    def lapses(self, level: Played) -> int:
        """Which of maximum combo and minimum moves were missed: none, one or both."""
        return sum(medal not in level.medals for medal in _HALVES)
