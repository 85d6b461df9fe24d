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


def test_what_is_hurried_is_done_before_the_rest_of_the_time() -> None:
    done: list[str] = []
    errands = Errands(lambda _: None)
    errands.later("keep", lambda: done.append("keep"), 3600.0)
    errands.later("look", lambda: done.append("look"), 3600.0)
    errands.hurry(["keep"])
    assert not done, "it has not begun"
    errands.start()
    errands.hurry(["keep"])
    assert done == ["keep"]
    errands.hurry(["keep"])
    errands.close()
    assert done == ["keep"]


def test_hurrying_waits_for_what_is_being_done_but_not_for_ever() -> None:
    begun, may_end, done = threading.Event(), threading.Event(), []
    errands = Errands(lambda _: None)

    def work() -> None:
        begun.set()
        may_end.wait(60)
        done.append("keep")

    errands.later("keep", work)
    errands.start()
    assert begun.wait(60)
    errands.hurry(["keep"], patience=0.05)
    assert not done
    threading.Timer(0.1, may_end.set).start()
    errands.hurry(["keep"], patience=60)
    assert done == ["keep"]
    errands.close()
