"""The folders that modules are imported from, which must not include the working folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
"""The folder that contains this package."""
_PATHS, _SAFE = "PYTHONPATH", "PYTHONSAFEPATH"
"""The environment variables: one adds module folders, and one excludes the working folder."""
_WORKING = ("", os.curdir)
"""The short names for the working folder in a list of paths."""


def filter_module_paths(paths: Iterable[str]) -> list[str]:
    """Return the folders to import modules from: ``paths`` without the working folder.

    With ``-c``, ``-m`` or an empty entry in PYTHONPATH, Python looks in the working folder first. A
    file there, for example ``random.py``, would then hide the module with the same name. The
    working folder is kept in three cases: PYTHONPATH contains its full path, it comes after the
    standard library (because a package is installed from there), or it contains this package. In
    the last case it is moved to the end.

    Args:
        paths: The folders in ``sys.path``, in order.
    """
    try:
        here = os.getcwd()  # noqa: PTH109 - pathlib is not imported before the paths are safe
    except OSError:  # the folder no longer exists, so it contains no modules
        here = None
    named = os.environ.get(_PATHS, "").split(os.pathsep)
    library = os.path.dirname(os.__file__)  # noqa: PTH120
    found: list[str] = []
    before_library = True
    for path in paths:
        # Entries after the standard library belong to installed packages, so they are kept.
        before_library &= path != library
        if path in _WORKING:
            continue
        if before_library and path == here and path not in named:
            continue
        found.append(path)
    return found if _HOME in found else [*found, _HOME]


def forget_working_folder() -> None:
    """Stop this process and its child processes from importing modules in the working folder."""
    sys.path[:] = filter_module_paths(sys.path)
    os.environ[_SAFE] = "1"
    if _PATHS in os.environ:
        named = os.environ[_PATHS].split(os.pathsep)
        os.environ[_PATHS] = os.pathsep.join(path for path in named if path not in _WORKING)


@contextmanager
def without_working_folder() -> Iterator[None]:
    """Apply :func:`forget_working_folder` during the ``with`` block, and undo it afterwards."""
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


def build_python_environment() -> dict[str, str]:
    """Return environment variables that make a child Python import the same modules as this one."""
    return {**os.environ, _PATHS: os.pathsep.join(filter_module_paths(sys.path)), _SAFE: "1"}
