"""Games in the tests' own folder, installed as any plug-in outside the repository is."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sokoban
from sokoban import SokobanBoard

from engine.game import registry

MODULES = {"sokoban": "sokoban", "lunar-lockout": "lunar_lockout", "lights": "lights"}
"""The module of each game; the folder with these modules is on the path of the tests."""

BOARD = SokobanBoard(
    ("#####", "#..g#", "#..g#", "#####"),
    (".....", ".pb..", "...b.", "....."),
)
"""A win in one move, with one of the two boxes on a goal."""
_CACHED = registry._list_entry_points, registry.get_game
"""Kept here, because tests put other functions in their places."""


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
    forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        forget()


def forget() -> None:
    """Have the registry look for the games again."""
    for function in _CACHED:
        function.cache_clear()


def use_themes(monkeypatch: pytest.MonkeyPatch, folder: Any) -> None:
    """Have the installed Sokoban name another folder of theme files."""
    monkeypatch.setattr(sokoban, "GAME", replace(sokoban.GAME, themes=folder))
    forget()
