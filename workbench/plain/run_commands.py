"""Commands for playing campaigns and endless sequences of levels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.errors import EngineError, quote_input
from engine.game import registry
from engine.game.game import Game
from engine.playlists import runfile
from engine.playlists.pack import PlaylistEntry
from engine.playlists.playlist_run import ORDERS as LIST_ORDERS
from engine.playlists.playlist_run import ListOrder, PlaylistRun, RunMode
from engine.values.budget import Control
from engine.values.playtest_record import PlayRecord
from workbench.document.document import Document
from workbench.features.playlists import run_text, seed_list_run
from workbench.features.playlists.seed_list_run import JOB_NAME, RunSession
from workbench.plain.command_table import CommandTable
from workbench.plain.line_console import parse_seed
from workbench.plain.plain_state import PlainApp
from workbench.session.playtest.playtest import PlayAssignment, ReportedEvent
from workbench.text.quantity_text import format_count, make_sentence
from workbench.text.refusals import LIST_CHANGED, NO_CAMPAIGN_GAME

COMMANDS = CommandTable()
_NEW_WORD, _SEED_PREFIX, _ORDER_PREFIX = "new", "seed=", "order="


@COMMANDS(
    "campaign [new] [GAME] [LIST] [seed=N] [order=rising|graded]",
    "continue or start a campaign through the shipped list of levels or another list",
)
def _play_campaign(app: PlainApp, rest: list[str]) -> None:
    _start_run(app, "campaign", rest)


@COMMANDS(
    "infinite [new] [GAME] [LIST] [seed=N] [order=rising|graded]",
    "continue or start infinite play through a list of levels",
)
def _play_infinite(app: PlainApp, rest: list[str]) -> None:
    _start_run(app, "infinite", rest)


def _start_run(app: PlainApp, mode: RunMode, rest: list[str]) -> None:
    """Continue the latest unfinished run that matches the typed words, or start a new one.

    A new run is always started if the user asks for one, or gives a seed or an order.
    """
    seeds = [
        parse_seed(word.removeprefix(_SEED_PREFIX))
        for word in rest
        if word.startswith(_SEED_PREFIX)
    ]
    orders = [
        _parse_order(word.removeprefix(_ORDER_PREFIX))
        for word in rest
        if word.startswith(_ORDER_PREFIX)
    ]
    named = [word for word in rest if not word.startswith((_SEED_PREFIX, _ORDER_PREFIX))]
    new = named[:1] == [_NEW_WORD]
    named = named[1:] if new else named
    game = (
        registry.get_game(named.pop(0)) if named[:1] and named[0] in registry.list_names() else None
    )
    source = Path(" ".join(named)).expanduser() if named else None
    kept = None
    if not new and not seeds and not orders:
        found, wrong = runfile.read_runs(app.state.runs)
        app.say(*map(str, wrong))
        kept = seed_list_run.find_unfinished(found, mode, source, game or _choose_game(app))
        # Without a named game, prefer the open level's game but accept any other.
        if kept is None and game is None:
            kept = seed_list_run.find_unfinished(found, mode, source)
    if kept is not None:
        run = RunSession(kept, app.state)
    else:
        game, seed = game or _choose_game(app), seeds[-1] if seeds else None
        order = orders[-1] if orders else "rising"
        run = seed_list_run.start_run(game, mode, app.state, source, seed, order)
    app.run_session = run
    kind = run_text.format_kind(run.run, run.game)
    app.say(
        f"{'Started' if kept is None else 'Continued'}: {kind[:1].lower()}{kind[1:]} "
        f"through {len(run.levels):,} levels of {run.game.title}, seed {run.run.seed}."
    )
    if kept is not None and run.has_list_changed:
        app.say(LIST_CHANGED)
    _open_next(app, [])


def _parse_order(text: str) -> ListOrder:
    """Parse the name of the order in which to play the levels of a list.

    Raises:
        EngineError: There is no such order.
    """
    for each in LIST_ORDERS:
        if text == each:
            return each
    raise EngineError(f"expected the order {' or '.join(LIST_ORDERS)}, found {quote_input(text)}")


def _choose_game(app: PlainApp) -> Game:
    """Return the open level's game if it has campaigns, otherwise the first game that has them.

    Raises:
        EngineError: No installed game has campaigns.
    """
    games = [game for game, _ in registry.list_campaigns()]
    if not games:
        raise EngineError(NO_CAMPAIGN_GAME)
    return app.game if app.is_open and app.game in games else games[0]


@COMMANDS("run.next")
def _open_next(app: PlainApp, rest: list[str]) -> None:
    run = app.run_session
    if run is None:
        raise EngineError("no run is open; type campaign or infinite")
    if run.is_over:
        raise EngineError("all levels are won; type campaign new to start another campaign")
    if not app.confirm_leave():
        return
    ready = _prepare_next(app, run)

    def defer_action(act: Callable[[], None]) -> None:
        if app.run_session is run:
            # Defer this, so that the answer to the winning move is written first. Nothing is
            # recorded for a run that has been replaced by another.
            app.deferred_actions.append(act)

    assert ready.level is not None
    assignment = PlayAssignment(
        lambda moves, record: defer_action(lambda: _handle_win(app, run, ready, moves, record)),
        lambda lapse: defer_action(lambda: _handle_lapse(app, run, lapse)),
        solution_shown=run.run.solution_shown,
    )
    app.open_document(Document(ready.level), assignment=assignment)
    app.describe_level()
    known = ", ".join(run_text.list_lapses(run.run))
    if known:
        app.say(f"In this level so far: {known}.")


def _prepare_next(app: PlainApp, run: RunSession) -> PlaylistEntry:
    """Return the next level in a run, rating the list of levels first if necessary."""
    run.attach_services(app.service, lambda act: act(), lambda: None)

    def describe_progress(_: Control) -> str:
        done, total = run.sort_progress
        return f"rating {done:,} of {total:,} levels" if done < total else "generating the level"

    run.prepare_next()
    # Rating the list and generating the level are two jobs with the same name.
    while run.is_generating:
        app.service.run_job(JOB_NAME, describe_progress)
    assert run.next_level is not None
    return run.next_level


def _handle_lapse(app: PlainApp, run: RunSession, lapse: ReportedEvent) -> None:
    run.record_lapse(lapse)
    if lapse == "death":
        app.say(f"{format_count(run.run.deaths, 'death')} in this level; type undo or restart.")


def _handle_win(
    app: PlainApp,
    run: RunSession,
    ready: PlaylistEntry,
    moves: tuple[str, ...],
    record: PlayRecord,
) -> None:
    run.record_win(ready, moves, record)
    app.say(make_sentence(run_text.format_result(run.run.played[-1], run.levels)))
    jump = run_text.describe_jump(run.run)
    if jump:
        app.say(make_sentence(jump))
    if run.is_over:
        app.say(*run.rules.ending_text)
    else:
        standing = run_text.format_progress(run.run, run.rules, run.levels)
        app.say(f"Type next to play {standing}.")


@COMMANDS("runs", "list your campaigns and infinite play")
def _list_runs(app: PlainApp, rest: list[str]) -> None:
    """List all saved runs, and report files that cannot be read."""
    found, wrong = runfile.read_runs(app.state.runs)
    app.say(*(f"{_describe_run(kept)}." for kept in found), *map(str, wrong))
    if not found:
        app.say("No runs yet. Type campaign or infinite.")


def _describe_run(run: PlaylistRun) -> str:
    begun = (
        f"{run_text.format_mode(run)} of {run.game} started "
        f"{run.started:%d %b %H:%M}, seed {run.seed}"
    )
    try:
        rules = seed_list_run.get_rules(run)
    except EngineError as error:
        return f"{begun}: {error}"
    return f"{begun}: {run_text.format_progress(run, rules, seed_list_run.read_list_if_valid(run))}"
