"""What a game makes of a verdict in words, the kinds of winning, and what a playthrough earns."""

from __future__ import annotations

import pytest

from engine.values.ratings_and_awards import Award, list_earned_titles

pytestmark = pytest.mark.jitless


def test_what_goes_without_saying_is_not_said() -> None:
    both = Award("Perfect", True, ("Maximum combo", "Minimum moves"))
    single = Award("Maximum combo", True)
    assert list_earned_titles([single, Award("Minimum moves", True), both]) == ["Perfect"]
    assert list_earned_titles([single, both._replace(earned=None)]) == ["Maximum combo"]
    assert list_earned_titles([single, both._replace(earned=False)]) == ["Maximum combo"]
