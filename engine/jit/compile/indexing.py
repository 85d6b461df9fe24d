"""Has Numba take an index as it is: kernels never count from the end of an array.

Numba lets a negative index count from the end, as Python does, and asks at every access of an array
whether it is one. That costs a search a seventh of its time and hides from LLVM that neighbours in
memory are accessed one after the other. There is no option for it, so the function that writes the
question is replaced, in processes that compile.
"""

from __future__ import annotations

from typing import Any

from numba.cpython import slicing


def as_it_is(builder: Any, index: Any, size: Any) -> Any:
    """Stands for Numba's function that adds an array's size to an index below 0."""
    return index


slicing.fix_index = as_it_is
