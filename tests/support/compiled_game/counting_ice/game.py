"""The game: Ice Path under another name, whose solver calls the kernel."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from counting_ice.ice_path import GAME as ICE
from counting_ice.kernels import CountRules, total
from engine.game.plain_solver import PlainSolver
from engine.search.graph import search_graph
from engine.search.successors import SearchLevel


class CountingSolver(PlainSolver):
    """A solver that adds up some numbers and searches their differences before it begins."""

    def solve(self, board, *arguments):
        assert total(np.arange(5)) == 10
        steps, start = np.array([1, 2], np.int32), np.array([30], np.uint64)
        assert search_graph(SearchLevel(CountRules(2, 1), steps, start, 0)).count == 30
        return super().solve(board, *arguments)


GAME = replace(ICE, name="counting-ice", title="Counting Ice", solver=CountingSolver(ICE.play))
