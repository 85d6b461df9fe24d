"""Generation's outer loop: what it counts, and what it says of candidates it rejected."""

from __future__ import annotations

import pytest

from engine.errors import GenerationFailed
from engine.stages.accepted_candidate_search import (
    ATTEMPTS_PER_POLL,
    find_accepted_attempt,
    format_rejection_counts,
)
from engine.stages.candidate import Attempts, Recipe
from engine.values.budget import Control
from engine.values.parameter_schema import Schema


class Fussy:
    """Accepts one attempt only; keeps what its control knew before each chunk."""

    parameters = Schema(())

    def __init__(self, accepted: int | None) -> None:
        self.accepted = accepted
        self.known: list[dict[str, int]] = []

    def try_candidates(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        self.known.append(dict(control.rejections))
        if self.accepted is not None and self.accepted < recipe.attempt + count:
            tried = self.accepted - recipe.attempt
            return Attempts(tried + 1, self.accepted, {"dull": tried} if tried else {})
        odd = count // 3
        return Attempts(count, None, {"odd": odd, "dull": count - odd})


RECIPE = Recipe(1, 0, Schema(()).complete_settings({}))


def test_rejections_are_reported_while_the_search_goes_on() -> None:
    generator, control = Fussy(accepted=2 * ATTEMPTS_PER_POLL + 5), Control()
    found, attempts = find_accepted_attempt(generator, RECIPE, control=control)
    odd = ATTEMPTS_PER_POLL // 3
    assert generator.known == [
        {},
        {"odd": odd, "dull": ATTEMPTS_PER_POLL - odd},
        {"odd": 2 * odd, "dull": 2 * (ATTEMPTS_PER_POLL - odd)},
    ]
    assert (found.attempt, attempts.tried) == (2 * ATTEMPTS_PER_POLL + 5, 2 * ATTEMPTS_PER_POLL + 6)
    assert control.rejections == attempts.rejections
    assert control.candidates == attempts.tried == sum(attempts.rejections.values()) + 1


def test_giving_up_names_the_most_frequent_reason_first() -> None:
    with pytest.raises(GenerationFailed, match=r"in 9 attempts \(dull: 6, odd: 3\)"):
        find_accepted_attempt(Fussy(accepted=None), RECIPE, max_attempts=9)


def test_reasons_in_words() -> None:
    assert format_rejection_counts({}) == ""
    assert format_rejection_counts({"b": 2, "a": 2, "c": 1_000}) == "c: 1,000, a: 2, b: 2"
