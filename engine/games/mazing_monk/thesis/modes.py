"""Campaign and infinite play of A Mazing Monk, as its thesis has them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.campaign import Campaign
from engine.game.later import later

RATING_BEYOND = "2.01.."
"""The ratings of levels past the end: more than 2."""


class MonkCampaign(Campaign):
    """Lists in the order of the thesis's rating; see :class:`engine.game.campaign.Campaign`."""

    ending = (
        "The last exit opens on no face of any cube. The monk looks back: ten mazes, and each of "
        "them had been still all the while; only he had turned.",
        "He puts down what he has gathered. The soldiers lean on their spears and forget what they "
        "were guarding. There is nowhere left to go, and so he has arrived.",
        "The monk has become Buddha.",
    )

    ratings = staticmethod(later("engine.games.mazing_monk.thesis.listing:ratings"))

    def settings_beyond(self, grade: int) -> Mapping[str, object]:
        """The difficulty, and a rating above 2."""
        return {self.parameter: grade, "rating": RATING_BEYOND}
