"""Wins of levels of packs, each under the digest of its board, in a file of its own, format 1.

Nothing else of a level counts: a pack can be put in another order, get other levels, be renamed or
sent to another person, and every level keeps what was won on it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from engine.errors import EngineError, naming
from engine.files import storage
from engine.files.tomltext import MAX_BYTES, parse, toml
from engine.game.campaign import Played
from engine.playlists.run import count_moves
from engine.playlists.runfile import read_played
from engine.values import entries
from engine.values.level import Level, Table, board_digest
from engine.values.records import PlayRecord

FORMAT = 1
"""The version of the format that is written, and the newest that is read."""
SUFFIX = ".win.toml"
_DIGITS = 32
"""Of a digest, in the name of a file."""
_KEYS = ("deaths", "count", "optimum", "solution_shown", "hints", "medals", "seconds")
"""The keys of a win that files of runs have, too."""


def path_of(folder: Path, board: str) -> Path:
    """The file that the win of a board is kept in."""
    return folder / f"{board.rpartition(':')[2][:_DIGITS]}{SUFFIX}"


def read(folder: Path, board: str) -> Played | None:
    """The best win of a board; None if it was never won.

    Raises:
        LevelError: the file of it cannot be read as a win.
    """
    path = path_of(folder, board)
    content = storage.read_if_there(path)
    if content is None:
        return None
    with naming(str(path)):
        table = parse(content, MAX_BYTES)
        entries.require_format(table, FORMAT)
        win = _win(table)
    return win if win.board == board else None


def _win(table: Table) -> Played:
    board, known = entries.text(table, "board"), {"format", "board", "won", *_KEYS}
    row = {key: table[key] for key in _KEYS if key in table}
    win = read_played({"grade": 0, "seed": 0, "deaths": 0, **row})
    won, extra = entries.moment(table, "won"), entries.unknown(table, known)
    return replace(win, board=board, won=won, extra=extra)


def keep(folder: Path, win: Played) -> Played:
    """Keeps a win unless a better one of the board is kept; gives the one that is.

    Raises:
        LevelError: the file cannot be read or written; nothing has changed.
    """
    path = path_of(folder, win.board)
    with storage.refusing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with storage.turn(path):
        known = read(folder, win.board)
        if known is not None and not win.beats(known):
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
        storage.replace_file(path, toml(entries.present(table)).encode())
    return win


class Wins:
    """The wins kept in a folder, each read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, Played | None] = {}

    def of(self, board: str) -> Played | None:
        """The best win of a board; None if it was never won, or its file cannot be read."""
        known = self._known  # another one by the time that it is read, if wins are forgotten
        if board not in known:
            try:
                known[board] = read(self._folder, board) if board else None
            except EngineError:
                known[board] = None
        return known[board]

    def keep(self, level: Level, moves: Sequence[str], record: PlayRecord) -> Played:
        """Keeps a win of a level by some moves; gives the best one.

        Raises:
            LevelError: it cannot be kept.
        """
        board = board_digest(level.board)
        win = Played(
            0, 0, None, record.deaths, count_moves(level, moves), record.optimum,
            record.solution_shown, record.count("hint"), record.medals or (),
            round(record.active_seconds), board=board,
            won=datetime.now().astimezone().replace(microsecond=0),
        )  # fmt: skip
        self._known[board] = best = keep(self._folder, win)
        return best

    def forget(self, boards: Collection[str]) -> None:
        """Forgets the wins of some boards; may run in a thread.

        Raises:
            LevelError: a file cannot be removed.
        """
        for board in boards:
            path = path_of(self._folder, board)
            with storage.refusing(path):
                path.unlink(missing_ok=True)
        self._known = {}
