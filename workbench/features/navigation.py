"""The ways from screen to screen; each screen is imported when it is first opened.

Features do not know each other. They call these functions, which alone import from several.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from engine.errors import EngineError
from workbench.commands import keymap
from workbench.document.document import Document
from workbench.document.history import Home, named_like
from workbench.features.parts import list_first_parts, list_further_parts
from workbench.session.sides import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from textual.screen import Screen

    from engine.game.game import Game
    from engine.search.maps.statemap import StateMap
    from engine.search.solved import Solved
    from engine.values.level import Level
    from engine.values.parameters import Value
    from workbench.document.recovery import Orphan
    from workbench.service.lanes import Outcome
    from workbench.session.playing.playtest import Assignment, Playtest
    from workbench.session.session import Session
    from workbench.session.sides import Fetch
    from workbench.ui.host import Host
    from workbench.ui.screen import CommandScreen


def open_levels(app: Host) -> None:
    """Go to the level browser; ask about unsaved work first."""
    app.ask(_open_levels(app))


async def _open_levels(app: Host) -> None:
    from workbench.features.levels.screen import LevelsScreen
    from workbench.ui.exchange import saving

    if await saving.may_leave(app):
        app.document = app.way_back = None
        await app.switch_screen(LevelsScreen())
        if app.work_waits:
            await offer_recovery(app)


async def offer_recovery(app: Host) -> bool:
    """Ask what to do with unsaved work of earlier sessions; return False if there is none."""
    orphans = await asyncio.to_thread(app.keeper.orphans)
    if orphans:
        show_recovery(app, orphans)
    return bool(orphans)


def show_recovery(app: Host, orphans: list[Orphan]) -> None:
    """Ask what to do with unsaved work of earlier sessions."""
    from workbench.features.levels.recovery import RecoveryScreen

    # What was said before that is covered by it.
    app.push_screen(RecoveryScreen(orphans), lambda _: app.greet())


def open_design(app: Host, document: Document, *, generate: bool = False) -> None:
    """Open a level in the design screen, in place of the screen that is there.

    With ``generate``, one is generated there from a new seed.
    """
    app.way_back = None
    app.document = document
    app.switch_screen(make_design_screen(document, generate=generate))


def make_design_screen(document: Document, *, generate: bool = False) -> Screen[None]:
    """Make the design screen with all of its parts, for a level."""
    from workbench.features.design.screen import DesignScreen

    return DesignScreen(document, list_first_parts(), list_further_parts, generate=generate)


def open_play(
    app: Host,
    document: Document,
    answer: Outcome[Solved] | None = None,
    assignment: Assignment | None = None,
) -> None:
    """Play a level by hand, over the screen that is there; records go beside its file.

    Args:
        app: the app that shows it.
        document: the level.
        answer: the solver's answer for its board, with a guide to its positions; None to have
            it searched.
        assignment: why the level is played; None if nothing is to be reported.
    """
    from workbench.features.play.play import PlayScreen

    app.push_screen(PlayScreen(document, answer, assignment))


async def open_runs(app: Host, game: str | None) -> None:
    """Ask for a campaign or for infinite play, and show it. For a worker.

    ``game`` is the name of the game that a new one is thought to be of, if there is one.
    """
    from workbench.features.playlists.opening import play_through

    await play_through(app, game)


async def open_pack(app: Host, path: Path, *, play: bool = False) -> None:
    """Show a pack over the screen that is there, or say why it cannot be read.

    For a worker. It is played at once if ``play`` says so.
    """
    from workbench.features.playlists.desk import PackDesk
    from workbench.features.playlists.screen import PackScreen

    try:
        desk = await asyncio.to_thread(PackDesk, path, app.state)
    except EngineError as error:
        app.say(str(error), "bad")
    else:
        await app.push_screen(PackScreen(desk, play=play))


async def open_packs(app: Host) -> None:
    """Ask for a pack in the folder that is browsed, or make one, and show it. For a worker.

    Raises:
        EngineError: it cannot be read, or there are no levels for a new one.
    """
    from workbench.features.playlists.opening import choose_pack

    await choose_pack(app, app.browser.folder, app.browser.target_folder)


async def open_new_pack(app: Host, files: Sequence[Path]) -> None:
    """Show a new pack of the levels in some files, put in order. For a worker.

    Raises:
        EngineError: there are no levels for one, or too many.
    """
    from workbench.features.playlists.opening import show_new

    await show_new(app, files)


async def recover_pack(app: Host, orphan: Orphan) -> Callable[[], None]:
    """Take over the unsaved changes of a pack that an earlier session left. For a worker.

    Returns:
        A function that shows the pack over the screen that is there then.

    Raises:
        LevelError: they are no longer there, or cannot be read.
    """
    from workbench.features.playlists.desk import PackDesk
    from workbench.features.playlists.screen import PackScreen

    desk = await asyncio.to_thread(PackDesk.recovered, orphan, app.state)
    app.keeper.recover_pack(orphan, desk, desk.kept)

    def show() -> None:
        """Show it."""
        app.push_screen(PackScreen(desk))

    return show


def open_gallery(app: Host, wish: Level) -> None:
    """Fill a wall with levels like one, by its provenance, over the screen that is there."""
    from workbench.features.collection import opening

    opening.begin(app, wish)


async def open_galleries(app: Host, game: str | None) -> None:
    """Ask for a gallery to go on with, those of a game first, and show it. For a worker.

    Raises:
        EngineError: it cannot be read.
    """
    from workbench.features.collection import opening

    await opening.go_on(app, game)


async def begin_batch(app: Host, game: Game, settings: Mapping[str, Value]) -> None:
    """Ask for a number and a catalogue, and begin a batch by some parameters. For a worker.

    Raises:
        EngineError: the batch was refused.
    """
    from workbench.features.batch import starting

    await starting.begin(app, game, settings)


def open_catalogue(app: Host, path: Path, facts: str = "") -> None:
    """Show a catalogue over the screen that is there, or say why it cannot be read.

    It is where this session has left it, or its grid of two facts if these are given.
    """
    app.ask(_open_catalogue(app, path, facts))


async def _open_catalogue(app: Host, path: Path, facts: str) -> None:
    from workbench.features.collection.opening import show_catalogue

    try:
        await show_catalogue(app, path, facts)
    except EngineError as error:
        app.say(str(error), "bad")


def show_level(app: Host, level: Level, words: str, back: Callable[[], None]) -> None:
    """Make a level the open one, where undo takes that back, else open it.

    Args:
        app: the app that shows it.
        level: the level.
        words: where it comes from.
        back: goes back there, once the level is left.
    """
    app.ask(_show_level(app, level, words, back))


async def _show_level(app: Host, level: Level, words: str, back: Callable[[], None]) -> None:
    from workbench.features.design.screen import DesignScreen
    from workbench.ui.exchange import saving

    screen = app.screen
    if isinstance(screen, DesignScreen) and screen.document.level.game == level.game:
        screen.session.take(level, words)
        back_key, undo = keymap.key("design.cancel"), keymap.key("design.undo")
        leads = f"{back_key} leads back there, {undo} brings back what was here"
        app.say(f"{words}; {leads}")
    elif await saving.may_leave(app):
        open_design(app, Document(level))
        leads = f"{keymap.key('design.cancel')} leads back there"
        app.call_after_refresh(app.say, f"{words}; {leads}")
    else:
        return
    app.way_back = back


def leave_level(app: Host) -> None:
    """Go back to where the level was shown from, else to the level browser."""
    back, app.way_back = app.way_back, None
    if back is not None:
        back()
    else:
        open_levels(app)


def open_comparison(
    app: Host,
    own: Side,
    other: Side,
    *,
    take: Callable[[Side], None] | None = None,
    fetch: Fetch | None = None,
) -> None:
    """Set two levels side by side, over the screen that is there.

    Args:
        app: the app that shows them.
        own: the open level, which says whose game it is.
        other: the level to compare it with; without a level if ``fetch`` makes it.
        take: makes the other level the open one; None where that cannot be.
        fetch: makes the other level.
    """
    from workbench.features.compare.screen import CompareScreen

    app.push_screen(CompareScreen(own, other, take=take, fetch=fetch))


def compare_open_level(
    screen: CommandScreen,
    session: Session,
    other: Side,
    fetch: Fetch | None = None,
    home: Home | None = None,
) -> None:
    """Set the open level beside another one, which can take its place.

    ``fetch`` makes a level that is not there yet; ``home`` is where the other one is stored, None
    for another form of this level.
    """
    document, answer = session.document, session.verdicts.verdict
    complete = answer is not None and not answer.cancelled
    solved = answer.value if answer is not None and complete else None
    own = Side(document.name, session.level, session.history.made, solved)

    def take(taken: Side) -> None:
        """Make the level that this one was compared with the open one."""
        level, kept = taken.level, home or document.home
        if level is None:
            return
        if kept is document.home:
            level = named_like(level, session.level, session.game.title)
        made = taken.made.kept() if taken.made is not None else None
        session.maker.take_other(f"take {taken.label}", level, made, kept)
        session.history.show(taken.solved)
        screen.say(f"taken: {taken.label}; {keymap.key('design.undo')} takes it back")

    open_comparison(screen.workbench, own, other, take=take, fetch=fetch)


def open_states(app: Host, session: Playtest, states: StateMap) -> None:
    """Show the picture of the states of a level that is played, and its present state."""
    from workbench.features.graph.screen import StateGraphScreen

    board, moves = session.level.board, session.playthrough.moves
    app.push_screen(StateGraphScreen(session.game, board, states, moves=moves, playing=True))
