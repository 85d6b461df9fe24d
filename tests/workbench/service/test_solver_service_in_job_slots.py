"""The solver service: the newest request wins, anything can be stopped, nothing hangs."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import threading
import time
import weakref
from contextlib import nullcontext
from dataclasses import replace

import pytest
from machine_code import refuse_plain
from sample_game import DOTS, SampleBoard

from engine.errors import LevelError
from engine.values.level import compute_digest
from workbench.service.helper_client import Helper
from workbench.service.job_slots import JobSlot
from workbench.service.solver_service import SolverService

pytestmark = pytest.mark.usefixtures("app_world")

SLOW = ("######", "#....#", "#.s..#", "#...g#", "#....#", "######")


class Mailbox:
    """Collects what is delivered from other threads."""

    def __init__(self):
        self.items = []
        self._some = threading.Condition()

    def __call__(self, item):
        with self._some:
            self.items.append(item)
            self._some.notify()

    def wait(self, number=1, seconds=60):
        with self._some:
            assert self._some.wait_for(lambda: len(self.items) >= number, seconds), self.items
        return self.items[number - 1]


@pytest.fixture
def mail():
    return Mailbox()


@pytest.fixture
def slow(sample):
    return SampleBoard(SLOW, DOTS)


@pytest.fixture
def helper():
    helper = Helper()
    yield helper
    helper.close()


@pytest.fixture
def unready(helper):
    """A service without machine code."""
    service = SolverService(refuse_plain, lambda: helper)
    yield service
    service.close()


# Lanes.


def test_the_newest_job_replaces_the_running_and_the_waiting_one(mail):
    lane = JobSlot("test")
    started = threading.Event()

    def first(control):
        started.set()
        while not control.is_cancelled:
            time.sleep(0.001)
        return "first"

    lane.submit(first, mail)
    assert started.wait(60)
    lane.submit(lambda control: "second", mail)
    lane.submit(lambda control: "third", mail)
    assert mail.wait().value == "third"
    time.sleep(0.05)
    assert len(mail.items) == 1
    lane.close()


def test_a_cancelled_job_still_delivers_what_it_has(mail):
    lane = JobSlot("test")

    def job(control):
        while not control.is_cancelled:
            time.sleep(0.001)
        return "part"

    lane.submit(job, mail)
    assert lane.cancel()
    outcome = mail.wait()
    assert outcome.cancelled
    assert outcome.value in ("part", None)  # None if it was stopped before it began
    assert not lane.cancel()
    lane.close()


def test_a_job_that_fails_says_why_and_the_lane_lives_on(mail):
    lane = JobSlot("test")

    def bad(control):
        raise LevelError("no dot", row=1, col=2)

    def worse(control):
        return 1 // 0

    lane.submit(bad, mail)
    assert mail.wait(1).error == "row 1, column 2: no dot"
    lane.submit(worse, mail)
    assert mail.wait(2).error.startswith("ZeroDivisionError")
    lane.submit(lambda control: 7, mail)
    assert mail.wait(3).value == 7
    lane.close()


def test_a_closed_lane_delivers_nothing(mail):
    lane = JobSlot("test")
    lane.submit(lambda control: time.sleep(0.05), mail)
    lane.close()
    time.sleep(0.1)
    assert mail.items == []


def test_a_request_that_is_given_up_stops_no_other_of_its_lane(solver, mail):
    given_up = solver.run_in_background(lambda control: None, lambda outcome: None, "modes")
    going_on = threading.Event()

    def job(control):
        assert going_on.wait(60)
        return control.is_cancelled

    solver.run_in_background(job, mail, "modes")
    given_up.cancel()
    going_on.set()
    outcome = mail.wait()
    assert (outcome.value, outcome.cancelled) == (False, False)


# Solving with kernels.


def test_a_board_is_solved_off_the_thread(solver, sample, board, mail):
    solver.solve_board(sample, board, mail)
    answer = mail.wait()
    assert answer.value.facts["moves"] == 5
    assert answer.value.seconds is not None


def test_the_time_is_that_of_the_solver_alone(sample, board, mail, monkeypatch):
    clock = [0.0]
    solve = sample.solver.solve

    def solve_slowly(*arguments):
        """Takes 2 seconds."""
        clock[0] += 2
        return solve(*arguments)

    monkeypatch.setattr("engine.evaluation.level_verdicts.time.perf_counter", lambda: clock[0])
    monkeypatch.setattr(sample.solver, "solve", solve_slowly)
    service = SolverService(nullcontext)
    service.solve_board(sample, board, mail)
    assert mail.wait().value.seconds == 2
    service.generate_level(sample, 7, {}, mail)
    assert mail.wait(2).value.solved.seconds == 2
    service.close()


def test_only_the_last_of_many_boards_is_answered(solver, sample, slow, board, mail):
    for _ in range(20):
        solver.solve_board(sample, slow, mail)
    solver.solve_board(sample, board, mail)
    assert mail.wait().value.facts == sample.solver.solve(board).facts
    time.sleep(0.1)
    assert len(mail.items) == 1


def test_a_search_is_stopped_and_says_how_far_it_came(solver, sample, slow, mail):
    solver.solve_board(sample, slow, mail)
    deadline = time.monotonic() + 60
    while solver.get_control("verdict").progress < 3 and time.monotonic() < deadline:
        time.sleep(0.005)
    assert solver.cancel_all()
    answer = mail.wait()
    assert answer.cancelled
    assert answer.value.facts["complete"] is False
    assert answer.value.facts["states_seen"] >= 3
    assert not solver.cancel_all()


def test_verdict_and_trace_do_not_replace_each_other(solver, sample, board, mail):
    solver.solve_board(sample, board, mail)
    solver.solve_board(sample, board, mail, strategy="published", slot="trace")
    mail.wait(2)
    assert [answer.value.facts["complete"] for answer in mail.items] == [True, True]


# Generating.


def test_generation_gives_a_solved_level_with_its_log(solver, sample, mail):
    solver.generate_level(sample, 7, {"moves": "2.."}, mail)
    made = mail.wait().value
    assert made.level.provenance.seed == 7
    assert made.level.has_fresh_verdict(1)
    assert made.solved.facts["moves"] >= 2
    assert made.attempts.tried >= 1
    assert compute_digest(
        made.candidate.make_board_at(len(made.candidate.timeline))
    ) == compute_digest(made.level.board)


def test_generation_refuses_bad_parameters_in_one_line(solver, sample, mail):
    solver.generate_level(sample, 7, {"size": 99}, mail)
    assert "size: expected a whole number from 4 to 12" in mail.wait().error


def test_generation_is_stopped(solver, sample, mail):
    solver.generate_level(sample, 7, {"moves": 99}, mail)
    deadline = time.monotonic() + 60
    while solver.get_control("make").candidates < 2 and time.monotonic() < deadline:
        time.sleep(0.005)
    solver.cancel_all()
    outcome = mail.wait()
    assert outcome.cancelled
    assert outcome.error is None


def test_a_reroll_changes_its_stage_and_records_it(solver, sample, mail):
    solver.generate_level(sample, 7, {}, mail)
    made = mail.wait(1).value
    solver.regenerate_candidate(sample, made.candidate.recipe.reroll_stage("objects"), mail)
    again = mail.wait(2).value
    assert again.level.provenance.reroll == {"objects": 1}
    assert again.level.provenance.attempt == made.level.provenance.attempt
    start, _ = made.candidate.timeline.find_stage_span(3)
    assert (made.candidate.timeline.log[:start] == again.candidate.timeline.log[:start]).all()
    assert compute_digest(made.level.board) != compute_digest(again.level.board)


def test_a_timeline_is_rebuilt_from_provenance_only_if_it_leads_there(solver, sample, mail):
    solver.generate_level(sample, 7, {}, mail)
    made = mail.wait(1).value
    solver.rebuild_timeline(made.level, mail)
    assert len(mail.wait(2).value.candidate.timeline) == len(made.candidate.timeline)
    other = sample.boards.paint_cell(made.level.board, sample.boards.tools[0], 2, 2)
    other = sample.boards.paint_cell(other, sample.boards.tools[0], 3, 3)
    solver.rebuild_timeline(replace(made.level, board=other), mail)
    assert mail.wait(3).error == "the recorded recipe generates a different board"


# The helper process.


def test_the_helper_answers_without_machine_code(unready, sample, board, mail):
    unready.solve_board(sample, board, mail)
    answer = mail.wait()
    assert "plain Python" in unready.notice
    assert answer.value.facts["moves"] == 5
    assert answer.value.trace.moves_to(1) == ("R",)
    assert answer.value.seconds is None, "plain Python's time says nothing of the level"


def test_the_helper_generates_and_can_be_stopped(unready, sample, mail):
    unready.generate_level(sample, 7, {}, mail)
    assert mail.wait(1).value.level.provenance.seed == 7
    unready.generate_level(sample, 7, {"moves": 99}, mail)
    deadline = time.monotonic() + 60
    while unready.get_control("make").candidates < 2 and time.monotonic() < deadline:
        time.sleep(0.005)
    unready.cancel_all()
    assert mail.wait(2).cancelled


def test_a_killed_helper_fails_its_calls_and_the_service_goes_on(sample, slow, board, mail):
    helper = Helper()
    service = SolverService(refuse_plain, lambda: helper)
    service.solve_board(sample, slow, mail)
    time.sleep(0.1)
    os.kill(helper.process_id, signal.SIGKILL)
    # The search is begun again by the app itself.
    answer = mail.wait()
    assert answer.value.facts["moves"] == 5
    service.solve_board(sample, board, mail)
    assert mail.wait(2).value.facts["moves"] == 5
    service.close()


def test_no_helper_is_started_once_there_is_machine_code(sample, board, mail):
    service = SolverService(nullcontext, lambda: pytest.fail("started"))
    service.solve_board(sample, board, mail)
    assert mail.wait().error is None
    service.close()


# Machine code.


def test_without_machine_code_and_helper_the_app_computes_itself(sample, board, mail, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/at/all")
    service = SolverService(refuse_plain)
    assert service.notice == ""
    service.solve_board(sample, board, mail)
    assert mail.wait().value.facts["moves"] == 5
    assert "plain Python" in service.notice
    service.close()


def test_an_idle_lane_keeps_nothing_of_its_last_job(mail):
    class Asker:
        def done(self, _):
            mail("done")

    lane, asker = JobSlot("test"), Asker()
    lane.submit(lambda control: None, asker.done)
    mail.wait()
    gone, asker = weakref.ref(asker), None
    end = time.monotonic() + 10
    while gone() is not None and time.monotonic() < end:
        time.sleep(0.01)
    assert gone() is None
    lane.close()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc keeps what is freed")
def test_large_arrays_that_were_freed_are_given_back():
    run = subprocess.run(
        [sys.executable, "-c", FREEING], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) < 16 << 20


FREEING = """
import mmap, threading
import numpy as np
from workbench.service.job_slots import JobSlot

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * mmap.PAGESIZE

def job(control):
    np.ones(30 << 20, np.uint8)  # freed at once
    arrays = [np.ones(size << 20, np.uint8) for size in (24, 1, 24, 1, 24, 1)]
    return arrays[1::2]  # between those that are freed

kept, done, lane = [], threading.Event(), JobSlot("test")
before = resident()
lane.submit(job, lambda outcome: (kept.append(outcome), done.set()))
assert done.wait(60)
print(resident() - before)
"""
