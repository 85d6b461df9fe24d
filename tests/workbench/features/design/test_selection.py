"""Journeys: select cells, make them symmetric, keep them or make them anew."""

from __future__ import annotations

import pytest
from dragging import Mouse
from plainly import caption, press, said, settled, until

from engine.files import levelfile
from workbench.paths import resources
from workbench.session.generation.generator_settings import GeneratorSettings
from workbench.ui.boards.board_view import BoardView
from workbench.ui.pick_list import PickRow

pytestmark = pytest.mark.usefixtures("app_world")

LEVEL = "fruit-dating/19-a-long-engagement.toml"


@pytest.fixture
async def pilot(make_app):
    app = make_app(levelfile.read_level(resources.get_shipped_levels() / LEVEL))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await press(pilot, "e", "e")
        yield pilot


@pytest.fixture
def session(pilot):
    return pilot.app.screen.session


async def select(pilot, down: int, right: int) -> None:
    """Selects so many rows and columns more, from row 1, column 1 on."""
    await press(pilot, "down", "right", "e", "a", *["down"] * down, *["right"] * right)


def ask_little(session) -> None:
    """Has any level accepted, and nothing added but walls and fruit."""
    asked = {"moves": "1..", "blockers": 0, "inert": "0..", "touching": "0..", "open_share": "0.."}
    session.generator.settings = GeneratorSettings.from_values(session.game, None, asked)


def outside(board, rows: int, cols: int):
    """The tiles and pieces of a board but for those of the first rows and columns within."""
    return [
        (board.tiles[row][col], board.pieces[row][col])
        for row in range(board.rows)
        for col in range(board.cols)
        if not (1 <= row <= rows and 1 <= col <= cols)
    ]


async def test_only_the_selected_cells_become_symmetric(pilot, session):
    before = session.board
    await select(pilot, 3, 3)
    assert "selection of 16 cells: e s make symmetric, m k keep" in caption(pilot.app)
    await press(pilot, "enter")
    assert session.painter.selection is not None and session.document.undo_name is None
    await press(pilot, "e", "s")
    await until(pilot, lambda: isinstance(pilot.app.screen, PickRow))
    await press(pilot, "1")
    await settled(pilot)
    after = session.board
    assert "in 1,1 to 4,4: " in said(pilot.app) and "→ 1.00" in said(pilot.app)
    assert after != before and outside(after, 4, 4) == outside(before, 4, 4)
    solid = [[tile in after.solid for tile in line[1:5]] for line in after.tiles[1:5]]
    assert solid == [line[::-1] for line in solid]
    await press(pilot, "u")
    assert session.board == before


async def test_a_selection_is_kept_and_the_rest_made_anew_in_one_step(pilot, session):
    before, versions = session.board, session.document.version_number
    ask_little(session)
    mouse = Mouse(pilot, pilot.app.screen.query_one(BoardView))
    await press(pilot, "e", "a", "escape")
    await mouse.drag((1, 1), (2, 3))
    assert session.painter.selection.cells == tuple((r, c) for r in (1, 2) for c in (1, 2, 3))
    await press(pilot, "m", "k")
    await settled(pilot)
    after = session.board
    assert session.cell_locks.cells == {(row, col) for row in (1, 2) for col in (1, 2, 3)}, said(
        pilot.app
    )
    assert after != before and "around 6 locked cells" in said(pilot.app)
    assert [line[1:4] for line in after.tiles[1:3]] == [line[1:4] for line in before.tiles[1:3]]
    assert session.document.version_number == versions + 1
    await press(pilot, "u")
    assert session.board == before and not session.cell_locks.cells


async def test_all_but_the_selection_stays(pilot, session):
    before = session.board
    ask_little(session)
    await select(pilot, 1, 2)
    await press(pilot, "m", "x")
    await settled(pilot)
    cells = before.rows * before.cols
    assert len(session.cell_locks.cells) == cells - 6 and "locked cells" in said(pilot.app)
    assert outside(session.board, 2, 3) == outside(before, 2, 3)


async def test_nothing_is_kept_without_a_selection(pilot, session):
    await press(pilot, "m", "k")
    assert "no cells are selected (use e a in edit mode)" in said(pilot.app)
    await press(pilot, "e", "a", "e", "a")
    assert session.painter.selection is None
