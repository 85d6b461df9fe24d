"""The creation of many files in a folder as one group, because flushing them one by one is slow."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import repeat
from pathlib import Path

from engine.errors import LevelError
from engine.files.storage import lock_folder, translate_errors
from engine.files.temporary_file import create_temporary, sync_folder, write_and_sync

WRITERS = 8
"""The number of files that are flushed to disk in parallel."""


def create_files(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Create files in a folder. After a crash, each file is either complete or missing.

    Raises:
        LevelError: A file with one of the names already exists, or the files cannot be written. In
            either case no file is created, unless one of the final renames fails.
    """
    with translate_errors(folder, "cannot be written"), lock_folder(folder / "*"):
        for name in contents:
            if os.path.lexists(folder / name):
                raise LevelError(
                    "another file has this name; not overwritten", file=str(folder / name)
                )
        with ExitStack() as stack:
            made = [stack.enter_context(create_temporary(folder)) for _ in contents]
            descriptors = [descriptor for _, descriptor in made]
            # A flush releases the interpreter lock, so flushes in several threads overlap.
            with ThreadPoolExecutor(WRITERS) as pool:
                for _ in pool.map(write_and_sync, descriptors, contents.values(), repeat(None)):
                    pass
            # No file gets its final name until all contents are on disk.
            for (temporary, _), name in zip(made, contents, strict=True):
                temporary.rename(folder / name)
        sync_folder(folder)
