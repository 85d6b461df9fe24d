"""Choosing a run: one to go on with, or a new one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.game import registry
from engine.game.game import Game
from engine.playlists import runfile
from engine.playlists.run import MODES, Mode, Order
from engine.playlists.runfile import KeptRun
from workbench.features.playlists import journey as journeys
from workbench.features.playlists import run_words
from workbench.folders.resources import as_path
from workbench.folders.state import State
from workbench.text.status import ago
from workbench.ui.dialogs import Ask, one_of
from workbench.ui.lists import PickableRow, PickRow

if TYPE_CHECKING:
    from workbench.ui.host import Host

_NEW = {"campaign": ("New campaign", "c", "C"), "infinite": ("New infinite play", "i", "I")}
"""New runs, with their keys over the shipped list and over another one."""
_LIST = "The folder or file of a list, such as my-lists or my-lists/3.seeds"


@dataclass(frozen=True, slots=True)
class _Answer:
    """One answer: what it says, and the run to go on with or the kind of run to begin.

    A list has to be named for a new one over another list than the shipped one; ``graded`` is the
    game of a new one in its own order of grades.
    """

    row: PickableRow
    kept: KeptRun | None = None
    mode: Mode | None = None
    names_list: bool = False
    graded: Game | None = None


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

    state = app.keeper.state
    if not registry.campaigns():
        raise EngineError("no game that is installed can be played through a list of levels")
    answers = await asyncio.to_thread(lambda: [*_answers(state)])
    rows = [answer.row for answer in answers]
    picked = await app.push_screen_wait(PickRow("Campaign and infinite play", rows))
    if picked is None:
        return
    answer = answers[picked]
    if answer.kept is not None:
        journey = await asyncio.to_thread(journeys.resume, answer.kept, state)
    else:
        assert answer.mode is not None  # other rows cannot be picked
        games = [game for game, _ in registry.campaigns()]
        game = answer.graded or await one_of(app, answer.row.words, games, likely)
        if game is None:
            return
        order: Order = "graded" if answer.graded else "rising"
        path = None
        if answer.names_list:
            named = await app.push_screen_wait(Ask(_LIST, check=_path))
            if named is None:
                return
            path = as_path(named)
        journey = await asyncio.to_thread(
            journeys.begin, game, answer.mode, state, path, order=order
        )
    changed = "the list has changed since; the run goes on in the new one"
    await app.push_screen(RunScreen(journey, changed if journey.list_changed else ""))


def _path(text: str) -> str | None:
    """A check for :class:`Ask`: a path of something that is there."""
    if not text.strip():
        return "a folder or a file, please"
    return None if as_path(text).exists() else f"no such file or folder: {as_path(text)}"


def _answers(state: State) -> Iterator[_Answer]:
    """What can be answered: runs to go on with, new ones, those that are over, damaged ones."""
    found, wrong = runfile.read_all(state.runs)
    kept = [_kept_answer(each) for each in found]
    yield from (answer for over, answer in kept if not over)
    for mode in MODES:
        title, shipped, other = _NEW[mode]
        yield _Answer(PickableRow(title, shipped), mode=mode)
        yield _Answer(PickableRow(f"{title}, another list", other), mode=mode, names_list=True)
        for game, rules in registry.campaigns():
            if rules.graded:
                row = PickableRow(f"{title} {rules.graded}", note=game.title)
                yield _Answer(row, mode=mode, graded=game)
    yield from (answer for over, answer in kept if over)
    for error in wrong:
        name = Path(error.file or "").name
        yield _Answer(PickableRow(f"Damaged: {name}", refused=str(error)))


def _kept_answer(kept: KeptRun) -> tuple[bool, _Answer]:
    """A run that was kept: whether it is over, and the answer that it makes."""
    run = kept.run
    try:
        rules = journeys.rules_of(run)
    except EngineError as error:
        return False, _Answer(PickableRow(run_words.mode(run), refused=str(error)))
    stands = run_words.standing(run, rules, journeys.list_if_there(run), brief=True)
    source = f", {Path(run.source).name}" if run.source else ""
    note = f"{stands}{source}, {ago(run.started)}"
    row = PickableRow(run_words.title(run, registry.get(run.game)), note=note)
    return run.is_over(rules), _Answer(row, kept)
