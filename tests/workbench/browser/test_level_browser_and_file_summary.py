"""Levels in the browser whose files store facts of an older version."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.browser.level_browser import LevelBrowser
from workbench.paths import resources

GLACIER = resources.get_shipped_levels() / "skiddy" / "5-6-glacier.toml"


@pytest.fixture
def browser(tmp_path: Path) -> LevelBrowser:
    """One of a folder with a level of Skiddy, and an older file of it on another board."""
    text = GLACIER.read_text()
    (tmp_path / "fresh.toml").write_text(text)
    (tmp_path / "stale.toml").write_text(text.replace("#.#.o.#", "#...o.#"))
    return LevelBrowser(tmp_path, shipped=tmp_path)


def found(browser: LevelBrowser, search: str) -> list[str]:
    browser.search = search
    assert not browser.search_error
    return [row.file.stem for row in browser.list_rows() if row.file is not None]


def test_levels_are_searched_by_the_present_fun(browser: LevelBrowser, tmp_path: Path) -> None:
    files = {path: path.read_bytes() for path in tmp_path.iterdir()}
    browser.read_folders(lambda: None, lambda: False)
    assert found(browser, "fun=3 fun.near=8") == ["fresh"]
    assert found(browser, "fun=5") == ["stale"]  # which is shown as stale
    details = browser.get_summary(tmp_path / "fresh.toml")
    assert details is not None and details.level is not None and details.listed_level is not None
    assert details.level.verdict is not None and details.listed_level.verdict is not None
    assert "version" not in details.level.verdict.facts["fun"]
    assert details.listed_level.verdict.facts["fun"]["version"] == 2
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_it_is_given_up_with_the_reading(browser: LevelBrowser, tmp_path: Path) -> None:
    ends: list[bool] = []
    browser.read_folders(lambda: ends.append(browser.is_complete), lambda: any(ends))
    details = browser.get_summary(tmp_path / "fresh.toml")
    assert browser.is_complete and details is not None and details.updated is None
