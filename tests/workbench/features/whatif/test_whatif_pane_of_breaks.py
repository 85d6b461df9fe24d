"""What the heat map of changes says that they would break, on levels of real games."""

from __future__ import annotations

import frames
import fruit_boards
import pytest
from cases_skiddy import LEVEL_1_1
from plainly import caption, frame, press, settled, until
from skiddy_boards import board_of as skiddy_board

from engine.values.level import Level
from engine.values.moves import format_moves
from workbench.document.document import Document
from workbench.features.whatif.part import WhatIfPart

pytestmark = pytest.mark.usefixtures("app_world")

GAME = fruit_boards.GAME
BOARD = fruit_boards.board_of("##### #...# #...# #.#.# #####", "..... .A.o. ..... ...A. .....")


async def explored(pilot, aim="longer"):
    """Waits until every change was tried for an aim, and what each leaves inert is known."""
    screen = pilot.app.screen
    found = next(part.model for part in screen.parts if isinstance(part, WhatIfPart))
    await until(pilot, lambda: found.objective == aim and found.state == "done")
    return found


@pytest.fixture(autouse=True)
def steady(monkeypatch):
    """Frames without a length of time that is another one in every run."""
    monkeypatch.setattr("workbench.session.status_line.format_duration", lambda seconds: "0.8 ms")


@pytest.fixture
def pinned():
    moves = format_moves(GAME.solver.solve(BOARD).moves)
    return Document(Level(GAME.name, BOARD, title="Pinned", intended=moves))


async def test_what_a_change_breaks_is_flagged(make_app, pinned):
    app = make_app(pinned)
    async with app.run_test(size=(120, 40)) as pilot:
        session = await settled(pilot)
        await press(pilot, "w")
        whatif = await explored(pilot)
        await pilot.pause()
        frames.check(app, "whatif-breaks-120x40")
        drawn = whatif.make_heat_map()
        assert (drawn.numbers[2, 2], drawn.marks[2, 2]) == ("+3", "warning")
        assert (drawn.numbers[1, 2], drawn.marks[1, 2]) == ("=", "same")
        await press(pilot, "down", "down", "right", "right")
        said = "one-way right: 5 moves, +3, but the intended solution no longer wins;"
        assert said in caption(app)
        await press(pilot, "enter")
        await settled(pilot)
        assert not session.pinned_solution.status.is_winning


async def test_pinning_a_solution_begins_anew(make_app, pinned):
    app = make_app(pinned)
    async with app.run_test(size=(80, 24)) as pilot:
        session = await settled(pilot)
        await press(pilot, "w")
        whatif = await explored(pilot)

        def unwon():
            """How many changes would break the intended solution."""
            groups = (
                group
                for cell in whatif.make_heat_map().heat
                for group in whatif.group_changes(cell)
            )
            kinds = [each.kind for group in groups for each in group.assessment.breaches]
            return kinds.count("unwon")

        assert unwon() > 0
        session.pinned_solution.unpin_moves()
        app.screen.update_content()
        await explored(pilot)
        assert unwon() == 0


async def test_stars_are_an_aim_where_there_are_some_and_their_loss_is_flagged(make_app):
    app = make_app(Document(Level("skiddy", skiddy_board(LEVEL_1_1))))
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        await press(pilot, "w")
        whatif = await explored(pilot)
        await press(pilot, "w")
        await until(pilot, lambda: "stars: more stars" in frame(app))
        frames.check(app, "whatif-aims-60x20")
        assert "fewer-dead-ends: fewer dead ends" in frame(app)
        assert "perfect=N: stars, then Perfect closer to N" in frame(app)
        keys = [line for line in frame(app).splitlines() if "stars: more stars" in line]
        await press(pilot, keys[0].split("stars: ")[0].split()[-1])
        await explored(pilot, "stars")
        assert [*whatif.base.figures] == ["stars", "max_combo.moves"]
        groups = [
            group for cell in whatif.make_heat_map().heat for group in whatif.group_changes(cell)
        ]
        fewer = [each for each in groups if any(b.key == "stars" for b in each.assessment.breaches)]
        before = whatif.base.figures["stars"]
        assert fewer and all(each.assessment.figures["stars"] < before for each in fewer)
        await press(pilot, "tab")
        assert "What if · stars" in frame(app)
