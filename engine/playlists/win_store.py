"""Wins of levels in packs, format 1: one file for each board, named after the board's digest.

A win belongs to the board alone. Therefore a pack can be sorted, changed, renamed or sent to
someone else without losing the wins of its levels.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from engine.errors import EngineError, add_file_name
from engine.files import storage
from engine.files.untrusted_toml import MAX_BYTES, format_toml, parse_toml
from engine.game.win_record import LevelWin
from engine.playlists.playlist_run import count_moves
from engine.playlists.runfile import read_played
from engine.values import toml_fields
from engine.values.level import Level, Table, compute_digest
from engine.values.playtest_record import PlayRecord

FORMAT = 1
"""The format version that is written, which is also the newest one that can be read."""
WIN_SUFFIX = ".win.toml"
_DIGITS = 32
"""The number of hexadecimal digits from a digest that are used in a file name."""
_KEYS = ("deaths", "count", "optimum", "solution_shown", "hints", "medals", "seconds")
"""The keys that describe a win both here and in run files."""


def get_win_path(folder: Path, board: str) -> Path:
    """Return the path of the file that holds the win for the board with the digest ``board``."""
    return folder / f"{board.rpartition(':')[2][:_DIGITS]}{WIN_SUFFIX}"


def read_win(folder: Path, board: str) -> LevelWin | None:
    """Read the best win for a board, or return None if the board was never won.

    Raises:
        LevelError: The file is not a valid win.
    """
    path = get_win_path(folder, board)
    content = storage.read_existing(path)
    if content is None:
        return None
    with add_file_name(str(path)):
        table = parse_toml(content, MAX_BYTES)
        toml_fields.require_format(table, FORMAT)
        win = _parse_win(table)
    # The file name has only part of the digest, so another board may have the same file name.
    return win if win.board == board else None


def _parse_win(table: Table) -> LevelWin:
    board, known = toml_fields.read_text(table, "board"), {"format", "board", "won", *_KEYS}
    row = {key: table[key] for key in _KEYS if key in table}
    # In run files, where read_played is also used, a win has a grade and a seed too.
    win = read_played({"grade": 0, "seed": 0, "deaths": 0, **row})
    won, extra = toml_fields.read_datetime(table, "won"), toml_fields.select_unknown(table, known)
    return replace(win, board=board, won=won, extra=extra)


def save_win(folder: Path, win: LevelWin) -> LevelWin:
    """Save a win unless the saved one is at least as good, and return the win that is now saved.

    Raises:
        LevelError: The file cannot be read or written. In either case it is unchanged.
    """
    path = get_win_path(folder, win.board)
    with storage.translate_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with storage.lock_folder(path):
        # Read the file while holding the lock, because another process may have saved a better win.
        known = read_win(folder, win.board)
        if known is not None and not win.is_better_than(known):
            return known
        table = {
            "format": FORMAT,
            "board": win.board,
            "count": win.count,
            "optimum": win.optimum,
            "won": win.won,
            "deaths": win.deaths or None,
            "hints": win.hints or None,
            "solution_shown": win.solution_shown or None,
            "medals": list(win.medals) or None,
            "seconds": win.seconds or None,
            **({} if known is None else known.extra),
        }
        storage.replace_file(path, format_toml(toml_fields.drop_nulls(table)).encode())
    return win


class WinStore:
    """The wins stored in a folder. Each file is read only once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, LevelWin | None] = {}

    def find_win(self, board: str) -> LevelWin | None:
        """Return the best win for a board, or None if there is none or it cannot be read."""
        known = self._known  # a local name, because forget_wins replaces the dict
        if board not in known:
            try:
                known[board] = read_win(self._folder, board) if board else None
            except EngineError:
                known[board] = None
        return known[board]

    def save_win(self, level: Level, moves: Sequence[str], record: PlayRecord) -> LevelWin:
        """Save the win of a level, and return the level's best win.

        Args:
            level: The level that was won.
            moves: The winning moves.
            record: The record of the playtest.

        Raises:
            LevelError: The win cannot be saved.
        """
        board = compute_digest(level.board)
        win = LevelWin(
            0, 0, None, record.deaths, count_moves(level, moves), record.optimum,
            record.solution_shown, record.count_events("hint"), record.medals or (),
            round(record.active_seconds), board=board,
            won=datetime.now().astimezone().replace(microsecond=0),
        )  # fmt: skip
        self._known[board] = best = save_win(self._folder, win)
        return best

    def forget_wins(self, boards: Collection[str]) -> None:
        """Delete the wins for the given boards. This may run in a background thread.

        Raises:
            LevelError: A file cannot be deleted.
        """
        for board in boards:
            path = get_win_path(self._folder, board)
            with storage.translate_errors(path):
                path.unlink(missing_ok=True)
        self._known = {}
