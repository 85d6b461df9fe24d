"""The level at hand taken as what the next ones are to be like."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from desks import Desk, desk_of

from engine import workshop
from engine.game import registry
from engine.values.parameters import SIMILARITY

GAME = registry.get("skiddy")
LEVEL = workshop.generate(GAME, 3, {"perfect": "3..30", "stars": 1})[0]


@pytest.fixture
def desk() -> Iterator[Desk]:
    with desk_of(LEVEL) as desk:
        desk.until(lambda: desk.session.history.made is not None)
        yield desk


def test_what_is_asked_for_is_likeness_to_the_level_that_was_at_hand(desk: Desk) -> None:
    maker = desk.session.maker
    maker.sheet = maker.sheet.with_value(SIMILARITY, SIMILARITY.parse("..0.5"))
    assert "no level is named" in maker.refusal
    maker.liken()
    assert maker.refusal == ""
    maker.sheet = maker.sheet.with_seed(5)
    maker.generate()
    desk.until(lambda: not maker.making)
    made = desk.session.level
    assert made.provenance is not None and made.provenance.like == LEVEL.board
    assert GAME.boards.similarity(LEVEL.board, made.board) <= 0.5
    maker.liken()
    assert maker.sheet.like == made.board
    maker.liken()
    assert maker.sheet.like is None


def test_a_level_that_nothing_asks_about_is_not_recorded(desk: Desk) -> None:
    maker = desk.session.maker
    maker.liken()
    maker.generate()
    desk.until(lambda: not maker.making)
    made = desk.session.level
    assert made.provenance is not None and made.provenance.like is None
