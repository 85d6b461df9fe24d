"""Names for the array types that kernels and their callers exchange."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Words = NDArray[np.uint64]
