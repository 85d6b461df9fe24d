"""Copying and exporting from the design screen."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from plainly import press, said, settled, until
from shipped import LEVELS

from engine.files import levelfile, share_string
from engine.game import registry
from workbench.theme import theme_choice
from workbench.ui.dialogs import LinePrompt
from workbench.ui.exchange import level_export
from workbench.ui.exchange.level_export import get_clipboard_file

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
async def pilot(make_app, level, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        yield pilot


async def export_text(pilot):
    await press(pilot, "o", "p", "t")
    await until(pilot, lambda: isinstance(pilot.app.screen, LinePrompt))
    await press(pilot, "enter")
    await until(pilot, lambda: said(pilot.app).startswith("Exported "))


async def test_the_level_as_it_stands_is_copied(pilot):
    app, sent = pilot.app, []
    session = app.screen.session
    app._driver.write = sent.append
    await press(pilot, "e", "e", "down", "l", "l", "#", "enter")
    await settled(pilot)
    await press(pilot, "o", "y")
    text = share_string.dumps(app.document.level)
    assert share_string.loads(text).board == session.board
    code = base64.b64encode(text.encode()).decode()
    assert [part for part in sent if "]52;" in part] == [f"\x1b]52;c;{code}\x07"]
    assert said(app) == f"Copied the share string. It is also in {get_clipboard_file()}."
    await press(pilot, "o", "c")
    assert get_clipboard_file().read_text() == levelfile.dumps(app.document.level)


async def test_the_board_is_exported_as_it_is_shown(pilot, tmp_path):
    await export_text(pilot)
    start = (tmp_path / "first-walk.txt").read_text()
    await press(pilot, "t", "end")
    await press(pilot, "o", "p", "t")
    await until(pilot, lambda: isinstance(pilot.app.screen, LinePrompt))
    await press(pilot, *"first-walk2.txt", "enter")
    await until(pilot, lambda: said(pilot.app) == "Exported first-walk2.txt.")
    assert (tmp_path / "first-walk2.txt").read_text() != start
    assert not pilot.app.document.is_dirty


async def test_in_edit_mode_the_key_belongs_to_the_tools(pilot):
    await press(pilot, "e", "e", "E")
    await settled(pilot)
    assert pilot.app.screen.session.playback.view_kind == "edit"
    assert not said(pilot.app)


async def test_a_form_that_the_game_lacks_is_refused_with_the_reason(pilot, tmp_path):
    await press(pilot, "o", "p", "z")
    await until(pilot, lambda: isinstance(pilot.app.screen, LinePrompt))
    await press(pilot, "enter")
    await until(pilot, lambda: "has no rules in PuzzleScript" in said(pilot.app))
    assert not [*tmp_path.glob("*.txt")]


def test_levels_are_exported_for_other_programs():
    level = levelfile.read_level(LEVELS / "skiddy" / "1-1-side-by-side.toml")
    game, theme = registry.get_game("skiddy"), theme_choice.choose_by_name("default").theme
    picture = game.boards.draw_picture(level.board)
    starts = {
        "puzzlescript": b"title Side by side\n",
        "tmj": b'{\n "type": "map",',
        "ldtk": b'{\n "iid": ',
        "csv": b"block,",
    }
    for form, start in starts.items():
        assert level_export.render_picture(form, level, picture, theme).startswith(start)
        images = level_export.draw_images(form, level, theme)
        assert [*images] == ["skiddy.tiles.png"] * (form in ("tmj", "ldtk"))
    for form, (key, _) in level_export.FORMATS.items():
        assert [one for one, entry in level_export.FORMATS.items() if entry[0] == key] == [form]
        proposed = level_export.propose_export_path(form, level, Path("a.toml"))
        assert proposed.startswith("a.") and proposed != "a.toml"
