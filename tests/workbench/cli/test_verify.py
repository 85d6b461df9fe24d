"""The intended solution on the command line: pinned, replayed, and held beside the others."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from commanding import Answer, Run, Stdin, is_one_line, refused
from shipped import LEVELS, level_in

from engine.files import levelfile, share_string

ROOM = """\
format = 1
game = "skiddy"
title = "Room"

[board]
tiles = \"\"\"
#####
#...#
#...#
#R###
\"\"\"
pieces = \"\"\"
.....
.r.r.
.....
.....
\"\"\"
"""
"""The article's level 1-1: LD wins with maximum combo, DLD without."""
LINE = 'title = "Room"'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("room.toml").write_text(ROOM)


def pin(moves: str) -> None:
    """Writes moves into the file by hand."""
    Path("room.toml").write_text(ROOM.replace(LINE, f'{LINE}\nintended = "{moves}"'))


def line() -> str | None:
    return levelfile.read_level("room.toml").intended


def test_winning_moves_are_pinned_and_others_are_not(run: Run) -> None:
    assert run("verify", "room.toml", "--moves", "l d", "--pin")[0] == 2
    assert run("verify", "room.toml", "--moves", "L", "--pin") == (
        1, "not won after 1 move; not pinned\n", "",
    )  # fmt: skip
    assert line() is None
    result, said, _ = run("verify", "room.toml", "--moves", "L D", "--pin")
    assert (result, said) == (0, "won in 2 moves, maximum combo; medal: Perfect; pinned\n")
    assert line() == "LD"
    assert Path("room.toml").read_text().count('intended = "LD"') == 1


def test_what_is_pinned_is_replayed_without_naming_it(run: Run, answer: Answer) -> None:
    refused(run("verify", "room.toml"), "room.toml: no intended solution is pinned; --moves")
    pin("DLD")
    result, found = answer("verify", "room.toml")
    assert (result, found["won"], found["moves"]) == (0, True, 3)
    assert "pinned" not in found
    assert answer("verify", "room.toml", "--moves", "LD", "--pin")[1]["pinned"] is True
    assert line() == "LD"


def test_it_is_taken_off_again_whatever_it_does(run: Run) -> None:
    pin("DD")
    assert run("verify", "room.toml", "--unpin") == (
        0, "the intended solution is no longer pinned\n", "",
    )  # fmt: skip
    assert Path("room.toml").read_text() == ROOM
    assert run("verify", "room.toml", "--unpin") == (0, "nothing was pinned\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-", "--moves", "LD", "--pin"], "-: --pin needs a level file"),
        (["-", "--unpin"], "-: --unpin needs a level file"),
        (["room.toml", "--unpin", "--moves", "LD"], "--unpin is given alone"),
        (["room.toml", "--unpin", "--pin"], "--unpin is given alone"),
        (["room.toml", "--pin", "--moves", "LDX"], "move 3: expected one of U R D L, found 'X'"),
        (["room.toml", "--pin"], "no intended solution is pinned"),
    ],
)
def test_what_cannot_be_pinned(run: Run, stdin: Stdin, arguments: list[str], message: str) -> None:
    stdin(ROOM)
    refused(run("verify", *arguments), message)
    assert Path("room.toml").read_text() == ROOM


def test_nothing_is_pinned_to_a_share_string(run: Run) -> None:
    share = share_string.dumps(levelfile.loads(ROOM))
    refused(run("verify", share, "--moves", "LD", "--pin"), "share string: --pin needs")


def test_a_line_that_still_wins_is_no_problem(run: Run) -> None:
    pin("LD")
    assert run("validate", "room.toml") == (0, "", "")
    result, said, messages = run("validate", "room.toml", "--solve")
    assert (result, said) == (0, "")
    assert (
        messages == "room.toml: intended solution wins in 2 moves, the shortest and the only one\n"
    )


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("LLD", "broken at move 2 (L): nothing moves that way"),
        ("LDD", "broken at move 3 (D): the level is won"),
        ("L", "not won after 1 move"),
        ("", "not won after 0 moves"),
    ],
)
def test_a_line_that_no_longer_wins_fails_with_a_warning(run: Run, moves: str, said: str) -> None:
    pin(moves)
    for solve in ([], ["--solve"]):
        assert run("validate", "room.toml", *solve) == (
            1, f"room.toml: intended: warning: {said}\n", "",
        )  # fmt: skip


def test_a_shortcut_is_a_warning_with_its_moves(run: Run, answer: Answer) -> None:
    pin("RLD")
    result, said, messages = run("validate", "room.toml", "--solve")
    assert result == 0
    assert said == "room.toml: intended: warning: shortcut: LD wins in 2 moves\n"
    assert messages == (
        "room.toml: intended solution wins in 3 moves, not the shortest; "
        "shortcut: LD wins in 2 moves\n"
    )
    result, found = answer("validate", "room.toml", "--solve")
    assert (result, found["problems"]) == (0, [])
    assert found["warnings"][0]["key"] == "intended"
    assert found["intended"] == {
        "moves": 3, "wins": True, "made": 3, "fault": None,
        "shortest": False, "alone": None, "shortcut": "LD", "other": None,
    }  # fmt: skip


def test_a_shorter_win_of_another_kind_is_a_shortcut_too(run: Run) -> None:
    pin("DLD")
    assert run("validate", "room.toml", "--solve")[1] == (
        "room.toml: intended: warning: shortcut (max combo): LD wins in 2 moves\n"
    )


def test_others_as_short_are_reported(run: Run) -> None:
    level = level_in(LEVELS / "skiddy" / "1-3-two-doors.toml")
    levelfile.write_level(replace(level, intended="URU"), "doors.toml")
    assert run("validate", "doors.toml", "--solve")[:2] == (
        0, "doors.toml: intended: warning: other solutions of the same length, such as ULU\n",
    )  # fmt: skip


def test_nothing_is_said_of_the_line_of_a_draft(answer: Answer) -> None:
    pin("LD")
    text = Path("room.toml").read_text().replace("#R###", "#####")
    Path("room.toml").write_text(text)
    result, found = answer("validate", "room.toml", "--solve")
    assert (result, found["intended"], found["warnings"]) == (1, None, [])
    assert found["problems"]


def test_no_sign_of_a_line_reaches_the_terminal(run: Run) -> None:
    pin("\\u001b[2J")
    for verb in ("validate", "solve"):
        result, said, messages = run(verb, "room.toml")
        assert result == (1 if verb == "validate" else 2)
        reported = said + messages
        assert is_one_line(reported) and reported.strip().isprintable()
        assert "room.toml: intended: move 1: expected one of U R D L" in reported


def test_it_goes_through_json_and_is_named_where_it_is_lost(run: Run) -> None:
    pin("LD")
    result, made, _ = run("convert", "room.toml", "--to", "json")
    assert result == 0 and json.loads(made)["intended"] == "LD"
    Path("room.json").write_text(made)
    assert 'intended = "LD"' in run("convert", "room.json", "--to", "toml")[1]
    for form in ("share", "text"):
        assert "intended" in run("convert", "room.toml", "--to", form)[2]
