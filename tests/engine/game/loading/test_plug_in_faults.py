"""Mistakes in the code of a plug-in are told with the game, the file and the line."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import lunar_lockout
import pytest
import template_game
from commanding import is_one_line
from lunar_lockout import LunarBoard

from engine.errors import NotCompiledError
from engine.files import levelfile
from engine.game import registry
from engine.game.game import Game
from engine.game.loading.plug_in_faults import PlugInError, guard_game
from engine.search.solver_result import SolverResult
from engine.tiles.board import TileBoard
from engine.tiles.game import TileReshaper
from engine.tiles.game_builder import ComposedBoards
from engine.tiles.mutations import TileMutations
from engine.tiles.rules_solver import RulesSolver
from engine.values.grid import SYMMETRIES, Symmetry
from workbench.cli import main

SOURCE = (template_game.HERE / "ice_path.py").read_text()
LEVEL = 'format = 1\ngame = "ice-path"\n[board]\ncells = "w..F"\n'
BROKEN = {
    "solve": "IcePlay.make_move = lambda self, *rest: 1 // 0\n",
    "render": 'IceBoards.draw_picture = lambda self, board: {}["paint"]\n',
}
"""A line that breaks a method of the template game, by the verb that calls it."""


@pytest.fixture(params=BROKEN)
def verb(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    folder = tmp_path / "packages"
    with template_game.installed(folder):
        (folder / "ice_path.py").write_text(f"{SOURCE}\n{BROKEN[request.param]}")
        yield request.param


def test_the_command_line_names_the_game_the_file_and_the_line(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    level = tmp_path / "level.toml"
    level.write_text(LEVEL)
    assert main([verb, str(level)]) != 0
    message = capsys.readouterr().err
    line = f"{SOURCE}\n{BROKEN[verb]}".count("\n")
    assert is_one_line(message) and "Traceback" not in message
    assert f"game 'ice-path' failed in {tmp_path / 'packages' / 'ice_path.py'}:{line}: " in message
    assert ("ZeroDivisionError" if verb == "solve" else "KeyError: 'paint'") in message


def test_an_error_that_the_game_means_is_passed_on(tmp_path: Path) -> None:
    with (
        template_game.installed(tmp_path / "packages"),
        pytest.raises(levelfile.LevelError, match=r"board\.cells"),
    ):
        levelfile.loads('format = 1\ngame = "ice-path"\n[board]\ncells = "?"\n')


def test_a_generator_that_fails_midway_is_told_too(tmp_path: Path) -> None:
    folder = tmp_path / "packages"
    with template_game.installed(folder):
        (folder / "ice_path.py").write_text(
            f"{SOURCE}\ndef broken(self, board):\n    yield from ()\n    raise OSError('gone')\n"
            "IceBoards.list_objects = broken\n"
        )
        game = registry.get_game("ice-path")
        with pytest.raises(PlugInError, match="OSError: gone") as found:
            [*game.boards.list_objects(game.boards.create_blank(4, 4))]
    assert str(pickle.loads(pickle.dumps(found.value))) == str(found.value)


def test_parts_keep_their_classes_and_the_games_of_the_engine_are_left_alone(
    tmp_path: Path,
) -> None:
    with template_game.installed(tmp_path / "packages"):
        game: Game = registry.get_game("ice-path")
        import ice_path

        assert isinstance(game.boards, ice_path.IceBoards) and isinstance(
            game.play, ice_path.IcePlay
        )
    assert type(registry.get_game("skiddy").boards).__module__ == "engine.games.skiddy.game"


@dataclass(frozen=True)
class FrozenMutations(TileMutations):
    """Mutations that refuse to be changed."""


class BrokenReshaper(TileReshaper):
    def transform(self, board: TileBoard, symmetry: Symmetry) -> TileBoard:
        raise KeyError(symmetry.name)


class BrokenBoards(ComposedBoards):
    reshaper = BrokenReshaper()


class UncompiledSolver(RulesSolver):
    def solve(self, *arguments: Any, **options: Any) -> SolverResult:
        raise NotCompiledError("explore_states")


LUNAR = lunar_lockout.GAME
BOARD = LunarBoard((".....", ".....", "..h..", ".....", "....."), ("x....", *(".....",) * 4))


def test_parts_can_be_sent_to_another_process() -> None:
    game = guard_game(LUNAR)
    for part in (game.boards, game.play, game.solver, game.mutations):
        again = pickle.loads(pickle.dumps(part))
        assert type(again).__mro__[1] is type(part).__mro__[1]
    solver = pickle.loads(pickle.dumps(game.solver))
    assert solver.solve(BOARD).facts == LUNAR.solver.solve(BOARD).facts


def test_a_part_that_is_frozen_can_be_guarded() -> None:
    game = guard_game(replace(LUNAR, mutations=FrozenMutations()))
    assert isinstance(game.mutations, FrozenMutations)


def test_parts_of_parts_are_guarded() -> None:
    boards = BrokenBoards(LUNAR.name, LunarBoard, lunar_lockout.find_problems)
    reshaper = guard_game(replace(LUNAR, boards=boards)).boards.reshaper
    assert reshaper is not None
    with pytest.raises(PlugInError, match=r"test_plug_in_faults\.py:.*KeyError: 'rotate-180'"):
        reshaper.transform(BOARD, next(each for each in SYMMETRIES if each.name == "rotate-180"))


def test_a_kernel_that_is_not_compiled_is_no_fault() -> None:
    game = guard_game(replace(LUNAR, solver=UncompiledSolver(lunar_lockout.LunarRules())))
    with pytest.raises(NotCompiledError):
        game.solver.solve(BOARD)


def test_a_fault_in_the_standard_library_names_the_line_that_called_it(tmp_path: Path) -> None:
    folder = tmp_path / "packages"
    with template_game.installed(folder):
        call = "import json\nIceBoards.format_title = lambda self, name: json.loads(name)\n"
        (folder / "ice_path.py").write_text(f"{SOURCE}\n{call}")
        with pytest.raises(PlugInError, match=r"ice_path\.py:"):
            registry.get_game("ice-path").boards.format_title("{")
