"""Help and a user's keys on the design screen, whose panes have keys of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench import commands
from workbench.commands import user_keymap
from workbench.paths import user_config_file
from workbench.ui.help_screen import HelpPane
from workbench.ui.manual.key_help import list_contexts

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(user_config_file.FOLDER_VARIABLE, str(tmp_path))
    yield tmp_path
    commands.bind_keys({})


async def test_help_lists_the_keys_of_every_pane(make_app, level, own):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        contexts = list_contexts(app.screen, app.screen.CONTEXTS)
        assert {"design", "edit", "board", "parameters", "trace", "tools"} <= {*contexts}
        await pilot.press("question_mark", "slash", *"narrow range")
        shown = "\n".join(
            "".join(text for text, _ in line)
            for line in app.screen.query_one(HelpPane).draw_lines(120, 30)
        )
        assert "- " in shown
        assert "Narrow range" in shown


async def test_a_key_that_two_modes_share_can_be_taken_from_one(make_app, level, own):
    """Textual alone would take the space bar from both."""
    user_keymap.find_keymap_file().write_text('"edit.paint" = ["enter", "space"]\n')
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        active = app.screen.active_bindings
        assert active["space"].binding.id == "design.play-pause"
        await pilot.press("e", "e")
        assert app.screen.session.playback.view_kind == "edit"


async def test_keys_of_panes_can_be_changed(make_app, level, own):
    user_keymap.find_keymap_file().write_text(
        '"trace.down" = ["alt+n"]\n"tools.down" = ["alt+n"]\n'
    )
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.screen.query_one("#trace").focus()
        await pilot.pause()
        active = app.screen.active_bindings
        assert active["alt+n"].binding.id == "trace.down"
        assert active["j"].binding.id == "design.down"


@pytest.mark.parametrize("theme", ["ansi", "emoji", "ascii"])
async def test_the_theme_changes_while_a_level_is_open(make_app, level, own, theme):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.show_theme(theme)
        await pilot.pause()
        assert app.theme_glyphs.name == theme
        assert user_config_file.load_settings().theme == theme
