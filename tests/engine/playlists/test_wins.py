"""Wins of levels of packs: the better one is kept under its board."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from packs import BOARD

from engine.errors import LevelError
from engine.game.campaign import Played
from engine.playlists import wins
from engine.playlists.wins import Wins

WIN = Played(
    0, 0, None, 0, 7, 5, medals=("Perfect",), seconds=61, board=BOARD,
    won=datetime(2026, 1, 2, tzinfo=UTC),
)  # fmt: skip


def test_the_better_win_is_kept(tmp_path: Path) -> None:
    assert wins.read(tmp_path, BOARD) is None
    shown = replace(WIN, count=5, solution_shown=True)
    for win, best in ((shown, shown), (WIN, WIN), (replace(WIN, count=9), WIN), (shown, WIN)):
        assert wins.keep(tmp_path / "wins", win) == best
        assert wins.read(tmp_path / "wins", BOARD) == best
    better = replace(WIN, count=6)
    assert wins.keep(tmp_path / "wins", better) == wins.read(tmp_path / "wins", BOARD) == better
    Wins(tmp_path / "wins").forget([BOARD, BOARD[:-1] + "1"])
    assert wins.read(tmp_path / "wins", BOARD) is None


def test_a_damaged_win_is_reported_and_left(tmp_path: Path) -> None:
    path = wins.path_of(tmp_path, BOARD)
    path.write_text("format = 1\n")
    with pytest.raises(LevelError, match="board: missing"):
        wins.keep(tmp_path, WIN)
    assert path.read_text() == "format = 1\n"
