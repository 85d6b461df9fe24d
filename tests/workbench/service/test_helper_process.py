"""Games without kernels are searched in the helper process, which leaves keys their time."""

from __future__ import annotations

import os
import queue
import signal
import time

import plug_in_games
import pytest
from sokoban import SokobanBoard

from engine.errors import NoKernelError
from engine.game import registry
from engine.jit.plain_python import refuse_plain_python
from workbench.service.helper_client import Helper
from workbench.service.solver_service import SolverService

ROOM = SokobanBoard(
    ("######", "#....#", "#...g#", "#....#", "######"),
    ("......", "......", ".pb...", "......", "......"),
)
WIDE = SokobanBoard(
    ("##########", *("#........#",) * 7, "#....gggg#", "##########"),
    (*("..........",) * 2, "..b..b....", "..........", "..b..b....", "....p.....",
     *("..........",) * 4),
)  # fmt: skip
BROKEN = """
import dataclasses
import sokoban
from engine.tiles.rules_solver import RulesSolver

class BrokenRules(sokoban.SokobanRules):
    def make_move(self, level, state, move):
        raise KeyError("no such box")

GAME = dataclasses.replace(
    sokoban.GAME, name="broken-boxes", solver=RulesSolver(BrokenRules())
)
"""


@pytest.fixture
def mail():
    return queue.SimpleQueue()


@pytest.fixture
def kernel_less(tmp_path, monkeypatch):
    """A service with a helper that can import games without kernels."""
    monkeypatch.setitem(plug_in_games.MODULES, "broken-boxes", "broken_boxes")
    (tmp_path / "plug-ins").mkdir()
    (tmp_path / "plug-ins" / "broken_boxes.py").write_text(BROKEN)
    with plug_in_games.installed(tmp_path / "plug-ins"):
        helper = Helper()  # it finds the modules that this process finds now
        service = SolverService(helper=lambda: helper)
        service.used = helper
        yield service
        service.close()


def wait_for(holds):
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_game_without_kernels_is_searched_in_the_helper(kernel_less, mail, monkeypatch):
    def search(*arguments, **named):
        refuse_plain_python(NoKernelError("search"))
        pytest.fail("the search runs in this process")

    monkeypatch.setattr("engine.search.plain_graph.search_plain_graph", search)
    kernel_less.solve_board(registry.get_game("sokoban"), WIDE, mail.put)
    control = kernel_less.get_control("verdict")
    wait_for(lambda: control.progress)
    control.cancel()
    outcome = mail.get(timeout=60)
    assert outcome.cancelled
    assert outcome.value.facts["states_seen"] >= control.progress > 0
    kernel_less.solve_board(registry.get_game("sokoban"), ROOM, mail.put, guided=True)
    solved = mail.get(timeout=60).value
    assert solved.facts["moves"] == 2
    assert solved.seconds is not None
    assert kernel_less.notice == "", "plain Python is all that the game has"


def test_a_game_without_kernels_does_without_a_killed_helper(kernel_less, mail):
    kernel_less.solve_board(registry.get_game("sokoban"), ROOM, mail.put)
    assert mail.get(timeout=60).value.solvable
    os.kill(kernel_less.used.process_id, signal.SIGKILL)
    kernel_less.solve_board(registry.get_game("sokoban"), ROOM, mail.put)
    assert mail.get(timeout=60).value.solvable


def test_a_fault_of_a_plug_in_in_the_helper_names_game_file_and_line(kernel_less, mail):
    kernel_less.solve_board(registry.get_game("broken-boxes"), ROOM, mail.put)
    error = mail.get(timeout=60).error
    assert error.startswith("game 'broken-boxes' failed in "), error
    assert "broken_boxes.py:8: KeyError" in error


def test_rejections_of_a_generation_in_the_helper_arrive(kernel_less, mail):
    game, settings = registry.get_game("sokoban"), {"rows": 4, "cols": 4, "moves": "90"}
    kernel_less.generate_level(game, 1, settings, mail.put)
    control = kernel_less.get_control("make")
    wait_for(lambda: control.rejections)
    kernel_less.finish_generation()
    assert "finished early" in mail.get(timeout=60).error
