"""A folder of modules with the names of ours and of others, each of which tells of its import."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

MARK = "import os; open(os.path.join({folder!r}, f'{{__name__}}-{{os.getpid()}}'), 'w').close()\n"
ELSEWHERE = ("msvcrt", "winreg", "_winapi", "nt", "sitecustomize", "usercustomize", "textual_image")
"""Names that this system may have no module of; some are looked for all the same."""
STARTED = "import re, runpy, sys; print(*sys.modules)"
"""Prints the modules that Python has loaded before it turns to the workbench."""


class HostileFolder:
    """A folder with a module of each name that is known here, but for those loaded before ours.

    Attributes:
        path: the folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._marks = path / "imported"
        self._marks.mkdir(parents=True)
        run = [sys.executable, "-P", "-c", STARTED]
        started = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
        packages = importlib.metadata.packages_distributions()
        text = MARK.format(folder=str(self._marks))
        for name in {*sys.stdlib_module_names, *packages, *ELSEWHERE} - {*started, "workbench"}:
            if name.isidentifier():
                (path / f"{name}.py").write_text(text)
        (path / "engine.py").unlink(missing_ok=True)
        (path / "engine").mkdir()
        (path / "engine" / "__init__.py").write_text(text)

    def imported(self, ignored: Iterable[int] = ()) -> set[str]:
        """The modules that were imported, by others than processes with some numbers."""
        found = (mark.name.rpartition("-") for mark in self._marks.iterdir())
        return {name for name, _, process in found if int(process) not in ignored}
