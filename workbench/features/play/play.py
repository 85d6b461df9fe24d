"""Playing a level by hand: hints, warnings and a timer for those who want them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.timer import Timer

from engine.game import registry
from engine.game.playthrough import Playthrough
from engine.game.position import Position
from workbench.commands import Command, keymap
from workbench.document.document import Document
from workbench.features.play import motion, telling
from workbench.features.play.board import PlayBoardScreen
from workbench.features.play.recordings import RecordingsScreen
from workbench.features.play.states import PlayStates
from workbench.features.play.words import Words
from workbench.service.solving import Snapshot, SolverService
from workbench.session.playing.advice import LANE, Advice
from workbench.session.playing.hints import DEGREES
from workbench.session.playing.keeping import RecordKeeper
from workbench.session.playing.playtest import Assignment, Playtest


class PlayScreen(PlayStates):
    """Plays one level, of which nothing changes, and records what the player does.

    Attributes:
        level: the level.
        advice: the way to a win, as far as it is known.
        session: what is played and recorded.
        keeper: where the records are.
    """

    CONTEXTS: ClassVar[tuple[str, ...]] = ("play",)
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bindings("play")]

    def __init__(
        self,
        document: Document,
        answer: Snapshot | None = None,
        assignment: Assignment | None = None,
    ) -> None:
        """Prepares the screen.

        Args:
            document: the level.
            answer: what is known of its board already, with a guide to its positions; None to
                have it searched.
            assignment: why the level is played; None if nothing is to be reported.
        """
        self.level = document.level
        super().__init__(registry.get(self.level.game))
        self.advice = Advice(self.game, self.level, self._advised)
        if answer is not None:
            self.advice.take(answer)
        self.session = Playtest(self.game, self.level, self.advice, assignment=assignment)
        self.keeper = RecordKeeper(self.level, document.path)
        self._solution_shown = False
        self._recordings: int | None = None
        self._writing: set[asyncio.Future[str]] = set()
        self._clock: Timer | None = None
        self._solver: SolverService | None = None
        self._unlisten: Callable[[], None] | None = None

    def on_mount(self) -> None:
        """Has the board solved, and looks for earlier records."""
        self.session.aiming = self.workbench.play_switches.aiming
        solver = self.workbench.solver
        if solver is None:
            solver = SolverService()
            solver.start()
        self._solver = solver
        self._unlisten = solver.listen(lambda: self._hop(self._kernels_changed))
        self._clock = self.set_interval(1, self._tick, pause=True)
        self._run_clock()
        self.advice.ask(solver, self._hop)
        self.run_worker(self._count_recordings(), group="recordings")

    async def on_unmount(self) -> None:
        """Writes what was played, and stops what still runs for this screen."""
        if self._unlisten is not None:
            self._unlisten()
        if self._solver is not None:
            self._solver.stop(LANE)
            if self._solver is not self.workbench.solver:
                self._solver.close()
        self._leave()
        for message in await asyncio.gather(*self._writing):
            if message:
                self.workbench.last_words.append(f"workbench: {message}")

    @property
    def run(self) -> Playthrough:
        """The moves made."""
        return self.session.run

    def position(self) -> Position:
        """Where play stands."""
        return self.run.position

    def words(self) -> Words:
        """Numbers, news, hints and moves."""
        host = self.workbench
        return telling.playing(
            self.session,
            host.play_switches,
            host.link,
            host.theme_glyphs,
            solution=self._solution_shown,
            recordings=self._recordings,
        )

    # Commands.

    def unavailable(self, command: Command) -> str | None:
        """Nothing can be undone at the start, and so on."""
        if command.id in ("play.undo", "play.restart") and not self.run.moves:
            return "no move was made" if command.id == "play.undo" else "at the start already"
        if command.id == "play.redo" and not self.run.can_redo:
            return "nothing was undone"
        if command.id == "play.motion":
            return motion.refused(self.workbench.link)
        if command.id == "play.solution" and self.advice.solution is None:
            return "still searching" if self.advice.searching else "none is known"
        if command.id == "play.aim" and not self.game.play.aims:
            return "one win is as good as another here"
        if command.id == "play.onward":
            return self._no_onward
        if command.id == "play.states":
            return self.no_states
        return self._no_hint() if command.id == "play.hint" else None

    @property
    def _no_onward(self) -> str | None:
        """Why there is nothing to go on to; None if there is."""
        assignment = self.session.assignment
        if assignment is None or not assignment.onward:
            return "nothing follows this level"
        return None if self.session.status == "won" else "it is not won yet"

    def _no_hint(self) -> str | None:
        if self.session.status == "won":
            return "it is won"
        if self.session.degree == DEGREES:
            return "that is all there is to say here"
        if self.session.tip is None and self.session.course.prospect is None:
            if self.advice.reasoning is not None:
                return "nothing more follows by the rules of deduction"
            return self.advice.unknown
        return None

    def action_up(self) -> None:
        """Moves up."""
        self._move("up")

    def action_down(self) -> None:
        """Moves down."""
        self._move("down")

    def action_left(self) -> None:
        """Moves left."""
        self._move("left")

    def action_right(self) -> None:
        """Moves right."""
        self._move("right")

    def _move(self, direction: str) -> None:
        step = self.session.move(direction)
        if step is not None and step.changed:
            self.move_through([step.before, *step.between, step.after])
        self._done()

    def action_undo(self) -> None:
        """Takes the last move back."""
        self.session.undo()
        self._done()

    def action_redo(self) -> None:
        """Makes the undone move again."""
        self.session.redo()
        self._done()

    def action_restart(self) -> None:
        """Goes back to the start."""
        self.session.restart()
        self._done()

    def action_hint(self) -> None:
        """Gives a hint, or one that says more."""
        self.session.hint()
        self._done()

    def action_solution(self) -> None:
        """Shows or hides the solution."""
        self._solution_shown = not self._solution_shown
        if self._solution_shown:
            self.session.show_solution()
        self.renew()

    def action_aim(self) -> None:
        """Has hints lead to a better kind of win, or to any."""
        switches = self.workbench.play_switches
        switches.aiming = not switches.aiming
        self.session.aim(high=switches.aiming)
        self.renew()

    def action_warnings(self) -> None:
        """Tells being off track and dead ends unasked, or no longer."""
        switches = self.workbench.play_switches
        switches.warnings = not switches.warnings
        self.renew()

    def action_timer(self) -> None:
        """Shows the time, or no longer."""
        switches = self.workbench.play_switches
        switches.timer = not switches.timer
        self._done()

    def action_motion(self) -> None:
        """Animates moves, or no longer."""
        switches = self.workbench.play_switches
        switches.motion = not switches.motion
        self.renew()

    def action_recordings(self) -> None:
        """Shows what was played here before."""
        self.app.push_screen(
            RecordingsScreen(self.level, self.keeper, self.advice, self.session.show_solution)
        )

    def action_back(self) -> None:
        """Back to where play was started from; leaves the app if that was the shell."""
        if len(self.app.screen_stack) > 2:
            # Before the screen goes, so that trouble is told on the one that comes.
            self._leave()
            self.dismiss()
        else:
            self.app.exit(0)

    def action_onward(self) -> None:
        """Leaves for what follows a win."""
        self._leave()
        self.dismiss()

    def _leave(self) -> None:
        self.session.leave()
        self._write_due()

    def _done(self) -> None:
        """Something was done by the player."""
        self._write_due()
        self._run_clock()
        self.renew()

    # The player's presence.

    async def action_command(self, command_id: str) -> None:
        """Does a command; the player is there."""
        self._touched()
        await super().action_command(command_id)

    def on_key(self, event: events.Key) -> None:
        """The player is there."""
        self._touched()

    def _touched(self) -> None:
        self.session.recorder.touch()
        self._run_clock()

    def _run_clock(self) -> None:
        if self._clock is not None and self.workbench.play_switches.timer and self.session.ticking:
            self._clock.resume()

    def _tick(self) -> None:
        if self._clock is None:
            return
        if not (self.workbench.play_switches.timer and self.session.ticking):
            self._clock.pause()
        if self.is_current:
            self.renew()

    # The solver.

    def _kernels_changed(self) -> None:
        if self._solver is not None and self._solver.ready(self.session.game):
            self.advice.ask(self._solver, self._hop)

    def _advised(self) -> None:
        if self.advice.searching:
            self._kernels_changed()  # it became ready while the helper searched
        for screen in self.app.screen_stack:
            if isinstance(screen, PlayBoardScreen | RecordingsScreen) and screen.is_mounted:
                screen.renew()

    # Records.

    async def _count_recordings(self) -> None:
        found, wrong = await asyncio.to_thread(self.keeper.read)
        self._recordings = len(found)
        self.renew()
        for message in wrong:
            self.workbench.say(message, "bad")

    def _write_due(self) -> None:
        """Writes every record that is due, in a thread."""
        while self.session.due:
            record = self.session.due.pop(0)
            loop = asyncio.get_running_loop()
            writing = loop.run_in_executor(None, self.keeper.keep, record)
            self._writing.add(writing)
            writing.add_done_callback(self._written)

    def _written(self, writing: asyncio.Future[str]) -> None:
        if not self.is_running:
            return
        self._writing.discard(writing)
        if writing.result():
            self.workbench.say(writing.result(), "bad")
        if self._recordings is not None:
            self._recordings += 1
        if self.is_attached:
            self.renew()
