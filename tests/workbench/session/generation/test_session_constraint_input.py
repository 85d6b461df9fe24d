"""A wish for levels: taken with the parameters, or refused."""

from __future__ import annotations

import pytest

import workbench.features  # noqa: F401 - fills the registry of commands
from engine import workshop
from engine.game import registry
from engine.values.level import Level
from workbench.document.document import Document
from workbench.service.solver_service import ForegroundService
from workbench.session.generation import constraint_input
from workbench.session.generation.level_generator import LevelGenerator
from workbench.session.session import Session


@pytest.fixture
def maker() -> LevelGenerator:
    game = registry.get_game("fruit-dating")
    blank = Level(game.name, game.boards.create_blank(*workshop.get_default_size(game)))
    session = Session(Document(blank), ForegroundService(), lambda act: act(), lambda: None)
    return session.generator


def test_a_wish_is_set_with_the_parameters_and_taken_off_again(maker: LevelGenerator) -> None:
    said = constraint_input.set_constraint(maker, " moves>20 ")
    assert "now only make levels with moves>20" in said
    assert constraint_input.format_constraint(maker.settings) == "moves>20"
    assert constraint_input.set_constraint(maker, "").startswith("No constraint")
    assert constraint_input.format_constraint(maker.settings) == ""


def test_a_default_that_excludes_the_wish_is_given_up(maker: LevelGenerator) -> None:
    said = constraint_input.set_constraint(maker, "inert=2")
    assert "dropped: inert=0" in said


@pytest.mark.parametrize(
    ("text", "problem"), [("nose>3", "unknown key 'nose'"), ("moves>3 moves<2", "excludes itself")]
)
def test_what_no_level_can_meet_is_refused(maker: LevelGenerator, text: str, problem: str) -> None:
    found = constraint_input.find_refusal(maker, text)
    assert found is not None and problem in found
    assert constraint_input.find_refusal(maker, "moves>3") is None
