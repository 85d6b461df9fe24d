"""The Fruit Dating campaign, which counts moves beyond the shortest solution."""

from __future__ import annotations

from engine.game.game import Campaign
from engine.game.play import Measure
from engine.game.win_record import LevelWin


class FruitCampaign(Campaign):
    """The Fruit Dating campaign, in which each move beyond the shortest solution is a lapse."""

    lapse = Measure("moves", "move too many", "moves too many")
    ending_text = (
        "Ten evenings, ten tables set for two. The last plates are cleared away, and nobody has "
        "had to eat alone.",
        "Someone has to tilt the world a little, and then step back. The garden is quiet; every "
        "fruit has found its date.",
    )

    def count_lapses(self, level: LevelWin) -> int:
        """Return how many more moves a win took than the shortest solution.

        The result is 0 if the length of the shortest solution is unknown.
        """
        return 0 if level.optimum is None else max(level.count - level.optimum, 0)
