"""Plain mode opens levels in every format, and offers those of a text that holds several."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from commanding import Run, Stdin, Talk, refused
from fruit_boards import board_of

from engine.files import conversion, levelfile
from engine.values.level import Level

ONE = Level("fruit-dating", board_of("##### #..~# #...# #####", "..... .A... ...A. ....."), "First")
TWO = replace(ONE, title="Second")


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A text of two levels."""
    path = tmp_path / "two.txt"
    path.write_text("\n".join(conversion.write_level(level, "text") for level in (ONE, TWO)))
    return path


@pytest.mark.parametrize("form", ["json", "share", "text"])
def test_a_level_of_any_format_is_opened(talk: Talk, tmp_path: Path, form: str) -> None:
    path = tmp_path / "level.any"
    path.write_text(conversion.write_level(ONE, form))
    before = path.read_bytes()
    said = talk("move R", "save", f"save {tmp_path / 'new'}", "quit", file=path)
    assert "Fruit Dating: 4 rows and 5 columns" in said and "after 1 move" in said
    assert "has no file yet" in said and "cannot be stored" not in said
    assert levelfile.read_level(tmp_path / "new.toml").board == ONE.board
    assert path.read_bytes() == before


def test_several_levels_are_listed_and_opened_by_number(talk: Talk, text: Path) -> None:
    said = talk("open 2", "open 3", "quit", "discard", file=text).splitlines()
    assert said[:3] == [
        "2 levels. Type open and a number to open one.",
        "1: First, Fruit Dating.",
        "2: Second, Fruit Dating.",
    ]
    assert "Second, Fruit Dating: 4 rows and 5 columns, counted from 0." in said
    assert "Expected a level from 1 to 2, found 3." in said
    assert talk(f"open {text}", "open 1", "quit", "discard").count("First, Fruit Dating") == 2


def test_a_share_string_is_opened(run: Run, stdin: Stdin) -> None:
    stdin("quit\ndiscard\n")
    result, output, messages = run("--plain", conversion.write_level(ONE, "share").strip())
    assert (result, messages) == (0, "") and "Fruit Dating: 4 rows" in output


def test_a_complaint_is_about_the_format_that_the_name_promises(run: Run, tmp_path: Path) -> None:
    for name, words in (("a.json", "not a level file, JSON"), ("a.toml", "format: missing")):
        (tmp_path / name).touch()
        refused(run("--plain", str(tmp_path / name)), words)
