"""Functions that choose and check the names of new catalogue files."""

from __future__ import annotations

import os
from pathlib import Path

from engine.catalogue.file_type import CATALOGUE_SUFFIXES
from workbench.paths.resources import explain_missing_folder, parse_path


def find_free_name(folder: Path, stem: str) -> Path:
    """Return an unused path for a new catalogue in ``folder``, named after ``stem``."""
    number, path = 1, folder / f"{stem}{CATALOGUE_SUFFIXES[0]}"
    while os.path.lexists(path):
        number += 1
        path = folder / f"{stem}-{number}{CATALOGUE_SUFFIXES[0]}"
    return path


def explain_wrong_name(text: str) -> str | None:
    """Explain why a typed path is not valid for a new catalogue, or return None if it is valid."""
    path = parse_path(text)
    if path.suffix not in CATALOGUE_SUFFIXES:
        return f"Enter a file name that ends in {' or '.join(CATALOGUE_SUFFIXES)}."
    return explain_missing_folder(path)
