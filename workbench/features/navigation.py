"""Functions that open screens, importing each screen only when it is first opened.

Features do not import each other. Instead, they call functions in this module, which may import any
feature. Its imports are inside the functions, so that the app starts quickly.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.errors import EngineError
from workbench.commands import keymap
from workbench.document.document import Document
from workbench.document.undo_versions import StorageLocation, copy_designer_texts
from workbench.features.parts import list_first_parts, list_further_parts
from workbench.session.comparison_side import ComparisonSide

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from textual.screen import Screen

    from engine.game.game import Game
    from engine.search.maps.statemap import StateMap
    from engine.search.solver_result import SolverResult
    from engine.values.level import Level
    from engine.values.parameter_schema import Value
    from workbench.document.recovery_files import UnsavedWork
    from workbench.service.job_slots import Outcome
    from workbench.session.comparison_side import FetchSide
    from workbench.session.playtest.playtest import PlayAssignment, Playtest
    from workbench.session.session import Session
    from workbench.ui.host import Host
    from workbench.ui.screen import CommandScreen


def open_levels(app: Host) -> None:
    """Ask what to do with unsaved work, then open the level browser unless the user cancels."""
    app.ask_question(_open_levels(app))


async def _open_levels(app: Host) -> None:
    from workbench.features.levels.screen import LevelsScreen
    from workbench.ui.exchange import save_questions

    if await save_questions.confirm_leave(app):
        app.document = app.way_back = None
        await app.switch_screen(LevelsScreen())
        if app.has_recoverable_work:
            await offer_recovery(app)


async def offer_recovery(app: Host) -> bool:
    """Show the unsaved work from earlier sessions, and return whether there is any."""
    orphans = await asyncio.to_thread(app.autosave.list_unsaved_work)
    if orphans:
        show_recovery(app, orphans)
    return bool(orphans)


def show_recovery(app: Host, items: list[UnsavedWork]) -> None:
    """Open the screen for recovering unsaved work from earlier sessions."""
    from workbench.features.levels.recovery_screen import RecoveryScreen

    # The recovery screen covers earlier messages, so repeat the one about batches afterwards.
    app.push_screen(RecoveryScreen(items), lambda _: app.announce_batches())


def open_design(app: Host, document: Document, *, generate: bool = False) -> None:
    """Open a level in the design screen, replacing the current screen.

    If ``generate`` is true, the design screen starts by generating a level from a new seed.
    """
    app.way_back = None
    app.document = document
    app.switch_screen(create_design_screen(document, generate=generate))


def create_design_screen(document: Document, *, generate: bool = False) -> Screen[None]:
    """Create the design screen for a level. For ``generate``, see :func:`open_design`."""
    from workbench.features.design.screen import DesignScreen

    return DesignScreen(document, list_first_parts(), list_further_parts, generate=generate)


def open_play(
    app: Host,
    document: Document,
    answer: Outcome[SolverResult] | None = None,
    assignment: PlayAssignment | None = None,
) -> None:
    """Open the play screen on top of the current one.

    Args:
        app: The app in which to open the screen.
        document: The document that contains the level.
        answer: The outcome of solving the board, whose result must be able to tell which moves
            lead to a win from any position; None to run the solver.
        assignment: The reason for the playtest, including callbacks for its events; None if there
            is no particular reason.
    """
    from workbench.features.play.screen import PlayScreen

    app.push_screen(PlayScreen(document, answer, assignment))


async def open_runs(app: Host, game: str | None) -> None:
    """Let the user continue or start a run, and show it. Call this in a worker.

    Args:
        app: The app in which to open the screen.
        game: The name of the game to suggest for a new run; None for no suggestion.
    """
    from workbench.features.playlists.playlist_chooser import choose_run

    await choose_run(app, game)


async def open_pack(app: Host, path: Path, *, play: bool = False) -> None:
    """Show a pack on top of the current screen, or report why it cannot be read.

    Call this in a worker.

    Args:
        app: The app in which to open the screen.
        path: The path of the pack.
        play: True to start playing the pack's next level immediately.
    """
    from workbench.features.playlists.pack_document import PackDocument
    from workbench.features.playlists.screen import PackScreen

    try:
        document = await asyncio.to_thread(PackDocument, path, app.state)
    except EngineError as error:
        app.show_message(str(error), "bad")
    else:
        await app.push_screen(PackScreen(document, play=play))


async def open_packs(app: Host) -> None:
    """Let the user choose or create a pack, and show it. Call this in a worker.

    Raises:
        EngineError: The pack cannot be read, or there are no levels for a new pack.
    """
    from workbench.features.playlists.playlist_chooser import choose_pack

    await choose_pack(app, app.browser.folder, app.browser.target_folder)


async def open_new_pack(app: Host, files: Sequence[Path]) -> None:
    """Create a pack of ``files`` in order of difficulty, and show it. Call this in a worker.

    Raises:
        EngineError: There are no levels, or too many of them.
    """
    from workbench.features.playlists.playlist_chooser import show_new_pack

    await show_new_pack(app, files)


async def recover_pack(app: Host, unsaved: UnsavedWork) -> Callable[[], None]:
    """Recover unsaved changes to a pack from an earlier session. Call this in a worker.

    Returns:
        A function that shows the pack.

    Raises:
        LevelError: The changes are missing or cannot be read.
    """
    from workbench.features.playlists.pack_document import PackDocument
    from workbench.features.playlists.screen import PackScreen

    document = await asyncio.to_thread(PackDocument.from_recovery, unsaved, app.state)
    app.autosave.recover_pack(unsaved, document, document.recovery_snapshot)

    def show_pack() -> None:
        app.push_screen(PackScreen(document))

    return show_pack


def open_gallery(app: Host, template: Level) -> None:
    """Open a gallery that generates levels with the parameters of ``template``."""
    from workbench.features.collection import collection_opener

    collection_opener.start_gallery(app, template)


async def open_galleries(app: Host, game: str | None) -> None:
    """Let the user choose a gallery, and show it. Galleries for ``game`` are listed first.

    Call this in a worker.

    Raises:
        EngineError: The gallery's file cannot be read.
    """
    from workbench.features.collection import collection_opener

    await collection_opener.continue_gallery(app, game)


async def start_batch(app: Host, game: Game, settings: Mapping[str, Value]) -> None:
    """Ask for a number of levels and a catalogue, then start a batch with ``settings``.

    Call this in a worker.

    Raises:
        EngineError: The batch cannot be started.
    """
    from workbench.features.batch import batch_dialogs

    await batch_dialogs.create_batch(app, game, settings)


def open_catalogue(app: Host, path: Path, facts: str = "") -> None:
    """Show a catalogue on top of the current screen, or report why it cannot be read.

    Args:
        app: The app in which to open the screen.
        path: The path of the catalogue.
        facts: The two facts of the grid to show, written as on the command line. If empty, the
            view shown last in this session is restored.
    """
    app.ask_question(_open_catalogue(app, path, facts))


async def _open_catalogue(app: Host, path: Path, facts: str) -> None:
    from workbench.features.collection.collection_opener import show_catalogue

    try:
        await show_catalogue(app, path, facts)
    except EngineError as error:
        app.show_message(str(error), "bad")


def show_level(app: Host, level: Level, origin: str, back: Callable[[], None]) -> None:
    """Show a level in the current design screen if that is for its game, otherwise in a new one.

    Args:
        app: The app in which to open the screen.
        level: The level to show.
        origin: A description of where the level comes from.
        back: A function that returns to the level's origin when the user leaves the level.
    """
    app.ask_question(_show_level(app, level, origin, back))


async def _show_level(app: Host, level: Level, origin: str, back: Callable[[], None]) -> None:
    from workbench.features.design.screen import DesignScreen
    from workbench.ui.exchange import save_questions

    screen = app.screen
    # If the game is the same, keep the session, so that undo can restore the old level.
    if isinstance(screen, DesignScreen) and screen.document.level.game == level.game:
        screen.session.replace_level(level, origin)
        back_key, undo = keymap.get_key_hint("design.cancel"), keymap.get_key_hint("design.undo")
        leads = f"{back_key} leads back there, {undo} brings back what was here"
        app.show_message(f"{origin}; {leads}")
    elif await save_questions.confirm_leave(app):
        open_design(app, Document(level))
        leads = f"{keymap.get_key_hint('design.cancel')} leads back there"
        app.call_after_refresh(app.show_message, f"{origin}; {leads}")
    else:
        return
    app.way_back = back


def leave_level(app: Host) -> None:
    """Return to where the level was opened from, or to the level browser if that is unknown."""
    # Clear `way_back` first, because the screen that is shown again may set it.
    back, app.way_back = app.way_back, None
    if back is not None:
        back()
    else:
        open_levels(app)


def open_comparison(
    app: Host,
    current: ComparisonSide,
    other: ComparisonSide,
    *,
    take: Callable[[ComparisonSide], None] | None = None,
    fetch: FetchSide | None = None,
) -> None:
    """Open a comparison of two levels on top of the current screen.

    Args:
        app: The app in which to open the screen.
        current: The current level, which determines the game.
        other: The other level, or a side without a level if ``fetch`` is to generate it.
        take: A function that makes the other level the current one; None if that is not possible.
        fetch: A function that generates the other level; None if it exists already.
    """
    from workbench.features.comparison.screen import CompareScreen

    app.push_screen(CompareScreen(current, other, take=take, fetch=fetch))


def compare_open_level(
    screen: CommandScreen,
    session: Session,
    other: ComparisonSide,
    fetch: FetchSide | None = None,
    home: StorageLocation | None = None,
) -> None:
    """Compare the open level with another one, which the user can then take instead.

    Args:
        screen: The design screen.
        session: The session that has the level open.
        other: The other level, or a side without a level if ``fetch`` is to generate it.
        fetch: A function that generates the other level; None if it exists already.
        home: The location of the other level; None if it is a variant of the open one.
    """
    document, answer = session.document, session.verdicts.verdict
    complete = answer is not None and not answer.cancelled
    solved = answer.value if answer is not None and complete else None
    own = ComparisonSide(document.name, session.level, session.history.generation, solved)

    def take_side(taken: ComparisonSide) -> None:
        level, kept = taken.level, home or document.location
        if level is None:
            return
        # A variant of the open level keeps that level's title and file.
        if kept is document.location:
            level = copy_designer_texts(level, session.level, session.game.title)
        made = taken.generation.without_solution() if taken.generation is not None else None
        session.generator.replace_level(f"take {taken.label}", level, made, kept)
        session.history.show_version(taken.solved)
        screen.show_message(
            f"taken: {taken.label}; {keymap.get_key_hint('design.undo')} takes it back"
        )

    open_comparison(screen.workbench, own, other, take=take_side, fetch=fetch)


def open_states(app: Host, session: Playtest, states: StateMap) -> None:
    """Show the state graph of the level being played, with the cursor on the current state."""
    from workbench.features.graph.screen import StateGraphScreen

    board, moves = session.level.board, session.playthrough.moves
    app.push_screen(StateGraphScreen(session.game, board, states, moves=moves, playing=True))
