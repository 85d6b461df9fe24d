"""The folder of what the workbench keeps between sessions."""

from __future__ import annotations

import platform
import traceback
from pathlib import Path

import platformdirs

from engine.errors import EngineError, printable
from engine.files.storage import replace_file
from engine.installed import version


class State:
    """The folders and files of kept things; each is made when it is first needed.

    Attributes:
        root: the folder that holds them all.
        recovery: unsaved work of sessions that run or ended early.
        sessions: the sessions that run.
        runs: campaigns and infinite play, as far as they have come.
        lists: lists of levels in the order of difficulty, as that was found out.
        trash: deleted levels.
        wins: levels of packs that were won, by their boards.
        galleries: levels that were made to be chosen among, and what was decided about them.
        suggestions: whether variations are suggested beside the design, and by which measures.
        batches: where the catalogues of batches are.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.recovery = root / "recovery"
        self.sessions = root / "sessions"
        self.runs = root / "runs"
        self.lists = root / "lists"
        self.trash = root / "trash"
        self.wins = root / "wins"
        self.galleries = root / "galleries"
        self.suggestions = root / "suggestions.toml"
        self.batches = root / "batches"


def user_state() -> State:
    """The user's own; ``XDG_STATE_HOME`` moves it where platforms know that variable."""
    return State(platformdirs.user_state_path("puzzle-workbench"))


def report(error: BaseException, folder: Path) -> str:
    """Writes down where an unexpected exception came from, and returns one line for the user.

    The file is ``fault.txt``, in place of that of the last one, in a folder made if absent.
    """
    text = printable(f"{type(error).__name__}: {error}")
    file = folder / "fault.txt"
    versions = f"puzzle-workbench {version('puzzle-workbench')}, Python {platform.python_version()}"
    trace = "".join(traceback.format_exception(error))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(file, f"{versions}, {platform.platform()}\n\n{trace}".encode(errors="replace"))
    except (EngineError, OSError):
        return f"a fault of the workbench, please report it: {text}"
    return f"a fault of the workbench, please report it with {file}: {text}"
