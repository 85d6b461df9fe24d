"""Games in the tests' own folder, installed as any plug-in outside the repository is."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine.game import registry

MODULES = {"sokoban": "sokoban", "lunar-lockout": "lunar_lockout"}
"""The module of each game; the folder with these modules is on the path of the tests."""


@contextmanager
def installed(folder: Path, modules: Mapping[str, str] = MODULES) -> Iterator[None]:
    """Install a package with some games while the block runs.

    Args:
        folder: The folder for the metadata of the package.
        modules: The module of each game, which the folder or the path of the tests must have.
    """
    metadata = folder / "plug_in_games-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: plug-in-games\nVersion: 1.0\n")
    entries = [f"{name} = {module}:GAME" for name, module in modules.items()]
    (metadata / "entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *entries]) + "\n")
    sys.path.insert(0, str(folder))
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        _forget()


def _forget() -> None:
    registry._list_entry_points.cache_clear()
    registry.get_game.cache_clear()
