"""A session with a level, without a screen."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext

from engine.values.level import Level
from workbench.document.document import Document
from workbench.service.helper_client import Helper
from workbench.service.solver_service import SolverService
from workbench.session.session import Session

SLOW = 60.0
"""Seconds after which an answer is not expected any more."""


class Desk:
    """A session whose answers are taken in the thread of the test, as any loop may do."""

    def __init__(self, level: Level, solver: SolverService) -> None:
        self.waiting: queue.Queue[Callable[[], None]] = queue.Queue()
        self.changes = 0
        self.session = Session(Document(level), solver, self.waiting.put, self._changed)
        self.session.open()
        self.until(lambda: self.session.is_settled)

    def _changed(self) -> None:
        self.changes += 1

    def until(self, done: Callable[[], bool]) -> None:
        """Takes answers until something holds."""
        end = time.monotonic() + SLOW
        while not done():
            assert time.monotonic() < end, "no answer came"
            try:
                self.waiting.get(timeout=0.05)()
            except queue.Empty:
                continue


@contextmanager
def desk_of(level: Level, helper: Callable[[], Helper] | None = None) -> Iterator[Desk]:
    """A desk with a level and with a service of its own, all of it machine code."""
    with closing(SolverService(nullcontext, helper)) as solver:
        yield Desk(level, solver)
