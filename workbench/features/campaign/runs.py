"""Choosing a run: one to go on with, or a new one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.campaign.run import MODES, Mode
from engine.errors import EngineError
from engine.game import registry
from engine.game.game import Game
from workbench.features.campaign import journey as journeys
from workbench.features.campaign import keeping, words
from workbench.features.campaign.journey import Journey
from workbench.features.campaign.keeping import KeptRun
from workbench.folders.resources import as_path
from workbench.folders.state import State
from workbench.ui.dialogs import Ask
from workbench.ui.lists import PickableRow, PickRow

if TYPE_CHECKING:
    from workbench.ui.host import Host

_KEYS = {"campaign": ("c", "C"), "infinite": ("i", "I")}
"""Keys of a new run over the shipped list, and over another one."""
_LIST = "The folder or file of a list, such as my-lists or my-lists/3.seeds"

Begin = Callable[[Path | None], Journey]
"""Opens a run, a new one over the list of a path or over the shipped one."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """One answer: what it says, what it opens, and whether a list has to be named first."""

    row: PickableRow
    begin: Begin | None = None
    names_list: bool = False


async def play_through(app: Host) -> None:
    """Asks for a run and shows it; says what is wrong with it. For a worker."""
    try:
        await _play_through(app)
    except EngineError as error:
        app.say(str(error), "bad")


async def _play_through(app: Host) -> None:
    """Asks which run to go on with or to begin, and shows it unless that is backed out of.

    Raises:
        EngineError: its list cannot be read, or it cannot be kept.
    """
    from workbench.features.campaign.screen import RunScreen

    state = app.keeper.state
    answers = await asyncio.to_thread(lambda: [*_answers(state)])
    if not answers:
        raise EngineError("no game that is installed can be played through a list of levels")
    rows = [answer.row for answer in answers]
    picked = await app.push_screen_wait(PickRow("Campaign and infinite play", rows))
    if picked is None:
        return
    begin, path = answers[picked].begin, None
    assert begin is not None  # rows without it cannot be picked
    if answers[picked].names_list:
        named = await app.push_screen_wait(Ask(_LIST, check=_path))
        if named is None:
            return
        path = as_path(named)
    journey = await asyncio.to_thread(begin, path)
    changed = "the list has changed since; the run goes on in the new one"
    await app.push_screen(RunScreen(journey, changed if journey.list_changed else ""))


def _path(text: str) -> str | None:
    """A check for :class:`Ask`: a path of something that is there."""
    if not text.strip():
        return "a folder or a file, please"
    return None if as_path(text).exists() else f"no such file or folder: {as_path(text)}"


def _answers(state: State) -> Iterator[_Answer]:
    """What can be answered: runs to go on with, new ones, those that are over, damaged ones."""
    found, wrong = keeping.read(state.runs)
    kept = [_kept_answer(each, state) for each in found]
    yield from (answer for over, answer in kept if not over)
    for game, _ in registry.campaigns():
        for mode in MODES:
            yield from _new(game, mode, state)
    yield from (answer for over, answer in kept if over)
    for error in wrong:
        name = Path(error.file or "").name
        yield _Answer(PickableRow(f"Damaged: {name}", refused=str(error)))


def _kept_answer(kept: KeptRun, state: State) -> tuple[bool, _Answer]:
    """A run that was kept: whether it is over, and the answer that it makes."""
    run = kept.run
    try:
        rules = journeys.rules_of(run)
    except EngineError as error:
        return False, _Answer(PickableRow(words.mode(run), refused=str(error)))
    said = f"{words.mode(run)}, seed {run.seed}"
    stands = words.standing(run, rules, journeys.list_if_there(run), brief=True)
    several = f", {registry.get(run.game).title}" if len(registry.campaigns()) > 1 else ""
    row = PickableRow(said, note=f"{stands}, {run.started:%d %b}{several}")
    return run.is_over(rules), _Answer(row, lambda _: journeys.resume(kept, state))


def _new(game: Game, mode: Mode, state: State) -> Iterator[_Answer]:
    """A new run over the shipped list, and one over another."""
    title = "New campaign" if mode == "campaign" else "New infinite play"
    shipped, other = _KEYS[mode]
    there = journeys.shipped_list(game.name).is_dir()
    refused = None if there else "no list came with the workbench"
    begin = partial(journeys.begin, game, mode, state)
    yield _Answer(PickableRow(title, shipped, game.title, refused), begin)
    yield _Answer(PickableRow(f"{title}, another list", other, game.title), begin, names_list=True)
