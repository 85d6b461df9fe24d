"""Making a level symmetric on the design screen, and reading how symmetric it is."""

from __future__ import annotations

import pytest
from plainly import frame, press, said, settled, until

from engine.files import levelfile
from workbench.paths import resources
from workbench.ui.help_screen import HelpScreen
from workbench.ui.pick_list import PickRow

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_pieces_and_walls_become_symmetric(make_app, size):
    name = "fruit-dating/19-a-long-engagement.toml"
    app = make_app(levelfile.read_level(resources.get_shipped_levels() / name))
    async with app.run_test(size=size) as pilot:
        session = await settled(pilot)
        symmetrizing = session.game.boards.symmetrizer
        before = session.board
        await press(pilot, "e", "s")
        await until(pilot, lambda: isinstance(app.screen, PickRow))
        shown = frame(app)
        assert "Make symmetric (now walls 0.96, pieces 0.40)" in shown
        assert "walls, left-right" in shown and "1.00" in shown
        await press(pilot, "1")
        await settled(pilot)
        assert symmetrizing.measure_symmetry(session.board, "walls") == 1.0
        assert "walls symmetric, left-right: 0.96 → 1.00" in said(app)
        await press(pilot, "u")
        await settled(pilot)
        assert session.board == before
        await app.screen.action_command("design.reasons")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        assert "walls 0.96, pieces 0.40" in " ".join(frame(app).split())


async def test_a_game_whose_boards_are_drawn_only_says_so(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "e", "s")
        assert "made symmetric only by drawing" in said(app)
