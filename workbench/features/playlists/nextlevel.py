"""The next level of a run, found and made in the background, for the app and for plain mode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.values.budget import Control
from engine.values.level import Level
from workbench.features.playlists import run_words
from workbench.features.playlists.journey import Challenge, Journey
from workbench.service.lanes import Outcome
from workbench.service.solving import Made, SolverService
from workbench.session.verdicts import Hop, through
from workbench.text.status import capitalized

LANE = "modes"


@dataclass(frozen=True, slots=True)
class Ready:
    """A level that can be played.

    Attributes:
        challenge: what it is made of.
        level: the level, solved.
        again: it is not the next one, but the one won last.
    """

    challenge: Challenge
    level: Level
    again: bool


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
        self.ready: Ready | None = None
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

    def _upcoming(self, control: Control) -> Challenge:
        """Finds out the next level, in a lane's thread."""

        def progress(done: int, total: int) -> None:
            """Notes how many levels were rated."""
            self.rated = done, total

        return self._journey.upcoming(control, progress)

    def _found(self, answer: Outcome[Challenge]) -> None:
        self.rated = (0, 0)
        if answer.value is None:
            self._failed(answer.error)
        else:
            self.make(answer.value)

    def make(self, challenge: Challenge, again: Callable[[Ready], None] | None = None) -> None:
        """Makes the next level, or the one won last: then ``again`` is called with it."""
        self.making = True

        def arrived(answer: Outcome[Made]) -> None:
            """Hands over the level that was made, or says why there is none."""
            if answer.value is None:
                self._failed(answer.error)
                return
            anew = again is not None
            title = capitalized(run_words.challenge(self._journey, challenge, again=anew))
            ready = Ready(challenge, replace(answer.value.level, title=title), anew)
            self.making = False
            if again is None:
                self.ready = ready
            else:
                again(ready)
            self._changed()

        game, seed, settings = self._journey.game, challenge.seed, challenge.settings
        done = through(self.hop, arrived)
        self._request = self._solver.generate(game, seed, settings, done, lane=LANE)

    def _failed(self, error: str | None) -> None:
        self.making, self.trouble = False, error or "stopped"
        self._changed()
