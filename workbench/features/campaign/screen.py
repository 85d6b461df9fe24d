"""Between two levels of a campaign or of infinite play."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from textual.app import ComposeResult
from textual.timer import Timer

from engine.errors import EngineError
from engine.values.budget import Control
from engine.values.level import Level
from workbench.commands import Action, Command, keymap
from workbench.document.document import Document
from workbench.document.status import count
from workbench.features.campaign import journey as journeys
from workbench.features.campaign import words
from workbench.features.campaign.journey import Challenge, Journey
from workbench.features.campaign.pane import RunPane
from workbench.service.lanes import Outcome
from workbench.service.solving import Made, SolverService
from workbench.session.playing.playtest import Assignment
from workbench.ui.dialogs import Choose
from workbench.ui.keyline import KeyLine
from workbench.ui.screen import CommandScreen

LANE = "modes"
SAMPLES = 4
"""Looks a second at a list that is being put in order."""
WAIT = 0.05
"""Seconds between two looks at the kernels while they are waited for."""


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


class RunScreen(CommandScreen):
    """Tells how far a run has come, and makes its next level meanwhile.

    Args:
        note: what there is to say of it at first.
    """

    CONTEXTS = ("run",)

    def __init__(self, journey: Journey, note: str = "") -> None:
        super().__init__()
        self._journey = journey
        self._note = note
        self._ready: Ready | None = None
        self._trouble = ""
        self._rated = (0, 0)
        self._waits = False
        self._request = Control()
        self._sampling: Timer | None = None
        # One after the other, so that what was kept last is what stands.
        self._writer = ThreadPoolExecutor(1, "keeping-runs")

    def compose(self) -> ComposeResult:
        """The run and the keys."""
        yield RunPane(self.workbench.theme_glyphs)
        yield KeyLine(*self.CONTEXTS)

    def on_mount(self) -> None:
        """Begins to make the next level."""
        self._sampling = self.set_interval(1 / SAMPLES, self.renew, pause=True)
        self._prepare()
        if self._note:
            self.say(self._note)

    async def on_unmount(self) -> None:
        """Waits until all is kept."""
        # Not the lane: a run that took this one's place may have its level made there by now.
        self._request.cancel()
        await asyncio.to_thread(self._writer.shutdown)

    # Showing.

    def renew(self) -> None:
        """Shows how far the run and its next level have come."""
        self.query_one(RunPane).show(self._journey, self._news)
        self.refresh_keys()

    @property
    def _news(self) -> tuple[str, str]:
        key = keymap.key("run.next")
        if self._trouble:
            return self._trouble, "bad"
        if self._journey.over:
            return "", ""
        if self._ready is not None:
            return f"{key} plays {self._called(self._ready.challenge)}", "muted"
        done, total = self._rated
        if total:
            return f"putting the list in order: {done:,} of {total:,} levels", "muted"
        preparing = self._waits and self.workbench.solver.kernels.line(self._journey.game.name)
        return preparing or "making the level", "muted"

    def _called(self, challenge: Challenge, *, again: bool = False) -> str:
        called = words.again if again else words.challenge
        return called(self._journey, challenge)

    def offers(self, command: Command) -> bool:
        """Nothing is played when all levels are won."""
        return command.id != "run.next" or not self._journey.over

    def unavailable(self, command: Command) -> str | None:
        """There is no level to play while it is being made, and so on."""
        if command.id == "run.next":
            if self._journey.over:
                return "all levels are won"
            if self._ready is None:
                return self._trouble or "it is still being made"
        if command.id == "run.retry":
            if self._journey.last() is None:
                return "no level was won yet"
            if self._ready is None and not (self._journey.over or self._trouble):
                return "the next level is still being made"
        return None

    # Making levels.

    def _prepare(self) -> None:
        """Finds out the next level, and makes it."""
        self._ready, self._trouble, self._rated = None, "", (0, 0)
        solver, journey = self.workbench.solver, self._journey
        if journey.over:
            self.renew()
            return

        def upcoming(control: Control) -> Challenge:
            """Finds the next level, in a lane's thread."""

            def progress(done: int, total: int) -> None:
                """Note how many levels were rated."""
                if done == 0:
                    self._await_kernels(solver, control)
                self._rated = done, total

            return journey.upcoming(control, progress)

        def done(answer: Outcome[Challenge]) -> None:
            """Takes the outcome over to the thread of the app."""
            self.hop(lambda: self._found(answer))

        self._request = solver.background(upcoming, done, LANE)
        if self._sampling is not None:
            self._sampling.resume()
        self.renew()

    def _await_kernels(self, solver: SolverService, control: Control) -> None:
        """In a lane's thread: in plain Python the order of a list would take far longer."""
        self._waits = True
        kernels, game = solver.kernels, self._journey.game.name
        kernels.want(game)
        while kernels.state(game) in ("compiling", "loading"):
            control.require_going_on()
            time.sleep(WAIT)
        self._waits = False

    def _found(self, answer: Outcome[Challenge]) -> None:
        self._rated = (0, 0)
        if answer.value is None:
            self._failed(answer.error)
        else:
            self._make(answer.value, lambda ready: None, again=False)

    def _make(self, challenge: Challenge, then: Callable[[Ready], None], *, again: bool) -> None:
        """Makes a level, and goes on once it is there."""

        def arrived(answer: Outcome[Made]) -> None:
            """Begin the level that was made, or say why there is none."""
            if answer.value is None:
                self._failed(answer.error)
                return
            title = self._called(challenge, again=again)
            level = replace(answer.value.level, title=title[:1].upper() + title[1:])
            ready = Ready(challenge, level, again)
            self._settled()
            if not again:
                self._ready = ready
            self.renew()
            if self.is_active:
                then(ready)

        self._request = self.workbench.solver.generate(
            self._journey.game, challenge.seed, challenge.settings,
            lambda answer: self.hop(lambda: arrived(answer)), lane=LANE,
        )  # fmt: skip

    def _failed(self, error: str | None) -> None:
        self._settled()
        self._trouble = error or "stopped"
        self.renew()

    def _settled(self) -> None:
        if self._sampling is not None:
            self._sampling.pause()

    # Playing.

    def action_next(self) -> None:
        """Plays the next level."""
        if self._ready is not None:
            self._play(self._ready)

    def action_retry(self) -> None:
        """Plays the level won last once more; the next one waits."""
        last = self._journey.last()
        if last is not None:
            self._make(last, self._play, again=True)

    def _play(self, ready: Ready) -> None:
        journey = self._journey
        deaths = journey.run.all_deaths
        facts = (("before", count(deaths, "death")),) if deaths else ()

        def won(moves: tuple[str, ...], solution_shown: bool) -> None:
            """Keeps the win; of a level that is played again only one that was found."""
            if not ready.again:
                self._ready = None
                self._keep(lambda: journey.won(ready.challenge, ready.level, moves), self._prepare)
            elif not solution_shown:
                self._keep(lambda: journey.won_again(ready.level, moves))

        def keep(what: Callable[[], None]) -> None:
            """Keeps what happened before a win at once, whatever ends the level or the app."""
            if not ready.again:
                self._keep(what)

        died, shown = partial(keep, journey.died), partial(keep, journey.saw_solution)
        known = journey.run.solution_shown and not ready.again
        assignment = Assignment(won, died, shown, "go on", facts, known)
        self.workbench.open_play(Document(ready.level), assignment=assignment)

    def _keep(self, keep: Callable[[], None], then: Callable[[], None] | None = None) -> None:
        """Has something kept, in a thread."""

        def work() -> None:
            """Keeps it, and tells the app how that went."""
            error = ""
            try:
                keep()
            except EngineError as problem:
                error = str(problem)
                if not self.is_running:
                    self.workbench.last_words.append(f"workbench: {error}")
            self.hop(lambda: kept(error))

        def kept(error: str) -> None:
            """Goes on, or shows why it could not be kept."""
            if error:
                self._trouble = error
                if not self.is_active:
                    self.workbench.say(error, "bad")
            elif then is not None:
                then()
            self.renew()

        try:
            self._writer.submit(work)
        except RuntimeError:  # the app ends, and the screen of the level outlives this one
            work()

    # The run itself.

    def commands(self) -> Mapping[str, Action]:
        """What is done with the run itself."""
        return {
            "run.repeat": lambda: self.ask(self._repeat()),
            "run.remove": lambda: self.ask(self._remove()),
            "run.back": self.dismiss,
        }

    async def _repeat(self) -> None:
        """Begins a run with the same seed in place of this one, which is kept."""
        state = self.workbench.keeper.state
        journey = await asyncio.to_thread(journeys.repeated, self._journey, state)
        self.app.switch_screen(RunScreen(journey, "a new run with the same seed"))

    async def _remove(self) -> None:
        """Forgets the run after asking."""
        levels = count(len(self._journey.run.played), "level")
        question = f"Forget this run, with {levels} won?"
        if await self.app.push_screen_wait(Choose(question, [("f", "Forget it")])) is None:
            return
        await asyncio.to_thread(self._journey.remove)
        self.dismiss()
