"""Maps that are found out in the background, of the board that stands."""

from __future__ import annotations

import pytest
from cases_skiddy import FIXTURES
from plainly import arrived
from skiddy_boards import GAME, board_of

from workbench.features.maps import dead_end_finder, map_finder
from workbench.session.board_verdicts import Verdicts

pytestmark = pytest.mark.usefixtures("app_world")

CRATE = board_of(FIXTURES[21].rows)
"""A push of the crate into the corner at 1,1 traps the player."""


async def test_a_map_that_is_late_is_dropped(solver):
    calls = []
    known = dead_end_finder.DeadEndFinder(solver, calls.append, lambda: None)
    verdicts = Verdicts(GAME, solver, calls.append, lambda: None)
    verdicts.show_board(CRATE, GAME.solver.solve(CRATE))

    known.follow_verdicts(verdicts)
    await arrived(solver, map_finder.MAP_JOB, calls)
    assert known.map is not None
    assert len(known.map) == 14
    known.stop_search()
    known.follow_verdicts(verdicts)
    known.stop_search()
    await arrived(solver, map_finder.MAP_JOB, calls)
    assert known.map is None
