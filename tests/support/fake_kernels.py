"""Kernels that are ready, compiled for ever, or fail, as a test says."""

from __future__ import annotations

import time
from contextlib import contextmanager

from engine.errors import NotCompiledError


class FakeKernels:
    """Kernels that a test declares to be ready, or not yet, or broken.

    Until they are ``ready`` they are being compiled, unless they ``fail`` with a reason.
    """

    def __init__(self, ready=True, fail=""):
        self.ready = ready
        self.fail = fail

    def load(self, *games, progress=None, given_up=None):
        if self.fail:
            raise RuntimeError(self.fail)
        while not self.ready and not (given_up is not None and given_up()):
            if progress is not None:
                progress("compiling kernels, 1 of 2")
            time.sleep(0.01)

    def loaded(self, *games):
        return self.ready

    @contextmanager
    def compiled_only(self):
        if not self.ready:
            raise NotCompiledError("explore")
        yield
