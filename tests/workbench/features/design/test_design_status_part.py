"""Ratings that a game makes of its levels: shown in short with other facts, and why on request."""

from __future__ import annotations

from dataclasses import replace

import pytest
from plainly import frame, press, said, settled, status, until
from sample_game import DOTS, SampleSolver

from engine import workshop
from engine.values.level import Level
from engine.values.ratings_and_awards import Judgement
from workbench.features.comparison import differences
from workbench.features.levels.levels_pane import format_verdict
from workbench.session.comparison_side import ComparisonSide
from workbench.session.status_line import _shorten_old
from workbench.ui.help_screen import HelpScreen

pytestmark = pytest.mark.usefixtures("app_world")

WHY = (("far to go", "yes, at least 4"), ("", "14 states\x1b[31m in all"))


@pytest.fixture
def rated(sample, monkeypatch):
    """The sample game with a rating of its own."""

    def judgements(self, facts):
        if facts.get("moves") is None:
            return ()
        grade = "long" if facts["moves"] > 4 else "short"
        return (Judgement("Length", f"{grade}, of two", grade, WHY, ("moves",)),)

    monkeypatch.setattr(SampleSolver, "judge_facts", judgements)
    return sample


@pytest.mark.parametrize("size", [(120, 32), (80, 24), (60, 20)])
async def test_why_a_level_is_rated_so(rated, make_app, level, size):
    app = make_app(level)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert " · long · " in status(app)
        await app.screen.action_command("design.reasons")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        for words in ("Length: long, of two", "far to go", "yes, at least 4", "14 states"):
            assert words in frame(app)
        await press(pilot, "escape")
        assert app.screen.session is not None


async def test_an_edit_says_what_the_rating_was(rated, make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        session = await settled(pilot)
        nearer = replace(level.board, dots=(*DOTS[2:4], "....@.", *DOTS[3:]))
        session.history.change_board("nearer", nearer)
        await settled(pilot)
        assert " · short, was long · " in status(app)


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        ("long", "short", "long"),
        ("3 stars", "0 stars", "3"),
        ("3 stars", "1 star", "3 stars"),
        ("fun 5 of 5", "fun 2 of 5", "5"),
    ],
)
def test_words_that_both_ratings_have_are_said_once(was, now, expected):
    assert _shorten_old(was, now) == expected


async def test_a_game_without_ratings_has_no_reasons(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await app.screen.action_command("design.reasons")
        await pilot.pause()
        assert not isinstance(app.screen, HelpScreen)
        assert "this board has no rating yet" in said(app)


async def test_a_draft_has_no_rating(rated, make_app, board):
    app = make_app(Level("sample", rated.boards.create_blank(4, 4)))
    async with app.run_test(size=(80, 24)) as pilot:
        session = await settled(pilot)
        assert session.history.outcomes == ()


def test_a_stored_verdict_is_rated_until_the_solver_answers(rated, level):
    level = workshop.store_verdict(level, rated.solver.solve(level.board))
    assert format_verdict(level, " · ")[0].startswith("5 moves · long · 1 shortest")
    stale = replace(level, verdict=replace(level.verdict, rules=99))
    assert "long" in format_verdict(stale, " · ")[0]


def test_a_rating_that_differs_is_reported_of_two_levels(rated, board):
    solved = rated.solver.solve(board)
    sides = [
        ComparisonSide(
            "", Level("sample", board), None, replace(solved, facts=dict(solved.facts) | facts)
        )
        for facts in ({}, {"moves": 2, "solution": "RR"})
    ]
    assert "; left long, right short" in differences.compare_solutions(rated, *sides)
    assert "long" not in differences.compare_solutions(rated, sides[0], sides[0])
