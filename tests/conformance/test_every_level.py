"""The levels that come with the workbench, for every game alike."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shipped import LEVELS

from engine import workshop
from engine.files import levelfile
from engine.game import registry, stored_verdict_checks
from engine.game.playthrough import replay_moves
from engine.values.level import Level

SHIPPED = sorted(LEVELS.glob("*/*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.stem}")
class TestShippedLevels:
    def test_it_is_sound(self, path):
        level = levelfile.read_level(path)
        game = registry.get_game(level.game)
        assert level.game == path.parent.name
        assert level.title
        assert level.author == "Puzzle Workbench"
        assert game.boards.find_problems(level.board) == ()
        assert level.has_fresh_verdict(game.rules_version)
        assert stored_verdict_checks.find_contradictions(level) == ()
        solution = level.verdict.facts["solution"]
        if isinstance(solution, str):
            moves = game.play.read_moves(solution)
            assert not game.play.moves or len(moves) == level.verdict.facts["moves"]
        else:  # the solution is a list of places
            solved = workshop.solve(level)
            moves = solved.moves
            assert solved.facts["solution"] == solution
        run, legal = replay_moves(game.play, level.board, moves)
        assert legal and run.position.status == "won"

    def test_it_is_written_as_a_save_would(self, path):
        assert levelfile.dumps(levelfile.read_level(path)).encode() == path.read_bytes()

    @pytest.mark.slow
    def test_the_stored_verdict_is_the_solvers(self, path):
        level: Level = levelfile.read_level(path)
        solved = workshop.solve(level)
        stored, fresh = level.verdict, workshop.store_verdict(level, solved).verdict
        assert stored is not None and fresh is not None
        assert stored_verdict_checks.find_differences(level, solved) == ()
        # Older files store more: figures of a version that is no longer written.
        assert fresh.facts.items() <= stored.facts.items()
        assert replace(fresh, facts={}) == replace(stored, facts={})
