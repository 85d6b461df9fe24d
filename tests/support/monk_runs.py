"""Runs through lists of the monk, and levels won in them."""

from __future__ import annotations

from datetime import UTC, datetime

from engine.game.win_record import LevelWin
from engine.playlists import playlist_run
from engine.playlists.playlist_run import PlaylistRun

BEGUN = datetime(2025, 3, 1, 12, tzinfo=UTC)


def begun(mode: playlist_run.RunMode, seed: int = 5) -> PlaylistRun:
    """A run that was just begun."""
    return PlaylistRun("mazing-monk", "mazing-monk/1", mode, seed, BEGUN, "", "")


def level(index: int | None, deaths: int = 0, grade: int = 1) -> LevelWin:
    """A level won in four, one more than the least."""
    return LevelWin(grade, 1, index, deaths, count=4, optimum=3)
