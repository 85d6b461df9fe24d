"""A wish for levels: taken with the parameters, or refused."""

from __future__ import annotations

import pytest

import workbench.features  # noqa: F401 - fills the registry of commands
from engine import workshop
from engine.game import registry
from engine.values.level import Level
from workbench.document.document import Document
from workbench.service.solving import WaitingService
from workbench.session.making import wishes
from workbench.session.making.maker import Maker
from workbench.session.session import Session


@pytest.fixture
def maker() -> Maker:
    game = registry.get("fruit-dating")
    blank = Level(game.name, game.boards.blank(*workshop.usual_size(game)))
    session = Session(Document(blank), WaitingService(), lambda act: act(), lambda: None)
    return session.maker


def test_a_wish_is_set_with_the_parameters_and_taken_off_again(maker: Maker) -> None:
    said = wishes.take(maker, " moves>20 ")
    assert "make such levels: moves>20" in said
    assert wishes.wished(maker.sheet) == "moves>20"
    assert wishes.take(maker, "").startswith("no wish")
    assert wishes.wished(maker.sheet) == ""


def test_a_default_that_excludes_the_wish_is_given_up(maker: Maker) -> None:
    said = wishes.take(maker, "inert=2")
    assert "no longer inert=0" in said


@pytest.mark.parametrize(
    ("text", "problem"), [("nose>3", "unknown key 'nose'"), ("moves>3 moves<2", "excludes itself")]
)
def test_what_no_level_can_meet_is_refused(maker: Maker, text: str, problem: str) -> None:
    found = wishes.objection(maker, text)
    assert found is not None and problem in found
    assert wishes.objection(maker, "moves>3") is None
