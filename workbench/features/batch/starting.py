"""Beginning a batch, and choosing one that was begun."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.files.storage import absolute
from engine.game.game import Game
from engine.values.parameters import Value
from workbench.browser import batches
from workbench.browser.batches import KnownBatch
from workbench.commands import keymap
from workbench.features import navigation
from workbench.features.batch import process, words
from workbench.features.batch.screen import BatchScreen
from workbench.folders.catalogues import free_name, wrong_name
from workbench.folders.resources import as_path, brief
from workbench.text.batched import far_words
from workbench.text.status import count
from workbench.ui.dialogs import Ask, number_between, number_of
from workbench.ui.lists import PickableRow, PickRow
from workbench.ui.screen import finish_work

if TYPE_CHECKING:
    from workbench.ui.host import Host

USUAL = 1_000
"""Levels that are proposed."""


async def begin(app: Host, game: Game, settings: Mapping[str, Value]) -> None:
    """Asks for the number of levels and a file, begins a batch and shows it. For a worker.

    Raises:
        EngineError: the batch was refused.
    """
    wished = ", ".join(words.wishes(game, settings))
    by = f"Set: {wished}" if wished else "By the usual parameters"
    question = f"How many levels of {game.title}? {by}."
    number = await app.push_screen_wait(Ask(question, str(USUAL), number_between(1, process.MOST)))
    if number is None:
        return
    proposed = brief(free_name(absolute(app.browser.target_folder), game.name))
    name = await app.push_screen_wait(Ask("Into which catalogue?", proposed, wrong_name, path=True))
    if name is None:
        return
    catalogue = absolute(as_path(name))
    goes_on = f"it goes on without the app, too; {keymap.key('app.batches')} finds it again"

    async def start() -> None:
        """Start it, and say where it is found: its screen comes only if nothing else is asked."""
        await asyncio.to_thread(process.begin, game, settings, number_of(number), catalogue)
        app.notify_screens(lambda screen: screen.file_seen())
        app.say(f"the batch has begun; {goes_on}")

    app.say("starting the batch")
    await finish_work(app, start())
    await app.push_screen(BatchScreen(catalogue))
    app.say(goes_on)


async def choose(app: Host) -> None:
    """Asks which batch to look at, of those that were begun, and shows it. For a worker.

    Where cells are being filled, that is shown: the grid of the catalogue.
    """
    folder = app.state.batches
    found = await asyncio.to_thread(lambda: [*map(batches.look, batches.known(folder))])
    if not found:
        app.say(f"no batch was begun yet: {keymap.key('levels.batch')} begins one")
        return
    rows = [PickableRow(each.catalogue.name, note=_note(each)) for each in found]
    at = await app.push_screen_wait(PickRow("Look at which batch?", rows))
    if at is None:
        return
    batch = found[at]
    if batch.filling or not (batch.record or batch.problem):
        app.call_later(
            navigation.open_catalogue, app, batch.catalogue, batch.filling.get("archive", "")
        )
    else:
        await app.push_screen(BatchScreen(batch.catalogue))


def _note(batch: KnownBatch) -> str:
    """How far a batch has come, in a few words."""
    if batch.problem:
        return batch.problem.removeprefix(f"{batch.catalogue}: ")
    if batch.filling:
        record = batch.filling
        far = far_words(record)
        stands = "paused" if record["paused"] else "goes on" if batch.going_on else "cut short"
        return f"cells being filled, {stands}, {far}"
    if not batch.record:
        return "no batch, no cell being filled"
    if batch.complete:
        return f"complete, {count(batch.record['accepted'], 'level')}"
    stands = "cut short" if batch.cut_short else "stopped"
    if batch.going_on:
        stands = "paused" if batch.record["paused"] else "goes on"
    return f"{stands}, {batch.share:.0%} of {count(batch.record['count'], 'level')}"
