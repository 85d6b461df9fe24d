"""Kernels never count from the end of an array: as machine code they would miss it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conforming import SEED, SMALL

from engine import workshop
from engine.game import registry
from engine.jit import decorators
from engine.values.budget import Budget

QUICK = {"fruit-dating": 8, "skiddy": 6}
"""Seeds that lead to a level after few candidates: strict arrays are slow."""


class Strict(np.ndarray):
    """An array that refuses indices from its end."""

    def __getitem__(self, index: Any) -> Any:
        self._check(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check(index)
        super().__setitem__(index, value)

    def _check(self, index: Any) -> None:
        for one in index if isinstance(index, tuple) else (index,):
            assert isinstance(one, slice) or one >= 0, f"index {one}"


def strictly(argument: Any) -> Any:
    """An argument of a kernel with strict arrays in it."""
    if isinstance(argument, np.ndarray):
        return argument.view(Strict)
    if isinstance(argument, tuple):
        return type(argument)(*map(strictly, argument))
    return argument


def run_strictly(own: decorators.EntryKernel, arguments: tuple[Any, ...]) -> Any:
    """Runs a kernel as plain Python on strict arrays."""
    with np.errstate(over="ignore"):
        return own.function(*map(strictly, arguments))


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has all kernels run strictly."""
    monkeypatch.setattr(decorators, "find_forms", lambda *_: False)
    for entry in decorators.entries.values():
        monkeypatch.setattr(entry, "forms", [])
    monkeypatch.setattr(decorators, "_run_plain", run_strictly)


def test_strict_arrays_refuse_what_counts_from_the_end() -> None:
    array = np.arange(3).view(Strict)
    assert array[2] == 2 and array[0:2].tolist() == [0, 1]
    with pytest.raises(AssertionError):
        array[-1] = 0


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("name", registry.list_names())
def test_kernels_count_from_the_start(name: str) -> None:
    game = registry.get_game(name)
    level, _, _ = workshop.generate(game, QUICK.get(name, SEED), SMALL.get(name, {}))
    for strategy in game.solver.strategies:
        game.solver.solve(level.board, strategy, Budget(max_states=300))
