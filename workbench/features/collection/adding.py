"""The levels of a gallery on their way into a catalogue, in the background of the app."""

from __future__ import annotations

import contextlib
import time
from functools import partial
from pathlib import Path

from engine.catalogue.importing import Facts, facts_of
from engine.values.budget import Control
from engine.values.level import Level
from workbench.features.collection.cataloguing import Added, add_levels, marked_levels
from workbench.features.collection.gallery import Gallery
from workbench.folders.resources import brief
from workbench.service.lanes import Outcome
from workbench.service.tasks import CallTask
from workbench.text.status import count
from workbench.ui.host import Host

LANE = "cataloguing"
EVERY = 0.5
"""Seconds after which it is said again how far it is."""


class Adding:
    """Adds all levels of galleries to catalogues, one after the other.

    It goes on when the gallery is left, and is reported on whatever screen there is.
    """

    def __init__(self, app: Host) -> None:
        self._app = app

    @property
    def busy(self) -> bool:
        """Whether levels are being added."""
        return self._app.solver.running(LANE) is not None

    def stop(self) -> bool:
        """Adds no more; False if none were being added."""
        busy = self.busy
        self._app.solver.stop(LANE)
        return busy

    def begin(self, gallery: Gallery, path: Path) -> None:
        """Adds the levels that a gallery has now."""
        levels, solver = [*marked_levels(gallery)], self._app.solver
        begun = f"adding {count(len(levels), 'level')} to {brief(path)}"
        said, rated = time.monotonic(), 0

        def job(control: Control) -> Added:
            """Rates level after level; what ends it ends between two."""
            return add_levels(path, levels, partial(facts, control))

        def facts(control: Control, level: Level) -> Facts:
            """All facts of a level; says now and then how many were rated before it."""
            nonlocal rated, said
            if time.monotonic() - said > EVERY:
                said = time.monotonic()
                self._hop(partial(self._app.say, f"{begun}: {rated} rated"))
            found = solver.run(CallTask(level.game, partial(facts_of, level)), control)
            control.require_going_on()
            rated += 1
            return found

        def ended(outcome: Outcome[Added]) -> None:
            """In the lane's thread: hands it over."""
            self._hop(partial(self._ended, path, outcome))

        self._app.say(begun)
        solver.background(job, ended, LANE)

    def _hop(self, act: partial[None]) -> None:
        """Does something in the UI thread."""
        with contextlib.suppress(RuntimeError):  # the app has ended meanwhile
            self._app.call_later(act)

    def _ended(self, path: Path, outcome: Outcome[Added]) -> None:
        if outcome.error is not None:
            self._app.say(outcome.error, "bad")
        elif outcome.value is None:
            self._app.say(f"stopped; what was added to {brief(path)} is there", "warning")
        else:
            self._app.say(f"{outcome.value}: {brief(path)}", "good")
        self._app.notify_screens(lambda screen: screen.file_seen())
