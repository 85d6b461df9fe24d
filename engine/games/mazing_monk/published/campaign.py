"""The campaign and infinite play, with levels ordered as in the thesis or by proven turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.game import Campaign, Game
from engine.game.loading.lazy_import import import_lazily

RATING_BEYOND = "2.01.."
"""The range of ratings for levels beyond the campaign: all above 2."""
TURNS_BEYOND = {8: "9..", 9: "10..", 10: "12.."}
"""A mapping from difficulty to the range of turns for levels beyond a campaign ordered by turns."""


class MonkCampaign(Campaign):
    """The campaign, ordered by proven turns or, as in the thesis, by grade and rating."""

    grade_order_title = "in the thesis's order"
    rated_by_figure = False
    figure_unit = "turns"

    ending_text = (
        "The last exit opens on no face of any cube. The monk looks back: ten mazes, and each of "
        "them had been still all the while; only he had turned.",
        "He puts down what he has gathered. The soldiers lean on their spears and forget what they "
        "were guarding. There is nowhere left to go, and so he has arrived.",
        "The monk has become Buddha.",
    )

    rate_seeds = staticmethod(
        import_lazily("engine.games.mazing_monk.published.seed_list_ratings:list_ratings")
    )

    def measure_level(self, game: Game, facts: Mapping[str, Any]) -> int | None:
        """Return the number of turns if it is proven to be the fewest, or None if it is not."""
        turns = facts.get("turns")
        return turns if facts.get("optimal") and isinstance(turns, int) else None

    def get_settings_beyond(self, grade: int) -> Mapping[str, object]:
        """Return generator settings for levels of difficulty ``grade`` with ratings above 2."""
        return {self.parameter: grade, "rating": RATING_BEYOND}

    def get_proven_settings_beyond(self, grade: int) -> Mapping[str, object]:
        """Return generator settings for levels of difficulty ``grade`` beyond the campaign.

        The range of turns is that in ``TURNS_BEYOND``.
        """
        return {self.parameter: grade, "turns": TURNS_BEYOND[grade]}
