"""The verbs of the command line on levels of Linjat, as the contract has them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import refused
from linjat_boards import file_of
from linjat_files import BOARDS, WAY

from engine.files import levelfile
from engine.games.linjat.board.text import read_published
from engine.values.level import Level


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own that holds some levels."""
    monkeypatch.chdir(tmp_path)
    for name, rows in BOARDS.items():
        levelfile.write_level(Level("linjat", read_published(rows)), f"{name}.toml")


def test_several_levels_from_files_and_standard_input(run, stdin):
    stdin(file_of("4...", "..0.", "....", "...."))
    result, output, messages = run("solve", "impossible.toml", "-", "unique.toml", "--json")
    reported = [json.loads(line) for line in output.splitlines()]
    assert (result, [one["file"] for one in reported]) == (2, ["impossible.toml", "unique.toml"])
    assert messages.startswith("-: board.cells, row 1, column 2: unknown glyph '0'")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rules", "magic"), "unknown rules 'magic'; expected published, corrected, dependency"),
        (("--rules", "published,magic"), "unknown rules 'magic'"),
        (("--rules", " , "), "--rules: expected names separated by commas"),
        (("--strategy", "graph"), "unknown strategy 'graph'; expected one of layers, published"),
        (("--max-states", "0"), "--max-states: expected a whole number"),
    ],
)
def test_bad_options_are_refused(run, arguments, message):
    refused(run("solve", "unique.toml", *arguments), message)


# --- trace ---------------------------------------------------------------------------------


def test_the_trace_gives_reasons(run):
    result, output, _ = run("trace", "unique.toml")
    assert result == 0
    assert "dot dependency  1 line" in output
    assert "whoever covers the dot at 3,3 also covers that at 2,3" in output
    assert output.splitlines()[-1] == f"path  {WAY}"


def test_the_trace_is_cut_and_says_so(run):
    result, output, _ = run("trace", "unique.toml", "--limit", "1")
    assert result == 0
    assert output.splitlines()[0] == "layers trace, 3 rows"
    assert "2 more rows" in output and "dot dependency" not in output


def test_a_trace_without_a_solution(run):
    result, output, _ = run("trace", "impossible.toml")
    assert (result, output.splitlines()[-1]) == (1, "no path: unsolvable")


# --- verify --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "status", "legal", "count"),
    [
        (WAY, 0, True, 3),
        (f"  {WAY.replace(' ', '  ')}\n", 0, True, 3),
        ("1,3:3,3-0,3 2,0:0,0-3,0 3,2:3,2-1,2", 0, True, 3),
        ("", 1, True, 0),
        ("1,3:0,3-3,3", 1, True, 1),
        ("3,2:3,0-3,3", 1, True, 1),  # longer than its number
        ("1,3:1,3-1,3", 1, False, 0),  # as it is already
        ("1,3:0,3-3,3 1,3:0,3-3,3", 1, False, 1),
        ("1,3:0,3-3,3 3,2:3,0-3,3", 1, False, 1),  # across another line
        ("2,0:2,0-2,3 1,3:1,3-3,3", 1, False, 1),
        ("1,3:0,0-1,3", 1, False, 0),  # not straight
        ("1,3:1,0-1,2", 1, False, 0),  # without its number
        ("0,0:0,0-0,1", 1, False, 0),  # no number
        ("1,3:1,3-1,9", 1, False, 0),  # off the board
    ],
)
def test_moves_are_verified(answer, moves, status, legal, count):
    found, facts = answer("verify", "unique.toml", "--moves", moves)
    assert (found, facts) == (
        status,
        {"legal": legal, "won": status == 0, "lost": False, "moves": count},
    )


@pytest.mark.parametrize(
    "moves", ["UR", f"{WAY} U", "1,3:0,3", "1,3:0,-3-3,3", "1,3:0,3-3,3;2,0:0,0-3,0", "٣,2:3,0-3,3"]
)
def test_words_that_are_no_moves_are_refused(run, moves):
    found = run("verify", "unique.toml", "--moves", moves, "--json")
    refused(found, "unique.toml: expected r,c:r1,c1-r2,c2 (a number and the ends of its line)")


# --- drafts and what is no level -----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (file_of("3..", "...", "..2"), "board: 3 rows of 3 cells; 4 by 4 to 16 by 16"),
        (file_of("3" + "." * 16, *["." * 17] * 16), "board: 17 rows of 17 cells; 4 by 4"),
        (file_of("....", "....", "*...", "...."), "board.cells: no number; a puzzle has at least"),
        (file_of("10..", "....", "....", "...."), "board.cells, row 0, column 1: unknown glyph"),
        (file_of("A...", "....", "....", "...."), "board.cells, row 0, column 0: unknown glyph"),
        (file_of("4...", "...", "....", "...."), "board.cells, row 1: expected 4 characters"),
        (file_of(*["4..."] * 4, more='locked = "x"\n'), "board.locked: expected 4 rows of 4"),
        (file_of(*["4..."] * 4, more="locked = 3\n"), "board.locked: expected a multi-line"),
        (file_of(*["." * 1_000] * 1_100), "expected at most 1048576 bytes"),
        ("", "format: missing"),
    ],
)
@pytest.mark.parametrize("verb", ["solve", "trace", "verify", "render"])
def test_what_is_no_puzzle_is_refused_in_one_line(run, verb, text, message):
    Path("odd.toml").write_text(text)
    moves = ("--moves", "") if verb == "verify" else ()
    refused(run(verb, "odd.toml", *moves), f"odd.toml: {message}")
