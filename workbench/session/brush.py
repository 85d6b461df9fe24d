"""The brush that weights for the stages of a generator are painted with."""

from __future__ import annotations

from dataclasses import dataclass

from engine.staging.generation import Stage
from engine.values.weights import MOST_WEIGHT

SCALE = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, MOST_WEIGHT)
"""The weights that are gone through one by one; others are typed."""
WIPED = "its own weight"


@dataclass(frozen=True, slots=True)
class WeightBrush:
    """A weight to be painted for a stage; None wipes what is painted.

    While a number is being typed, the next digit goes on with it.
    """

    stage: Stage
    weight: int | None
    typing: bool = False

    def turned(self, delta: int) -> WeightBrush:
        """The brush with the next weight of the scale, or the one before; wiping at its ends."""
        own = self.weight
        if own is None:
            weight: int | None = SCALE[0] if delta > 0 else SCALE[-1]
        elif delta > 0:
            weight = min((each for each in SCALE if each > own), default=None)
        else:
            weight = max((each for each in SCALE if each < own), default=None)
        return WeightBrush(self.stage, weight)

    def typed(self, digit: str) -> WeightBrush:
        """The brush with a digit put after its weight, or with that alone."""
        longer = 10 * (self.weight or 0) * self.typing + int(digit)
        return WeightBrush(self.stage, longer if longer <= MOST_WEIGHT else int(digit), typing=True)

    @property
    def scale(self) -> tuple[int | None, ...]:
        """The weights to choose among, its own among them, and wiping at the end."""
        own = set() if self.weight is None else {self.weight}
        return (*sorted({*SCALE} | own), None)

    @property
    def words(self) -> str:
        """What it paints."""
        return WIPED if self.weight is None else f"weight {self.weight}"
