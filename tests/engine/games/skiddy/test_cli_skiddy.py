"""The verbs of the command line on levels of Skiddy, as the contract has them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cases_skiddy import FIXTURES, Fixture
from commanding import Run, Stdin, is_one_line, refused
from skiddy_boards import GAME, board_of
from skiddy_files import BOARDS, FIRST, OPEN_BORDER

from engine.files import conversion, levelfile, share_string
from engine.game.boards import TextFormat
from engine.games.skiddy.board import SkiddyBoard
from engine.values.level import Level


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own that holds some levels."""
    monkeypatch.chdir(tmp_path)
    levelfile.write_level(FIRST, "first.toml")
    for name, board in BOARDS.items():
        levelfile.write_level(Level(GAME.name, board), f"{name}.toml")
    Path("open.toml").write_text(OPEN_BORDER)


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
    assert (answer["fun"]["version"], answer["fun"]["rating"]) == (2, 4)
    assert answer["fun"]["criteria"]["clear_best"] is True


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
    assert answer["fun"] is None


def test_several_levels_from_files_and_standard_input(run: Run, stdin: Stdin) -> None:
    stdin(OPEN_BORDER)
    result, output, messages = run("solve", "stuck.toml", "first.toml", "-", "--json")
    assert result == 2
    assert [json.loads(line)["file"] for line in output.splitlines()] == [
        "stuck.toml",
        "first.toml",
    ]
    assert is_one_line(messages)


def test_a_written_verdict_is_fresh(run: Run) -> None:
    assert run("solve", "--write", "first.toml")[0] == 0
    level = levelfile.read_level(Path("first.toml"))
    assert level.has_fresh_verdict(GAME.rules_version)
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


def test_validate_warns_of_what_is_unusual_and_finds_nothing_wrong(run: Run) -> None:
    levelfile.write_level(Level(GAME.name, board_of("####/#r #/##R#")), "small.toml")
    result, output, messages = run("validate", "first.toml", "small.toml")
    assert (result, messages) == (0, "")
    lines = output.splitlines()
    assert len(lines) >= 2
    assert all(line.startswith("small.toml: ") and ": warning: " in line for line in lines)


def test_validate_distinguishes_warnings_and_problems(run: Run) -> None:
    levelfile.write_level(Level(GAME.name, board_of("#####/#r  #/##  #/#R##R")), "both.toml")
    result, output, _ = run("validate", "both.toml")
    assert result == 1
    problem, *warnings = output.splitlines()
    assert problem == "both.toml: board.tiles, row 3, column 4: a red goal in a corner"
    blocked = "board.tiles, row 3, column 1: warning: a block before the red goal"
    assert any(blocked in line for line in warnings)
    assert all("warning: " in line for line in warnings)
    result, output, _ = run("validate", "--json", "both.toml")
    record = json.loads(output)
    assert result == 1
    assert len(record["problems"]) == 1 and len(record["warnings"]) == len(warnings)
    assert {"message", "line", "key", "row", "col"} == set(record["warnings"][0])
    assert not any("warning" in entry["message"] for entry in record["warnings"])


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
    ("moves", "result", "legal", "combo", "medals", "made"),
    [
        ("LD", 0, True, True, ["Maximum combo", "Minimum moves", "Perfect"], 2),
        ("DLD", 0, True, False, [], 3),
        ("RLRLD", 0, True, True, ["Maximum combo"], 5),
        ("D", 1, True, None, [], 1),
        ("", 1, True, None, [], 0),
        ("U", 1, False, None, [], 0),
        ("LUD", 1, False, None, [], 1),
        ("LDU", 1, False, True, ["Maximum combo", "Minimum moves", "Perfect"], 2),
    ],
)
def test_verify(
    run: Run,
    moves: str,
    result: int,
    legal: bool,
    combo: bool | None,
    medals: list[str],
    made: int,
) -> None:
    answer = {
        "legal": legal, "won": combo is not None, "lost": False, "moves": made, "combo": combo,
        "medals": medals,
    }  # fmt: skip
    assert run("verify", "first.toml", "--moves", moves, "--json") == (
        result,
        json.dumps(answer) + "\n",
        "",
    )
    assert run("verify", "first.toml", "--moves", moves)[0] == result


def test_verify_shows_the_kind_of_win_in_words(run: Run) -> None:
    printed = [run("verify", "first.toml", "--moves", moves)[1] for moves in ("LD", "DLD", "RLRLD")]
    assert printed == [
        "won in 2 moves, maximum combo; medal: Perfect\n",
        "won in 3 moves, no maximum combo; no medal\n",
        "won in 5 moves, maximum combo; medal: Maximum combo\n",
    ]


def test_the_medals_do_not_come_from_a_verdict_in_the_file(run: Run) -> None:
    run("solve", "first.toml", "--write")
    text = Path("first.toml").read_text()
    assert "moves = 2" in text
    Path("first.toml").write_text(text.replace("moves = 2", "moves = 9", 1))
    assert '"medals": []' in run("verify", "first.toml", "--moves", "DLD", "--json")[1]


@pytest.mark.parametrize("moves", ["X", "ld", "L-D"])
def test_unknown_letters_are_bad_usage(run: Run, moves: str) -> None:
    refused(run("verify", "first.toml", "--moves", moves, "--json"), "expected one of U R D L")


# --- trace ---------------------------------------------------------------------------------


def test_the_trace_of_the_graph(run: Run) -> None:
    result, output, messages = run("trace", "first.toml")
    assert (result, messages) == (0, "")
    title, header, *rows, path = output.splitlines()
    # The start, and the 21 moves that change something.
    assert title == "graph trace, 22 rows"
    assert header.split() == ["depth", "state", "from", "move", "result", "moves", "to", "win"]
    assert [row.split()[:4] for row in rows[1:4]] == [
        ["1", "S1", "S0", "R"],
        ["1", "S2", "S0", "D"],
        ["1", "S3", "S0", "L"],
    ]
    assert sum("win:" in row for row in rows) == 4
    assert path == "path  L D"


def test_the_trace_of_an_unsolvable_level_marks_dead_ends(run: Run) -> None:
    result, output, _ = run("trace", "stuck.toml")
    assert result == 1
    assert "dead end" in output
    assert output.splitlines()[-1] == "no path: unsolvable"


# --- render --------------------------------------------------------------------------------


def test_a_text_picture_shows_everything(run: Run) -> None:
    result, output, messages = run("render", "all-kinds.toml", "--theme", "ascii")
    assert (result, messages) == (0, "")
    assert len(output.splitlines()) >= 5
    # Moving one piece, of whatever kind, changes the picture.
    shown = {output}
    board = BOARDS["all-kinds"]
    for row, col, glyph in board.iterate_pieces():
        pieces = [list(line) for line in board.pieces]
        pieces[row][col] = "."
        table = board.to_table() | {"pieces": "".join("".join(line) + "\n" for line in pieces)}
        other = Level(GAME.name, GAME.boards.read_table(table))
        if not GAME.boards.find_problems(other.board):
            levelfile.write_level(other, f"without-{glyph}.toml")
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
    assert levelfile.loads(output).board == levelfile.read_level(Path(f"{name}.toml")).board


def text_format() -> TextFormat:
    return next(form for form in GAME.boards.text_formats if form.name == "text")


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)
def test_boards_of_the_rules_text_are_read_and_written(fixture: Fixture) -> None:
    board = board_of(fixture.rows)
    text = "skiddy\n\n" + "".join(f"{row}\n" for row in fixture.rows)
    assert text_format().read(text).board == board
    level = Level(GAME.name, board, "A title")
    assert text_format().read(text_format().write(level)) == level
    assert share_string.loads(share_string.dumps(level)).board == board
    assert conversion.write_level(level, "text") == text_format().write(level)


# --- generate and rebuild ------------------------------------------------------------------

PLANE = {"reds": "pieces", "blues": "pieces", "crates": "pieces", "ice": "pieces"}
"""The plane that a stage changes, but for tiles."""


def test_a_level_is_generated_and_solved(run: Run) -> None:
    command = ("generate", "skiddy", "--seed", "3", "--set", "stars=3", "--out", "s.toml")
    assert run(*command) == (0, "", "")
    result, output, _ = run("solve", "s.toml", "--json")
    answer = json.loads(output)
    assert result == 0
    assert (answer["stars"], answer["complete"], answer["dead_states"]) == (3, True, 0)
    level = levelfile.read_level(Path("s.toml"))
    assert level.verdict is not None and level.has_fresh_verdict(GAME.rules_version)
    assert level.verdict.facts["max_combo"] == answer["max_combo"]
    assert level.provenance is not None
    assert (level.provenance.generator, level.provenance.seed) == ("skiddy/1", 3)
    made = Path("s.toml").read_bytes()
    assert run("generate", "skiddy", "--seed", "3", "--set", "stars=3")[1].encode() == made


def test_the_steps_make_the_board(run: Run) -> None:
    result, output, _ = run("generate", "skiddy", "--seed", "5", "--steps", "--json", "--out", "a")
    assert result == 0
    board = levelfile.read_level(Path("a")).board
    assert isinstance(board, SkiddyBoard)
    planes = {name: [["."] * board.cols for _ in range(board.rows)] for name in ("tiles", "pieces")}
    for line in output.splitlines():
        event = json.loads(line)
        assert list(event) == ["stage", "row", "col", "old", "new", "weight", "draw"]
        plane = planes[PLANE.get(event["stage"], "tiles")]
        assert plane[event["row"]][event["col"]] == event["old"]
        plane[event["row"]][event["col"]] = event["new"]
    assert ["".join(line) for line in planes["tiles"]] == list(board.tiles)
    assert ["".join(line) for line in planes["pieces"]] == list(board.pieces)


def test_the_steps_end_with_the_picture_of_the_level(run: Run) -> None:
    result, output, _ = run("generate", "skiddy", "--seed", "5", "--steps", "--out", "a.toml")
    assert result == 0
    assert output.startswith("Skiddy, seed 5, attempt ")
    assert output.endswith(run("render", "a.toml")[1])


def test_several_levels_go_into_a_folder(run: Run) -> None:
    command = ("generate", "skiddy", "--seed", "7", "--count", "2", "--set", "rows=5", "--json")
    result, output, _ = run(*command, "--out", "many")
    assert result == 0
    found = [json.loads(line) for line in output.splitlines()]
    assert sorted(path.name for path in Path("many").iterdir()) == [
        "skiddy-7.toml",
        "skiddy-8.toml",
    ]
    for seed, answer in zip((7, 8), found, strict=True):
        assert (answer["seed"], answer["file"]) == (seed, str(Path("many", f"skiddy-{seed}.toml")))
        assert Path(answer["file"]).read_text() == answer["toml"]
        assert answer["verdict"]["stars"] == 3


def test_a_verdict_says_what_solve_says_null_included(run: Run) -> None:
    command = ("generate", "skiddy", "--seed", "1", "--set", "rows=5", "--set", "stars=..2")
    printed = run(*command, "--count", "6", "--out", "many", "--json")[1]
    made = [json.loads(line) for line in printed.splitlines()]
    solved = run("solve", *[one["file"] for one in made], "--json")[1].splitlines()
    for one, facts in zip(made, map(json.loads, solved), strict=True):
        assert one["verdict"].pop("digest").startswith("sha256:")
        assert one["verdict"] == {key: facts[key] for key in one["verdict"]}
        assert set(facts) - set(one["verdict"]) == {"game", "file", "seconds"}
    assert any(one["verdict"]["max_combo"] is None for one in made)


def test_a_level_is_made_around_locked_cells(run: Run) -> None:
    locked = ("#####", "#r.o#", "#...#", "#...#", "#R###"), ("x....", ".x.x.", "", "", ".x...")
    tiles = tuple(row.replace("r", ".") for row in locked[0])
    pieces = tuple(".r..." if row == 1 else "....." for row in range(5))
    sketch = SkiddyBoard(tiles, pieces, tuple(row.ljust(5, ".") for row in locked[1]))
    levelfile.write_level(Level(GAME.name, sketch), "sketch.toml")
    command = ("generate", "skiddy", "--seed", "2", "--from", "sketch.toml")
    result, output, messages = run(*command, "--set", "perfect=2..")
    assert (result, messages) == (0, "")
    board = levelfile.loads(output).board
    assert isinstance(board, SkiddyBoard)
    assert (board.rows, board.cols, board.locked) == (5, 5, sketch.locked)
    assert (board.pieces[1][1], board.tiles[1][3], board.tiles[4][1]) == ("r", "o", "R")
    Path("made.toml").write_text(output)
    assert run("rebuild", "made.toml")[0] == 0
    refused(run(*command, "--set", "rows=6"), "on a board of 5 by 5, not 6 by 5")


def test_locked_cells_that_no_level_has_are_refused_in_one_line(run: Run) -> None:
    lock = "x...."
    tiles, pieces = ("R####", "#...#", "#...#", "#####"), (".....",) * 4
    sketch = SkiddyBoard(tiles, pieces, (lock, ".....", ".....", "....."))
    levelfile.write_level(Level(GAME.name, sketch), "corner-locked.toml")
    result, output, messages = run("generate", "skiddy", "--from", "corner-locked.toml")
    assert (result, output) == (2, "")
    assert "the locked cell at row 0, column 0: " in messages


def test_a_kept_stage_draws_as_before(run: Run) -> None:
    plain = "--set", "pits=0"
    assert run("generate", "skiddy", "--seed", "3", *plain, "--out", "first.toml")[0] == 0
    first = levelfile.read_level(Path("first.toml"))
    assert first.provenance is not None and isinstance(first.board, SkiddyBoard)
    inside = [row[1:-1] for row in first.board.tiles[1:-1]]
    texts = []
    for source in ("first.toml", f"3:{first.provenance.attempt}"):
        result, output, _ = run(
            "generate", "skiddy", "--seed", "10", *plain, "--keep", f"blocks={source}"
        )
        assert result == 0
        texts.append(output)
    assert texts[0] == texts[1]
    board = levelfile.loads(texts[0]).board
    assert isinstance(board, SkiddyBoard)
    assert [row[1:-1] for row in board.tiles[1:-1]] == inside
    assert board.pieces != first.board.pieces
    Path("kept.toml").write_text(texts[0])
    assert run("rebuild", "kept.toml")[0] == 0


def test_rebuilding_shows_a_changed_level(run: Run) -> None:
    run("generate", "skiddy", "--seed", "3", "--out", "made.toml")
    text = Path("made.toml").read_text()
    result, output, messages = run("rebuild", "made.toml")
    assert (result, output) == (0, text)
    assert "the same bytes" in messages
    Path("made.toml").write_text(text.replace("attempt = ", "attempt = 1"))
    result, _, messages = run("rebuild", "made.toml")
    assert result in (1, 2) and is_one_line(messages)


def test_trace_explains_every_row(run: Run) -> None:
    _, output, _ = run("trace", "first.toml", "--strategy", "published", "--explain")
    assert output.count("It marks S0, S1, S3 as MaxCombo, no dead end.") == 1
    assert len(output.splitlines()) == 2 + 2 * 22 + 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--watch", "0"], "makes no tree of nodes"),
        (["--strategy", "published", "--watch", "9"], "the nodes end with S8"),
        (["--strategy", "published", "--watch", "x"], "numbers of nodes"),
        (["--strategy", "published", "--watch", "0", "--at", "23"], "ends with row 22"),
        (["--strategy", "published", "--at", "2"], "go with --watch"),
        (["--tree", "-"], "makes no tree of nodes"),
        (["--strategy", "published", "--tree", "t.txt"], "expected a file *.svg, or -"),
        (["--strategy", "published", "--tree", "nowhere/t.svg"], "nowhere"),
    ],
)
def test_what_cannot_be_watched_is_refused(run: Run, options: list[str], message: str) -> None:
    refused(run("trace", "first.toml", *options), message)
