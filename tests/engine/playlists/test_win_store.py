"""Wins of levels of packs: the better one is kept under its board."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from packs import BOARD

from engine.errors import LevelError
from engine.game.win_record import LevelWin
from engine.playlists import win_store
from engine.playlists.win_store import WinStore

WIN = LevelWin(
    0, 0, None, 0, 7, 5, medals=("Perfect",), seconds=61, board=BOARD,
    won=datetime(2026, 1, 2, tzinfo=UTC),
)  # fmt: skip


def test_the_better_win_is_kept(tmp_path: Path) -> None:
    assert win_store.read_win(tmp_path, BOARD) is None
    shown = replace(WIN, count=5, solution_shown=True)
    for win, best in ((shown, shown), (WIN, WIN), (replace(WIN, count=9), WIN), (shown, WIN)):
        assert win_store.save_win(tmp_path / "wins", win) == best
        assert win_store.read_win(tmp_path / "wins", BOARD) == best
    better = replace(WIN, count=6)
    assert (
        win_store.save_win(tmp_path / "wins", better)
        == win_store.read_win(tmp_path / "wins", BOARD)
        == better
    )
    WinStore(tmp_path / "wins").forget_wins([BOARD, BOARD[:-1] + "1"])
    assert win_store.read_win(tmp_path / "wins", BOARD) is None


def test_a_damaged_win_is_reported_and_left(tmp_path: Path) -> None:
    path = win_store.get_win_path(tmp_path, BOARD)
    path.write_text("format = 1\n")
    with pytest.raises(LevelError, match="board: missing"):
        win_store.save_win(tmp_path, WIN)
    assert path.read_text() == "format = 1\n"


EARLIER = f"""format = 1
board = "{BOARD}"
count = 7
optimum = 5
won = 2026-01-02 03:04:05+00:00
deaths = 2
hints = 1
solution_shown = true
medals = [
    "Perfect",
]
seconds = 61
mood = "calm"
"""
"""A win as releases before wrote it, with a key that they did not know."""


def test_wins_of_earlier_releases_are_read_and_written_to_the_byte(tmp_path: Path) -> None:
    path = win_store.get_win_path(tmp_path, BOARD)
    path.write_text(EARLIER)
    win = win_store.read_win(tmp_path, BOARD)
    assert win == LevelWin(
        0, 0, None, 2, 7, 5, True, 1, ("Perfect",), 61, board=BOARD,
        won=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), extra={"mood": "calm"},
    )  # fmt: skip
    win_store.save_win(tmp_path, replace(win, count=6))
    assert path.read_text() == EARLIER.replace("count = 7", "count = 6")
