"""Copying, exporting and pasting in the level browser."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from xml.etree import ElementTree

import frames
import pytest
import shipped
from PIL import Image
from plainly import press, until
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input
from toy_game import SLOPE, TOY, slope

from engine.files import levelfile, share_string
from engine.game import registry
from workbench.app.app import WorkbenchApp
from workbench.features.levels.screen import LevelsScreen
from workbench.theme import theme_loader
from workbench.ui.exchange import level_export
from workbench.ui.exchange.level_export import get_clipboard_file
from workbench.ui.exchange.paste_and_metadata_dialogs import PasteScreen
from workbench.ui.key_line import KeyLine

pytestmark = pytest.mark.usefixtures("app_world")

SHARED = share_string.dumps(slope())


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("TMUX", raising=False)
    monkeypatch.delenv("STY", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def app(folder: Path) -> WorkbenchApp:
    return WorkbenchApp(folder=folder)


async def on_the_slope(app: WorkbenchApp, pilot: Pilot[int]) -> list[str]:
    """Selects ``slope.toml``, and gives the list of what is sent to the terminal from then on."""
    await app.workers.wait_for_complete()
    await press(pilot, "end")
    await pilot.pause()
    sent: list[str] = []
    assert app._driver is not None
    app._driver.write = sent.append  # type: ignore[method-assign]
    return sent


def message(app: WorkbenchApp) -> str:
    return app.screen.query_one(KeyLine).message


async def paste(app: WorkbenchApp, pilot: Pilot[int], text: str) -> None:
    assert isinstance(app.screen, PasteScreen)
    app.post_message(events.Paste(text))
    await pilot.pause()


async def test_copying(app: WorkbenchApp, folder: Path) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        sent = await on_the_slope(app, pilot)
        await press(pilot, "o", "y")
        code = base64.b64encode(SHARED.encode()).decode()
        assert [part for part in sent if "]52;" in part] == [f"\x1b]52;c;{code}\x07"]
        assert get_clipboard_file().read_text() == SHARED
        assert message(app) == f"Copied the share string. It is also in {get_clipboard_file()}."
        await press(pilot, "o", "c")
        assert get_clipboard_file().read_text() == (folder / "slope.toml").read_text()
        assert message(app).startswith("Copied the level file. It is also in ")


async def test_copying_without_a_file_says_so(app: WorkbenchApp, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    async with app.run_test(size=(80, 24)) as pilot:
        sent = await on_the_slope(app, pilot)
        await press(pilot, "o", "y")
        assert any("]52;c;" in part for part in sent)
        assert message(app).startswith("Copied the share string. No file was written: ")


async def test_what_needs_a_level_says_that_there_is_none(app: WorkbenchApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await on_the_slope(app, pilot)
        for place in ("home", "down"):
            await press(pilot, place, "o", "y")
            assert message(app) == "Copy share string: no level is selected"
        await press(pilot, "o", "p")
        assert message(app) == "Export picture: no level is selected"
        assert isinstance(app.screen, LevelsScreen)


async def test_exporting_each_format(app: WorkbenchApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await on_the_slope(app, pilot)
        for key, form in (("p", "png"), ("s", "svg"), ("t", "txt")):
            await press(pilot, "o", "p", key)
            await pilot.pause()
            assert app.screen.query_one(Input).value == str(folder / f"slope.{form}")
            await press(pilot, "enter")
            await app.workers.wait_for_complete()
            assert message(app) == f"Exported {folder / f'slope.{form}'}."
    with Image.open(folder / "slope.png") as image:
        assert image.width > image.height > 0
    assert ElementTree.parse(folder / "slope.svg").getroot().tag.endswith("svg")
    assert len((folder / "slope.txt").read_text().splitlines()) == SLOPE.rows + 1


async def test_nothing_is_overwritten_without_a_question(app: WorkbenchApp, folder: Path) -> None:
    target = folder / "slope.txt"
    target.write_text("mine")
    async with app.run_test(size=(80, 24)) as pilot:
        await on_the_slope(app, pilot)
        await press(pilot, "o", "p", "t", "enter")
        await pilot.pause()
        assert "already exists" in frames.frame(app).replace("\n", " ")
        await press(pilot, "escape")
        await app.workers.wait_for_complete()
        assert target.read_text() == "mine"
        await press(pilot, "o", "p", "t", "enter", "a")
        await press(pilot, *"slope2", "enter")
        await app.workers.wait_for_complete()
        assert (folder / "slope2.txt").exists() and target.read_text() == "mine"
        await press(pilot, "o", "p", "t", "enter", "o")
        await app.workers.wait_for_complete()
        assert target.read_text() != "mine"
        assert not list(folder.glob("*.tmp"))


async def test_bad_names_and_failed_writes(app: WorkbenchApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await on_the_slope(app, pilot)
        await press(pilot, "o", "p", "t")
        await press(pilot, "backspace", *"none/x", "enter")
        await pilot.pause()
        assert "no such folder" in frames.frame(app)
        await press(pilot, "escape")
        await app.workers.wait_for_complete()
        (folder / "slope.txt").touch()
        (folder / "slope.txt").chmod(0o400)
        if not os.access(folder / "slope.txt", os.W_OK):
            await press(pilot, "E", "t", "enter", "o")
            await app.workers.wait_for_complete()
            assert "read-only" in message(app)


async def test_pasting_a_share_string(app: WorkbenchApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await on_the_slope(app, pilot)
        await press(pilot, "o", "o")
        await pilot.pause()
        assert "Paste a share string or the text of a level" in frames.frame(app)
        await paste(app, pilot, SHARED)
        await press(pilot, "enter")
        await pilot.pause()
        assert not isinstance(app.screen, LevelsScreen | PasteScreen)
        document = app.document
        assert document is not None
        assert document.level.board == SLOPE and document.path is None and document.is_dirty


async def test_pasting_a_whole_level_file(app: WorkbenchApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await on_the_slope(app, pilot)
        await press(pilot, "o", "o")
        await paste(app, pilot, levelfile.dumps(slope("Pasted")))
        await pilot.pause()
        assert app.document is not None
        level = app.document.level
        assert (level.board, level.title) == (SLOPE, "Pasted")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("fence", ["", "```\n"])
async def test_pasting_with_the_line_ends_of_terminals(
    app: WorkbenchApp, end: str, fence: str
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await on_the_slope(app, pilot)
        await press(pilot, "o", "o")
        text = fence + levelfile.dumps(slope("Pasted")) + fence
        await paste(app, pilot, text.replace("\n", end))
        await pilot.pause()
        assert app.document is not None
        level = app.document.level
        assert (level.board, level.title) == (SLOPE, "Pasted")


async def test_pasting_several_levels_saves_them_all(app: WorkbenchApp, folder: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await on_the_slope(app, pilot)
        text = levelfile.dumps(slope("First")) + levelfile.dumps(slope("Second"))
        before = {*folder.rglob("*.toml")}
        await press(pilot, "o", "o")
        await paste(app, pilot, text.replace("\n", "\r"))
        await pilot.pause()
        assert "2 levels are not saved to files yet." in frames.frame(app)
        await press(pilot, "escape")
        assert {*folder.rglob("*.toml")} == before
        await press(pilot, "o", "o")
        await paste(app, pilot, text)
        await press(pilot, "s")
        await until(pilot, lambda: len({*folder.rglob("*.toml")}) == len(before) + 2)
        new = sorted({*folder.rglob("*.toml")} - before)
        assert [file.name for file in new] == ["first.toml", "second.toml"]
        assert [levelfile.read_level(file).title for file in new] == ["First", "Second"]
        await until(pilot, lambda: message(app).startswith("Saved 2 levels in "))


async def test_of_several_pasted_levels_the_first_can_be_opened(app: WorkbenchApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await on_the_slope(app, pilot)
        await press(pilot, "o", "o")
        await paste(app, pilot, levelfile.dumps(slope("First")) + levelfile.dumps(slope("Second")))
        await press(pilot, "o")
        await pilot.pause()
        assert app.document is not None and app.document.level.title == "First"
        assert app.document.path is None


async def test_a_prompt_takes_all_lines_of_a_paste(app: WorkbenchApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await on_the_slope(app, pilot)
        await press(pilot, "slash")
        for text in ("moves 8..10\r  and stars>=2\r\n\r\nnot ice\n", "one line\r"):
            field = app.screen.query_one(Input)
            field.value = ""
            app.post_message(events.Paste(text))
            await pilot.pause()
            expected = "moves 8..10 and stars>=2 not ice" if "ice" in text else "one line"
            assert field.value == expected


async def test_levels_of_a_file_that_was_opened_are_offered(
    app: WorkbenchApp, folder: Path
) -> None:
    app.browser.opened_levels = (slope("First"), slope("Second"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "2 levels are not saved to files yet." in frames.frame(app)
        await press(pilot, "s")
        await until(pilot, lambda: any(folder.rglob("second.toml")))
        assert app.browser.opened_levels == ()


async def test_a_bad_paste_says_what_is_wrong_and_can_be_mended(app: WorkbenchApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await on_the_slope(app, pilot)
        await press(pilot, "o", "o")
        await paste(app, pilot, SHARED[:-9])
        await press(pilot, "enter")
        await pilot.pause()
        assert "pasted: cut short" in frames.frame(app)
        await paste(app, pilot, "two\nlines = 1")
        await pilot.pause()
        assert "pasted:1: not TOML" in frames.frame(app)
        await press(pilot, "escape")
        await pilot.pause()
        assert isinstance(app.screen, LevelsScreen)
        assert app.document is None


def test_names_that_are_proposed(tmp_path: Path) -> None:
    assert level_export.propose_export_path("png", slope("No, no: way!"), None) == "no-no-way.png"
    assert level_export.propose_export_path("png", slope(""), None) == f"{TOY.name}.png"
    assert level_export.propose_export_path("svg", slope(), tmp_path / "a.b.toml") == str(
        tmp_path / "a.b.svg"
    )


def test_a_level_is_exported_as_a_page_that_plays_it() -> None:
    level, theme = (
        shipped.level_in(shipped.files_of("skiddy")[0]),
        theme_loader.load_shipped("mono"),
    )
    picture = registry.get_game("skiddy").boards.draw_picture(level.board)
    content = level_export.render_picture("html", level, picture, theme)
    assert content.startswith(b"<!doctype html>") and level.title.encode() in content
