"""Campaign and infinite play of A Mazing Monk: as its thesis has them, and by proven turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.game import Campaign, Game
from engine.game.later import later

RATING_BEYOND = "2.01.."
"""The ratings of levels past the end: more than 2."""
TURNS_BEYOND = {8: "9..", 9: "10..", 10: "12.."}
"""The turns of levels past the end, by difficulty, where a list rises by turns."""


class MonkCampaign(Campaign):
    """Lists rise by proven turns, or by grade and the thesis's rating as its section 5.3 has it."""

    graded = "in the thesis's order"
    rated_by_figure = False
    figured = "turns"

    ending = (
        "The last exit opens on no face of any cube. The monk looks back: ten mazes, and each of "
        "them had been still all the while; only he had turned.",
        "He puts down what he has gathered. The soldiers lean on their spears and forget what they "
        "were guarding. There is nowhere left to go, and so he has arrived.",
        "The monk has become Buddha.",
    )

    ratings = staticmethod(later("engine.games.mazing_monk.published.listing:ratings"))

    def figure(self, game: Game, facts: Mapping[str, Any]) -> int | None:
        """The turns, where no fewer are proven to win."""
        turns = facts.get("turns")
        return turns if facts.get("optimal") and isinstance(turns, int) else None

    def settings_beyond(self, grade: int) -> Mapping[str, object]:
        """The difficulty, and a rating above 2."""
        return {self.parameter: grade, "rating": RATING_BEYOND}

    def proven_beyond(self, grade: int) -> Mapping[str, object]:
        """The difficulty, and many turns."""
        return {self.parameter: grade, "turns": TURNS_BEYOND[grade]}
