"""Generated levels verified as the thesis does: by its solver, within a limit.

The thesis scraps a level that its solver has not solved in 100 seconds. Seconds are not the same
twice, so the limit is one of states.
"""

from __future__ import annotations

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.generate.parameters import UNSOLVABLE
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.published import strategy
from engine.games.mazing_monk.published.records import new_records
from engine.games.mazing_monk.search.turns import EMPTY, FOUND
from engine.values.budget import Budget, Control

UNDECIDED = "published: time-out"
"""What the thesis's solver has against a level for which it has come to its limit."""


class PublishedJudge:
    """Solves levels as the thesis does, in memory used again; not to be shared by threads.

    Args:
        most: the states after which a level is given up.
    """

    def __init__(self, most: int) -> None:
        self._budget, self._records = Budget(most), new_records(most)

    def __call__(self, board: MonkBoard, control: Control) -> str | None:
        """What is wrong with a valid board; None if it is solved."""
        log = strategy.search(playing.start(board), self._budget, control, memory=self._records)
        return {FOUND: None, EMPTY: UNSOLVABLE}.get(log.status, UNDECIDED)
