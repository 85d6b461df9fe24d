"""Campaign and infinite play of Fruit Dating: judged by moves beyond the shortest solution."""

from __future__ import annotations

from engine.game.campaign import Played
from engine.game.game import Campaign
from engine.game.play import Measure


class FruitCampaign(Campaign):
    """Who needs no more moves than the shortest solution goes on furthest."""

    lapse = Measure("moves", "move too many", "moves too many")
    ending = (
        "Ten evenings, ten tables set for two. The last plates are cleared away, and nobody has "
        "had to eat alone.",
        "Someone has to tilt the world a little, and then step back. The garden is quiet; every "
        "fruit has found its date.",
    )

    def lapses(self, level: Played) -> int:
        """The moves beyond the least."""
        return 0 if level.optimum is None else max(level.count - level.optimum, 0)
