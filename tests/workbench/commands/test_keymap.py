"""What panes say of keys is so after a user's keymap has changed them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from plainly import caption, frame, press, said, settled, status, until

from workbench import commands
from workbench.commands import keymap, user_keymap
from workbench.paths import user_config_file
from workbench.ui.pick_list import PickRow

pytestmark = pytest.mark.usefixtures("app_world")

MOVED = {
    "design.generate": "alt+a",
    "design.edit": "alt+b",
    "design.undo": "alt+c",
    "design.search": "&",
    "design.filter": "$",
    "design.solve": "alt+f",
    "design.lock-stage": "alt+g",
    "design.new-seed": "alt+h",
    "design.rebuild": "alt+i",
    "design.forward": "alt+j",
    "edit.line": "alt+k",
    "edit.paint": "alt+l",
    "edit.mirror": "alt+m",
    "parameters.type": "alt+n",
    "trace.sibling-after": "alt+o",
    "list.choose": "alt+p",
    "dialog.cancel": "alt+q",
    "design.cancel": "alt+r",
    "describe.take": "alt+s",
    "design.breakpoints": "alt+t",
}


@pytest.fixture
async def pilot(make_app, level, tmp_path, monkeypatch):
    monkeypatch.setenv(user_config_file.FOLDER_VARIABLE, str(tmp_path))
    entries = (f'"{name}" = "{key}"\n' for name, key in MOVED.items())
    user_keymap.find_keymap_file().write_text("".join(entries))
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        yield pilot
    commands.bind_keys({})


async def test_every_pane_names_the_keys_of_now(pilot):
    app = pilot.app
    assert "No generation history. alt+h generates a level, alt+b edits" in caption(app)
    assert ", alt+j step" in frame(app), "two commands shown as one"
    assert "& search  $ filter" in frame(app)
    await press(pilot, "tab")
    assert "[ alt+o siblings" in frame(app)
    await press(pilot, "alt+t")
    assert "alt+p set or remove · alt+q close" in frame(app)
    await press(pilot, "down", "alt+p", "alt+q", "alt+t", "alt+t")
    assert app.screen.session.breakpoint_runner.breakpoints.verdicts == ("won",)
    assert "stop when" not in frame(app)
    app.screen.panes.focus_pane("parameters")
    await press(pilot, "home", *["up"] * 30)
    assert "Press alt+h for a new one" in frame(app)
    await press(pilot, "down")
    assert "Press alt+n to show or hide" in frame(app)


async def test_what_drawing_says_names_the_keys_of_now(pilot):
    app = pilot.app
    await press(pilot, "alt+b", ".", "alt+k", "down")
    assert "alt+l applies, alt+r cancels" in caption(app)
    assert "alt+k line" in frame(app) and "alt+m mirror" in frame(app)
    await press(pilot, "alt+l")
    assert "alt+c undo Floor" in frame(app), "the palette"
    await press(pilot, "e", "t")
    await until(pilot, lambda: isinstance(app.screen, PickRow))
    assert "alt+p take   alt+q cancel" in frame(app)
    await press(pilot, "alt+q", "e", "d")
    await until(pilot, lambda: "alt+s in notes" in frame(app))
    await press(pilot, *"!", "tab", "tab", "tab", "x", "alt+s")
    await until(pilot, lambda: app.screen.session.level.notes == "x")


async def test_what_generation_says_names_the_keys_of_now(pilot):
    app = pilot.app
    await press(pilot, "alt+g")
    assert "no generation history. Use alt+h to generate a level" in said(app)
    await press(pilot, "alt+a")
    session = await settled(pilot)
    session.generator.settings = session.generator.settings.with_value(
        session.game.generator.parameters["spread"], "centre"
    )
    app.screen.update_content()
    assert "alt+i rebuilds from" in frame(app)
    await press(pilot, "alt+g")
    assert "alt+h and alt+a keep its random numbers. alt+g unlocks it" in said(app)
    verdicts = session.verdicts
    stopped = replace(verdicts.verdict, cancelled=True)
    verdicts._handle_answer(verdicts.digest, verdicts.default_strategy, stopped)
    assert "Use alt+f to search again" in status(app)


def test_a_command_without_a_key_is_in_the_palette():
    try:
        commands.bind_keys({"design.undo": ()})
        assert keymap.get_key_hint("design.undo") == "^p"
        commands.bind_keys({"design.undo": (), "app.palette": ()})
        assert keymap.get_key_hint("design.undo") == "palette"
    finally:
        commands.bind_keys({})
