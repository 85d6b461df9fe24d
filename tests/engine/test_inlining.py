"""Kernels that exist only inside others."""

from __future__ import annotations

import numpy as np
import pytest

from engine.jit import marks
from engine.jit.inlining import keep_apart, part

pytestmark = pytest.mark.skipif(marks.disabled(), reason="nothing is compiled")


@pytest.mark.parametrize("inlined", [True, False])
def test_a_part_works_inside_another(inlined: bool) -> None:
    import numba

    def twice(numbers: np.ndarray, place: int) -> None:
        numbers[place] *= 2

    def twice_all(numbers: np.ndarray) -> None:
        for place in range(len(numbers)):
            inside(numbers, place)

    inside, all_of_them = numba.njit(**part(inlined=inlined))(twice), numba.njit(twice_all)
    keep_apart(inside)
    numbers = np.array([1, 2, 3])
    all_of_them(numbers)
    assert numbers.tolist() == [2, 4, 6]
