"""The names of catalogues that are to be made."""

from __future__ import annotations

import os
from pathlib import Path

from engine.catalogue.named import ENDINGS
from workbench.folders.resources import as_path, lacks_folder


def free_name(folder: Path, stem: str) -> Path:
    """A name for a catalogue that no file has."""
    number, path = 1, folder / f"{stem}{ENDINGS[0]}"
    while os.path.lexists(path):
        number += 1
        path = folder / f"{stem}-{number}{ENDINGS[0]}"
    return path


def wrong_name(text: str) -> str | None:
    """What is wrong with the name of a catalogue; None if nothing is."""
    path = as_path(text)
    if path.suffix not in ENDINGS:
        return f"a file name that ends in {' or '.join(ENDINGS)}, please"
    return lacks_folder(path)
