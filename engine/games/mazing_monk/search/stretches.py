"""Searches gone on with in stretches, between which somebody looks at the clock."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.mazing_monk.search.turns import FOUND, STATUS, STOPPED
from engine.jit.arrays import Longs
from engine.values.budget import Budget, Control


def in_stretches(
    go_on: Callable[[int], None],
    cursor: Longs,
    counter: int,
    chunk: int,
    budget: Budget,
    control: Control,
) -> None:
    """Goes on with a search until it ends, its time is up, or somebody asks to stop.

    Args:
        go_on: goes on until the counter has come to a number, or the search has ended.
        cursor: where the search stands.
        counter: the place in the cursor of what is counted.
        chunk: how much of it is done between two looks at the clock.
        budget: says how long it may take.
        control: to stop it.
    """
    began = control.seconds
    while cursor[STATUS] < FOUND:
        if control.cancelled or budget.is_spent(control.seconds - began):
            cursor[STATUS] = STOPPED
            break
        go_on(int(cursor[counter]) + chunk)
