"""Choosing a pack of those in the user's folder."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import LevelError
from engine.files.natural_order import natural_key
from engine.files.storage import absolute
from engine.playlists import packfile
from engine.playlists.contents import carried, pack_of, pack_of_files
from engine.playlists.pack import SUFFIX
from workbench.features.playlists.desk import PackDesk
from workbench.folders.resources import is_shipped
from workbench.folders.state import State
from workbench.text.status import count
from workbench.ui.lists import PickableRow, PickRow

if TYPE_CHECKING:
    from workbench.ui.host import Host

MOST_FOLDERS = 2_000
"""Folders that are looked through: a home folder may hold any number."""


async def choose_pack(app: Host, folder: Path, among: Path) -> None:
    """Asks for a pack in a folder, at any depth, or makes a new one, and shows it. For a worker.

    ``among`` is the folder whose levels a new one would have.

    Raises:
        EngineError: it cannot be read, or there are no levels for a new one.
    """
    from workbench.features.playlists.screen import PackScreen

    found, limited = await asyncio.to_thread(_packs, folder)
    rows = await asyncio.to_thread(lambda: [_row(path, folder) for path in found])
    rows.append(PickableRow(f"New pack of the levels in {among.name}/", "n"))
    more = f" Only {MOST_FOLDERS:,} folders were looked through." if limited else ""
    picked = await app.push_screen_wait(PickRow(f"Open which pack?{more}", rows))
    if picked is None:
        return
    made = partial(new_pack, among) if picked == len(found) else partial(PackDesk, found[picked])
    desk = await asyncio.to_thread(made, app.keeper.state)
    await app.push_screen(PackScreen(desk, order=desk.is_new))


async def show_new(app: Host, files: Sequence[Path]) -> None:
    """Shows a new pack of the levels in some files, in the folder of the first. For a worker.

    Raises:
        EngineError: there are none, or too many.
    """
    from workbench.features.playlists.screen import PackScreen

    made = partial(new_pack, files[0].parent, app.keeper.state, files)
    await app.push_screen(PackScreen(await asyncio.to_thread(made), order=True))


def new_pack(folder: Path, state: State, files: Sequence[Path] = ()) -> PackDesk:
    """A pack of some levels, or else those in a folder, not saved yet, to a file in the folder.

    Of shipped levels it is to be saved in the current folder.

    Raises:
        EngineError: there are none, too many, or levels of several games.
    """
    pack = pack_of_files(files, folder) if files else pack_of(folder)
    home = absolute(Path()) if is_shipped(folder / SUFFIX) else folder
    number, path = 1, home / f"{pack.title}{SUFFIX}"
    while os.path.lexists(path):
        number += 1
        path = home / f"{pack.title}-{number}{SUFFIX}"
    return PackDesk(path, state, carried(pack, folder, home))


def _packs(folder: Path) -> tuple[list[Path], bool]:
    """The packs in a folder, and whether there are folders that were not looked through."""
    found: list[Path] = []
    for number, (parent, folders, files) in enumerate(os.walk(folder)):
        if number >= MOST_FOLDERS:
            return found, True
        folders[:] = [name for name in folders if not name.startswith(".")]
        folders.sort(key=natural_key)
        packs = [name for name in files if name.endswith(SUFFIX)]
        found += [Path(parent, name) for name in sorted(packs, key=natural_key)]
    return found, False


def _row(path: Path, folder: Path) -> PickableRow:
    """A pack: its title, its file, how many levels."""
    name = str(path.relative_to(folder))
    try:
        pack = packfile.read(path)
    except LevelError as error:
        return PickableRow(name, refused=str(LevelError(error.message, key=error.key)))
    return PickableRow(pack.title or path.name, note=f"{count(len(pack), 'level')}, {name}")
