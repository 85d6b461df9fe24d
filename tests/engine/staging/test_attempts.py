"""Generation's outer loop: what it counts, and what it says of candidates it rejected."""

from __future__ import annotations

import pytest

from engine.errors import GenerationFailed
from engine.staging.demands import CHUNK, first_accepted, rejections_text
from engine.staging.generation import Attempts, Recipe
from engine.values.budget import Control
from engine.values.parameters import Schema


class Fussy:
    """Accepts one attempt only; keeps what its control knew before each chunk."""

    parameters = Schema(())

    def __init__(self, accepted: int | None) -> None:
        self.accepted = accepted
        self.known: list[dict[str, int]] = []

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        self.known.append(dict(control.rejections))
        if self.accepted is not None and self.accepted < recipe.attempt + count:
            tried = self.accepted - recipe.attempt
            return Attempts(tried + 1, self.accepted, {"dull": tried} if tried else {})
        odd = count // 3
        return Attempts(count, None, {"odd": odd, "dull": count - odd})


RECIPE = Recipe(1, 0, Schema(()).complete({}))


def test_rejections_are_reported_while_the_search_goes_on() -> None:
    generator, control = Fussy(accepted=2 * CHUNK + 5), Control()
    found, attempts = first_accepted(generator, RECIPE, control=control)
    odd = CHUNK // 3
    assert generator.known == [
        {},
        {"odd": odd, "dull": CHUNK - odd},
        {"odd": 2 * odd, "dull": 2 * (CHUNK - odd)},
    ]
    assert (found.attempt, attempts.tried) == (2 * CHUNK + 5, 2 * CHUNK + 6)
    assert control.rejections == attempts.rejections
    assert control.candidates == attempts.tried == sum(attempts.rejections.values()) + 1


def test_giving_up_names_the_most_frequent_reason_first() -> None:
    with pytest.raises(GenerationFailed, match=r"in 9 attempts \(dull: 6, odd: 3\)"):
        first_accepted(Fussy(accepted=None), RECIPE, max_attempts=9)


def test_reasons_in_words() -> None:
    assert rejections_text({}) == ""
    assert rejections_text({"b": 2, "a": 2, "c": 1_000}) == "c: 1,000, a: 2, b: 2"
