"""Long generations on the command line and in plain mode: reported, and finished early."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from commanding import Run, Talk
from linjat_boards import GAME
from linjat_optimizations import SMALL

from engine import workshop
from engine.files import levelfile
from engine.games.linjat.generation import generator
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.stages.improvement_base import ImprovementCache
from engine.values.budget import Control, ProgressSnapshot
from workbench.paths.state_folder import StateFolder
from workbench.plain import plain_text
from workbench.plain.command_loop import run_line
from workbench.plain.line_console import LineConsole as Conversation
from workbench.plain.plain_state import PlainApp
from workbench.service import foreground
from workbench.service.solver_service import finish_with_best
from workbench.session.generation import generation_text
from workbench.terminal import command_line_output

SETTINGS = [f"--set={key}={value}" for key, value in SMALL.items()]
SNAPSHOT = ProgressSnapshot(
    done=1_500,
    total=10_000,
    unit="iterations",
    board=GAME.boards.create_blank(6, 5),
    best=42,
    fault=None,
    tried=3_000,
    kept=75,
    rejections={"not unique": 2_925},
    best_history=((0, 40), (7, 42)),
    search_bests=(42, 41),
    speed=12_345.6,
    attempt=0,
)


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(generator, "_recent", ImprovementCache(Optimization))


# --- generate --time -----------------------------------------------------------------------


def test_time_takes_the_best_and_records_how_far_it_came(run: Run) -> None:
    more = ("--set=iterations=10000000", "--set=islands=2", "--time", "0.1", "--json")
    result, text, messages = run("generate", "linjat", "--seed", "3", *SETTINGS, *more)
    assert (result, messages) == (0, "")
    answer = json.loads(text)
    Path("l.toml").write_text(answer["toml"])
    done = levelfile.loads(answer["toml"].encode(), "l.toml").provenance.parameters["iterations"]
    assert done < 10_000_000
    generator._recent = ImprovementCache(Optimization)
    assert run("rebuild", "l.toml")[0] == 0
    again = ("generate", "linjat", "--seed", "3", *SETTINGS, f"--set=iterations={done}")
    assert run(*again, "--set=islands=2")[1] == answer["toml"]


def test_time_that_is_over_before_there_is_a_level(run: Run) -> None:
    more = ("--set=iterations=10000000", "--set=square_layers=200..", "--time", "0.1")
    command = ("generate", "linjat", "--seed", "3", *SETTINGS, *more, "--out", "l.toml")
    result, text, messages = run(*command)
    assert (result, text) == (3, "")
    assert messages.startswith("seed 3: finished early: no level found in ")
    assert "layers by square out of range (square_layers): 1" in messages
    assert not Path("l.toml").exists()


@pytest.mark.parametrize("text", ["0", "-1", "soon", "nan", "1e300"])
def test_time_is_a_number_of_seconds(run: Run, text: str) -> None:
    result, _, messages = run("generate", "linjat", f"--time={text}")
    assert result == 2
    assert f"argument --time: expected seconds, more than 0, found {text!r}" in messages


def test_several_seeds_give_what_each_gives_alone(run: Run) -> None:
    command = ("generate", "linjat", *SETTINGS, "--set=iterations=20", "--json")
    together = run(*command, "--seed", "1", "--count", "5")[1].splitlines()
    assert together == [run(*command, "--seed", f"{n}")[1].strip() for n in range(1, 6)]


def test_of_several_seeds_the_first_that_fails_is_reported(run: Run) -> None:
    command = ("generate", "linjat", *SETTINGS, "--set=layers=200..", "--max-attempts=3")
    result, text, messages = run(*command, "--seed", "4", "--count", "3", "--out", "made")
    assert (result, text) == (3, "")
    assert messages.startswith("seed 4: no level found in 3 attempts")
    assert not Path("made").exists()


def test_an_interrupt_leaves_nothing_behind(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: ProgressSnapshot) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(generation_text, "format_improvement", interrupt)
    command = ("generate", "linjat", "--seed", "3", *SETTINGS, "--set=iterations=10000000")
    assert run(*command, "--out", "l.toml") == (130, "", "interrupted\n")
    assert run(*command, "--count", "3", "--out", "made") == (130, "", "interrupted\n")
    assert not list(Path().glob("*"))


# --- in words ------------------------------------------------------------------------------


def test_progress_in_a_line() -> None:
    assert generation_text.format_improvement(SNAPSHOT) == (
        "1,500 of 10,000 iterations, 2.5% accepted, 12,346/s, best score 42"
    )


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_has_a_line_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line_output.ProgressLine, "INTERVAL", 0.0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with command_line_output.ProgressLine() as progress:
        progress("x" * 200)
    assert sys.stderr.getvalue() == f"\r{'x' * 79}\x1b[K\r\x1b[K"


def test_progress_is_said_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(command_line_output.ProgressLine, "SPEECH_DELAY", 0.0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with (
        command_line_output.ProgressLine.speak_progress(said.append),
        command_line_output.ProgressLine() as progress,
    ):
        for done in range(3):
            progress(f"solving: {done} positions")
    assert said == ["Solving: 0 positions."]
    assert sys.stderr.getvalue() == ""


# --- plain mode ----------------------------------------------------------------------------


def test_plain_mode_takes_parameters(talk: Talk) -> None:
    words = " ".join(f"{key}={value}" for key, value in SMALL.items())
    said = talk(
        f"generate linjat {words} 3 iterations=30",
        "reroll mutations",
        "generate linjat 3 size=4",
        "quit",
        "discard",
    )
    level, candidate, _ = workshop.generate(GAME, 3, SMALL | {"iterations": 30})
    best = f"Best score {candidate.snapshot.best}, after 30 iterations."
    assert f"Generated from seed 3.\n{best}\nLinjat 3, Linjat: 6 rows and 5 columns" in said
    assert "utations re-rolled (1).\nBest score " in said
    assert "Unknown parameter 'size'" in said
    assert level.board == candidate.board


def test_plain_mode_says_that_the_best_can_be_taken() -> None:
    control = Control()
    assert plain_text.describe_progress(control) == "0 candidates tried"
    control.snapshot = SNAPSHOT
    assert plain_text.describe_progress(control) == (
        "1,500 of 10,000 iterations, best score 42; Ctrl+C stops with the best so far"
    )
    control.finish()
    assert plain_text.describe_progress(control) == "1,500 of 10,000 iterations, best score 42"


def test_an_interrupt_takes_the_best_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    describe = plain_text.describe_progress

    def interrupted(control: Control) -> str:
        if control.snapshot is not None and not control.is_finishing:
            raise KeyboardInterrupt
        return describe(control)

    monkeypatch.setattr(plain_text, "describe_progress", interrupted)
    answers = io.StringIO()
    opened = PlainApp(StateFolder(tmp_path), Conversation(io.StringIO(), answers))
    far = [f"{key}={value}" for key, value in (SMALL | {"iterations": 10_000_000}).items()]
    run_line(opened, " ".join(("generate", GAME.name, "3", *far)))
    made = opened.document.level.provenance.parameters["iterations"]
    assert f"after {made:,} iterations" in answers.getvalue() and made < 10_000_000
    with pytest.raises(KeyboardInterrupt):
        run_line(opened, " ".join(("generate", GAME.name, "3", *far, "square_layers=200..")))
    opened.close(discard=True)


def test_a_second_interrupt_stops_it_all() -> None:
    seen: list[bool] = []

    def job(control: Control) -> None:
        while not control.is_cancelled:
            control.snapshot = SNAPSHOT
        seen.append(control.is_finishing)

    def interrupted(control: Control) -> str:
        if control.snapshot is not None:
            raise KeyboardInterrupt
        return ""

    with pytest.raises(KeyboardInterrupt):
        foreground.run_with_progress(job, interrupted, finish_with_best)
    assert seen == [True]
