"""Many new files in a folder at a time, for the disk takes its time over each."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import repeat
from pathlib import Path

from engine.errors import LevelError
from engine.files.storage import refusing, turn
from engine.files.temporary import sync_folder, temporary_in, write_through

WRITERS = 8
"""Files that are waited for at the same time until the disk has them."""


def create_files(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Puts new files into a folder, by their names; a crash leaves each whole or not there.

    Raises:
        LevelError: another file has the name of one, or they cannot be written; none is written
            then unless the disk refuses to rename them.
    """
    with refusing(folder, "cannot be written"), turn(folder / "*"):
        for name in contents:
            if os.path.lexists(folder / name):
                raise LevelError("another file; not overwritten", file=str(folder / name))
        with ExitStack() as stack:
            made = [stack.enter_context(temporary_in(folder)) for _ in contents]
            descriptors = [descriptor for _, descriptor in made]
            with ThreadPoolExecutor(WRITERS) as pool:
                for _ in pool.map(write_through, descriptors, contents.values(), repeat(None)):
                    pass
            for (temporary, _), name in zip(made, contents, strict=True):
                temporary.rename(folder / name)
        sync_folder(folder)
