"""The orders by which lists of levels are played through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.errors import EngineError, quoted
from engine.game import registry
from engine.game.game import Game
from engine.playlists import runfile
from engine.playlists.pack import PlaylistEntry
from engine.playlists.run import ORDERS as LIST_ORDERS
from engine.playlists.run import Mode, Order, PlaylistRun
from engine.values.budget import Control
from engine.values.records import PlayRecord
from workbench.document.document import Document
from workbench.features.playlists import journey as journeys
from workbench.features.playlists import run_words
from workbench.features.playlists.journey import LANE, Journey
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders
from workbench.plain.talk import seed_of
from workbench.session.playing.playtest import Assignment, Lapse
from workbench.text.status import count, sentence

ORDERS = Orders()
_NEW, _SEED, _ORDER = "new", "seed=", "order="


@ORDERS(
    "campaign [new] [GAME] [LIST] [seed=N] [order=rising|graded]",
    "go on with a campaign, or begin one, over the shipped list or another",
)
def _campaign(opened: OpenLevel, rest: list[str]) -> None:
    _begin(opened, "campaign", rest)


@ORDERS("infinite [new] [GAME] [LIST] [seed=N] [order=rising|graded]", "the same without an end")
def _infinite(opened: OpenLevel, rest: list[str]) -> None:
    _begin(opened, "infinite", rest)


def _begin(opened: OpenLevel, mode: Mode, rest: list[str]) -> None:
    """Goes on with what was begun last and is not over, unless a new run is asked for."""
    seeds = [seed_of(word.removeprefix(_SEED)) for word in rest if word.startswith(_SEED)]
    orders = [_order(word.removeprefix(_ORDER)) for word in rest if word.startswith(_ORDER)]
    named = [word for word in rest if not word.startswith((_SEED, _ORDER))]
    new = named[:1] == [_NEW]
    named = named[1:] if new else named
    game = registry.get(named.pop(0)) if named[:1] and named[0] in registry.names() else None
    source = Path(" ".join(named)).expanduser() if named else None
    kept = None
    if not new and not seeds and not orders:
        found, wrong = runfile.read_all(opened.state.runs)
        opened.say(*map(str, wrong))
        kept = journeys.unfinished(found, mode, source, game or _likely(opened))
        if kept is None and game is None:
            kept = journeys.unfinished(found, mode, source)
    if kept is not None:
        journey = Journey(kept, opened.state)
    else:
        game, seed = game or _likely(opened), seeds[-1] if seeds else None
        order = orders[-1] if orders else "rising"
        journey = journeys.begin(game, mode, opened.state, source, seed, order)
    opened.journey = journey
    kind = run_words.kind(journey.run, journey.game)
    opened.say(
        f"{'Begun' if kept is None else 'Going on'}: {kind[:1].lower()}{kind[1:]} "
        f"through {len(journey.levels):,} levels of {journey.game.title}, seed {journey.run.seed}."
    )
    if kept is not None and journey.list_changed:
        opened.say("The list has changed since.")
    _next(opened, [])


def _order(text: str) -> Order:
    """An order by its name.

    Raises:
        EngineError: there is none of that name.
    """
    for each in LIST_ORDERS:
        if text == each:
            return each
    raise EngineError(f"expected an order of {', '.join(LIST_ORDERS)}, found {quoted(text)}")


def _likely(opened: OpenLevel) -> Game:
    """The game of a run where none is named: that of the open level, else the first.

    Raises:
        EngineError: no game can be played so.
    """
    games = [game for game, _ in registry.campaigns()]
    if not games:
        raise EngineError("no game that is installed can be played through a list of levels")
    return opened.game if opened.is_open and opened.game in games else games[0]


@ORDERS("run.next")
def _next(opened: OpenLevel, rest: list[str]) -> None:
    journey = opened.journey
    if journey is None:
        raise EngineError("nothing is being played through; type campaign or infinite")
    if journey.over:
        raise EngineError("all levels are won; type campaign new for another campaign")
    if not opened.may_leave():
        return
    ready = _made(opened, journey)

    def later(act: Callable[[], None]) -> None:
        """Keeps what happened once the order is obeyed, unless something else is played through."""
        if opened.journey is journey:
            opened.after.append(act)

    assert ready.level is not None
    assignment = Assignment(
        lambda moves, record: later(lambda: _won(opened, journey, ready, moves, record)),
        lambda lapse: later(lambda: _noted(opened, journey, lapse)),
        solution_shown=journey.run.solution_shown,
    )
    opened.take(Document(ready.level), assignment=assignment)
    opened.introduce()
    known = ", ".join(run_words.under_way(journey.run))
    if known:
        opened.say(f"In this level so far: {known}.")


def _made(opened: OpenLevel, journey: Journey) -> PlaylistEntry:
    """The next level of a run, found out and then made."""
    journey.attend(opened.service, lambda act: act(), lambda: None)

    def describe(_: Control) -> str:
        """How far that has come, in words."""
        done, total = journey.rated
        return f"rating {done:,} of {total:,} levels" if done < total else "making the level"

    journey.prepare()
    while journey.making:
        opened.service.settle(LANE, describe)
    assert journey.ready is not None
    return journey.ready


def _noted(opened: OpenLevel, journey: Journey, lapse: Lapse) -> None:
    journey.noted(lapse)
    if lapse == "death":
        opened.say(f"{count(journey.run.deaths, 'death')} in this level; type undo or restart.")


def _won(
    opened: OpenLevel,
    journey: Journey,
    ready: PlaylistEntry,
    moves: tuple[str, ...],
    record: PlayRecord,
) -> None:
    journey.won(ready, moves, record)
    opened.say(sentence(run_words.result(journey.run.played[-1], journey.levels)))
    jump = run_words.jump(journey.run)
    if jump:
        opened.say(sentence(jump))
    if journey.over:
        opened.say(*journey.rules.ending)
    else:
        standing = run_words.standing(journey.run, journey.rules, journey.levels)
        opened.say(f"Type next for {standing}.")


@ORDERS("runs", "the campaigns and the infinite play that were begun")
def _runs(opened: OpenLevel, rest: list[str]) -> None:
    """Lists what was begun, and what is wrong with files of it."""
    found, wrong = runfile.read_all(opened.state.runs)
    opened.say(*(f"{_line(kept)}." for kept in found), *map(str, wrong))
    if not found:
        opened.say("Nothing was begun yet; type campaign or infinite.")


def _line(run: PlaylistRun) -> str:
    begun = f"{run_words.mode(run)} of {run.game} begun {run.started:%d %b %H:%M}, seed {run.seed}"
    try:
        rules = journeys.rules_of(run)
    except EngineError as error:
        return f"{begun}: {error}"
    return f"{begun}: {run_words.standing(run, rules, journeys.list_if_there(run))}"
