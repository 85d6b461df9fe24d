"""Wins of levels, each under the digest of its board, in a file of its own, format 1.

Nothing else of a level counts: a pack can be put in another order, get other levels, be renamed or
sent to another person, and every level keeps what was won on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from engine.errors import naming
from engine.files import storage
from engine.files.tomltext import MAX_BYTES, parse, toml
from engine.values import entries
from engine.values.level import Table

FORMAT = 1
"""The version of the format that is written, and the newest that is read."""
SUFFIX = ".win.toml"
_DIGITS = 32
"""Of a digest, in the name of a file."""


@dataclass(frozen=True, slots=True)
class Win:
    """The best win of a level.

    Attributes:
        board: digest of its board.
        count: its length in what the game counts first.
        won: when.
        optimum: the proven least length; None if that was not known.
        deaths, hints: of the visit.
        solution_shown: the player had looked at the solution.
        medals: titles of what the win has earned.
        seconds: of play, pauses left out.
        extra: unknown keys, kept.
    """

    board: str
    count: int
    won: datetime
    optimum: int | None = None
    deaths: int = 0
    hints: int = 0
    solution_shown: bool = False
    medals: tuple[str, ...] = ()
    seconds: int = 0
    extra: Table = field(default_factory=dict)

    def beats(self, other: Win) -> bool:
        """Whether it is the better win: without a look at the solution, then the shorter one."""
        return (self.solution_shown, self.count) < (other.solution_shown, other.count)


def path_of(folder: Path, board: str) -> Path:
    """The file that the win of a board is kept in."""
    return folder / f"{board.rpartition(':')[2][:_DIGITS]}{SUFFIX}"


def read(folder: Path, board: str) -> Win | None:
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


def _win(table: Table) -> Win:
    table = {"deaths": 0, "hints": 0, "medals": [], "seconds": 0, **table}
    return Win(
        board=entries.text(table, "board"),
        count=entries.whole(table, "count"),
        won=entries.moment(table, "won"),
        optimum=entries.whole(table, "optimum") if "optimum" in table else None,
        deaths=entries.whole(table, "deaths"),
        hints=entries.whole(table, "hints"),
        solution_shown=entries.flag(table, "solution_shown"),
        medals=tuple(entries.texts(table, "medals")),
        seconds=entries.whole(table, "seconds"),
        extra=entries.unknown(table, entries.keys_of(Win) | {"format"}),
    )


def keep(folder: Path, win: Win) -> Win:
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


def forget(folder: Path, boards: Iterable[str]) -> None:
    """Forgets the wins of some boards.

    Raises:
        LevelError: a file cannot be removed.
    """
    for board in boards:
        path = path_of(folder, board)
        with storage.refusing(path):
            path.unlink(missing_ok=True)
