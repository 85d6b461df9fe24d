"""Choosing a pack of those in the user's folder."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError, LevelError
from engine.packs import packfile
from engine.packs.packfile import SUFFIX
from workbench.document.status import count
from workbench.features.packs.desk import PackDesk
from workbench.ui.lists import PickableRow, PickRow

if TYPE_CHECKING:
    from workbench.ui.host import Host

MOST_FOLDERS = 2_000
"""Folders that are looked through: a home folder may hold any number."""


async def choose_pack(app: Host, folder: Path) -> None:
    """Asks for a pack in a folder, at any depth, and shows it. For a worker.

    Raises:
        EngineError: there is none, or it cannot be read.
    """
    from workbench.features.packs.screen import PackScreen

    found = await asyncio.to_thread(_packs, folder)
    if not found:
        raise EngineError(f"no pack in {folder}; workbench campaign makes one of many levels")
    rows = await asyncio.to_thread(lambda: [_row(path, folder) for path in found])
    picked = await app.push_screen_wait(PickRow("Open which pack?", rows))
    if picked is not None:
        desk = await asyncio.to_thread(PackDesk, found[picked], app.keeper.state)
        await app.push_screen(PackScreen(desk))


def _packs(folder: Path) -> list[Path]:
    found: list[Path] = []
    for number, (parent, folders, files) in enumerate(os.walk(folder)):
        if number >= MOST_FOLDERS:
            break
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [Path(parent, name) for name in sorted(files) if name.endswith(SUFFIX)]
    return found


def _row(path: Path, folder: Path) -> PickableRow:
    """A pack: its title, its file, how many levels."""
    name = str(path.relative_to(folder))
    try:
        pack = packfile.read(path)
    except LevelError as error:
        return PickableRow(name, refused=str(LevelError(error.message, key=error.key)))
    return PickableRow(pack.title or path.name, note=f"{count(len(pack), 'level')}, {name}")
