"""The last two lines of a screen: messages and keys."""

from __future__ import annotations

from pathlib import Path

import frames
import pytest
from frames import frame
from shipped import files_of, level_in
from waiting import settled, until

from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.ui.key_line import KeyLine, shorten_paths

pytestmark = pytest.mark.usefixtures("app_world")


def test_a_message_that_is_too_long_says_what_is_wrong_with_a_file() -> None:
    said = "/home/someone/levels/dates.db: damaged: level 11: its seed leads to another board"
    assert shorten_paths(said, 100) == said
    assert (
        shorten_paths(said, 79) == "…/dates.db: damaged: level 11: its seed leads to another board"
    )
    assert shorten_paths("writing to ~/levels/a.db, 3/4 done", 20) == "writing to …/a.db, 3/4 done"


async def test_a_message_goes_by_itself_but_not_one_of_a_failure(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.ui.key_line.MESSAGE_SECONDS", 0.01)
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)

        def message() -> str:
            return frames.frame(app).splitlines()[-2].strip()

        app.show_message("done")
        await until(pilot, lambda: not message())
        assert app.screen.query_one(KeyLine).message == "done"
        app.show_message("not done", "bad")
        await pilot.pause(0.05)
        assert message() == "not done"


async def test_hints_stand_apart_from_the_menus(folder: Path) -> None:
    app = WorkbenchApp(folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        line = app.screen.query_one(KeyLine)
        for width in range(60, 140):
            spans = line._place_commands(width)
            (menu,) = [n for n, (*_, command) in enumerate(spans) if command.id == "app.view"]
            assert menu and spans[menu][0] - spans[menu - 1][1] >= 2
            assert spans[-1][1] <= width


async def test_the_ways_out_are_visible_at_any_width(folder: Path) -> None:
    app = WorkbenchApp(Document(level_in(files_of("skiddy")[0])), "design", folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        for width in (60, 80, 100, 120, 200):
            await pilot.resize_terminal(width, 24)
            await until(pilot, lambda: "esc back" in frame(app).splitlines()[-1])
            line = frame(app).splitlines()[-1]
            assert line.rstrip().endswith("? help ^p find q quit" if width >= 100 else "q quit")
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "^s save esc back  view" in frame(app).splitlines()[-1])
