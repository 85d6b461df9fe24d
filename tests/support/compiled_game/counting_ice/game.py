"""The game: Ice Path under another name, whose solver calls the kernel."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from counting_ice.ice_path import GAME as ICE
from counting_ice.kernels import total
from engine.game.plain import PlainSolver


class CountingSolver(PlainSolver):
    """A solver that adds up some numbers before it begins."""

    def solve(self, board, *arguments):
        assert total(np.arange(5)) == 10
        return super().solve(board, *arguments)


GAME = replace(ICE, name="counting-ice", title="Counting Ice", solver=CountingSolver(ICE.play))
