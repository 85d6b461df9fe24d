"""The current level taken as what the next ones are to be like."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from desks import Desk, desk_of

from engine import workshop
from engine.game import registry
from engine.values.parameter_schema import SIMILARITY

GAME = registry.get_game("skiddy")
LEVEL = workshop.generate(GAME, 3, {"perfect": "3..30", "stars": 1})[0]


@pytest.fixture
def desk() -> Iterator[Desk]:
    with desk_of(LEVEL) as desk:
        desk.until(lambda: desk.session.history.generation is not None)
        yield desk


def test_what_is_asked_for_is_likeness_to_the_level_that_was_at_hand(desk: Desk) -> None:
    maker = desk.session.generator
    maker.settings = maker.settings.with_value(SIMILARITY, SIMILARITY.parse_value("..0.5"))
    assert "no level to compare with" in maker.refusal
    maker.toggle_similarity()
    assert maker.refusal == ""
    maker.settings = maker.settings.with_seed(5)
    maker.generate_level()
    desk.until(lambda: not maker.is_generating)
    made = desk.session.level
    assert made.provenance is not None and made.provenance.like == LEVEL.board
    assert GAME.boards.compute_similarity(LEVEL.board, made.board) <= 0.5
    maker.toggle_similarity()
    assert maker.settings.like == made.board
    maker.toggle_similarity()
    assert maker.settings.like is None


def test_a_level_that_nothing_asks_about_is_not_recorded(desk: Desk) -> None:
    maker = desk.session.generator
    maker.toggle_similarity()
    maker.generate_level()
    desk.until(lambda: not maker.is_generating)
    made = desk.session.level
    assert made.provenance is not None and made.provenance.like is None
