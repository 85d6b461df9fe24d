"""Reports of crashes and of freezes, written into the state folder."""

from __future__ import annotations

import faulthandler
import platform
import tempfile
import traceback
from pathlib import Path

from engine.errors import EngineError, escape_unprintable
from engine.files.storage import replace_file
from engine.package_versions import find_version

FAULT_FILE = "fault.txt"
"""The name of the file in the state folder that describes the last unexpected error."""


def report_fault(error: BaseException, folder: Path) -> str:
    """Write the traceback of an unexpected error to a file, and return a one-line error message.

    The file is :data:`FAULT_FILE` in ``folder``. Any earlier report is overwritten, and the folder
    is created if necessary.
    """
    text = escape_unprintable(f"{type(error).__name__}: {error}")
    if _write_fault(folder, "".join(traceback.format_exception(error))):
        return f"internal error, please report it and attach {folder / FAULT_FILE}: {text}"
    return f"internal error, please report it: {text}"


def report_freeze(folder: Path) -> None:
    """Write the stacks of all threads to the fault file while the app is frozen.

    The watchdog calls this in its own thread.
    """
    try:
        # faulthandler writes to a file descriptor, so StringIO cannot be used.
        with tempfile.TemporaryFile() as file:
            faulthandler.dump_traceback(file, all_threads=True)
            file.seek(0)
            stacks = file.read().decode(errors="replace")
    except OSError as error:  # the disk may be full, which may even have caused the freeze
        stacks = f"unknown: {error}\n"
    _write_fault(folder, f"The app did not respond. The stacks of its threads:\n\n{stacks}")


def _write_fault(folder: Path, text: str) -> bool:
    """Write version numbers and ``text`` to the fault file, and return whether that succeeded."""
    versions = (
        f"puzzle-workbench {find_version('puzzle-workbench')}, Python {platform.python_version()}"
    )
    content = f"{versions}, {platform.platform()}\n\n{text}".encode(errors="replace")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / FAULT_FILE, content)
    except (EngineError, OSError):
        return False
    return True
