"""Kernels that load, compile and fail as a test says."""

from __future__ import annotations

import subprocess
import sys


class FakeKernels:
    """Kernels that a test declares to be ready, or not yet, or broken."""

    def __init__(self, ready=True, cached=True, fail="", compiler="pass"):
        self.ready = ready
        self.cached = cached
        self.fail = fail
        self.compiler = compiler
        self.compiled = []
        self.processes = []

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
        self.processes.append(subprocess.Popen([sys.executable, "-c", self.compiler]))
        return self.processes[-1]

    def close(self):
        """End what still compiles."""
        for process in self.processes:
            process.kill()
            process.wait()
