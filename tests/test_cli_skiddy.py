"""The verbs of the command line on levels of Skiddy, as the contract has them."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cases_skiddy import FIXTURES, LEVEL_1_1, Fixture
from skiddy_boards import GAME, board_of

from engine import convert, levelfile, sharing
from engine.level import Level
from engine.textformat import TextFormat
from workbench.cli import main

pytestmark = pytest.mark.jitless

Run = Callable[..., tuple[int, str, str]]

FIRST = Level(GAME.name, board_of(LEVEL_1_1), "Side by side")
BOARDS = {
    "stuck": board_of(FIXTURES[23].rows),
    "all-kinds": board_of("########/#r b o B/#c i 1 #/#   2  #/##R#####"),
    "no-blue-goal": board_of("#####/#r b#/#R###"),
    "corner": board_of("#####/#r r#/#   #/#R##R"),
    "piece-on-block": board_of("#####/#r r#/#R###"),
}
OPEN_BORDER = (
    'format = 1\ngame = "skiddy"\n\n[board]\ntiles = """\n#####\n#...#\n#R#.#\n"""\n'
    'pieces = """\n.....\n.r.r.\n.....\n"""\n'
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own that holds some levels."""
    monkeypatch.chdir(tmp_path)
    levelfile.write(FIRST, "first.toml")
    for name, board in BOARDS.items():
        levelfile.write(Level(GAME.name, board), f"{name}.toml")
    Path("open.toml").write_text(OPEN_BORDER)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command and gives its status, its output and its messages."""

    def command(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        result = main(arguments)
        return result, *capfd.readouterr()

    return command


def is_one_line(messages: str) -> bool:
    return messages.count("\n") == 1 and "Traceback" not in messages


# --- solve ---------------------------------------------------------------------------------


def test_solve_has_the_facts_of_the_contract(run: Run) -> None:
    result, output, messages = run("solve", "first.toml", "--json")
    assert (result, messages) == (0, "")
    answer = json.loads(output)
    assert list(answer)[:7] == [
        "game", "file", "rules", "solvable", "complete", "moves", "solution",
    ]  # fmt: skip
    assert isinstance(answer["seconds"], float)
    wanted = {
        "game": "skiddy",
        "file": "first.toml",
        "rules": GAME.rules_version,
        "solvable": True,
        "complete": True,
        "moves": 2,
        "solution": "LD",
        "states": 9,
        "dead_states": 0,
        "max_combo": {"moves": 2, "solution": "LD", "shortest_solutions": 1},
        "no_combo": {"moves": 3, "solution": "DLD", "shortest_solutions": 1},
        "stars": 3,
    }
    assert {name: answer[name] for name in wanted} == wanted


@pytest.mark.parametrize("strategy", ["graph", "uniform-cost", "published", "naive"])
def test_every_strategy_answers(run: Run, strategy: str) -> None:
    result, output, _ = run("solve", "first.toml", "--strategy", strategy, "--json")
    answer = json.loads(output)
    assert result == 0
    assert (answer["solvable"], answer["moves"], answer["solution"]) == (True, 2, "LD")
    assert answer["stars"] in ({3} if strategy in ("graph", "published") else {3, None})


def test_an_unsolvable_level_has_no_stars_and_status_1(run: Run) -> None:
    result, output, _ = run("solve", "stuck.toml", "--json")
    answer = json.loads(output)
    assert result == 1
    assert (answer["solvable"], answer["stars"], answer["dead_states"]) == (False, 0, 12)
    assert answer["moves"] is answer["solution"] is None
    assert answer["max_combo"] is answer["no_combo"] is None


def test_beyond_the_budget_nothing_is_rated(run: Run) -> None:
    result, output, _ = run("solve", "all-kinds.toml", "--max-states", "5", "--json")
    answer = json.loads(output)
    assert result == 3
    assert (answer["solvable"], answer["complete"]) == (None, False)
    assert answer["states_seen"] > 0
    for name in ("moves", "solution", "states", "dead_states", "max_combo", "no_combo", "stars"):
        assert answer[name] is None, name


def test_several_levels_from_files_and_standard_input(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(OPEN_BORDER.encode())))
    result, output, messages = run("solve", "stuck.toml", "first.toml", "-", "--json")
    assert result == 2
    assert [json.loads(line)["file"] for line in output.splitlines()] == [
        "stuck.toml",
        "first.toml",
    ]
    assert is_one_line(messages)


def test_solve_tells_people_too(run: Run) -> None:
    result, output, _ = run("solve", "first.toml")
    assert result == 0
    assert output.startswith("Side by side")
    assert "LD" in output


def test_a_written_verdict_is_fresh(run: Run) -> None:
    assert run("solve", "--write", "first.toml")[0] == 0
    level = levelfile.read(Path("first.toml"))
    assert level.verdict_is_fresh(GAME.rules_version)
    assert level.verdict is not None
    assert level.verdict.facts["max_combo"]["solution"] == "LD"


# --- drafts --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["no-blue-goal", "corner", "open"])
@pytest.mark.parametrize(
    "verb", [("solve", "--json"), ("trace",), ("verify", "--moves", "L", "--json")]
)
def test_drafts_are_refused_in_one_line(run: Run, name: str, verb: tuple[str, ...]) -> None:
    result, output, messages = run(verb[0], f"{name}.toml", *verb[1:])
    assert (result, output) == (2, "")
    assert messages.startswith(f"{name}.toml: ") and is_one_line(messages)


def test_validate_lists_what_is_wrong(run: Run) -> None:
    assert run("validate", "first.toml")[0] == 0
    result, output, _ = run("validate", "no-blue-goal.toml", "corner.toml", "open.toml")
    assert result == 1
    for name in ("no-blue-goal", "corner", "open"):
        assert f"{name}.toml" in output


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("#...#", "#.x.#", "board.tiles, row 1, column 2"),
        (".r.r.", ".r.R.", "board.pieces, row 1, column 3"),
        ("#...#", "#...", "row 1"),
        ("pieces", "piecess", "board.pieces"),
    ],
)
def test_unreadable_boards_say_where(run: Run, old: str, new: str, place: str) -> None:
    Path("broken.toml").write_text(OPEN_BORDER.replace(old, new))
    result, output, messages = run("solve", "broken.toml", "--json")
    assert (result, output) == (2, "")
    assert messages.startswith("broken.toml: ") and is_one_line(messages)
    assert place in messages


# --- verify --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "result", "legal", "won", "made"),
    [
        ("LD", 0, True, True, 2),
        ("DLD", 0, True, True, 3),
        ("RLRLD", 0, True, True, 5),
        ("D", 1, True, False, 1),
        ("", 1, True, False, 0),
        ("U", 1, False, False, 0),
        ("LUD", 1, False, False, 1),
        ("LDU", 1, False, True, 2),
    ],
)
def test_verify(run: Run, moves: str, result: int, legal: bool, won: bool, made: int) -> None:
    answer = {"legal": legal, "won": won, "lost": False, "moves": made}
    assert run("verify", "first.toml", "--moves", moves, "--json") == (
        result,
        json.dumps(answer) + "\n",
        "",
    )
    assert run("verify", "first.toml", "--moves", moves)[0] == result


@pytest.mark.parametrize("moves", ["X", "ld", "L-D"])
def test_unknown_letters_are_bad_usage(run: Run, moves: str) -> None:
    result, output, messages = run("verify", "first.toml", "--moves", moves, "--json")
    assert (result, output) == (2, "")
    assert "expected one of U R D L" in messages and is_one_line(messages)


# --- trace ---------------------------------------------------------------------------------


def test_the_trace_of_the_graph(run: Run) -> None:
    result, output, messages = run("trace", "first.toml")
    assert (result, messages) == (0, "")
    title, header, *rows, path = output.splitlines()
    # The start, and the 21 moves that change something.
    assert title == "graph trace, 22 rows"
    assert header.split() == ["name", "from", "move", "depth", "result"]
    assert [row.split()[:3] for row in rows[1:4]] == [
        ["S1", "S0", "R"],
        ["S2", "S0", "D"],
        ["S3", "S0", "L"],
    ]
    assert sum("won" in row for row in rows) == 4
    assert path == "path  L D"


def test_the_published_trace(run: Run) -> None:
    result, output, _ = run("trace", "first.toml", "--strategy", "published")
    assert result == 0
    assert output.startswith("published trace, ")
    assert output.splitlines()[-1] == "path  L D"
    result, output, _ = run("trace", "first.toml", "--strategy", "published", "--limit", "3")
    assert (result, len(output.splitlines())) == (0, 7)


def test_the_trace_of_an_unsolvable_level_marks_dead_ends(run: Run) -> None:
    result, output, _ = run("trace", "stuck.toml")
    assert result == 1
    assert "dead end" in output
    assert output.splitlines()[-1] == "no path: not solvable"


# --- render --------------------------------------------------------------------------------


def test_a_text_picture_shows_everything(run: Run) -> None:
    result, output, messages = run("render", "all-kinds.toml", "--theme", "ascii")
    assert (result, messages) == (0, "")
    assert len(output.splitlines()) >= 5
    # Moving one piece, of whatever kind, changes the picture.
    shown = {output}
    board = BOARDS["all-kinds"]
    for row, col, glyph in board.pieces_in_order():
        pieces = [list(line) for line in board.pieces]
        pieces[row][col] = "."
        table = board.table() | {"pieces": "".join("".join(line) + "\n" for line in pieces)}
        other = Level(GAME.name, GAME.read_board(table))
        if not GAME.problems(other.board):
            levelfile.write(other, f"without-{glyph}.toml")
            shown.add(run("render", f"without-{glyph}.toml", "--theme", "ascii")[1])
    assert len(shown) >= 5


def test_pictures_of_other_forms(run: Run) -> None:
    result, output, _ = run("render", "all-kinds.toml", "--format", "svg")
    assert result == 0
    assert output.lstrip().startswith("<") and "</svg>" in output
    assert run("render", "all-kinds.toml", "--out", "a.png")[0] == 0
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")


# --- convert -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["toml", "json", "share", "text"])
@pytest.mark.parametrize("name", ["first", "all-kinds", "no-blue-goal"])
def test_there_and_back(run: Run, name: str, form: str) -> None:
    result, output, _ = run("convert", f"{name}.toml", "--to", form, "--drafts")
    assert result == 0
    Path("b").write_text(output)
    result, output, _ = run("convert", "b", "--to", "toml", "--drafts")
    assert result == 0
    assert levelfile.loads(output).board == levelfile.read(Path(f"{name}.toml")).board


def text_format() -> TextFormat:
    return next(form for form in GAME.text_formats if form.name == "text")


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)
def test_boards_of_the_rules_text_are_read_and_written(fixture: Fixture) -> None:
    board = board_of(fixture.rows)
    text = "skiddy\n\n" + "".join(f"{row}\n" for row in fixture.rows)
    assert text_format().read(text).board == board
    level = Level(GAME.name, board, "A title")
    assert text_format().read(text_format().write(level)) == level
    assert sharing.loads(sharing.dumps(level)).board == board
    assert convert.write(level, "text") == text_format().write(level)
