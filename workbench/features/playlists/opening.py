"""Choosing a playlist: a pack of those in the user's folder, a run to go on with, or a new one."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError, LevelError
from engine.files.endings import PACK_ENDING
from engine.files.natural_order import natural_key
from engine.files.storage import absolute
from engine.game import registry
from engine.game.game import Game
from engine.playlists import packfile, runfile
from engine.playlists.contents import carried, pack_of, pack_of_files
from engine.playlists.run import MODES, Mode, Order, PlaylistRun
from workbench.features.playlists import journey as journeys
from workbench.features.playlists import run_words
from workbench.features.playlists.desk import PackDesk
from workbench.features.playlists.journey import Journey
from workbench.folders.resources import as_path, is_shipped
from workbench.folders.state import State
from workbench.text.status import ago, count
from workbench.ui.dialogs import Ask, one_of
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
    home = absolute(Path()) if is_shipped(folder / PACK_ENDING) else folder
    number, path = 1, home / f"{pack.title}{PACK_ENDING}"
    while os.path.lexists(path):
        number += 1
        path = home / f"{pack.title}-{number}{PACK_ENDING}"
    return PackDesk(path, state, carried(pack, folder, home))


def _packs(folder: Path) -> tuple[list[Path], bool]:
    """The packs in a folder, and whether there are folders that were not looked through."""
    found: list[Path] = []
    for number, (parent, folders, files) in enumerate(os.walk(folder)):
        if number >= MOST_FOLDERS:
            return found, True
        folders[:] = [name for name in folders if not name.startswith(".")]
        folders.sort(key=natural_key)
        packs = [name for name in files if name.endswith(PACK_ENDING)]
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


_NEW = {"campaign": ("New campaign", "c", "C"), "infinite": ("New infinite play", "i", "I")}
"""New runs, with their keys over the shipped list and over another one."""
_LIST = "The folder or file of a list, such as my-lists or my-lists/3.seeds"


Begin = Callable[[], Awaitable[Journey | None]]
"""Begins a run or goes on with one; gives None if the user backs out."""
Answer = tuple[PickableRow, Begin | None]
"""A row to pick, and what it does; None for a row that cannot be picked."""


async def play_through(app: Host, game: str | None) -> None:
    """Asks for a run and shows it; says what is wrong with it. For a worker.

    ``game`` is the name of the game that a new run is thought to be of, if there is one.
    """
    try:
        await _play_through(app, game)
    except EngineError as error:
        app.say(str(error), "bad")


async def _play_through(app: Host, likely: str | None) -> None:
    """Asks which run to go on with or to begin, and shows it unless that is backed out of.

    Raises:
        EngineError: its list cannot be read, or it cannot be kept.
    """
    from workbench.features.playlists.run_screen import RunScreen

    if not registry.campaigns():
        raise EngineError("no game that is installed can be played through a list of levels")
    answers = await asyncio.to_thread(lambda: [*_answers(app, likely)])
    rows = [row for row, _ in answers]
    picked = await app.push_screen_wait(PickRow("Campaign and infinite play", rows))
    begin = None if picked is None else answers[picked][1]
    journey = None if begin is None else await begin()
    if journey is not None:
        changed = "the list has changed since; the run goes on in the new one"
        await app.push_screen(RunScreen(journey, changed if journey.list_changed else ""))


async def _begin(
    app: Host, title: str, likely: str | None, mode: Mode, *, names_list: bool = False
) -> Journey | None:
    """Begin a run of a game that is asked for, over its shipped list or one that is asked for."""
    games = [game for game, _ in registry.campaigns()]
    game = await one_of(app, title, games, likely)
    named = None
    if game is not None and names_list:
        named = await app.push_screen_wait(Ask(_LIST, check=_path))
    if game is None or (names_list and named is None):
        return None
    return await _begun(app, game, mode, None if named is None else as_path(named))


async def _begun(
    app: Host, game: Game, mode: Mode, path: Path | None = None, order: Order = "rising"
) -> Journey:
    state = app.keeper.state
    return await asyncio.to_thread(journeys.begin, game, mode, state, path, order=order)


def _path(text: str) -> str | None:
    """A check for :class:`Ask`: a path of something that is there."""
    if not text.strip():
        return "a folder or a file, please"
    return None if as_path(text).exists() else f"no such file or folder: {as_path(text)}"


def _answers(app: Host, likely: str | None) -> Iterator[Answer]:
    """What can be answered: runs to go on with, new ones, those that are over, damaged ones."""
    found, wrong = runfile.read_all(app.keeper.state.runs)
    kept = [_kept_answer(app, each) for each in found]
    yield from (answer for over, answer in kept if not over)
    for mode in MODES:
        title, shipped, other = _NEW[mode]
        for words, key, named in ((title, shipped, False), (f"{title}, another list", other, True)):
            row = PickableRow(words, key)
            yield row, partial(_begin, app, words, likely, mode, names_list=named)
        for game, rules in registry.campaigns():
            if rules.graded:
                row = PickableRow(f"{title} {rules.graded}", note=game.title)
                yield row, partial(_begun, app, game, mode, order="graded")
    yield from (answer for over, answer in kept if over)
    for error in wrong:
        name = Path(error.file or "").name
        yield PickableRow(f"Damaged: {name}", refused=str(error)), None


def _kept_answer(app: Host, run: PlaylistRun) -> tuple[bool, Answer]:
    """A run that was kept: whether it is over, and the answer that it makes."""
    try:
        rules = journeys.rules_of(run)
    except EngineError as error:
        return False, (PickableRow(run_words.mode(run), refused=str(error)), None)
    stands = run_words.standing(run, rules, journeys.list_if_there(run), brief=True)
    source = f", {Path(run.source).name}" if run.source else ""
    note = f"{stands}{source}, {ago(run.started)}"
    row = PickableRow(run_words.title(run, registry.get(run.game)), note=note)
    return run.is_over(rules), (row, partial(asyncio.to_thread, Journey, run, app.keeper.state))
