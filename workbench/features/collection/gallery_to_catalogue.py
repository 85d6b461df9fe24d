"""The export of a gallery's levels to a catalogue, where the decisions become tags."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.catalogue.annotation import AnnotationEdit
from engine.catalogue.importer import FactTable, add_level, compute_facts, open_for_import
from engine.values.budget import Control
from engine.values.level import Level
from workbench.features.collection.gallery_model import Gallery
from workbench.paths.resources import shorten_path
from workbench.service.job_slots import Outcome
from workbench.text.quantity_text import format_added, format_count
from workbench.ui.wall.wall import Choice

if TYPE_CHECKING:
    from workbench.ui.host import Host

JOB_NAME = "cataloguing"
REPORT_INTERVAL = 0.5
"""The time, in seconds, between two progress reports."""
_ANNOTATIONS: Mapping[Choice | None, AnnotationEdit] = {
    "kept": AnnotationEdit(tags=("kept",), untags=("rejected",)),
    "rejected": AnnotationEdit(tags=("rejected",), untags=("kept",)),
    "": AnnotationEdit(untags=("kept", "rejected")),
    None: AnnotationEdit(),
}
"""The annotation edit for each decision; the key None means that no decision was ever made."""

_RANKS: Mapping[Choice | None, int] = {"kept": 0, "rejected": 2}


def list_annotated_levels(gallery: Gallery) -> Iterator[tuple[Level, AnnotationEdit]]:
    """Yield a gallery's levels and their annotations, leaving out symmetric duplicates.

    Of several levels that are equal up to symmetry, only one is yielded. Kept levels are preferred,
    then undecided ones.
    """
    # Levels with the same key are equal up to symmetry.
    same: dict[str, list[int]] = {}
    for number, alike in enumerate(gallery.stack_keys):
        same.setdefault(alike["board"], []).append(number)
    for numbers in same.values():
        choices = {n: gallery.choices.get(n) for n in numbers}
        number = min(numbers, key=lambda n: _RANKS.get(choices[n], 1))
        yield gallery.items[number].level, _ANNOTATIONS[choices[number]]


def add_levels(
    path: Path,
    levels: Iterable[tuple[Level, AnnotationEdit]],
    facts: Callable[[Level], FactTable],
) -> str:
    """Add levels and their annotations to a catalogue, creating the file if necessary.

    This solves every level, so call it in a background thread.

    Args:
        path: The path of the catalogue.
        levels: The levels to add, each paired with the edit that annotates it.
        facts: A function that computes all facts of a level. If it raises an error, the export
            ends, but levels added before remain in the catalogue.

    Returns:
        A message that says how many levels were added and how many were already there.

    Raises:
        EngineError: The file cannot be written, is not a catalogue, or belongs to a batch.
    """
    with open_for_import(path) as catalogue:
        added = [add_level(catalogue, level, facts, marks) for level, marks in levels]
    return format_added(added)


def is_adding(app: Host) -> bool:
    """Return True if a gallery's levels are being added to a catalogue."""
    return app.solver.get_control(JOB_NAME) is not None


def stop_adding(app: Host) -> bool:
    """Stop adding levels to a catalogue, and return whether any were being added."""
    busy = is_adding(app)
    app.solver.cancel_job(JOB_NAME)
    return busy


def begin_adding(app: Host, gallery: Gallery, path: Path) -> None:
    """Start a background job that adds a gallery's current levels to a catalogue.

    The job continues if the gallery is closed. Its messages appear on whatever screen is shown.
    """
    levels, solver = [*list_annotated_levels(gallery)], app.solver
    begun = f"Adding {format_count(len(levels), 'level')} to {shorten_path(path)}"
    said, rated = time.monotonic(), 0

    def add_all(control: Control) -> str:
        return add_levels(path, levels, partial(rate_level, control))

    def rate_level(control: Control, level: Level) -> FactTable:
        nonlocal rated, said
        if time.monotonic() - said > REPORT_INTERVAL:
            said = time.monotonic()
            run_in_app(partial(app.show_message, f"{begun}: {rated} rated so far."))
        found = solver.run_task(partial(compute_facts, level), control)
        # A job that has been stopped must not add a level whose facts are incomplete.
        control.raise_if_cancelled()
        rated += 1
        return found

    def run_in_app(act: partial[None]) -> None:
        # The app may have exited in the meantime.

        with contextlib.suppress(RuntimeError):
            app.call_later(act)

    def hand_over(outcome: Outcome[str]) -> None:
        run_in_app(partial(_report_end, app, path, outcome))

    app.show_message(f"{begun} ...")
    solver.run_in_background(add_all, hand_over, JOB_NAME)


def _report_end(app: Host, path: Path, outcome: Outcome[str]) -> None:
    if outcome.error is not None:
        app.show_message(outcome.error, "bad")
    elif outcome.value is None:
        app.show_message(
            f"Stopped. Levels already added to {shorten_path(path)} are kept.", "warning"
        )
    else:
        app.show_message(f"{outcome.value} ({shorten_path(path)}).", "good")
    app.notify_screens(lambda screen: screen.update_file_status())
