"""Dialogs for starting a new batch and for choosing one of the known batches."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.files.storage import make_absolute
from engine.game.game import Game
from engine.values.parameter_schema import Value
from workbench.browser import recent_batches
from workbench.browser.recent_batches import RecentBatch
from workbench.commands import keymap
from workbench.features import navigation
from workbench.features.batch import batch_lines, batch_process
from workbench.features.batch.screen import BatchScreen
from workbench.paths.new_catalogue_name import explain_wrong_name, find_free_name
from workbench.paths.resources import parse_path, shorten_path
from workbench.text.batch_text import format_fill_counts
from workbench.text.quantity_text import format_count
from workbench.ui.dialogs import LinePrompt, make_number_check, parse_number
from workbench.ui.pick_list import PickableRow, PickRow
from workbench.ui.screen import finish_work

if TYPE_CHECKING:
    from workbench.ui.host import Host

DEFAULT_COUNT = 1_000
"""The number of levels that the dialog suggests."""


async def create_batch(app: Host, game: Game, settings: Mapping[str, Value]) -> None:
    """Ask for a number of levels and a file, then start a batch and show it.

    Call this in a worker.

    Raises:
        EngineError: The batch cannot be started.
    """
    wished = ", ".join(batch_lines.list_settings(game, settings))
    by = f"Parameters: {wished}" if wished else "Default parameters"
    question = f"How many levels of {game.title}? {by}."
    number = await app.push_screen_wait(
        LinePrompt(question, str(DEFAULT_COUNT), make_number_check(1, batch_process.MAX_COUNT))
    )
    if number is None:
        return
    proposed = shorten_path(find_free_name(make_absolute(app.browser.target_folder), game.name))
    name = await app.push_screen_wait(
        LinePrompt(
            "Save the levels to which catalogue?", proposed, explain_wrong_name, is_path=True
        )
    )
    if name is None:
        return
    catalogue = make_absolute(parse_path(name))
    goes_on = (
        f"It keeps running after you quit. {keymap.get_key_hint('app.batches')} lists batches."
    )

    async def start_process() -> None:
        await asyncio.to_thread(
            batch_process.start_batch, game, settings, parse_number(number), catalogue
        )
        # Report the start before pushing the screen, because another dialog may block the push.
        app.notify_screens(lambda screen: screen.update_file_status())
        app.show_message(f"Batch started. {goes_on}")

    app.show_message("Starting the batch ...")
    await finish_work(app, start_process())
    await app.push_screen(BatchScreen(catalogue))
    app.show_message(goes_on)


async def choose_batch(app: Host) -> None:
    """Let the user choose a known batch, and show it. Call this in a worker.

    The dialog also lists catalogues whose archive cells are being filled. If the user chooses one
    of these, show its archive instead.
    """
    folder = app.state.batches
    found = await asyncio.to_thread(
        lambda: [*map(recent_batches.read_recent, recent_batches.list_recent(folder))]
    )
    if not found:
        app.show_message(f"No batches yet. {keymap.get_key_hint('levels.batch')} starts one.")
        return
    rows = [PickableRow(each.catalogue.name, note=_format_note(each)) for each in found]
    at = await app.push_screen_wait(PickRow("Open which batch?", rows))
    if at is None:
        return
    batch = found[at]
    if batch.filling or not (batch.record or batch.problem):
        app.call_later(
            navigation.open_catalogue, app, batch.catalogue, batch.filling.get("archive", "")
        )
    else:
        await app.push_screen(BatchScreen(batch.catalogue))


def _format_note(batch: RecentBatch) -> str:
    """Return a short description of a batch's state and progress."""
    if batch.problem:
        return batch.problem.removeprefix(f"{batch.catalogue}: ")
    if batch.filling:
        record = batch.filling
        far = format_fill_counts(record)
        state = "paused" if record["paused"] else "running" if batch.is_running else "interrupted"
        return f"filling cells, {state}, {far}"
    if not batch.record:
        return "no batch in this catalogue"
    if batch.is_complete:
        return f"complete, {format_count(batch.record['accepted'], 'level')}"
    state = "interrupted" if batch.is_interrupted else "stopped"
    if batch.is_running:
        state = "paused" if batch.record["paused"] else "running"
    return f"{state}, {batch.share:.0%} of {format_count(batch.record['count'], 'level')}"
