"""Several levels in one file, converted and imported by the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import Run, Stdin, refused

from engine.files import conversion, levelfile, leveljson
from engine.values.level import Level

LEVEL = """\
format = 1
game = "skiddy"
title = "TITLE"

[board]
tiles = \"\"\"
####
R..R
####
\"\"\"
pieces = \"\"\"
....
.rr.
....
\"\"\"
"""
TWO = LEVEL.replace("R..R", "R..#").replace("TITLE", "two")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with two levels in one file, as JSON, and in code blocks of a letter."""
    monkeypatch.chdir(tmp_path)
    objects = [json.loads(leveljson.dumps(levelfile.loads(text))) for text in (LEVEL, TWO)]
    Path("both.json").write_text(json.dumps(objects))
    Path("letter.txt").write_text(f"Here they are.\r\n```\r\n{LEVEL}```\r\n\r\n```\r\n{TWO}```\r\n")


def boards(levels: list[Level]) -> list[object]:
    return [level.board for level in levels]


@pytest.mark.parametrize("name", ["both.json", "letter.txt"])
@pytest.mark.parametrize("form", ["toml", "json", "share", "text"])
def test_all_levels_are_converted(run: Run, stdin: Stdin, name: str, form: str) -> None:
    expected = [levelfile.loads(LEVEL).board, levelfile.loads(TWO).board]
    result, text, messages = run("convert", name, "--to", form)
    assert result == 0 and boards(conversion.read_levels(text)) == expected
    assert messages.count("\n") == (form == "share")
    stdin(text)
    ending = {"share": ".share", "text": ".txt"}.get(form, ".json")
    assert run("convert", "-", "--out", f"again{ending}")[0] == 0
    assert boards(conversion.read_levels(Path(f"again{ending}").read_bytes())) == expected


def test_several_level_files_go_to_a_folder(run: Run) -> None:
    refused(run("convert", "both.json", "--out", "a.toml"), "a.toml: 2 levels; several level files")
    assert run("convert", "both.json", "--out", "set") == (0, "", "set: 2 levels\n")
    found = [levelfile.read_level(Path(f"set/both-{number}.toml")) for number in (1, 2)]
    assert [level.title for level in found] == ["TITLE", "two"]
    refused(run("convert", "both.json", "--out", "set"), "set/both-1.toml: is there already")
    assert run("convert", "letter.txt", "--out", "set", "--to", "share")[0] == 0
    assert Path("set/letter-2.share").read_text().startswith("pw1:skiddy:")


def test_all_levels_get_into_a_catalogue(run: Run) -> None:
    result, _, messages = run("catalogue", "a.catalogue", "--import", "both.json", "letter.txt")
    assert (result, messages) == (0, "a.catalogue: 2 levels added, 2 there already\n")
    assert run("catalogue", "a.catalogue", "--count")[1] == "2\n"


def test_a_level_of_several_that_cannot_be_read_is_named(run: Run) -> None:
    Path("both.toml").write_text(LEVEL + TWO.replace(".rr.", ".rx."))
    found = run("convert", "both.toml")
    refused(found, "both.toml: board.pieces, row 1, column 2: level 2 of 2: unknown glyph 'x'")
    result, _, messages = run("catalogue", "a.catalogue", "--import", "both.toml")
    assert result == 2 and messages.endswith("\na.catalogue: 0 levels added\n")


def test_several_levels_go_to_a_folder_whose_name_has_a_dot(run: Run) -> None:
    refused(
        run("convert", "both.json", "--out", "set.1"),
        "set.1: expected a folder without ending, or a name that ends in .toml",
    )
    Path("set.1").mkdir()
    assert run("convert", "both.json", "--out", "set.1") == (0, "", "set.1: 2 levels\n")
    assert sorted(path.name for path in Path("set.1").iterdir()) == ["both-1.toml", "both-2.toml"]


def test_only_comments_of_level_files_are_said_to_be_dropped(run: Run) -> None:
    # Rows of a board begin with the sign of comments.
    assert run("convert", "letter.txt", "--to", "json")[2] == ""
    text = Path("letter.txt").read_text()
    Path("letter.txt").write_text(text.replace("format = 1", "# mine\nformat = 1", 1))
    messages = run("convert", "letter.txt", "--to", "json")[2]
    assert messages == "letter.txt: json has no place for comments\n"
