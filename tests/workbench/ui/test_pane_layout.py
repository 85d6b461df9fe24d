"""The layouts to choose from, and the keys of the pane that has them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plainly import frame, press, said, settled, until

from workbench.features import navigation
from workbench.ui import pane_layout
from workbench.ui.pane_layout import PRESETS, WantedPanes

pytestmark = pytest.mark.usefixtures("app_world")

PANES = pane_layout.PANES
wanted = st.builds(
    WantedPanes,
    st.sampled_from(sorted(PRESETS)),
    editing=st.booleans(),
    overlay=st.sampled_from((None, *pane_layout.OVERLAYS)),
)


@given(
    wanted,
    st.sampled_from(("wide", "two", "tabs")),
    st.sampled_from(PANES),
    st.sampled_from(PANES),
)
def test_the_focused_pane_is_always_in_view(want, shape, focused, side):
    shown = pane_layout.find_visible_panes(shape, want, focused, side, zoomed=False)
    assert want.get_present_pane(focused) in shown
    assert "timeline" in shown
    assert len(shown) <= {"wide": 4, "two": 3, "tabs": 2}[shape]
    assert not {"parameters", "palette"} <= shown
    assert len({"trace", *pane_layout.OVERLAYS} & shown) <= 1
    if shape != "tabs":
        assert "board" in shown


@given(wanted)
def test_what_stands_beside_the_board_can_be_reached(want):
    order = pane_layout.order_panes(want)
    assert set(want.sides) <= set(order)
    assert len(set(order)) == len(order)
    assert {"board", "timeline"} <= set(order)


def shown(app):
    names = ("tabs", "parameters", "palette", "frame", "trace", "whatif", "timeline")
    return [name for name in names if app.screen.query_one(f"#{name}").display]


@pytest.mark.parametrize(
    ("width", "layouts"),
    [
        (
            120,
            {
                "1": ["parameters", "frame", "trace", "timeline"],
                "2": ["frame", "trace", "timeline"],
                "3": ["parameters", "frame", "timeline"],
                "4": ["frame", "timeline"],
            },
        ),
        (
            80,
            {
                "1": ["frame", "trace", "timeline"],
                "2": ["frame", "trace", "timeline"],
                "3": ["parameters", "frame", "timeline"],
                "4": ["frame", "timeline"],
            },
        ),
        (
            60,
            {
                "1": ["tabs", "frame", "timeline"],
                "2": ["tabs", "frame", "timeline"],
                "3": ["tabs", "frame", "timeline"],
                "4": ["frame", "timeline"],
            },
        ),
    ],
)
async def test_layouts_at_every_size(make_app, level, width, layouts):
    app = make_app(level)
    async with app.run_test(size=(width, 24)) as pilot:
        await settled(pilot)
        for key in "23412341":
            await press(pilot, "v", key)
            assert shown(app) == layouts[key], key
            assert said(app) == f"layout {key}: {PRESETS[int(key)]}"


async def test_a_layout_lasts_while_the_app_runs(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "v", "2", "p", "p")
        await until(pilot, lambda: app.screen.__class__.__name__ == "PlayScreen")
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen.__class__.__name__ == "DesignScreen")
        assert shown(app) == ["frame", "trace", "timeline"]
        navigation.open_design(app, app.document)
        await settled(pilot)
        assert shown(app) == ["frame", "trace", "timeline"]


async def test_a_pane_outside_the_layout_is_shown_while_it_has_the_keys(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "v", "4", "slash")
        assert app.focused.id == "trace"
        assert shown(app) == ["frame", "trace", "timeline"]
        await press(pilot, "escape", "tab")
        assert app.focused.id == "board"
        assert shown(app) == ["frame", "timeline"]


async def test_digits_belong_to_tools_in_edit_mode(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        session = await settled(pilot)
        await press(pilot, "e", "e", "2")
        assert app.design_layout == 1
        assert session.editor.tool.name != "wall"


async def test_the_key_line_has_the_keys_of_the_pane(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)

        def keys():
            return frame(app).splitlines()[-1]

        assert "g new" in keys()
        assert "h l value" not in keys()
        app.screen.panes.focus_pane("parameters")
        await pilot.pause()
        assert keys().startswith(" h l value  enter type  - + range")
        app.screen.panes.focus_pane("trace")
        await pilot.pause()
        assert "enter play from here" in keys()
        app.screen.panes.focus_pane("timeline")
        await pilot.pause()
        assert "space run" in keys()
        assert "u undo" not in keys()
        await press(pilot, "e", "e", "shift+tab")
        await pilot.pause()
        assert keys().startswith(" j k tool  enter paint")


async def test_a_key_of_a_pane_can_be_clicked(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        session = await settled(pilot)
        app.screen.panes.focus_pane("parameters")
        await press(pilot, "down", "down", "right")
        assert dict(session.generator.settings.overrides)
        await pilot.pause()
        line = frame(app).splitlines()[-1]
        await pilot.click("KeyLine", offset=(line.index("reset"), 1))
        await until(pilot, lambda: not session.generator.settings.overrides)
