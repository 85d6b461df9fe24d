"""Files that are processed again whenever they change, for ``workbench solve --watch``."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from engine.errors import EngineError, LevelError
from engine.files import share_string
from workbench.cli.support import input_and_output_files
from workbench.terminal import command_line_output

POLL_SECONDS = 0.2
"""The time in seconds between two looks at the files."""

_Signature = tuple[int, int, int]


def watch_files(names: Sequence[str], handle: Callable[[str], int]) -> NoReturn:
    """Process every file, and process it again after every change, until the user interrupts.

    A file is processed once it has stayed the same for :data:`POLL_SECONDS`, because an editor may
    still be writing it. Errors are reported, and the file is watched further.

    Args:
        names: The names of the files.
        handle: A function that processes one file and returns its exit status.

    Raises:
        EngineError: An input is no file that can be watched.
        KeyboardInterrupt: The user stopped watching.
    """
    for name in names:
        if name == input_and_output_files.STDIN or share_string.is_share_string(name):
            raise EngineError(f"{input_and_output_files.get_label(name)}: --watch needs files")
        if not os.path.isfile(name):  # noqa: PTH113 - false for an invalid path
            raise LevelError("--watch: expected a file that exists", file=name)
    done: dict[str, _Signature | None] = {}
    seen: dict[str, _Signature | None] = {name: _take_signature(name) for name in names}
    command_line_output.print_note("watching; Ctrl-C ends")
    while True:
        for name, before in seen.items():
            current = _take_signature(name)
            is_first = name not in done
            is_settled = is_first or before == current
            seen[name] = current
            if not is_settled or (not is_first and done[name] == current):
                continue
            # The signature is older than the content, so a change while solving is noticed.
            done[name] = current
            if current is None:
                command_line_output.print_note(f"{name}: gone; waiting for it")
                continue
            input_and_output_files.process_inputs([name], handle)
            sys.stdout.flush()
        time.sleep(POLL_SECONDS)


def _take_signature(name: str) -> _Signature | None:
    """Return the identity, time and size of a file, or None if it is absent."""
    try:
        status = Path(name).stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
