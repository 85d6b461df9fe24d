"""Maps that are found out in the background, of the board that stands."""

from __future__ import annotations

import pytest
from cases_skiddy import FIXTURES
from plainly import arrived
from skiddy_boards import GAME, board_of

from workbench.features.maps import finding, traps
from workbench.session.verdicts import Verdicts

pytestmark = pytest.mark.usefixtures("app_world")

CRATE = board_of(FIXTURES[21].rows)
"""A push of the crate into the corner at 1,1 traps the player."""


async def test_a_map_that_is_late_is_dropped(solver):
    calls = []
    known = traps.Traps(solver, calls.append, lambda: None)
    verdicts = Verdicts(GAME, solver, calls.append, lambda: None)
    verdicts.show(CRATE, GAME.solver.solve(CRATE))

    known.follow(verdicts)
    await arrived(solver, finding.LANE, calls)
    assert known.map is not None
    assert len(known.map) == 14
    known.leave()
    known.follow(verdicts)
    known.leave()
    await arrived(solver, finding.LANE, calls)
    assert known.map is None
