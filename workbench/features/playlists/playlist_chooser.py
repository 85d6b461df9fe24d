"""Dialogs for choosing a playlist: a pack in the user's folder, or a saved or new run."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError, LevelError
from engine.files.natural_order import build_natural_key
from engine.files.storage import make_absolute
from engine.files.suffixes import PACK_SUFFIX
from engine.game import registry
from engine.game.game import Game
from engine.playlists import packfile, runfile
from engine.playlists.pack_level_files import (
    create_pack_of_files,
    create_pack_of_folder,
    rebase_pack,
)
from engine.playlists.playlist_run import MODES, ListOrder, PlaylistRun, RunMode
from workbench.features.playlists import run_text, seed_list_run
from workbench.features.playlists.pack_document import PackDocument
from workbench.features.playlists.seed_list_run import RunSession
from workbench.paths.resources import is_shipped, parse_path
from workbench.paths.state_folder import StateFolder
from workbench.text.quantity_text import format_age, format_count
from workbench.text.refusals import LIST_CHANGED, NO_CAMPAIGN_GAME
from workbench.ui.dialogs import LinePrompt, ask_one_game
from workbench.ui.pick_list import PickableRow, PickRow

if TYPE_CHECKING:
    from workbench.ui.host import Host

MAX_FOLDERS = 2_000
"""The largest number of folders to search. A home folder can contain far more."""


async def choose_pack(app: Host, folder: Path, among: Path) -> None:
    """Ask the user to choose or create a pack, and show it.

    This must be called in a worker, because it waits for the dialog.

    Args:
        app: The app that shows the dialog.
        folder: The folder to search for packs, including its subfolders.
        among: The folder whose levels a new pack would contain.

    Raises:
        EngineError: The pack cannot be read, or there are no levels for a new pack.
    """
    from workbench.features.playlists.screen import PackScreen

    found, limited = await asyncio.to_thread(_find_packs, folder)
    rows = await asyncio.to_thread(lambda: [_build_pack_row(path, folder) for path in found])
    rows.append(PickableRow(f"Make a pack of the levels in {among.name}/", "n"))
    more = f" Only {MAX_FOLDERS:,} folders were searched." if limited else ""
    question = "Open which pack?" if found else "No packs here yet. Make one?"
    picked = await app.push_screen_wait(PickRow(f"{question}{more}", rows))
    if picked is None:
        return
    # The row for a new pack comes after the rows for the packs that were found.
    made = (
        partial(create_pack, among)
        if picked == len(found)
        else partial(PackDocument, found[picked])
    )
    document = await asyncio.to_thread(made, app.autosave.state)
    await app.push_screen(PackScreen(document, order=document.is_new))


async def show_new_pack(app: Host, files: Sequence[Path]) -> None:
    """Show a new pack of the levels in ``files``.

    The user can save the pack next to the first of these files.

    This must be called in a worker.

    Raises:
        EngineError: There are no levels, too many of them, or levels for several games.
    """
    from workbench.features.playlists.screen import PackScreen

    made = partial(create_pack, files[0].parent, app.autosave.state, files)
    await app.push_screen(PackScreen(await asyncio.to_thread(made), order=True))


def create_pack(folder: Path, state: StateFolder, files: Sequence[Path] = ()) -> PackDocument:
    """Create an unsaved pack from ``files`` or, if that is empty, from all levels in ``folder``.

    The pack's file will be in ``folder``, or in the current folder if ``folder`` is shipped.

    Raises:
        EngineError: There are no levels, too many of them, or levels for several games.
    """
    pack = create_pack_of_files(files, folder) if files else create_pack_of_folder(folder)
    # Shipped folders are read-only, so a pack cannot be saved there.
    home = make_absolute(Path()) if is_shipped(folder / PACK_SUFFIX) else folder
    number, path = 1, home / f"{pack.title}{PACK_SUFFIX}"
    while os.path.lexists(path):
        number += 1
        path = home / f"{pack.title}-{number}{PACK_SUFFIX}"
    return PackDocument(path, state, rebase_pack(pack, folder, home))


def _find_packs(folder: Path) -> tuple[list[Path], bool]:
    """Search a folder and its subfolders for packs.

    Returns:
        The paths of the packs, and whether the search stopped early after ``MAX_FOLDERS`` folders.
    """
    found: list[Path] = []
    for number, (parent, folders, files) in enumerate(os.walk(folder)):
        if number >= MAX_FOLDERS:
            return found, True
        # `os.walk` visits the subfolders that remain in this list, in the list's order.
        folders[:] = [name for name in folders if not name.startswith(".")]
        folders.sort(key=build_natural_key)
        packs = [name for name in files if name.endswith(PACK_SUFFIX)]
        found += [Path(parent, name) for name in sorted(packs, key=build_natural_key)]
    return found, False


def _build_pack_row(path: Path, folder: Path) -> PickableRow:
    """Build a pack's row from its title, its number of levels, and its path below ``folder``."""
    name = str(path.relative_to(folder))
    try:
        pack = packfile.read_pack(path)
    except LevelError as error:
        return PickableRow(name, refusal=str(LevelError(error.message, key=error.key)))
    return PickableRow(pack.title or path.name, note=f"{format_count(len(pack), 'level')}, {name}")


_NEW_RUNS = {"campaign": ("New campaign", "c", "C"), "infinite": ("New infinite play", "i", "I")}
"""For each mode, a title, and the keys that start a run with the shipped list or another one."""
_LIST_PROMPT = "Play which list? Enter a folder or a file, such as my-lists or my-lists/3.seeds"


StartRun = Callable[[], Awaitable[RunSession | None]]
"""A function that starts or continues a run; it returns None if the user cancels."""
RunChoice = tuple[PickableRow, StartRun | None]
"""A row in the dialog, and the function to call for it, or None if it cannot be chosen."""


async def choose_run(app: Host, game: str | None) -> None:
    """Ask the user to continue or start a run, and show it; if that fails, report the error.

    This must be called in a worker, because it waits for the dialog.

    Args:
        app: The app that shows the dialog.
        game: The name of the game to suggest for a new run, or None.
    """
    try:
        await _ask_for_run(app, game)
    except EngineError as error:
        app.show_message(str(error), "bad")


async def _ask_for_run(app: Host, likely: str | None) -> None:
    """Ask the user to continue or start a run, and show it.

    Raises:
        EngineError: The list cannot be read, or the run cannot be saved.
    """
    from workbench.features.playlists.between_levels_screen import RunScreen

    if not registry.list_campaigns():
        raise EngineError(NO_CAMPAIGN_GAME)
    answers = await asyncio.to_thread(lambda: [*_list_choices(app, likely)])
    rows = [row for row, _ in answers]
    picked = await app.push_screen_wait(PickRow("Campaign and infinite play", rows))
    begin = None if picked is None else answers[picked][1]
    run = None if begin is None else await begin()
    if run is not None:
        changed = LIST_CHANGED
        await app.push_screen(RunScreen(run, changed if run.has_list_changed else ""))


async def _ask_to_start(
    app: Host, title: str, likely: str | None, mode: RunMode, *, names_list: bool = False
) -> RunSession | None:
    """Ask for a game and, if ``names_list`` is true, for a list of levels; then start a run."""
    games = [game for game, _ in registry.list_campaigns()]
    game = await ask_one_game(app, title, games, likely)
    named = None
    if game is not None and names_list:
        named = await app.push_screen_wait(LinePrompt(_LIST_PROMPT, check=_find_path_fault))
    if game is None or (names_list and named is None):
        return None
    return await _start_run(app, game, mode, None if named is None else parse_path(named))


async def _start_run(
    app: Host, game: Game, mode: RunMode, path: Path | None = None, order: ListOrder = "rising"
) -> RunSession:
    state = app.autosave.state
    return await asyncio.to_thread(seed_list_run.start_run, game, mode, state, path, order=order)


def _find_path_fault(text: str) -> str | None:
    """Return an error message if the path in ``text`` does not exist, or None if it does."""
    if not text.strip():
        return "Enter a folder or a file."
    return None if parse_path(text).exists() else f"No such file or folder: {parse_path(text)}"


def _list_choices(app: Host, likely: str | None) -> Iterator[RunChoice]:
    """Yield the dialog's choices: unfinished runs, new runs, finished runs and damaged files."""
    found, wrong = runfile.read_runs(app.autosave.state.runs)
    kept = [_build_choice(app, each) for each in found]
    # Unfinished runs come first, because the user most likely wants to continue one of them.
    yield from (answer for over, answer in kept if not over)
    for mode in MODES:
        title, shipped, other = _NEW_RUNS[mode]
        for words, key, named in (
            (title, shipped, False),
            (f"{title} with another list", other, True),
        ):
            row = PickableRow(words, key)
            yield row, partial(_ask_to_start, app, words, likely, mode, names_list=named)
        for game, rules in registry.list_campaigns():
            if rules.grade_order_title:
                row = PickableRow(f"{title} {rules.grade_order_title}", note=game.title)
                yield row, partial(_start_run, app, game, mode, order="graded")
    yield from (answer for over, answer in kept if over)
    for error in wrong:
        name = Path(error.file or "").name
        yield PickableRow(f"Damaged: {name}", refusal=str(error)), None


def _build_choice(app: Host, run: PlaylistRun) -> tuple[bool, RunChoice]:
    """Return whether a saved run is over, and the dialog's choice that opens the run."""
    try:
        rules = seed_list_run.get_rules(run)
    except EngineError as error:
        return False, (PickableRow(run_text.format_mode(run), refusal=str(error)), None)
    state = run_text.format_progress(run, rules, seed_list_run.read_list_if_valid(run), brief=True)
    source = f", {Path(run.source).name}" if run.source else ""
    note = f"{state}{source}, {format_age(run.started)}"
    row = PickableRow(run_text.format_title(run, registry.get_game(run.game)), note=note)
    return run.is_over(rules), (
        row,
        partial(asyncio.to_thread, RunSession, run, app.autosave.state),
    )
