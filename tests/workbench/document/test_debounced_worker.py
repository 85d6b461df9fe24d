from __future__ import annotations

import threading

from workbench.document.debounced_worker import DebouncedWorker


def test_a_newer_job_replaces_one_that_waits_and_does_not_delay_it() -> None:
    errands, done, over = DebouncedWorker(lambda _: None), [], threading.Event()
    errands.schedule("keep", lambda: done.append("first"), 0.05)
    for _ in range(3):
        errands.schedule("keep", lambda: (done.append("last"), over.set()), 3600.0)
    errands.start()
    assert over.wait(60)
    assert done == ["last"]
    errands.close()


def test_jobs_come_in_order_and_one_at_a_time() -> None:
    errands, done, over = DebouncedWorker(lambda _: None), [], threading.Event()
    for number in range(5):
        errands.schedule(str(number), lambda number=number: done.append(number))
    errands.schedule("end", over.set)
    errands.start()
    assert over.wait(60)
    assert done == [0, 1, 2, 3, 4]
    errands.close()


def test_a_failing_job_is_reported_and_the_next_one_done() -> None:
    problems: list[Exception] = []
    errands, over = DebouncedWorker(problems.append), threading.Event()
    errands.schedule("bad", lambda: 1 // 0)
    errands.schedule("good", over.set)
    errands.start()
    assert over.wait(60)
    assert isinstance(problems[0], ZeroDivisionError)
    errands.close()


def test_closing_does_what_is_due_and_drops_the_rest() -> None:
    done: list[str] = []
    errands = DebouncedWorker(lambda _: None)
    errands.schedule("later", lambda: done.append("later"), 30.0)
    errands.schedule("dropped", lambda: done.append("dropped"))
    errands.cancel_job("dropped")
    errands.schedule("now", lambda: done.append("now"))
    errands.start()
    errands.close()
    assert done == ["now"]


def test_what_is_hurried_is_done_before_the_rest_of_the_time() -> None:
    done: list[str] = []
    errands = DebouncedWorker(lambda _: None)
    errands.schedule("keep", lambda: done.append("keep"), 3600.0)
    errands.schedule("look", lambda: done.append("look"), 3600.0)
    errands.flush(["keep"])
    assert not done, "it has not begun"
    errands.start()
    errands.flush(["keep"])
    assert done == ["keep"]
    errands.flush(["keep"])
    errands.close()
    assert done == ["keep"]


def test_hurrying_waits_for_what_is_being_done_but_not_for_ever() -> None:
    begun, may_end, done = threading.Event(), threading.Event(), []
    errands = DebouncedWorker(lambda _: None)

    def work() -> None:
        begun.set()
        may_end.wait(60)
        done.append("keep")

    errands.schedule("keep", work)
    errands.start()
    assert begun.wait(60)
    errands.flush(["keep"], timeout=0.05)
    assert not done
    threading.Timer(0.1, may_end.set).start()
    errands.flush(["keep"], timeout=60)
    assert done == ["keep"]
    errands.close()
