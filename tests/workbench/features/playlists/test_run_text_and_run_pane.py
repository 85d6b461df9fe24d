"""Runs in words and as lines, without a screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.game import registry
from engine.game.win_record import LevelWin
from workbench.features.playlists import run_text, seed_list_run
from workbench.features.playlists.run_pane import draw_run
from workbench.features.playlists.seed_list_run import RunSession
from workbench.paths.state_folder import StateFolder
from workbench.ui.styled_lines import Line


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("fruit-dating", "in moves"),
        ("skiddy", "in moves"),
        ("linjat", "in seconds of a person's time"),
        ("mazing-monk", "in turns"),
    ],
)
def test_the_curve_says_its_unit(name: str, unit: str, tmp_path: Path) -> None:
    state = StateFolder(tmp_path / "st")
    assert (
        run_text.describe_scale(
            seed_list_run.start_run(registry.get_game(name), "campaign", state).levels
        )
        == unit
    )
    graded = seed_list_run.start_run(registry.get_game(name), "campaign", state, order="graded")
    assert run_text.describe_scale(graded.levels) == "by difficulty"


def played_through(state: StateFolder, levels: int) -> RunSession:
    """A campaign of Fruit Dating with some levels won, each in as many moves as its number."""
    game = registry.get_game("fruit-dating")
    run = seed_list_run.start_run(game, "campaign", state, seed=5).run
    won = tuple(
        LevelWin(number, number, number * 100, 0, number, 1, seconds=60, solution_shown=number == 2)
        for number in range(1, levels + 1)
    )
    return RunSession(replace(run, played=won), state)


def texts(lines: list[Line]) -> list[str]:
    return ["".join(piece for piece, _ in line) for line in lines]


@pytest.mark.parametrize(("width", "height"), [(60, 18), (80, 22), (200, 48), (60, 10)])
def test_of_many_levels_the_last_are_shown(tmp_path: Path, width: int, height: int) -> None:
    run = played_through(StateFolder(tmp_path / "st"), 9)
    lines = texts([*draw_run(run, ("generating the level", ""), width, height, ascii_only=True)])
    assert len(lines) <= height
    assert lines[1] == "Campaign: Fruit Dating, seed 5" and lines[-1] == "generating the level"
    assert lines[3].split() == ["#"] * 9 + ["."]
    (last,) = (line for line in lines if line.startswith("      9 "))
    assert last.split() == ["9", "9", "8", "9", "1", "1:00"]
    shown = [line for line in lines if line.endswith("solution shown")]
    assert len(shown) == (height > 10)


def test_after_the_last_level_its_ending_stands_in_the_place_of_news(tmp_path: Path) -> None:
    run = played_through(StateFolder(tmp_path / "st"), 10)
    lines = texts([*draw_run(run, ("", ""), 80, 40, ascii_only=False)])
    assert "all 10 levels won, solution shown in 1" in lines[4]
    assert " ".join(" ".join(lines).split()).endswith(run.rules.ending_text[-1])


def test_a_win_is_told_with_its_lapses_and_the_least_there_is(tmp_path: Path) -> None:
    run = played_through(StateFolder(tmp_path / "st"), 2)
    first, second = (run_text.format_result(level, run.levels) for level in run.run.played)
    assert first == "no move too many, 1 move, best possible 1"
    assert second.endswith("2 moves, best possible 1, solution shown")
