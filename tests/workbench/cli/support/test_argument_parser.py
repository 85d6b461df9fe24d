"""The arguments of all verbs: options given twice, whole numbers, names after ``--``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from commanding import Run, refused

from workbench.cli import SUBCOMMANDS, VERBS

COMBINED = {"--where", "--rules", "--target", "--tag", "--untag", "--import", "--into"}
"""Options that may be repeated, since their values are combined."""
VALUES = (
    "1",
    "9",
    "moves=1",
    "local",
    "edges",
    "text",
    "0,0,1,1",
    "x.svg",
    "moves,states",
    "any",
    "auto",
    "jsonl",
)
"""One of them is a value of any option."""
OLDER = {
    "catalogue": "--where EXPR --sort KEY --limit N --count --digest --check --histogram KEY "
    "--density KEY,KEY --out F --group KEY --show --save P --export OUT --merge OUT --import LEVEL "
    "--tag WORD --untag WORD --stars N --note TEXT --archive KEY,KEY --best KEY --fill S "
    "--iterations N --target CELL --seed N --jobs J --interrupt --detach --status --pause "
    "--resume --stop --json"
}
"""The options of a verb that its help does not list, each with a word if it takes a value."""
COMMAND_LINES = (*VERBS, *(f"{verb} {name}" for verb in SUBCOMMANDS for name in SUBCOMMANDS[verb]))
LEVEL = """\
format = 1
game = "skiddy"
title = "A file whose name begins like an option"

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


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a level."""
    monkeypatch.chdir(tmp_path)
    Path("-y.toml").write_text(LEVEL)


def options(run: Run, verb: str) -> dict[str, bool]:
    """The options of a verb by its help, each with whether it takes a value."""
    found = re.findall(
        r"^  (?:-[a-zA-Z], )?(--[a-z-]+)(?:,| ?)(.*)$",
        run(*verb.split(), "--help")[1],
        re.MULTILINE,
    )
    found += re.findall(r"(--[a-z-]+)(?: (\w\S*))?", OLDER.get(verb, ""))
    return {name: bool(re.match(r"\S", rest)) for name, rest in found if name != "--help"}


@pytest.mark.parametrize("verb", COMMAND_LINES)
def test_no_option_replaces_an_earlier_one(run: Run, verb: str) -> None:
    found = options(run, verb)
    assert {"--color", "--quiet"} <= set(found)
    for option, has_value in found.items():
        said: list[str] = []
        for value in VALUES if has_value else ("",):
            if any("once, found" in each and option in each for each in said):
                break
            words = [option, value] if has_value else [option]
            if option == "--mouse":
                words = [option]
            result, output, messages = run(*verb.split(), *words, *words)
            assert (result, output) == (2, "")
            said.append(messages)
        refusals = [each for each in said if "once, found" in each and option in each]
        assert bool(refusals) != (option in COMBINED), said


def test_options_of_the_app_are_given_once(run: Run) -> None:
    for words in (["--theme", "a", "--theme", "b"], ["--no-mouse", "--mouse"], ["--plain"] * 2):
        refused(run(*words), "expected once, found twice")
    refused(run("--no-color", "solve", "-y.toml", "--no-color"), "expected once, found twice")


def test_a_setting_is_given_once(run: Run) -> None:
    twice = ["generate", "skiddy", "--set", "size=9", "--set", "size=10"]
    refused(run(*twice), "argument --set: expected 'size' once, found it twice")
    options = ["--set", "stall=0", "--strategy", "fast", "--set", "stall=1"]
    refused(run("solve", *options, "x.toml"), "expected 'stall' once")
    kept = ["--keep", "walls=1", "--keep", "walls=2"]
    refused(run("generate", "fruit-dating", *kept), "argument --keep: expected 'walls' once")
    weights = ["--weights", "walls=a", "--weights", "walls=b"]
    refused(run("generate", "fruit-dating", *weights), "argument --weights: expected 'walls' once")


def test_wishes_are_combined(run: Run) -> None:
    wishes = [
        "--where",
        "moves 5..9 or states<3",
        "--where",
        "not stars<2",
        "--set",
        "where=moves<8",
    ]
    result, output, messages = run("generate", "skiddy", "--seed", "5", *wishes, "--json")
    assert (result, messages) == (0, "")
    verdict = json.loads(output)["verdict"]
    assert 5 <= verdict["moves"] < 8 and verdict["stars"] >= 2
    recorded = "((moves 5..9 or states<3) and (not stars<2)) and (moves<8)"
    assert f'where = "{recorded}"' in json.loads(output)["toml"]


def test_levels_are_rated_and_asked_for_by_all_wishes(run: Run) -> None:
    assert run("catalogue", "x.catalogue", "--import", "./-y.toml")[0] == 0
    for verb in (["rate", "./-y.toml"], ["catalogue", "x.catalogue"]):
        held = run(*verb, "--json", "--where", "moves<9", "--where", "moves>0")
        assert held[0] == 0 and json.loads(held[1])["moves"] == 1
        assert run(*verb, "--json", "--where", "moves>1", "--where", "moves<9")[1] == ""
        assert run(*verb, "--json", "--where", "moves<9", "--where", "moves>1")[1] == ""
    pack = ["pack", "x.catalogue", "--levels", "1", "--out", "x.pack.toml"]
    result, _, messages = run(*pack, "--where", "moves>1", "--where", "moves<9")
    assert result == 2 and "found 0" in messages


@pytest.mark.parametrize("part", ["moves>3) or (moves<2", "moves>3)", "(moves>3", "title='x"])
def test_a_wish_does_not_reach_into_another(run: Run, part: str) -> None:
    for wishes in ((part, "moves>1"), ("moves>1", part)):
        words = [word for spec in wishes for word in ("--where", spec)]
        refused(run("rate", "./-y.toml", *words), "expected closed brackets and quotes")


def test_a_quoted_bracket_is_no_bracket(run: Run) -> None:
    assert run("catalogue", "x.catalogue", "--import", "./-y.toml")[0] == 0
    for spec, number in (("title != ')'", 1), ("title = ')'", 0)):
        wishes = ["--where", spec, "--where", 'not (title = "(")', "--where", "(moves=1)"]
        found = run("catalogue", "x.catalogue", "--count", *wishes)
        assert found == (0, f"{number}\n", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["generate", "skiddy", "--count", "9" * 23], "from 1 to 1,000,000, found '999"),
        (["generate", "skiddy", "--seed", "9" * 23], "from 0 to 9,223,372,036,854,775,807, found"),
        (["solve", "-", "--max-states", "9" * 5000], "from 1 to 9,223,372,036,854,775,807, found"),
        (["solve", "-", "--max-states", "-1"], "expected a whole number, 1 or more, found '-1'"),
        (["solve", "-", "--max-states", "1_000"], "expected a whole number, 1 or more, found"),
        (["solve", "-", "--depth", "0"], "expected a whole number from 1 to"),
        (["catalogue", "x", "--stars", "6"], "expected a whole number from 0 to 5, found '6'"),
        (["catalogue", "x", "--stars", "nine"], "expected a whole number from 0 to 5, found 'nine"),
        (["render", "-", "--cell", "9" * 23], "expected a whole number from 8 to 400, found"),
    ],
)
def test_numbers_are_bounded(run: Run, arguments: list[str], words: str) -> None:
    refused(run(*arguments), words)


def test_all_solutions_are_listed_up_to_a_limit(run: Run) -> None:
    limit = ["--limit", str(2**63 - 1)]
    found = run("solve", "./-y.toml", "--solutions", "shortest", *limit)
    refused(found, "argument --limit: expected a whole number from 1 to 1,000,000,000")


@pytest.mark.parametrize(
    "verb",
    [
        ["solve"],
        ["rate"],
        ["verify", "--moves", "R"],
        ["trace"],
        ["render"],
        ["validate"],
        ["convert"],
        ["improve", "--iterations", "1", "--seed", "1"],
    ],
)
def test_names_after_two_dashes_are_no_options(run: Run, verb: list[str]) -> None:
    plain = run(*verb, "./-y.toml")
    result, output, messages = run(*verb, "--", "-y.toml")
    assert result == plain[0] != 2
    assert [re.sub(r"[\d.]+ m?s\b", "", text) for text in (output, messages)] == [
        re.sub(r"[\d.]+ m?s\b", "", text.replace("./-y", "-y")) for text in plain[1:]
    ]


def test_errors_after_two_dashes_name_the_file(run: Run) -> None:
    for name in ("--json", "--", "-x"):
        refused(run("solve", "--", name), f"{name}: no such file")
    refused(run("rebuild", "--", "-y.toml"), "-y.toml: ")
    refused(run("--", "-y.toml"), "needs a terminal")
    refused(run("play", "--", "-y.toml"), "needs a terminal")
    refused(run("rebuild", "--", "-y.toml", "-z.toml"), "unrecognized arguments: -z.toml;")
    refused(run("generate", "--", "-y"), "unknown game '-y'")
    assert run("catalogue", "--import", "./-y.toml", "--", "-new.catalogue")[0] == 0
    assert Path("-new.catalogue").is_file()


SHORT = re.compile(r"^  (-[a-zA-Z]), (--[a-z-]+)", re.MULTILINE)


def test_a_short_form_means_the_same_in_every_verb(run: Run) -> None:
    found: dict[str, set[str]] = {}
    for verb in COMMAND_LINES:
        for short, name in SHORT.findall(run(*verb.split(), "--help")[1]):
            found.setdefault(short, set()).add(name)
    assert {short: names for short, names in found.items() if len(names) > 1} == {
        "-n": {"--count", "--levels"}
    }
    assert set("-aimnopqstwjflh") - {"-"} <= {short[1] for short in found}


def test_a_short_form_is_the_option(run: Run) -> None:
    long = ["--seed", "5", "--set", "cols=5", "--where", "moves>3", "--count", "2", "--json"]
    short = ["-s", "5", "-p", "cols=5", "-w", "moves>3", "-n2", "--json"]
    assert run("generate", "skiddy", *short) == run("generate", "skiddy", *long)
    refused(run("generate", "skiddy", "-s", "1", "--seed", "2"), "--seed: expected once, found")
    refused(run("generate", "skiddy", "-s", "x"), "argument --seed: expected a whole number")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("solve x --jsno", "unrecognized arguments: --jsno; did you mean --json? see"),
        ("generate skiddy --cuont=3", "--cuont=3; did you mean --count? see"),
        ("catalogue query x --wher a", "did you mean --where? see workbench catalogue query"),
        ("solve x --zzzzz", "unrecognized arguments: --zzzzz; see workbench solve --help"),
        ("solve x -Z", "unrecognized arguments: -Z; see workbench solve --help"),
        ("batch skiddy --backend dsk -o a -n 1", "expected local or dask, found 'dsk'; did you"),
        (
            "render x -f pgn",
            "expected text or svg or png or gif or apng or cast or pdf, found 'pgn'; "
            "did you mean png? see",
        ),
        ("completion tcsh", "argument SHELL: expected bash or zsh or fish, found 'tcsh'"),
        ("completion", "the following arguments are required: SHELL"),
    ],
)
def test_misspelt_options_and_choices(run: Run, words: str, message: str) -> None:
    refused(run(*words.split()), message)


def test_quiet_leaves_out_notes_but_no_errors(run: Run) -> None:
    assert run("generate", "skiddy", "-q")[2] == ""
    assert run("generate", "skiddy")[2].startswith("seed ")
    assert run("-q", "solve", "none.toml")[2] == "none.toml: no such file\n"


@pytest.mark.parametrize(
    ("environment", "options", "colored"),
    [
        ({}, [], False),
        ({}, ["--color=always"], True),
        ({}, ["--color", "auto"], False),
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "0"}, [], False),
        ({"CLICOLOR_FORCE": "1"}, [], True),
        ({"FORCE_COLOR": "1"}, ["--color=never"], False),
        ({"FORCE_COLOR": "1"}, ["--no-color"], False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({"NO_COLOR": "1"}, ["--color=always"], True),
        ({"NO_COLOR": "1", "TERM": "dumb"}, ["--color=always"], True),
    ],
)
def test_colours_by_option_and_environment(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    options: list[str],
    colored: bool,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for words in (["solve"], ["render"], ["trace"]):
        assert ("\x1b[" in run(*words, *options, "./-y.toml")[1]) == colored
    assert "\x1b" not in run("solve", *options, "./-y.toml", "--json")[1]
