"""The build hook of the workbench itself: the kernels of its games, and the Monk's table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from engine.jit import build_hook

TABLE = "engine/games/mazing_monk/search/patterns.table"


class WorkbenchBuildHook(build_hook.KernelBuildHook):
    """Compile the kernels, and write the table of the Monk's pattern databases."""

    package = "engine"

    def dependencies(self) -> list[str]:
        """Return the packages that the build needs: NumPy makes the table, even without Numba."""
        return [*super().dependencies(), "numpy>=2.1"] if self.target_name == "wheel" else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build both, and add them to the wheel or to the sources."""
        super().initialize(version, build_data)
        if self.target_name != "wheel":
            return
        from engine.games.mazing_monk.search import pattern_database

        editable = version == "editable"
        path = Path(self.root, *([] if editable else ["build"]), TABLE)
        path.parent.mkdir(parents=True, exist_ok=True)
        pattern_database.write_table(path)
        if not editable:
            build_data["force_include"][str(path)] = TABLE
