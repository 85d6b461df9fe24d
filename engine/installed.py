"""What is installed beside the workbench: versions of packages, and what they offer by name.

:mod:`importlib.metadata` knows the same, but importing it takes a tenth of the time of a whole
command, nearly all of it for packages of mail. Here just names of folders and one kind of file are
read; what packages say of themselves otherwise is asked of it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

_ENDINGS = (".dist-info", ".egg-info")
_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
"""The folder that this package is in."""
_PATHS, _SAFE = "PYTHONPATH", "PYTHONSAFEPATH"
"""Variables that Python reads: folders of modules; whether the working folder is left out."""
_WORKING = ("", os.curdir)
"""The working folder by its short names."""


def module_paths(paths: Iterable[str]) -> list[str]:
    """Return the folders to import modules from: the given ones without the working folder.

    Python looks into the working folder first for ``-c``, ``-m`` and an empty entry of PYTHONPATH.
    A file there, say ``random.py``, would then run in the place of a module of the same name. The
    folder stays in three cases: PYTHONPATH names it in full, the entry comes after the standard
    library (a package is installed from there), or this package is there; then it comes last.

    Args:
        paths: the folders of ``sys.path``, in order.
    """
    try:
        here = os.getcwd()  # noqa: PTH109 - the first modules are not to import pathlib
    except OSError:  # it is gone, with all its files
        here = None
    named = os.environ.get(_PATHS, "").split(os.pathsep)
    library = os.path.dirname(os.__file__)  # noqa: PTH120
    found: list[str] = []
    before_library = True
    for path in paths:
        before_library &= path != library
        if path in _WORKING:
            continue
        if before_library and path == here and path not in named:
            continue
        found.append(path)
    return found if _HOME in found else [*found, _HOME]


def forget_working_folder() -> None:
    """Import no modules from the working folder, in this process and in those that it starts."""
    sys.path[:] = module_paths(sys.path)
    os.environ[_SAFE] = "1"
    if _PATHS in os.environ:
        named = os.environ[_PATHS].split(os.pathsep)
        os.environ[_PATHS] = os.pathsep.join(path for path in named if path not in _WORKING)


@contextmanager
def forgotten_working_folder() -> Iterator[None]:
    """Within the context, do as :func:`forget_working_folder`; restore everything at its end."""
    paths, variables = sys.path[:], {name: os.environ.get(name) for name in (_PATHS, _SAFE)}
    forget_working_folder()
    try:
        yield
    finally:
        sys.path[:] = paths
        for name, value in variables.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def python_environment() -> dict[str, str]:
    """Return the environment of a Python process that is to find the modules of this one."""
    return {**os.environ, _PATHS: os.pathsep.join(module_paths(sys.path)), _SAFE: "1"}


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
