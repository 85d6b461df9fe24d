"""Campaign and infinite play of A Mazing Monk: the thesis's formulas.

The thesis's list has 100,000 levels. There, who does not die goes on by 10,000, who dies once by
2,000, and who dies more often goes back by 2,000; in other lists by as much of their length.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.campaign import Campaign
from engine.game.later import later
from engine.games.mazing_monk.generate.parameters import MOST_DIFFICULTY

WITHOUT_DEATH = 10
"""The part of the list that is passed over after no death: one in so many levels."""
OTHERWISE = 50
"""The part that is passed over after one death, and gone back by after more."""
FIRST_BEYOND = 8
"""The least difficulty past the end of the list."""
RATING_BEYOND = "2.01.."
"""The ratings of levels past the end: more than 2."""


class MonkCampaign(Campaign):
    """The formulas; see :class:`engine.game.campaign.Campaign`."""

    parameter = "difficulty"
    grades = range(1, MOST_DIFFICULTY + 1)
    steps = 10
    ending = (
        "The last exit opens on no face of any cube. The monk looks back: ten mazes, and each of "
        "them had been still all the while; only he had turned.",
        "He puts down what he has gathered. The soldiers lean on their spears and forget what they "
        "were guarding. There is nowhere left to go, and so he has arrived.",
        "The monk has become Buddha.",
    )

    ratings = staticmethod(later("engine.games.mazing_monk.thesis.listing:ratings"))

    def moved(self, index: int, deaths: int, length: int) -> int:
        """A tenth of the list on, a fiftieth, or a fiftieth back, but at least one level."""
        if deaths == 0:
            return index + max(1, length // WITHOUT_DEATH)
        step = max(1, length // OTHERWISE)
        return index + step if deaths == 1 else max(0, index - step)

    def beyond(self, grade: int | None, deaths: int) -> int:
        """One harder after no death, as hard after one, one easier after more; from 8 to 10."""
        if grade is None:
            return FIRST_BEYOND
        step = 1 if deaths == 0 else 0 if deaths == 1 else -1
        return min(max(grade + step, FIRST_BEYOND), MOST_DIFFICULTY)

    def settings_beyond(self, grade: int) -> Mapping[str, object]:
        """The difficulty, and a rating above 2."""
        return {self.parameter: grade, "rating": RATING_BEYOND}
