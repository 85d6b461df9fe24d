"""Parameters of the generator: what they demand of levels, and which make no sense."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import Run, is_one_line, refused
from skiddy_boards import GAME
from skiddy_files import BOARDS, FIRST, OPEN_BORDER

from engine.files import levelfile
from engine.values.level import Level


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own that holds some levels."""
    monkeypatch.chdir(tmp_path)
    levelfile.write_level(FIRST, "first.toml")
    for name, board in BOARDS.items():
        levelfile.write_level(Level(GAME.name, board), f"{name}.toml")
    Path("open.toml").write_text(OPEN_BORDER)


def test_facts_and_moves_for_perfect_are_demanded(run: Run) -> None:
    asked = {"stars": "1..2", "moves": "3..6", "dead_states": "0", "rows": "5"}
    settings = [word for key, value in asked.items() for word in ("--set", f"{key}={value}")]
    answer = json.loads(run("generate", "skiddy", "--seed", "1", *settings, "--json")[1])
    facts = answer["verdict"]
    assert facts["stars"] in (1, 2) and 3 <= facts["moves"] <= 6 and facts["dead_states"] == 0
    small = ("--set", "rows=5", "--set", "cols=5", "--set", "perfect=5..6", "--json")
    answer = json.loads(run("generate", "skiddy", "--seed", "1", *small)[1])
    assert answer["verdict"]["max_combo"]["moves"] in (5, 6)


@pytest.mark.parametrize(
    ("settings", "printed"),
    [
        (["static=101"], "static: expected"),
        (["reds=1"], "reds: expected"),
        (["reds=-2..3"], "reds: expected"),
        (["cols=99999999999999999999"], "cols: expected"),
        (["stars=4"], "stars: expected"),
        (["stars="], "stars: expected"),
        (["perfect=9..3"], "perfect: expected"),
        (["neighbours=touching"], "neighbours: expected one of allowed, apart"),
        (["blues=1", "crates=0..1", "ice=2"], "expected at most two of these"),
        (["max_combo=3"], "unknown parameter 'max_combo'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    run: Run, settings: list[str], printed: str
) -> None:
    words = [word for setting in settings for word in ("--set", setting)]
    refused(run("generate", "skiddy", "--seed", "1", *words, "--out", "a.toml"), printed)
    assert not Path("a.toml").exists()


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (["perfect=999"], "moves for Perfect out of range (perfect)"),
        (["static=70..", "rows=5", "cols=5"], "red skiddies failed: "),
        (
            ["rows=16", "cols=16", "reds=20", "blues=20", "max_states=9"],
            "too many positions (max_states): 20",
        ),
    ],
)
def test_when_nothing_is_accepted_reasons_are_counted(
    run: Run, settings: list[str], reason: str
) -> None:
    words = [word for setting in settings for word in ("--set", setting)]
    command = ("generate", "skiddy", "--seed", "1", *words, "--max-attempts", "20")
    result, output, messages = run(*command, "--out", "a.toml")
    assert (result, output) == (3, "")
    assert messages.startswith("seed 1: no level found in 20 attempts (")
    assert reason in messages and is_one_line(messages)
    assert not Path("a.toml").exists()


def test_parameters_that_do_not_go_together_are_refused_in_one_line(run: Run) -> None:
    three = [word for kind in ("blues", "crates", "ice") for word in ("--set", f"{kind}=1")]
    refusal = "blues, crates, ice: expected at most two of these, found all three\n"
    assert run("generate", "skiddy", *three) == (2, "", refusal)
