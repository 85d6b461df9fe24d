"""The help, in the smallest window and for what is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from frames import frame
from monk_boards import GAME, TWO_TURNS
from textual.pilot import Pilot
from toy_game import slope

from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.terminal.capabilities import Capabilities
from workbench.ui.help_screen import HelpPane, HelpScreen
from workbench.ui.manual.key_help import KEY_COLUMNS, list_contexts
from workbench.ui.styled_lines import Line

pytestmark = pytest.mark.usefixtures("app_world")


def text(line: Line) -> str:
    return "".join(part for part, _ in line)


async def opened(pilot: Pilot[int]) -> str:
    """What the help shows after ``?``."""
    await pilot.press("question_mark")
    await pilot.pause()
    assert isinstance(pilot.app.screen, HelpScreen)
    return frame(pilot.app)


async def test_in_the_smallest_window_it_is_read_and_searched(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(60, 20)) as pilot:
        await app.workers.wait_for_complete()
        shown = await opened(pilot)
        assert sum(bool(line.strip(" │╭╮╰╯─")) for line in shown.splitlines()) >= 14
        await pilot.press("end")
        await pilot.pause()
        assert "Open menu" in frame(app)
        await pilot.press("slash", *"trash", "enter")
        await pilot.pause()
        assert "x delete" in frame(app)
        assert "Quit" not in frame(app)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert not isinstance(app.screen, HelpScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)])
async def test_a_command_takes_a_line_until_all_of_it_is_asked_for(
    folder: Path, size: tuple[int, int]
) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await opened(pilot)
        pane = app.screen.query_one(HelpPane)
        sections = pane._load_sections(0)
        (trash,) = [e for s in sections for e in s.entries if "earlier session" in e.more]
        for entry in (each for section in sections for each in section.entries):
            assert len([*entry.draw_lines(KEY_COLUMNS, 50, short=True)]) == 1
        short = [text(line) for line in pane._find_lines(pane.size.width)]
        assert any(f" {trash.title}  " in line for line in short)
        await pilot.press("plus")
        whole = [text(line) for line in pane._find_lines(pane.size.width)]
        assert len(whole) >= len(short)
        assert not any(" …" in line for line in whole)
        await pilot.press("minus")
        assert [text(line) for line in pane._find_lines(pane.size.width)] == short
        await pilot.press("slash", *"earlier session", "enter")
        found = " ".join(" ".join(map(text, pane._find_lines(pane.size.width))).split())
        assert trash.more in found


async def test_it_lists_as_many_turns_as_the_game_has() -> None:
    app = WorkbenchApp(Document(Level(GAME.name, TWO_TURNS)), "play")
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        await opened(pilot)
        await pilot.press("slash", *"the turns at", "enter")
        await pilot.pause()
        assert "Turn 6" in frame(app)
        assert "Turn 7" not in frame(app)


@pytest.mark.parametrize(("start", "context"), [("play", "play"), ("levels", "levels")])
async def test_it_shows_no_keys_that_do_nothing(folder: Path, start: str, context: str) -> None:
    app = WorkbenchApp(Document(slope()), start, folder=folder)  # type: ignore[arg-type]
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert list_contexts(app.screen, app.screen.CONTEXTS) == (context,)
        assert "Cursor" not in await opened(pilot)


async def test_a_title_in_any_script_is_ascii_where_nothing_else_can_be_shown(folder: Path) -> None:
    terminal = Capabilities("16", utf8=False)
    app = WorkbenchApp(Document(slope("Café 日本")), "play", folder=folder, terminal=terminal)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Cafe ????" in frame(app)
        assert frame(app).isascii()
        assert (await opened(pilot)).isascii()
