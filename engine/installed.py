"""What is installed beside the workbench: versions of packages, and what they offer by name.

:mod:`importlib.metadata` knows the same, but importing it takes a tenth of the time of a whole
command, nearly all of it for packages of mail. Here just names of folders and one kind of file are
read; what packages say of themselves otherwise is asked of it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

_ENDINGS = (".dist-info", ".egg-info")


def _packages() -> Iterator[tuple[str, str, str]]:
    """Name, version and folder of every package; of two with one name the first is in use."""
    seen: set[str] = set()
    for place in sys.path:
        try:
            folders = os.listdir(place or ".")  # noqa: PTH208 - a third of the time
        except OSError:
            continue
        for folder in folders:
            if not folder.endswith(_ENDINGS):
                continue
            name, _, version = folder.rpartition(".")[0].partition("-")
            name = name.lower().replace("_", "-").replace(".", "-")
            if name not in seen:
                seen.add(name)
                yield name, version.split("-")[0], f"{place or '.'}/{folder}"


def version(package: str) -> str:
    """The version of a package, named as the Python Package Index has it.

    Raises:
        PackageNotFoundError: it is not installed.
    """
    for name, found, _ in _packages():
        if name == package and found:
            return found
    from importlib import metadata

    return metadata.version(package)


def offered(group: str) -> dict[str, str]:
    """What packages offer in a group of entry points: places (``module:name``) by name, sorted."""
    found: dict[str, str] = {}
    for _, _, folder in _packages():
        try:
            with open(f"{folder}/entry_points.txt", encoding="utf-8") as file:  # noqa: PTH123
                lines = file.read().splitlines()
        except OSError:
            continue
        section = ""
        for line in map(str.strip, lines):
            if line.startswith("["):
                section = line.strip("[]").strip()
            elif section == group and "=" in line and not line.startswith("#"):
                name, _, place = line.partition("=")
                found[name.strip()] = place.partition("[")[0].strip()
    return dict(sorted(found.items()))
