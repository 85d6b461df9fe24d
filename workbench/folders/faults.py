"""Faults of the workbench itself: a line for the user, and a file with what to report."""

from __future__ import annotations

import platform
import traceback
from importlib.metadata import version
from pathlib import Path

from engine.errors import EngineError, printable
from engine.files.storage import replace_file


def report(error: BaseException, folder: Path) -> str:
    """Writes down where an unexpected exception came from, and returns one line for the user.

    The file is ``fault.txt``, in place of that of the last one.

    Args:
        error: the exception.
        folder: where to write; made if absent.
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
