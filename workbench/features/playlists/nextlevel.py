"""The next level of a run, found and made in the background, for the app and for plain mode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.playlists.pack import PlaylistEntry
from engine.values.budget import Control
from workbench.features.playlists import run_words
from workbench.features.playlists.journey import Journey
from workbench.service.lanes import Outcome
from workbench.service.solving import Made, SolverService
from workbench.session.verdicts import Hop, through
from workbench.text.status import capitalized

LANE = "modes"


class NextLevel:
    """Makes the next level of a run, and the one won last again.

    Args:
        journey: the run with its list.
        solver: makes the levels.
        hop: runs a function in the thread of the user, from any thread.
        changed: called in that thread when there is something to show.

    Attributes:
        hop: the same.
        ready: the next level; None while it is not there.
        trouble: why there is none, or why what was played is not kept; empty if all is well.
        rated: how many levels of the list have been put in order, and of how many.
        making: whether a level is being made.
    """

    def __init__(
        self, journey: Journey, solver: SolverService, hop: Hop, changed: Callable[[], None]
    ) -> None:
        self.ready: PlaylistEntry | None = None
        self.trouble = ""
        self.rated = (0, 0)
        self.making = False
        self.hop = hop
        self._journey, self._solver, self._changed = journey, solver, changed
        self._request = Control()

    def prepare(self) -> None:
        """Finds out the next level, and makes it; of a run that is over there is none."""
        self.ready, self.trouble, self.rated = None, "", (0, 0)
        self.making = not self._journey.over
        if self.making:
            found = through(self.hop, self._found)
            self._request = self._solver.background(self._upcoming, found, LANE)
        self._changed()

    def cancel(self) -> None:
        """Gives up what was asked for here, whatever else runs in the lane by then."""
        self._request.cancel()

    def _upcoming(self, control: Control) -> PlaylistEntry:
        """Finds out the next level, in a lane's thread."""

        def progress(done: int, total: int) -> None:
            """Notes how many levels were rated."""
            self.rated = done, total

        return self._journey.upcoming(control, progress)

    def _found(self, answer: Outcome[PlaylistEntry]) -> None:
        self.rated = (0, 0)
        if answer.value is None:
            self._failed(answer.error)
        else:
            self.make(answer.value)

    def make(
        self, entry: PlaylistEntry, again: Callable[[PlaylistEntry], None] | None = None
    ) -> None:
        """Makes the next level, or the one won last: then ``again`` is called with it."""
        self.making = True

        def arrived(answer: Outcome[Made]) -> None:
            """Hands over the level that was made, or says why there is none."""
            if answer.value is None:
                self._failed(answer.error)
                return
            words = run_words.challenge(self._journey, entry, again=again is not None)
            level = replace(answer.value.level, title=capitalized(words))
            ready = replace(entry, level=level)
            self.making = False
            if again is None:
                self.ready = ready
            else:
                again(ready)
            self._changed()

        done = through(self.hop, arrived)
        self._request = self._solver.generate(
            self._journey.game, entry.seed, entry.settings, done, lane=LANE
        )

    def _failed(self, error: str | None) -> None:
        self.making, self.trouble = False, error or "stopped"
        self._changed()
