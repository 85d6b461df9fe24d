from __future__ import annotations

import threading

from workbench.document.errands import Errands


def test_a_newer_job_replaces_one_that_waits_and_does_not_delay_it() -> None:
    errands, done, over = Errands(lambda _: None), [], threading.Event()
    errands.later("keep", lambda: done.append("first"), 0.05)
    for _ in range(3):
        errands.later("keep", lambda: (done.append("last"), over.set()), 3600.0)
    errands.start()
    assert over.wait(60)
    assert done == ["last"]
    errands.close()


def test_jobs_come_in_order_and_one_at_a_time() -> None:
    errands, done, over = Errands(lambda _: None), [], threading.Event()
    for number in range(5):
        errands.later(str(number), lambda number=number: done.append(number))
    errands.later("end", over.set)
    errands.start()
    assert over.wait(60)
    assert done == [0, 1, 2, 3, 4]
    errands.close()


def test_a_failing_job_is_reported_and_the_next_one_done() -> None:
    problems: list[Exception] = []
    errands, over = Errands(problems.append), threading.Event()
    errands.later("bad", lambda: 1 // 0)
    errands.later("good", over.set)
    errands.start()
    assert over.wait(60)
    assert isinstance(problems[0], ZeroDivisionError)
    errands.close()


def test_closing_does_what_is_due_and_drops_the_rest() -> None:
    done: list[str] = []
    errands = Errands(lambda _: None)
    errands.later("later", lambda: done.append("later"), 30.0)
    errands.later("dropped", lambda: done.append("dropped"))
    errands.drop("dropped")
    errands.later("now", lambda: done.append("now"))
    errands.start()
    errands.close()
    assert done == ["now"]
