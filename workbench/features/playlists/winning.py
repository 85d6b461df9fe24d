"""The wins of a pack's levels, as they are kept in the user's state folder."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from pathlib import Path

from engine.errors import EngineError
from engine.game import registry
from engine.playlists import wins
from engine.playlists.wins import Win
from engine.values.level import Level, board_digest
from engine.values.records import PlayRecord


class Wins:
    """The wins kept in a folder, each read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, Win | None] = {}

    def of(self, board: str) -> Win | None:
        """The best win of a board; None if it was never won, or its file cannot be read."""
        known = self._known  # another one by the time that it is read, if wins are forgotten
        if board not in known:
            try:
                known[board] = wins.read(self._folder, board) if board else None
            except EngineError:
                known[board] = None
        return known[board]

    def keep(self, level: Level, moves: Sequence[str], record: PlayRecord) -> Win:
        """Keeps a win of a level by some moves; gives the best one.

        Raises:
            LevelError: it cannot be kept.
        """
        game, board = registry.get(level.game), board_digest(level.board)
        win = Win(
            board,
            game.play.tally(level.board, moves)[game.measure.key],
            datetime.now().astimezone().replace(microsecond=0),
            record.optimum,
            record.deaths,
            record.count("hint"),
            record.solution_shown,
            record.medals or (),
            round(record.active_seconds),
        )
        self._known[board] = best = wins.keep(self._folder, win)
        return best

    def forget(self, boards: Collection[str]) -> None:
        """Forgets the wins of some boards; may run in a thread.

        Raises:
            LevelError: that cannot be done.
        """
        wins.forget(self._folder, boards)
        self._known = {}
