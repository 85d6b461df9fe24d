"""What opening a level imports, and what it leaves for later."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import EngineError
from engine.files import levelfile
from engine.game import registry
from engine.game.loading.lazy_import import import_lazily
from engine.games.fruit_dating import board
from engine.search.solver_result import RETROGRADE_FACTS

LEVELS = Path(__file__).parents[4] / "levels"
SCRIPT = """
import sys
from engine.files import levelfile
from engine.errors import EngineError
from engine.files import levelfile
from engine.game import registry
level = levelfile.read_level(sys.argv[1])
game = registry.get_game(level.game)
assert not list(game.boards.find_problems(level.board))
game.boards.draw_picture(level.board), game.solver.judge_facts({}), game.generator.stages
print(*sys.modules)
"""


@pytest.mark.parametrize("game", registry.list_names())
def test_opening_a_level_imports_neither_numpy_nor_another_game(game: str) -> None:
    file = next((LEVELS / game).glob("*.toml"))
    command = [sys.executable, "-c", SCRIPT, str(file)]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert not {"numpy", "llvmlite", "numba", "importlib.metadata"} & {*loaded}
    games = {module.split(".")[2] for module in loaded if module.startswith("engine.games.")}
    assert games == {registry.find_package(game).rpartition(".")[2]}


def test_the_whole_of_a_game_can_be_imported() -> None:
    registry.import_all_modules("fruit-dating")
    assert "engine.games.fruit_dating.fruit_candidates" in sys.modules


def test_what_is_named_is_called_with_all_its_arguments() -> None:
    found = import_lazily("engine.games.fruit_dating.board:find_problems")
    blank = board.FruitBoard.create_blank(4, 5)
    assert list(found(board=blank)) == list(board.find_problems(blank))


def test_facts_are_named_after_what_a_graph_leaves() -> None:
    from engine.search.retrograde import RetrogradeFacts

    assert tuple(RetrogradeFacts._fields)[1:] == RETROGRADE_FACTS


@pytest.mark.parametrize("name", registry.list_names())
def test_a_solver_names_all_its_strategies(name: str) -> None:
    game = registry.get_game(name)
    level = levelfile.read_level(next((LEVELS / name).glob("*.toml")))
    with pytest.raises(EngineError) as refusal:
        game.solver.solve(level.board, "none")
    assert str(refusal.value).endswith(", ".join(game.solver.strategies))


@pytest.mark.parametrize("name", registry.list_names())
def test_a_game_can_be_sent_to_another_process(name: str) -> None:
    game = registry.get_game(name)
    board = levelfile.read_level(next((LEVELS / name).glob("*.toml"))).board
    sent = pickle.loads(pickle.dumps(game))
    assert sent.solver.solve(board).facts == game.solver.solve(board).facts
    assert len(sent.experiments()) == len(game.experiments())
