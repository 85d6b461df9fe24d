"""Kernels that load, compile and fail as a test says."""

from __future__ import annotations

import time


class FakeKernels:
    """Kernels that a test declares to be ready, or not yet, or broken."""

    def __init__(self, ready=True, cached=True, fail="", compiling=0.0):
        self.ready = ready
        self.cached = cached
        self.fail = fail
        self.compiling = compiling
        self.compiled = []

    def load(self, *games, progress=None):
        if progress is not None:
            progress("sample")
        if self.fail:
            raise RuntimeError(self.fail)
        self.ready = True

    def loaded(self, *games):
        return self.ready

    def cache_ready(self, *games):
        return self.cached

    def compile_in_process(self, game):
        self.compiled.append(game)
        return FakeProcess(self.compiling)


class FakeProcess:
    """A process that ends by itself after some seconds."""

    def __init__(self, seconds):
        self._end = time.monotonic() + seconds

    def poll(self):
        return 0 if time.monotonic() >= self._end else None
