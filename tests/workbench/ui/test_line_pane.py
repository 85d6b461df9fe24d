"""The base of the design screen's panes: lines of styled text that cost few bytes."""

from __future__ import annotations

from itertools import islice, product

import pytest
from plainly import press, settled

from engine.values.level import Level
from workbench.document.document import Document
from workbench.ui.line_pane import LinePane

pytestmark = pytest.mark.usefixtures("app_world")


async def test_panes_draw_in_any_room(make_app, board):
    app = make_app(Document(Level("sample", board, "First walk", notes="Long words " * 20)))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        for keys in ("i", "sf", "w", "ee", "mg"):
            await press(pilot, *keys)
            await settled(pilot)
            for pane in app.screen.query(LinePane):
                for width, height in product(range(1, 30), (1, 2, 8)):
                    assert len([*islice(pane.draw_lines(width, height), height)]) <= height
