"""The command without a verb: help, version, and advice on misspelt verbs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commanding import Run, is_one_line, refused

from workbench.cli import PLANNED_VERBS, SUBCOMMANDS, VERBS

COMMANDS = [[verb] for verb in VERBS]
COMMANDS += [[verb, name] for verb, names in SUBCOMMANDS.items() for name in names]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_has_help_and_a_version(run: Run, words: list[str]) -> None:
    found = run(*words, "-h")
    assert found[0] == 0 and found[1].startswith(f"usage: workbench {words[0]}")
    assert found == run(*words, "--help") == run("help", *words) == run("-h", *words)
    for option in ("-V", "--version"):
        assert run(*words, option) == run("--version") == run(option, *words)


def test_the_version_and_the_help_stand_alone_or_after_options(run: Run) -> None:
    assert re.fullmatch(r"workbench \d+\.\d+\S*\n", run("-V")[1])
    assert run("-q", "-V") == run("-V")
    assert run("-h") == run("help") == run("help", "help") == run("--color", "never", "--help")


def test_help_fits_a_small_terminal(run: Run) -> None:
    assert max(map(len, run("-h")[1].splitlines())) <= 90


@pytest.mark.parametrize("verb", PLANNED_VERBS)
def test_a_verb_to_come_is_neither_listed_nor_suggested(run: Run, verb: str) -> None:
    assert not re.search(rf"\b{verb}\b", run("-h")[1])
    refused(run("help", verb), "not yet available")
    refused(run(verb, "-h"), "not yet available")
    assert f"mean {verb}?" not in run(verb[:-1], "x")[2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["slove"], "no verb and no file of the name 'slove'; did you mean solve?"),
        (["slove", "a.toml", "--json"], "'slove'; did you mean solve?"),
        (["generat", "skiddy", "-n", "3", "--out", "x"], "'generat'; did you mean generate?"),
        (["-q", "slove", "a.toml"], "'slove'; did you mean solve?"),
        (["--color", "never", "slove"], "'slove'; did you mean solve?"),
        (["slove", "-h"], "'slove'; did you mean solve?"),
        (["-h", "slove"], "'slove'; did you mean solve?"),
        (["zzz", "a"], "no verb and no file of the name 'zzz'; see workbench --help"),
        (["x" * 100_000, "a"], "see workbench --help"),
        (["\x1b[2J", "--json"], r"the name '\x1b[2J'; see"),
        (["--them", "x"], "found '--them x'; did you mean --theme?"),
        (["--colour", "x"], "did you mean --color?"),
        (["--color", "x"], "argument --color: expected always or auto or never, found 'x'"),
        (["--color"], "argument --color: expected one argument"),
        (["--color=never", "--no-color", "-V"], "expected once, found twice"),
        (["a.toml", "b.toml"], "expected a verb or one level file or folder"),
        (["", "x"], "expected a verb or one level file or folder, found ' x'"),
        (["help", "slove"], "help: expected one verb, found 'slove'; did you mean solve?"),
        (["help", ""], "help: expected one verb, found ''; see workbench --help"),
    ],
)
def test_wrong_words_are_refused_in_one_line(run: Run, words: list[str], message: str) -> None:
    found = run(*words)
    refused(found, message)
    assert len(found[2]) < 400


def test_a_file_with_the_name_of_no_verb_is_a_file(run: Run) -> None:
    Path("slove").write_text("no level")
    assert "did you mean" not in run("slove")[2] and is_one_line(run("slove")[2])
