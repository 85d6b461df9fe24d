"""The folder of what the workbench keeps between sessions."""

from __future__ import annotations

import faulthandler
import platform
import tempfile
import traceback
from pathlib import Path

import platformdirs

from engine.errors import EngineError, printable
from engine.files.storage import replace_file
from engine.installed import version

FAULT = "fault.txt"
"""The file of what is to be reported, in the folder of the state."""


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
    if _write_fault(folder, "".join(traceback.format_exception(error))):
        return f"a fault of the workbench, please report it with {folder / FAULT}: {text}"
    return f"a fault of the workbench, please report it: {text}"


def report_freeze(folder: Path) -> None:
    """Write down where all threads stand, in the same file; for a thread of an app that froze."""
    try:
        with tempfile.TemporaryFile() as file:
            faulthandler.dump_traceback(file, all_threads=True)
            file.seek(0)
            stacks = file.read().decode(errors="replace")
    except OSError as error:  # no room for it: that may be why the app froze
        stacks = f"not known: {error}\n"
    _write_fault(folder, f"The app did not answer. The stacks of its threads:\n\n{stacks}")


def _write_fault(folder: Path, text: str) -> bool:
    """Write a text to the fault file, below the versions; False if that cannot be done."""
    versions = f"puzzle-workbench {version('puzzle-workbench')}, Python {platform.python_version()}"
    content = f"{versions}, {platform.platform()}\n\n{text}".encode(errors="replace")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / FAULT, content)
    except (EngineError, OSError):
        return False
    return True
