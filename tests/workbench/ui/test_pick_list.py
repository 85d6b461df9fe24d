"""A list to pick a line from, and the question with such a list."""

from __future__ import annotations

from pathlib import Path

import pytest
from plainly import caption, frame, press, settled, until

from workbench import commands
from workbench.document.document import Document
from workbench.ui.pick_list import PickRow

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
async def pilot(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        yield pilot


SKIDDY = Path(__file__).parents[3] / "levels/skiddy/1-1-side-by-side.toml"


async def test_any_of_all_solutions_is_picked_from_a_list(make_app):
    app = make_app(Document.open(SKIDDY))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "s", "a")
        await until(pilot, lambda: isinstance(app.screen, PickRow))
        assert "▸ max combo   2  ← ↓      from S3" in frame(app)
        assert "no combo    4  ↓ ↑ ← ↓  from S8" in frame(app)
        await press(pilot, "down", "down", "enter")
        await until(pilot, lambda: not isinstance(app.screen, PickRow))
        assert caption(app) == "solution 0/4 max combo · start position"
        await press(pilot, "t", "t")
        assert caption(app) == "solution 0/2 Perfect · start position"
        await press(pilot, "t", "full_stop")
        assert caption(app) == "solution 1/3 no combo · move 1: ↓ down · 1 red out, combo broken"
        await press(pilot, "t")
        assert app.screen.session.playback.view_kind == "timeline"


async def test_the_nodes_of_the_published_tree_are_watched(make_app):
    app = make_app(Document.open(SKIDDY))
    async with app.run_test(size=(80, 24)) as pilot:
        session = await settled(pilot)
        assert app.screen.explain_unavailable(commands.get_command("design.nodes")) is not None
        session.playback.show_strategy("published")
        await until(pilot, lambda: session.playback.get_trace_player() is not None)
        session.trace_navigator.seek_row(9)
        await app.screen.action_command("design.nodes")
        await until(pilot, lambda: isinstance(app.screen, PickRow))
        shown = frame(app)
        assert "Nodes after row 10 of 22" in shown
        assert "├─ S1     MaxCombo  index 1 →, depth 1, parent S0  and S3" in shown
        assert "│  └─ S4  DeadEnd   index 2 ↓, depth 2, parent S1" in shown
        assert "DeadEnd   index 3 ←, depth 3" not in shown, "S7 is not there yet"
        await press(pilot, "down", "down", "enter")
        await until(pilot, lambda: not isinstance(app.screen, PickRow))
        assert session.playback.get_trace_player().moment == 4, "the row that generated S4"
