"""Theme files: found, read, checked and merged with those they inherit."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.theme import theme_loader
from workbench.theme.theme_file import ThemeError


def own(folder: Path, text: str) -> theme_loader.Theme:
    (folder / "own.toml").write_text(f'inherits = "default"\n{text}', "utf-8")
    return theme_loader.load_theme("own", folder)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[pictures]\nx = { larger = "abc" }', "x.larger: expected 3 lines of 6 characters"),
        ('[pictures]\nx = { large = ["abcd"] }', "x.large: expected 2 lines of 4 characters"),
        ('[pictures]\nx = { larger = ["12345", "123456", "1234567"] }', "3 lines of 6"),
        ('[pictures]\nx = { huge = "abc" }', "x.huge: unknown key; known are largest, larger"),
        ('[own]\nx = { glyph = "xx", largest = ["石石石石"] }', "4 lines of 8 characters, each"),
        ('[pictures]\nx = { like = "y" }', "x.like: expected a name of the table"),
    ],
)
def test_a_bad_picture_is_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ThemeError) as caught:
        own(tmp_path, text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
