"""The brush with which weights are painted for a generator's stages."""

from __future__ import annotations

from dataclasses import dataclass

from engine.stages.candidate import Stage
from engine.values.painted_weights import MAX_WEIGHT

SCALE = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, MAX_WEIGHT)
"""The weights that can be selected step by step. Any other weight must be typed."""
ERASING = "default weight"


@dataclass(frozen=True, slots=True)
class WeightBrush:
    """A brush that paints a weight for a stage, or erases painted weights if the weight is None.

    ``is_typing`` is True while the user is typing a number, so that digits extend the weight.
    """

    stage: Stage
    weight: int | None
    is_typing: bool = False

    def step_weight(self, delta: int) -> WeightBrush:
        """Return the brush with the next or previous weight. Past either end, the brush erases."""
        own = self.weight
        if own is None:
            weight: int | None = SCALE[0] if delta > 0 else SCALE[-1]
        elif delta > 0:
            weight = min((each for each in SCALE if each > own), default=None)
        else:
            weight = max((each for each in SCALE if each < own), default=None)
        return WeightBrush(self.stage, weight)

    def append_digit(self, digit: str) -> WeightBrush:
        """Return the brush with a typed digit appended to its weight.

        The first digit that is typed replaces the weight.
        """
        # ``is_typing`` is False (0) for the first digit, so the old weight is dropped.
        longer = 10 * (self.weight or 0) * self.is_typing + int(digit)
        return WeightBrush(
            self.stage, longer if longer <= MAX_WEIGHT else int(digit), is_typing=True
        )

    @property
    def scale(self) -> tuple[int | None, ...]:
        """The weights to choose from, including the current one. The last choice, None, erases."""
        own = set() if self.weight is None else {self.weight}
        return (*sorted({*SCALE} | own), None)

    @property
    def description(self) -> str:
        """A description of what the brush paints."""
        return ERASING if self.weight is None else f"weight {self.weight}"
