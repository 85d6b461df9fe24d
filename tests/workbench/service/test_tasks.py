"""What the solver is asked to do, as values that a thread or the helper process can run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from plainly import frame, press, settled, until

from engine.values.budget import Budget, Control
from workbench.service import tasks

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
async def pilot(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        yield pilot


@pytest.fixture
def session(pilot):
    return pilot.app.screen.session


class TestASearchMadeAgain:
    async def test_its_trace_takes_the_place_of_the_partial_one(self, pilot, session):
        whole = session.playback.get_trace_player().trace
        verdicts = session.verdicts
        few = Budget(max_states=3)
        part = tasks.solve_board(session.game, session.board, Control(), budget=few)
        answer = replace(verdicts.verdict, value=part, cancelled=True)
        verdicts._handle_answer(verdicts.digest, verdicts.default_strategy, answer)
        assert 1 < len(session.playback.get_trace_player().trace) < len(whole)
        await press(pilot, "tab", "down")
        await press(pilot, "s", "s")
        await until(pilot, lambda: len(session.playback.get_trace_player().trace) == len(whole))
        assert session.playback.get_trace_player().moment == 1
        assert f"{len(whole)} rows" in frame(pilot.app)
        assert session.playback.get_solution_player().length == 5
