"""``workbench improve`` as scripts call it, and the files that it leaves."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from commanding import Answer, Run, Stdin

from engine.files import levelfile
from engine.values.budget import Control
from engine.values.level import Level
from workbench.cli import improve
from workbench.cli.support import input_and_output_files

ROOT = Path(__file__).parents[3]
LEVEL = """\
format = 1
game = "skiddy"
title = "small"
tags = ["mine"]
intended = "LULDLD"

[board]
tiles = \"\"\"
######
#.#..#
#....#
#..#.#
##R###
\"\"\"
pieces = \"\"\"
......
.r....
...r..
.r..r.
......
\"\"\"
locked = \"\"\"
x.....
......
......
......
......
\"\"\"
"""
QUICK = ("--iterations", "40", "--seed", "4", "--intended", "any")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("level.toml").write_text(LEVEL)


def test_a_level_is_improved_into_a_file_that_rebuilds(run: Run) -> None:
    command = ("improve", "level.toml", "--aim", "wish=states>=500", *QUICK)
    result, text, messages = run(*command, "--out", "better.toml")
    assert (result, text) == (1, ""), "the nearest level is written all the same"
    missed = "level.toml: wish=states>=500 is not reached; this is the nearest level found\n"
    assert messages == f"level.toml: 40 iterations: states 77, then states 110\n{missed}"
    result, text, messages = run(*command, "--islands", "2", "--out", "other.toml")
    assert messages.startswith("level.toml: 40 iterations on each of 2 islands: states 77, then ")
    assert run("rebuild", "other.toml")[0] == 0
    assert Path("level.toml").read_text() == LEVEL
    table = tomllib.loads(Path("better.toml").read_text())
    own = table["provenance"]["improve"]
    assert own["board"] == tomllib.loads(LEVEL)["board"]
    assert (own["aim"], own["seed"], own["iterations"]) == ("wish=states>=500", 4, 40)
    assert (table["title"], table["tags"], table["intended"]) == ("small", ["mine"], "LULDLD")
    assert table["board"]["locked"] == own["board"]["locked"]
    assert table["verdict"]["states"] == 110
    assert run("rebuild", "better.toml") == (
        *(0, Path("better.toml").read_text()),
        "better.toml: rebuilt, the same bytes\n",
    )
    result, text, _ = run("validate", "--solve", "better.toml")
    # What was meant is kept as it was, and said to win no more.
    assert result == 1
    assert text == "better.toml: intended: warning: not won after 6 moves\n"
    assert run(*command)[1] == Path("better.toml").read_text()
    assert run("generate", "skiddy", "--seed=1", "--from", "better.toml")[0] == 0


def test_a_level_is_kept_if_its_intended_solution_would_no_longer_win(
    run: Run, answer: Answer
) -> None:
    command = ("improve", "level.toml", "--aim", "wish=states>=500", *QUICK[:-2])
    result, text, messages = run(*command)
    assert result == 1
    kept, improved = levelfile.loads(text), levelfile.loads(run(*command, "--intended", "any")[1])
    old = levelfile.read_level(Path("level.toml"))
    assert kept.board == old.board != improved.board and kept.provenance is None
    said = "on the better level the intended solution is not won after 6 moves; "
    assert messages == (
        f"level.toml: {said}the level stays as it was, --intended any takes the better\n"
        "level.toml: 40 iterations: states 77, then states 77\n"
        "level.toml: wish=states>=500 is not reached\n"
    )
    assert answer(*command)[1]["toml"] == text
    assert run(*command, "--out", "level.toml")[0] == 1
    assert Path("level.toml").read_text() == text
    # The line did not win before, so there is nothing to keep.
    Path("level.toml").write_text(LEVEL.replace('"LULDLD"', '"L"'))
    result, text, messages = run(*command)
    assert levelfile.loads(text).board == improved.board and "intended" not in messages


def test_an_edit_made_meanwhile_stays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    search, theirs = improve.workshop.improve, LEVEL.replace("small", "edited")

    def edited_meanwhile(*args: Any, **kwargs: Any) -> Any:
        for name in ("level.toml", "new.toml"):
            Path(name).write_text(theirs)
        return search(*args, **kwargs)

    expected = run("improve", "level.toml", *QUICK)[1]
    monkeypatch.setattr(improve.workshop, "improve", edited_meanwhile)
    for out in ("level", "new"):
        Path("level.toml").write_text(LEVEL)
        Path("new.toml").unlink(missing_ok=True)
        result, text, messages = run("improve", "level.toml", *QUICK, "--out", f"{out}.toml")
        assert (result, text) == (2, "")
        said = "changed on disk meanwhile; not overwritten; the level is in"
        assert messages == f"{out}.toml: {said} {out}-2.toml\n"
        assert Path(f"{out}.toml").read_text() == theirs
        assert Path(f"{out}-2.toml").read_text() == expected


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "level.toml", "--write"),
        ("verify", "level.toml", "--moves", "LULDLD", "--pin"),
        ("verify", "level.toml", "--unpin"),
    ],
)
def test_no_verb_overwrites_an_edit_made_meanwhile(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    read, theirs = input_and_output_files.read_level, LEVEL.replace("small", "edited")

    def edited_after(name: str) -> Level:
        level = read(name)
        Path("level.toml").write_text(theirs)
        return level

    if "--pin" in command:
        Path("level.toml").write_text(LEVEL.replace('intended = "LULDLD"\n', ""))
    monkeypatch.setattr(input_and_output_files, "read_level", edited_after)
    result, _, messages = run(*command)
    assert result == 2
    assert messages == "level.toml: changed on disk meanwhile; not overwritten\n"
    assert Path("level.toml").read_text() == theirs


def test_json_shows_both_levels(answer: Answer) -> None:
    result, found = answer("improve", "level.toml", "--aim", "trickier", *QUICK)
    assert result == 0 and list(found) == ["before", "after", "iterations", "toml"]
    for facts in (found["before"], found["after"]):
        assert facts["solvable"] is True and facts["game"] == "skiddy"
        assert 0 <= facts["trap_share"] <= 1
    assert found["before"]["file"] == "level.toml" and found["after"]["file"] is None
    assert found["after"]["trap_share"] >= found["before"]["trap_share"]
    assert found["after"]["moves"] >= found["before"]["moves"]
    assert found["iterations"] == 40
    improved = levelfile.loads(found["toml"])
    assert improved.verdict is not None
    assert improved.verdict.facts["moves"] == found["after"]["moves"]


def test_improved_twice_nothing_is_lost(run: Run) -> None:
    assert run("generate", "skiddy", "--seed", "3", "--out", "made.toml")[0] == 0
    for number, name in enumerate(("made", "once", "twice")):
        more = ("--aim", "shorter", "--iterations", "30", "--seed", f"{number}")
        into = ("once", "twice", "thrice")[number]
        assert run("improve", f"{name}.toml", *more, "--out", f"{into}.toml")[0] == 0
        assert run("rebuild", f"{into}.toml")[0] == 0
    made, once, twice, thrice = (
        tomllib.loads(Path(f"{name}.toml").read_text())
        for name in ("made", "once", "twice", "thrice")
    )
    last = thrice["provenance"].pop("improve")
    assert thrice["provenance"] == made["provenance"]
    assert last["board"] == twice["board"]
    assert [each["board"] for each in last["earlier"]] == [made["board"], once["board"]]
    assert [each["seed"] for each in last["earlier"]] == [0, 1]


def test_standard_input_and_a_seed_of_its_own(run: Run, stdin: Stdin) -> None:
    stdin(LEVEL)
    result, text, messages = run("improve", "-", "--iterations", "3")
    assert result == 0
    seed = tomllib.loads(text)["provenance"]["improve"]["seed"]
    assert messages.startswith(f"seed {seed}\n-: 3 iterations: moves 6, then moves 6\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--aim", "score"), "level.toml: aim 'score': expected one of longer, shorter"),
        (("--aim", "wish=moves>3 foo"), "level.toml: aim wish: column 12: expected = or"),
        (("--aim", "wish=movs>3"), "level.toml: aim wish: column 1: unknown key 'movs'"),
        (("--aim", "perfect=-1"), "level.toml: aim perfect: expected a whole number from 1"),
        (("--islands", "65"), "argument --islands: expected a whole number from 1 to 64"),
        (("--islands", "0"), "argument --islands: expected a whole number from 1 to 64"),
        (("--iterations", "0"), "argument --iterations: expected a whole number from 1"),
        (
            ("--iterations", "9999999999"),
            "argument --iterations: expected a whole number from 1 to 1,000,000,000",
        ),
        (("--time", "0"), "argument --time: expected seconds, more than 0, found '0'"),
        (("--seed", "-1"), "expected a whole number, 0 or more"),
        (("--out", "no/such/folder.toml"), "no/such: no such folder"),
    ],
)
def test_bad_usage_is_one_line(run: Run, arguments: tuple[str, ...], words: str) -> None:
    result, text, messages = run("improve", "level.toml", *arguments)
    assert (result, text) == (2, "")
    assert words in messages and messages.count("\n") == 1


def test_a_draft_is_refused(run: Run) -> None:
    Path("level.toml").write_text(LEVEL.replace("##R###", "######"))
    result, text, messages = run("improve", "level.toml", *QUICK)
    assert (result, text) == (2, "")
    assert "a red Skiddy, but no red goal" in messages and messages.count("\n") == 1


def test_a_level_that_cannot_be_won_is_made_one_that_can(run: Run) -> None:
    Path("level.toml").write_text(LEVEL.replace("#..#.#", "#.##.#").replace(".r..r.", "....r."))
    before = run("solve", "level.toml")[0]
    result, text, _ = run("improve", "level.toml", "--iterations", "400", "--seed", "1")
    assert before == 1 and result == 0
    assert tomllib.loads(text)["verdict"]["solvable"] is True


def interrupting(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Presses Ctrl-C so often once the search is under way."""
    describe, left = improve._format_progress, [None] * times

    def pressed(control: Control) -> str:
        if left and control.snapshot is not None and control.snapshot.done:
            left.pop()
            raise KeyboardInterrupt
        return describe(control)

    monkeypatch.setattr(improve, "_format_progress", pressed)


@pytest.mark.parametrize("times", [1, 3])
def test_an_interrupt_ends_with_the_best_so_far(
    run: Run, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    interrupting(monkeypatch, times)
    result, text, messages = run(
        "improve", "level.toml", "--time", "60", "--seed", "1", "--out", "l.toml", "--json"
    )
    assert result == 0 and "interrupted" not in messages
    found = json.loads(text)
    assert found["iterations"] > 0
    assert Path("l.toml").read_text() == found["toml"]
    assert run("rebuild", "l.toml")[0] == 0


def test_what_is_not_decided_is_no_place_to_begin(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.improvement import late_acceptance
    from engine.values.budget import Budget

    monkeypatch.setattr(late_acceptance, "Budget", lambda *_, **__: Budget(max_states=3))
    result, text, messages = run("improve", "level.toml", *QUICK)
    assert (result, text) == (3, "")
    assert (
        messages
        == "level.toml: the level is too large to be solved completely, so it cannot be improved\n"
    )


@pytest.mark.parametrize("aim", ["moves=90", "perfect=90", "wish=moves>90"])
def test_an_aim_that_is_not_reached_is_status_1(run: Run, aim: str) -> None:
    skiddy = str(ROOT / "levels/skiddy/1-1-side-by-side.toml")
    command = ("improve", skiddy, "--aim", aim, "-i", "3", "-s", "4", "-o", "best.toml")
    result, _, messages = run(*command)
    assert result == 1 and f"{aim} is not reached" in messages
    assert run("validate", "best.toml")[0] == 0, "the best level so far is written all the same"


def test_an_aim_that_is_reached_is_status_0(run: Run) -> None:
    skiddy = str(ROOT / "levels/skiddy/1-1-side-by-side.toml")
    for aim in ("moves=2", "wish=moves>0"):
        assert run("improve", skiddy, "--aim", aim, "-i", "3", "-s", "4", "-q")[::2] == (0, "")
