"""Journeys: paint weights over the heat map by keyboard and mouse, undo, generate by them, save."""

from __future__ import annotations

import pytest
from dragging import Mouse
from plainly import caption, press, said, settled
from sample_game import DOTS, TILES, SampleBoard

from engine import workshop
from engine.files import levelfile
from engine.game.registry import get_game
from engine.values.level import Level
from engine.values.painted_weights import PaintedWeights
from workbench.features.design.palette_pane import PalettePane
from workbench.ui.boards.board_view import BoardView

pytestmark = pytest.mark.usefixtures("app_world")

SETTINGS = {"rows": 6, "cols": 6, "moves": "1..", "blockers": 0, "inert": "0.."}
ROWS = 6


@pytest.fixture(scope="module")
def made():
    return workshop.generate(get_game("fruit-dating"), 3, SETTINGS)[0]


@pytest.fixture
async def pilot(make_app, made):
    app = make_app(made)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        yield pilot


@pytest.fixture
def session(pilot):
    return pilot.app.screen.session


def rows_of_fruit(session) -> set[int]:
    return {row for row, line in enumerate(session.board.pieces) if line.strip(".")}


async def test_painting_undo_and_a_level_by_the_weights(pilot, session):
    before = session.level
    await press(pilot, "m", "w")
    assert session.playback.is_editing and "Fruit: nothing painted" in caption(pilot.app)
    own = dict(session.build_view().heat)
    assert own, "the weights of the level as it was made"
    for _ in range(3):  # the upper half of the board is kept free, one line after the other
        await press(pilot, "e", "l", *["right"] * 5, "enter", *["left"] * 5, "down")
    painted = session.level.next_weights["fruit"]
    assert set(painted.cells.values()) == {0}
    assert session.build_view().heat[1, 1] == 0 and session.build_view().marks[1, 1] == "preview"
    assert session.board == before.board and session.document.is_dirty
    undone = len(painted.cells)
    await press(pilot, "u")
    assert len(session.level.next_weights["fruit"].cells) < undone and "Undone: weight 0" in said(
        pilot.app
    )
    await press(pilot, "U")
    assert session.level.next_weights["fruit"] == painted
    await press(pilot, "escape", "escape", "escape", "m", "g")
    await settled(pilot)
    assert "with painted weights" in said(pilot.app)
    assert session.level.provenance.weights == {"fruit": painted}
    assert session.level.weights is None and min(rows_of_fruit(session)) >= 3
    text = levelfile.dumps(session.level)
    assert levelfile.dumps(workshop.rebuild(levelfile.loads(text))) == text
    await press(pilot, "u")
    await settled(pilot)
    assert session.board == before.board and session.level.next_weights["fruit"] == painted


async def test_weights_are_typed_turned_and_picked(pilot, session):
    await press(pilot, "m", "w", "4", "0", "down", "right", "enter")
    assert session.level.next_weights["fruit"].cells == {(1, 1): 40}
    await press(pilot, "n", "right", "enter", "N", "N", "5", "right", "enter")
    assert session.level.next_weights["fruit"].cells == {(1, 1): 40, (1, 2): 50, (1, 3): 5}
    await press(pilot, "left", "e", "p", "m", "w")
    assert "Weight 50 for Blockers" in said(pilot.app)
    await press(pilot, "enter", "x")
    assert set(session.level.next_weights) == {"fruit"}, "what is wiped off is gone"
    await press(pilot, "escape")
    assert session.playback.is_editing and session.editor.weight_brush is None
    await press(pilot, "#", "enter")
    assert session.board.tiles[1][2] == "#", "tools draw again"


async def test_the_palette_lists_the_weights_while_they_are_painted(pilot, session):
    await press(pilot, "m", "w", "7")
    pane = pilot.app.screen.query_one(PalettePane)
    titles = [str(pane.render_line(y).text).strip() for y in range(8)]
    assert titles[0] == "Weights for Fruit"
    assert titles[1:6] == ["0", "1", "2", "5", "▸ 7"]
    await pilot.click(PalettePane, offset=(4, 3))
    assert session.editor.weight_brush.weight == 1
    await press(pilot, "escape")
    assert str(pane.render_line(0).text).strip() == "Tiles"


async def test_a_drag_paints_and_the_right_button_wipes(pilot, session):
    await press(pilot, "m", "w", "7")
    mouse = Mouse(pilot, pilot.app.screen.query_one(BoardView))
    await mouse.drag((1, 1), (1, 2), (1, 4))
    assert session.level.next_weights["fruit"].cells == {(1, col): 7 for col in range(1, 5)}
    assert session.document.undo_name == "weight 7 for Fruit on 4 cells"
    await mouse.drag((1, 3), (1, 4), button=3)
    assert session.level.next_weights["fruit"].cells == {(1, 1): 7, (1, 2): 7}
    await press(pilot, "e", "f")
    assert session.level.next_weights["fruit"].cells[5, 5] == 7, "all that had none"
    await press(pilot, "u", "u", "u")
    assert session.level.weights is None


async def test_the_same_draws_are_made_again_by_the_weights(pilot, session):
    rows = rows_of_fruit(session)
    grid = PaintedWeights.create_blank(ROWS, ROWS).paint_cells(
        [(min(rows), c) for c in range(ROWS)], 0
    )
    level = session.level.with_next_weights({"fruit": grid})
    session.history.add_version("paint", level, session.document.entry.attachment)
    await press(pilot, "m", "b")
    await settled(pilot)
    assert "Rebuilt from Weights" in said(pilot.app)
    assert session.level.provenance.weights == {"fruit": grid}
    assert session.level.provenance.attempt == level.provenance.attempt
    assert min(rows) not in rows_of_fruit(session)


async def test_a_game_without_such_stages_says_so(make_app, sample):
    app = make_app(Level("sample", SampleBoard(TILES, DOTS), "First walk"))
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await press(pilot, "m", "w")
        assert f"no stage of {sample.title} uses painted weights" in said(app)


async def test_the_end_of_a_cube_is_painted_on_its_net(make_app):
    level = workshop.generate(get_game("mazing-monk"), 3, {"soldiers": 1})[0]
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        session = await settled(pilot)
        await press(pilot, "m", "w", "e", "f")
        assert len(session.level.next_weights["placement"].cells) == 54, "no weight beside the net"
        await press(pilot, "u", "m", "b")
        assert session.level.weights is None and "all parameters are those" in said(app)
