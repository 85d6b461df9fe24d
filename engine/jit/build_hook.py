"""A build hook for hatchling that adds the library of kernels to a wheel.

A package of games names the hook in its ``pyproject.toml`` and lists the workbench as a build
requirement::

    [build-system]
    requires = ["hatchling", "puzzle-workbench"]

    [tool.hatch.build.hooks.puzzle-kernels]
    package = "my_games"

For an editable install, the hook writes the library into the source folder. If Numba has no wheel
for the platform, the package is built without a library, and its kernels run as plain Python. See
``docs/reference/plug-in-games.md``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.plugin import hookimpl

from engine.errors import PLAIN_PYTHON, quote_input
from engine.jit import libraries, targets


class KernelBuildHook(BuildHookInterface[Any]):
    """The hook that compiles the kernels of a package when its wheel is built."""

    PLUGIN_NAME = "puzzle-kernels"
    _KEY = f"pyproject.toml, tool.hatch.build.hooks.{PLUGIN_NAME}.package"

    @property
    def package(self) -> str:
        """The name of the package whose kernels are compiled."""
        package = self.config.get("package")
        if not isinstance(package, str):
            self.app.abort(
                f"expected the name of a package, found {quote_input(package)} ({self._KEY})"
            )
        return str(package)

    @property
    def folder(self) -> Path:
        """The folder of the package in the source tree."""
        root = Path(self.root)
        places = (root, root / "src")
        return next((each for place in places if (each := place / self.package).is_dir()), root)

    def dependencies(self) -> list[str]:
        """Return the packages that the build needs in addition to the project's requirements."""
        if self.target_name != "wheel":
            return []
        return targets.list_requirements(targets.choose_target(), targets.is_release())

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the library and add it to the wheel, or to the sources of an editable install."""
        if self.target_name != "wheel":
            return
        target = targets.choose_target()
        if target is None:
            self.app.display_warning(
                f"{self.package}: kernels run as {PLAIN_PYTHON}. {targets.describe_missing()}."
            )
            return
        from engine.jit import build

        # The package may not be installed yet, so make its modules importable.
        if str(self.folder.parent) not in sys.path:
            sys.path.insert(0, str(self.folder.parent))
        work = Path(self.root) / "build" / "kernels"
        editable = version == "editable"
        out = self.folder / libraries.FOLDER if editable else work / libraries.FOLDER
        try:
            for line in build.build_library(self.package, out, work, checkout=editable):
                self.app.display_warning(line)
        except build.BuildError as error:
            self.app.abort(str(error))
        if not editable:
            build_data["force_include"][str(out)] = f"{self.package}/{libraries.FOLDER}"
        # The wheel runs on one platform only, but with every version of Python.
        build_data["pure_python"] = False
        tag = target.release_tag if targets.is_release() else target.local_tag
        build_data["tag"] = f"py3-none-{tag}"


@hookimpl
def hatch_register_build_hook() -> type[KernelBuildHook]:
    """Register the hook with hatchling."""
    return KernelBuildHook
