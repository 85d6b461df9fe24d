"""The pages of help for a screen, made of what is on it when help is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.app.app import WorkbenchApp
from workbench.ui.manual.screen_help import make_pages
from workbench.ui.screen import CommandScreen

pytestmark = pytest.mark.usefixtures("app_world")


async def test_without_a_game_there_are_keys_and_words_only(tmp_path: Path) -> None:
    app = WorkbenchApp(folder=tmp_path)
    async with app.run_test(size=(80, 24)):
        await app.workers.wait_for_complete()
        assert isinstance(app.screen, CommandScreen)
        titles = {page.title for page in make_pages(app.screen)}
        assert {"Keys", "Glossary"} <= titles
