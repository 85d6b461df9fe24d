"""Computations that a callback watches and stops."""

from __future__ import annotations

import threading
import time

import pytest

from engine import workshop
from engine.errors import Cancelled, EngineError
from engine.values.budget import Control


def until_reported(control: Control) -> str:
    """Goes on until it is asked to end, as computations do."""
    while not control.is_finishing:
        control.raise_if_cancelled()
        time.sleep(0.001)
    return "finished"


def test_the_callback_is_called_in_the_thread_of_the_caller_and_may_finish() -> None:
    reported = []

    def look(control: Control) -> None:
        reported.append(threading.current_thread())
        if len(reported) == 3:
            control.finish()

    assert workshop.run_with_progress(until_reported, look, interval=0.001) == "finished"
    assert set(reported) == {threading.current_thread()}


def test_the_callback_may_cancel() -> None:
    with pytest.raises(Cancelled):
        workshop.run_with_progress(until_reported, Control.cancel, interval=0.001)


def test_a_callback_that_fails_stops_it() -> None:
    ended = []

    def job(control: Control) -> None:
        try:
            until_reported(control)
        finally:
            ended.append(control.is_cancelled)

    def fail(control: Control) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workshop.run_with_progress(job, fail, interval=0.001)
    assert ended == [True]


def test_what_it_raises_is_raised() -> None:
    def job(control: Control) -> None:
        raise EngineError("no")

    with pytest.raises(EngineError, match="no"):
        workshop.run_with_progress(job, lambda _: None)


def test_what_is_imported_later_is_named_and_nothing_else() -> None:
    for name in workshop.__all__:
        assert getattr(workshop, name) is not None
    with pytest.raises(AttributeError, match="nothing"):
        _ = workshop.nothing
