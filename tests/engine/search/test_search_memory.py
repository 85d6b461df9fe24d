"""What all searches have in common: their room, how they end, and the log of their trials."""

from __future__ import annotations

import numpy as np

from engine.search import search_memory
from engine.values.budget import Budget, Control


def test_a_search_that_is_over_is_not_gone_on_with() -> None:
    reported: list[int] = []
    cursor = np.zeros(1, np.int64)

    def stretch(portion: int) -> None:
        """Ends the search the third time."""
        reported.append(portion)
        cursor[0] = search_memory.DONE if len(reported) == 3 else search_memory.RUNNING

    search_memory.run_search(stretch, cursor, 0, Budget(), Control())
    assert reported == [256, 1024, 4096]
