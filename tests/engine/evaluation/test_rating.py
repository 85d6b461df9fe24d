"""Rating levels of any game: those whose games say nothing of it, and one that is stopped."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
import toy_game

from engine import workshop
from engine.errors import Cancelled
from engine.evaluation.rating import Rating
from engine.evaluation.relevance import Relevance
from engine.game.boards import BoardObject
from engine.values.budget import Control


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    toy_game.make_known(monkeypatch, toy_game.TOY)


def rating_of(*worths: tuple[bool | None, bool | None], counted: bool = True) -> Rating:
    """A rating of things that are needed and inert so."""
    found = [
        Relevance(BoardObject("stone", 0, col, toy_game.SLOPE, counted=counted), *worth)
        for col, worth in enumerate(worths)
    ]
    return replace(workshop.rate(toy_game.slope()), relevance=tuple(found))


def test_a_game_needs_to_say_nothing() -> None:
    found = workshop.rate(toy_game.slope())
    assert found.solved.facts["moves"] == 2
    assert found.to_table() == {"difficulty": 2.0, "inert": 0, "needed_share": 1.0, "relevance": []}


def test_counts_are_those_of_counted_things() -> None:
    assert rating_of((True, False), (False, True), (False, False)).counts == {
        "inert": 1,
        "needed_share": 1 / 3,
    }
    assert rating_of((False, True), counted=False).counts == {"inert": 0, "needed_share": 1.0}


def test_one_unknown_leaves_both_counts_unknown() -> None:
    unknown = {"inert": None, "needed_share": None}
    assert rating_of((True, False), (None, None)).counts == unknown
    assert rating_of((None, None), counted=False).counts == {"inert": 0, "needed_share": 1.0}


def test_what_a_game_takes_away_is_solved_by_its_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Boards(toy_game.ToyBoards):
        def list_objects(self, board):
            yield BoardObject("rock", 2, 2, board)

    game = replace(toy_game.TOY, boards=Boards())
    toy_game.make_known(monkeypatch, game)
    (found,) = workshop.rate(toy_game.slope()).relevance
    assert found.to_table() == {
        "kind": "rock",
        "row": 2,
        "col": 2,
        "needed": False,
        "inert": True,
        "moves": 2,
    }
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        workshop.rate(toy_game.slope(), control=control)
