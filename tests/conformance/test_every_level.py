"""The levels that come with the workbench, for every game alike."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shipped import LEVELS

from engine import workshop
from engine.files import levelfile
from engine.game import agreement, registry
from engine.game.playthrough import replay
from engine.values.level import Level

SHIPPED = sorted(LEVELS.glob("*/*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.stem}")
class TestShippedLevels:
    def test_it_is_sound(self, path):
        level = levelfile.read(path)
        game = registry.get(level.game)
        assert level.game == path.parent.name
        assert level.title
        assert level.author == "Puzzle Workbench"
        assert game.boards.problems(level.board) == ()
        assert level.verdict_is_fresh(game.rules_version)
        assert agreement.contradictions(level) == ()
        solution = level.verdict.facts["solution"]
        if isinstance(solution, str):
            moves = game.play.read_moves(solution)
            assert not game.play.moves or len(moves) == level.verdict.facts["moves"]
        else:  # the solution is a list of places
            solved = workshop.solve(level)
            moves = solved.moves
            assert solved.facts["solution"] == solution
        run, legal = replay(game.play, level.board, moves)
        assert legal and run.position.status == "won"

    def test_it_is_written_as_a_save_would(self, path):
        assert levelfile.dumps(levelfile.read(path)).encode() == path.read_bytes()

    @pytest.mark.slow
    def test_the_stored_verdict_is_the_solvers(self, path):
        level: Level = levelfile.read(path)
        solved = workshop.solve(level)
        stored, fresh = level.verdict, workshop.with_verdict(level, solved).verdict
        assert stored is not None and fresh is not None
        assert agreement.differences(level, solved) == ()
        # Older files store more: figures of a version that is no longer written.
        assert fresh.facts.items() <= stored.facts.items()
        assert replace(fresh, facts={}) == replace(stored, facts={})
