"""The levels of galleries in a catalogue: all of them, with what was decided about each as tags."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.catalogue.importing import Facts, add_level, facts_of, importing
from engine.catalogue.marking import Marks
from engine.values.budget import Control
from engine.values.level import Level
from workbench.features.collection.gallery import Gallery
from workbench.folders.resources import brief
from workbench.service.lanes import Outcome
from workbench.text.status import added_words, count
from workbench.ui.wall.wall import Choice

if TYPE_CHECKING:
    from workbench.ui.host import Host

LANE = "cataloguing"
EVERY = 0.5
"""Seconds after which it is said again how far it is."""
_SAID: Mapping[Choice | None, Marks] = {
    "kept": Marks(tags=("kept",), untags=("rejected",)),
    "rejected": Marks(tags=("rejected",), untags=("kept",)),
    "": Marks(untags=("kept", "rejected")),
    None: Marks(),
}
"""What a catalogue records of a level by what was decided about it; None: nothing ever was."""

_RANKS: Mapping[Choice | None, int] = {"kept": 0, "rejected": 2}


def marked_levels(gallery: Gallery) -> Iterator[tuple[Level, Marks]]:
    """Each level of a gallery, one of those that are the same up to symmetry, and its marks.

    Of these one that is kept goes before one that is not rejected, and that before the others.
    """
    same: dict[str, list[int]] = {}
    for number, alike in enumerate(gallery.alike):
        same.setdefault(alike["board"], []).append(number)
    for numbers in same.values():
        choices = {n: gallery.choices.get(n) for n in numbers}
        number = min(numbers, key=lambda n: _RANKS.get(choices[n], 1))
        yield gallery.exhibits[number].level, _SAID[choices[number]]


def add_levels(
    path: Path,
    levels: Iterable[tuple[Level, Marks]],
    facts: Callable[[Level], Facts],
) -> str:
    """Add levels with their marks to a catalogue, which is made if it is not there. Slow.

    Args:
        path: the catalogue.
        levels: to be added.
        facts: gives all facts of a level; what ends all, of which what is done stays.

    Returns:
        How many were added and how many were there already, in words.

    Raises:
        EngineError: it cannot be written, is no catalogue, or is that of a batch.
    """
    with importing(path) as catalogue:
        added = [add_level(catalogue, level, facts, marks) for level, marks in levels]
    return added_words(added)


def is_adding(app: Host) -> bool:
    """Whether levels of a gallery are being added to a catalogue."""
    return app.solver.running(LANE) is not None


def stop_adding(app: Host) -> bool:
    """Add no more; return False if none were being added."""
    busy = is_adding(app)
    app.solver.stop(LANE)
    return busy


def begin_adding(app: Host, gallery: Gallery, path: Path) -> None:
    """Add the levels that a gallery has now to a catalogue, in the background of the app.

    It goes on when the gallery is left, and is reported on whatever screen there is.
    """
    levels, solver = [*marked_levels(gallery)], app.solver
    begun = f"adding {count(len(levels), 'level')} to {brief(path)}"
    said, rated = time.monotonic(), 0

    def job(control: Control) -> str:
        """Rates level after level; what ends it ends between two."""
        return add_levels(path, levels, partial(facts, control))

    def facts(control: Control, level: Level) -> Facts:
        """All facts of a level; says now and then how many were rated before it."""
        nonlocal rated, said
        if time.monotonic() - said > EVERY:
            said = time.monotonic()
            hop(partial(app.say, f"{begun}: {rated} rated"))
        found = solver.run(partial(facts_of, level), control)
        control.require_going_on()
        rated += 1
        return found

    def hop(act: partial[None]) -> None:
        """Does something in the UI thread."""
        with contextlib.suppress(RuntimeError):  # the app has ended meanwhile
            app.call_later(act)

    def ended(outcome: Outcome[str]) -> None:
        """In the lane's thread: hands it over."""
        hop(partial(_report_end, app, path, outcome))

    app.say(begun)
    solver.background(job, ended, LANE)


def _report_end(app: Host, path: Path, outcome: Outcome[str]) -> None:
    if outcome.error is not None:
        app.say(outcome.error, "bad")
    elif outcome.value is None:
        app.say(f"stopped; what was added to {brief(path)} is there", "warning")
    else:
        app.say(f"{outcome.value}: {brief(path)}", "good")
    app.notify_screens(lambda screen: screen.file_seen())
