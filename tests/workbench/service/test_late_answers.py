"""Answers that come when what they were asked about is no longer there."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from plainly import frame, press, said, settled, until

from engine.values.ranges import Range
from workbench.document.document import Document
from workbench.features import navigation

pytestmark = pytest.mark.usefixtures("app_world")

SLOW = ("######", "#....#", "#.s..#", "#...g#", "#....#", "######")
NEVER = Range(99, 99)
"""A number of moves that no level has: generation goes on until it is stopped."""


@pytest.fixture
async def pilot(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        yield pilot


@pytest.fixture
def session(pilot):
    return pilot.app.screen.session


def generate_for_ever(session):
    session.generator.settings = session.generator.settings.with_value(
        session.game.generator.parameters["moves"], NEVER
    )
    session.generator.generate_level()


class TestALevelBeingMade:
    async def test_a_change_by_hand_stops_it(self, pilot, session):
        await press(pilot, "e", "e")
        generate_for_ever(session)
        assert session.generator.is_generating
        await press(pilot, "#", "j", "j", "l", "enter")
        assert session.board.tiles[2][1] == "#"
        await until(pilot, lambda: not session.generator.is_generating)
        assert session.playback.view_kind == "edit" and session.document.undo_name == "Wall at 2,1"
        assert "the level has changed in the meantime" in said(pilot.app)

    async def test_what_is_made_already_is_not_taken_either(self, pilot, session, monkeypatch):
        late = []
        with monkeypatch.context() as patch:
            patch.setattr(session.history, "call_in_ui", late.append)
            await press(pilot, "m", "g")
            await until(pilot, lambda: late)
        await press(pilot, "e", "e", "#", "j", "j", "l", "enter")
        for arrive in late:
            arrive()
        assert session.document.undo_name == "Wall at 2,1"
        assert not session.generator.is_generating

    async def test_other_words_on_the_level_do_not_stop_it(self, pilot, session):
        generate_for_ever(session)
        session.history.change_metadata(replace(session.level, title="Other"))
        assert session.generator.is_generating and pilot.app.screen.session.solver.get_control(
            "make"
        )
        await press(pilot, "escape")
        await until(pilot, lambda: not session.generator.is_generating)
        assert re.fullmatch(r"Stopped( after [\d,]+ candidates?(: .+)?)?", said(pilot.app))


async def test_a_level_opened_after_another_is_searched_to_the_end(pilot, session, level):
    slow = replace(level, board=replace(level.board, tiles=SLOW))
    session.history.change_board("slower", slow.board)
    assert session.is_busy
    navigation.open_design(pilot.app, Document(replace(slow, title="Next")))
    await until(pilot, lambda: getattr(pilot.app.screen, "session", session) is not session)
    opened = await settled(pilot)
    assert not opened.verdicts.verdict.cancelled
    assert "Search stopped" not in frame(pilot.app)
