"""Making and converting levels of Linjat on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import refused
from linjat_boards import EXAMPLES, file_of

from engine.files import conversion, levelfile
from engine.games.linjat.board.text import read_published
from engine.values.level import Level

UNIQUE = EXAMPLES["dependency"][0].split("/")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own that holds a level."""
    monkeypatch.chdir(tmp_path)
    levelfile.write_level(Level("linjat", read_published(UNIQUE)), "unique.toml")


# --- generate and rebuild ------------------------------------------------------------------

SMALL = ("--set", "rows=5", "--set", "cols=5", "--set", "numbers=4", "--set", "iterations=20")


def test_a_generated_level_is_what_was_asked_for_and_is_rebuilt(run, answer):
    demand = ("--set", "layers=3..9", "--set", "width=..2", "--set", "unique=true")
    result, record = answer("generate", "linjat", "--seed", "5", *SMALL, *demand, "--out", "l.toml")
    assert (result, record["file"], record["seed"]) == (0, "l.toml", 5)
    assert record["toml"] == Path("l.toml").read_text()
    status, facts = answer("solve", "l.toml")
    assert (status, facts["unique"], facts["human_solvable"]) == (0, True, True)
    assert 3 <= facts["layers"] <= 9 and facts["width"] <= 2
    verdict = {name: facts[name] for name in record["verdict"] if name != "digest"}
    assert verdict == {k: v for k, v in record["verdict"].items() if k != "digest"}
    assert run("rebuild", "l.toml")[0] == 0


def test_every_scalar_fact_of_the_verdict_is_a_key(run, answer):
    facts = answer("solve", "unique.toml")[1]
    scalar = [k for k, value in facts.items() if isinstance(value, bool | int) and k != "rules"]
    assert set(scalar) >= {"solvable", "unique", "human_solvable", "layers", "width", "score"}
    for key in scalar:
        value = "true" if isinstance(facts[key], bool) else "..100000"
        result, _, messages = run(
            "generate", "linjat", "--seed", "1", *SMALL, "--set", f"{key}={value}"
        )
        assert (result, messages) == (0, ""), key


def test_events_of_the_making(run):
    result, output, _ = run("generate", "linjat", "--seed", "3", *SMALL, "--steps", "--json")
    events = [json.loads(line) for line in output.splitlines()]
    assert result == 0
    assert all(
        list(event) == ["stage", "row", "col", "old", "new", "weight", "draw"] for event in events
    )
    assert {event["stage"] for event in events} == {"numbers", "dots", "mutations"}


def test_locked_cells_stay(run):
    more = 'locked = """\nx..x\n....\n....\nx...\n"""\n'
    Path("sketch.toml").write_text(file_of("4...", "....", "....", "*...", more=more))
    arguments = ("--set", "numbers=3", "--set", "iterations=20", "--from", "sketch.toml")
    assert run("generate", "linjat", "--seed", "2", *arguments, "--out", "l.toml")[0] == 0
    cells = levelfile.read_level(Path("l.toml")).board.to_table()["cells"].splitlines()
    assert (cells[0][0], cells[0][3], cells[3][0]) == ("4", ".", "*")


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("rows=17", "rows: expected a whole number from 4 to 16, found '17'"),
        ("mode=nightmare", "mode: expected one of easy, medium, hard, expert"),
        ("method=genetic", "method: expected one of race, pool, annealing"),
        ("numbers=9..2", "numbers: expected a whole number or a range"),
        ("values=0..3", "values: expected a whole number or a range"),
        ("weight_fit=1001", "weight_fit: expected a whole number from -1000 to 1000"),
        ("unique=maybe", "unique: expected true or false"),
        ("rule_use=1", "unknown parameter 'rule_use'"),
    ],
)
def test_bad_settings_are_refused(run, setting, message):
    refused(run("generate", "linjat", "--seed", "1", "--set", setting), message)


def test_nothing_is_written_when_nothing_is_accepted(run):
    arguments = ("--set", "layers=200..", "--max-attempts", "5", "--out", "none.toml")
    result, output, messages = run("generate", "linjat", "--seed", "1", *SMALL, *arguments)
    assert (result, output) == (3, "") and not Path("none.toml").exists()
    assert messages.startswith("seed 1: no level found in 5 attempts (")


def test_the_expert_puzzle_of_the_contract(run, answer):
    settings = ("--set", "mode=expert", "--set", "iterations=10000")
    assert run("generate", "linjat", "--seed", "5", *settings, "--out", "l.toml")[0] == 0
    status, facts = answer("solve", "l.toml")
    assert (status, facts["unique"], facts["human_solvable"]) == (0, True, True)
    assert facts["layers"] >= 10


# --- convert -------------------------------------------------------------------------------

TEXTS = {
    "rows": "".join(f"{row}\n" for row in UNIQUE),
    "solve": ",    ,.  4,4 ..,. 3.\n",
    "record": '{"puzzle": ["    ", ".  4", "4 ..", ". 3."]}\n',
    "text": "linjat\n\n....\n*..4\n4.**\n*.3*\n",
}


@pytest.mark.parametrize("form", [*conversion.LEVEL_FORMATS, *TEXTS])
def test_there_and_back(run, form):
    result, output, messages = run("convert", "unique.toml", "--to", form)
    assert (result, messages) == (0, "")
    assert TEXTS.get(form, output) == output
    Path("again").write_text(output)
    assert run("convert", "again", "--out", "again.toml")[0] == 0
    assert Path("again.toml").read_text() == Path("unique.toml").read_text()


@pytest.mark.parametrize(
    "text",
    [
        TEXTS["rows"].replace("\n", "\r\n"),
        "\n.  4\n4 ..\n. 3.\n",
        "    ,.  4,4 ..,. 3.",
        '{"file": "h=4", "score": "3", "puzzle": ["", ".  4", "4 ..", ". 3."], "x": [null]}',
    ],
)
def test_published_puzzles_are_read_leniently(run, text):
    Path("source").write_bytes(text.encode())
    assert run("convert", "source", "--to", "rows")[:2] == (0, TEXTS["rows"])


def test_the_message_of_a_record_becomes_the_notes(run):
    Path("r.json").write_text('{"puzzle": ["4  4", "", "", ""], "message": "No dots."}')
    assert run("convert", "r.json", "--out", "r.toml")[0] == 0
    assert levelfile.read_level(Path("r.toml")).notes == "No dots."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"puzzle": null, "message": "The end"}', "puzzle: expected an array of strings"),
        ('{"puzzle": ["4", 4]}', "puzzle: expected an array of strings"),
        ('{"puzzle": ["4  4", "  0 "]}', "puzzle, row 1: unknown character '0' at column 3"),
        ('{"puzzle": []}', "puzzle: expected a board with at least one row"),
        ('{"puzzle": ["4"]}\n{"puzzle": [3]}\n', "puzzle: level 2 of 2: expected an array of"),
        ('{"puzzle": ["4"], "message": "\\ud800"}', "expected text, found a lone surrogate"),
        ('{"puzzle": ' + "[" * 100_000, "objects or arrays nested too deeply"),
    ],
)
def test_what_is_no_record_is_refused(run, text, message):
    Path("r.json").write_text(text)
    refused(run("convert", "r.json"), f"r.json: {message}")
