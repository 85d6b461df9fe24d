"""The helper process: does what has no machine code."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial

import pytest
from sample_game import DOTS, Failing, SampleBoard, Unknown

from engine.errors import EngineError
from engine.values.budget import Control
from workbench.service import tasks
from workbench.service.helper_client import Helper, HelperLostError

pytestmark = pytest.mark.usefixtures("app_world")

SLOW = ("######", "#....#", "#.s..#", "#...g#", "#....#", "######")


@pytest.fixture
def slow(sample):
    return SampleBoard(SLOW, DOTS)


@pytest.fixture
def helper():
    helper = Helper()
    yield helper
    helper.close()


def test_errors_cross_the_pipe(helper, sample, board):
    with pytest.raises(EngineError, match="no such thing"):
        helper.run_task(Failing(EngineError("no such thing")), Control())
    with pytest.raises(HelperLostError, match="ValueError: boom"):
        helper.run_task(Failing(ValueError("boom")), Control())
    with pytest.raises(HelperLostError, match="no_such_module"):
        helper.run_task(Unknown(None), Control())
    assert helper.run_task(partial(tasks.solve_board, sample, board), Control()).solvable


def test_a_stopped_helper_does_not_hold_up_a_cancel(sample, slow, monkeypatch):
    monkeypatch.setattr("workbench.service.helper_client.CANCEL_TIMEOUT", 0.2)
    helper = Helper()
    helper.run_task(partial(tasks.solve_board, sample, SampleBoard(("gg",), ("@.",))), Control())
    os.kill(helper.process_id, signal.SIGSTOP)
    control = Control()
    control.cancel()
    with pytest.raises(HelperLostError):  # it would wait for ever
        helper.run_task(partial(tasks.solve_board, sample, slow), control)
    helper.close()


def test_a_helper_that_cannot_start_is_lost_from_the_outset(sample, board, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/at/all")
    helper = Helper()
    assert not helper.is_alive
    with pytest.raises(HelperLostError):
        helper.run_task(partial(tasks.solve_board, sample, board), Control())
    helper.close()


def test_a_helper_that_talks_nonsense_is_lost(sample, board):
    helper = Helper(["-c", "print('hello')"])
    with pytest.raises(HelperLostError):
        helper.run_task(partial(tasks.solve_board, sample, board), Control())
    helper.close()


def test_the_helper_ends_when_its_input_does(helper):
    helper._process.stdin.close()
    assert helper._process.wait(60) == 0
