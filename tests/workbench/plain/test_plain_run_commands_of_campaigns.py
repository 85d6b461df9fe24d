"""Whole campaigns of the games that come along, in plain mode."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from commanding import Talk

from engine import workshop
from engine.game import registry
from engine.game.game import Game
from engine.values.budget import Control
from engine.values.playtest_record import PlayRecord
from workbench.features.playlists import seed_list_run
from workbench.paths import resources
from workbench.paths.state_folder import StateFolder

SEED = 5
WIN = PlayRecord(datetime(2025, 3, 1, tzinfo=UTC), "", 1, "won", 60.0, ())


def solutions(game: Game, folder: Path) -> Iterator[str]:
    """A best solution of each level of a campaign."""
    journey = seed_list_run.start_run(game, "campaign", StateFolder(folder), seed=SEED)
    while not journey.is_over:
        entry = journey.find_next(Control(), lambda done, total: None)
        level, _, _ = workshop.generate(game, entry.seed, entry.settings)
        solved = game.solver.solve(level.board)
        best = [game.play.read_moves(solved.facts[aim.name]["solution"]) for aim in game.play.aims]
        moves = best[0] if best else solved.moves
        assert moves is not None
        yield " ".join(moves)
        journey.record_win(replace(entry, level=level), moves, WIN)


@pytest.mark.parametrize("name", ["fruit-dating", "skiddy", "linjat", "mazing-monk"])
def test_a_whole_campaign(talk: Talk, tmp_path: Path, name: str) -> None:
    game = registry.get_game(name)
    assert game.campaign is not None
    lines = [f"move {solution}\nnext" for solution in solutions(game, tmp_path)]
    said = talk(f"campaign {name} seed={SEED}", *lines, "runs", "quit")
    assert f"levels of {game.title}, seed {SEED}." in said
    assert all(f"Level {number} of 10, difficulty " in said for number in range(1, 11))
    assert said.count(f"No {game.campaign.lapse.singular}, ") == 10
    assert "All levels are won; type campaign new" in said
    assert f"Campaign of {name} started" in said and "all 10 levels won" in said


def test_a_hint_is_a_lapse_in_linjat_also_if_the_level_is_left(talk: Talk, tmp_path: Path) -> None:
    game = registry.get_game("linjat")
    first = next(solutions(game, tmp_path))
    talk(f"campaign linjat seed={SEED}", "hint", "quit")
    said = talk("campaign", f"move {first}", "quit")
    assert "In this level so far: 1 hint." in said
    assert "1 hint, " in said


def test_the_order_of_the_thesis_is_there_by_its_name(talk: Talk, tmp_path: Path) -> None:
    said = talk("campaign mazing-monk order=graded seed=5", "runs", "quit")
    assert "Started: campaign in the thesis's order through 3,000 levels" in said
    assert "Level 1 of 10, difficulty 1, seed" in said
    wrong = talk("campaign mazing-monk order=any", "quit")
    assert "expected the order rising or graded, found 'any'" in wrong.replace(
        "Expected", "expected"
    )


def test_the_game_is_that_of_the_open_level(talk: Talk, tmp_path: Path) -> None:
    level = resources.get_shipped_levels() / "skiddy" / "1-1-side-by-side.toml"
    begun = talk("infinite", "infinite new fruit-dating", "infinite", "quit", file=level)
    said = " ".join(begun.split())
    assert "Started: infinite play through 1,000 levels of Skiddy" in said
    assert said.count("infinite play through 1,000 levels of Fruit Dating") == 2
