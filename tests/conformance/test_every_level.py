"""The levels that come with the workbench, for every game alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import levelfile, registry, workshop
from engine.level import Level
from engine.play import replay

pytestmark = pytest.mark.jitless


SHIPPED = sorted((Path(__file__).parents[2] / "levels").glob("*/*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.stem}")
class TestShippedLevels:
    def test_it_is_sound(self, path):
        level = levelfile.read(path)
        game = registry.get(level.game)
        assert level.game == path.parent.name
        assert level.title
        assert game.problems(level.board) == ()
        assert level.verdict_is_fresh(game.rules_version)
        solution = level.verdict.facts["solution"]
        if game.moves:
            moves = game.read_moves(solution)
            assert len(moves) == level.verdict.facts["moves"]
        else:  # the solution is told by places
            solved = workshop.solve(level)
            moves = solved.moves
            assert solved.facts["solution"] == solution
        run, legal = replay(game, level.board, moves)
        assert legal and run.position.status == "won"

    def test_it_is_written_as_a_save_would(self, path):
        assert levelfile.dumps(levelfile.read(path)).encode() == path.read_bytes()

    @pytest.mark.slow
    def test_the_stored_verdict_is_the_solvers(self, path):
        level: Level = levelfile.read(path)
        assert workshop.with_verdict(level, workshop.solve(level)).verdict == level.verdict
