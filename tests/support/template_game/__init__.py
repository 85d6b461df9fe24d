"""The template game, installed for tests as any plug-in outside the repository is."""

from __future__ import annotations

import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.game import registry

NAME = "ice-path"
HERE = Path(__file__).parent


def lay_out(folder: Path) -> Path:
    """Puts the game into a folder just as pip would: its module and its metadata."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    metadata = folder / f"ice_path-{project['version']}.dist-info"
    metadata.mkdir(parents=True)
    shutil.copy(HERE / "ice_path.py", folder)
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    entries = project["entry-points"][registry.GROUP]
    lines = [f"[{registry.GROUP}]", *(f"{name} = {value}" for name, value in entries.items())]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return folder


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """The game is there, for as long as the block runs."""
    sys.path.insert(0, str(lay_out(folder)))
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop("ice_path", None)
        _forget()


def _forget() -> None:
    registry._list_entry_points.cache_clear()
    registry.get_game.cache_clear()
