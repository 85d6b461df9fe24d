"""Playing a level by hand: hints, warnings and a timer for those who want them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from textual import events, on
from textual.app import ComposeResult
from textual.timer import Timer

from engine.errors import EngineError
from engine.evaluation.intended import pinned
from engine.game import registry
from engine.game.game import Game
from engine.search.solved import Solved
from workbench.commands import Action, Command, keymap, refused
from workbench.document.document import Document
from workbench.features import navigation
from workbench.features.play import motion, playtext
from workbench.features.play.inputs import STEPS, PlayInput
from workbench.features.play.placing import PlacingInput
from workbench.features.play.recordings import RecordingsScreen
from workbench.features.play.replay import ReplayScreen
from workbench.features.play.states import PlayStates
from workbench.features.play.steering import SteeringInput
from workbench.features.play.table import PlayTable
from workbench.features.play.writing import RecordWriter
from workbench.service.lanes import Outcome
from workbench.session.playing.advice import LANE, Advice
from workbench.session.playing.commands import play_commands
from workbench.session.playing.keeping import RecordKeeper
from workbench.session.playing.playtest import Assignment, Playtest
from workbench.terminal.screens import add_bindings
from workbench.text.intended import TITLE
from workbench.ui.boards.board import BoardView
from workbench.ui.graph.pane import StatesPane
from workbench.ui.host import Switches
from workbench.ui.screen import CommandScreen

WIDE = 120
"""Columns from which there is room for the picture of the states beside the board."""
_SWITCHES = ("warnings", "timer", "motion")


class PlayScreen(CommandScreen):
    """Plays one level, of which nothing changes, and records what the player does.

    Args:
        document: the level.
        answer: what is known of its board already, with a guide to its positions; None to have it
            searched.
        assignment: why the level is played; None if nothing is to be reported.
    """

    AUTO_FOCUS = ""  # a cursor is moved by the input, not by the board
    CONTEXTS: tuple[str, ...] = ("play",)
    DEFAULT_CSS = """
    PlayScreen StatesPane { dock: right; width: 50%; height: 1fr; display: none; }
    PlayScreen.-states StatesPane { display: block; }
    """

    def __init__(
        self,
        document: Document,
        answer: Outcome[Solved] | None = None,
        assignment: Assignment | None = None,
    ) -> None:
        super().__init__()
        self.document = document
        self.level = document.level
        game = registry.get(self.level.game)
        self.advice = Advice(game, self.level, self._advised)
        if answer is not None:
            self.advice.take(answer)
        self.session = Playtest(game, self.level, self.advice, assignment=assignment)
        self.input = _input_of(game)(self.session, self, self.done)
        self.CONTEXTS = (*self.input.contexts, "play")
        add_bindings(self, keymap.bindings(*self.input.contexts))
        self._keeper = RecordKeeper(self.level, document.path)
        self.records = RecordWriter(self.session, self._keeper, self._recorded)
        self._moves = play_commands(self.session)
        self._states = PlayStates(self.session, self.hop, self.renew)
        self._solution_shown = self._opened_states = False
        self._clock: Timer | None = None

    def contents(self) -> ComposeResult:
        """The board, the words and the picture of the states."""
        states = StatesPane(id="states", classes="pane")
        yield PlayTable(self.session.game, states)

    def on_mount(self) -> None:
        """Shows the board, has it solved, and looks for earlier records."""
        self.session.aiming = self.switches.aiming
        self.session.limit_visibility(limited=self.switches.faces)
        self.input.begin()
        solver = self.workbench.solver
        self._clock = self.set_interval(1, self._tick, pause=True)
        self._run_clock()
        self.advice.ask(solver, self.hop)
        self.run_worker(self.records.find(), group="recordings")
        self.on_resize()

    def finish_writing(self) -> None:
        """Waits until what was played is written."""
        self.records.finish_writing()

    async def on_unmount(self) -> None:
        """Writes what was played, and stops what still runs for this screen."""
        self.workbench.solver.stop(LANE)
        self._leave()
        for message in await self.records.finish():
            self.workbench.last_words.append(f"workbench: {message}")

    @property
    def table(self) -> PlayTable:
        """The board with its words."""
        return self.query_one(PlayTable)

    @property
    def switches(self) -> Switches:
        """What the player has switched on or off."""
        return self.workbench.play_switches

    @property
    def _beside(self) -> bool:
        """Whether the picture of the states is beside the board."""
        return self.switches.states and self.app.size.width >= WIDE

    def on_resize(self) -> None:
        """Gives the board and the picture of the states the most room again."""
        self.set_class(self._beside, "-states")
        width, height = self.app.size
        room = width - width // 2 if self._beside else width
        self.table.make_room(self.input.position(), (room, height))
        self.renew()

    def renew(self) -> None:
        """Shows the present position, unless pieces are on their way there, and the words."""
        text = playtext.playing(
            self.session, self.workbench, self.records.count, solution=self._solution_shown
        )
        marks, arrows = self.input.marks(), self.input.arrows()
        self.table.show(self.input.position(), self.input.extended(text), marks, arrows)
        self.key_line.renew()
        self._run_clock()
        if self._beside:
            self._states.show(self.query_one(StatesPane), self.workbench.solver)

    def offers(self, command: Command) -> bool:
        """The input knows what its game has."""
        return self.input.offers(command)

    def unavailable(self, command: Command) -> str | None:
        """Nothing can be undone at the start, and so on."""
        if command.id == "play.motion":
            return motion.refused(self.workbench.link)
        if command.id == "play.solution" and self.advice.solution is None:
            return "still searching" if self.advice.searching else "none is known"
        if command.id in ("play.onward", "play.pin"):
            return self.session.no_onward if command.id == "play.onward" else self._no_pin
        if command.id == "play.states":
            return None if self._beside else self._states.missing or None
        return refused(self._moves.get(command.id)) or self.input.unavailable(command)

    def commands(self) -> Mapping[str, Action]:
        """What the input does, and what takes one call."""
        return {
            **{f"play.{way}": partial(self.input.go, way) for way in STEPS},
            **{command_id: partial(self._do, move) for command_id, move in self._moves.items()},
            **{f"play.{name}": partial(self._toggle, name) for name in _SWITCHES},
            "play.aim": self._toggle_aim,
            "play.pin": self._pin,
            **self.input.commands(),
        }

    def _do(self, action: Action) -> None:
        action()
        self.done()

    def _toggle(self, name: str) -> None:
        setattr(self.switches, name, not getattr(self.switches, name))
        if name == "timer":
            self.done()
        else:
            self.renew()

    @property
    def _no_pin(self) -> str | None:
        if self.workbench.document is not self.document or len(self.app.screen_stack) <= 2:
            return "open the level on the design screen first"
        return None if self.session.status == "won" else "it is not won yet"

    def _pin(self) -> None:
        """Makes the moves the intended solution of the level on the design screen."""
        try:
            level = pinned(self.session.game, self.level, self.session.playthrough.moves)
        except EngineError as error:
            self.say(str(error))
            return
        self.document.change(f"pin the {TITLE}", level, self.document.attachment)
        self.level = level
        self.say(f"pinned as the {TITLE}")

    def _toggle_aim(self) -> None:
        self.session.aim(high=not self.switches.aiming)
        self._toggle("aiming")

    def action_solution(self) -> None:
        """Shows or hides the solution."""
        self._solution_shown = not self._solution_shown
        if self._solution_shown:
            self.session.show_solution()
        self.renew()

    def action_recordings(self) -> None:
        """Shows what was played here before."""
        self.app.push_screen(
            RecordingsScreen(self.level, self._keeper, self.advice, self.session.show_solution)
        )

    def action_states(self) -> None:
        """Shows the picture of the states beside the board or no longer, or by itself."""
        states = self.advice.states
        if self.app.size.width >= WIDE:
            self._show_beside(not self.switches.states)
        elif states is not None:
            self.session.show_solution()
            navigation.open_states(self.workbench, self.session, states)

    def _show_beside(self, shown: bool) -> None:
        self.switches.states = self._opened_states = shown
        self.on_resize()
        self.call_after_refresh(self.renew)

    def action_back(self) -> None:
        """Back to where play was started from; leaves the app if that was the shell.

        What was opened here goes first.
        """
        if self.input.put_away():
            return
        if self._beside and self._opened_states:
            self._show_beside(False)
            return
        if len(self.app.screen_stack) > 2:
            self._go()
        else:
            self.app.exit(0)

    def action_onward(self) -> None:
        """Leaves for what follows a win."""
        self._go()
        if self.session.assignment is not None:
            self.app.call_later(self.session.assignment.follow)

    def _go(self) -> None:
        # Before the screen goes, so that trouble is shown on the one that comes.
        self._leave()
        self.dismiss()

    def _leave(self) -> None:
        self.session.leave()
        self.records.write_due()

    def done(self) -> None:
        """Writes down and shows what the player has done."""
        self.input.settle()
        self.records.write_due()
        self.renew()

    # The player's presence.

    async def action_command(self, command_id: str) -> None:
        """Does a command; the player is there, and whatever was on its way arrives first."""
        self.touch()
        self.table.finish_motion()
        if not self.input.take(command_id):
            await super().action_command(command_id)

    def on_key(self, event: events.Key) -> None:
        """The player is there; any key has the pieces arrive."""
        self.touch()
        self.table.finish_motion()

    def touch(self) -> None:
        """Notes that the player is there."""
        self.session.recorder.touch()
        self._run_clock()

    def _run_clock(self) -> None:
        if self._clock is not None and self.switches.timer and self.session.ticking:
            self._clock.resume()

    def _tick(self) -> None:
        if self._clock is None:
            return
        if not (self.switches.timer and self.session.ticking):
            self._clock.pause()
        if self.is_current:
            self.renew()

    # The mouse.

    @on(BoardView.CellPressed)
    def _pressed(self, message: BoardView.CellPressed) -> None:
        self.input.pressed((message.row, message.col), message.button)

    @on(BoardView.CellHovered)
    def _hovered(self, message: BoardView.CellHovered) -> None:
        self.input.hovered(message.cell, message.button)

    @on(BoardView.CellReleased)
    def _released(self, message: BoardView.CellReleased) -> None:
        self.input.released(message.cell)

    @on(BoardView.ArrowPressed)
    def _pushed(self, message: BoardView.ArrowPressed) -> None:
        self.input.pushed((message.row, message.col), message.direction)

    # What arrives from other threads.

    def _advised(self) -> None:
        for screen in self.app.screen_stack:
            if isinstance(screen, _SHOWING) and screen.stands:
                screen.renew()

    def _recorded(self, messages: list[str]) -> None:
        for message in messages:
            if self.is_running:
                self.workbench.say(message, "bad")
            else:
                self.workbench.last_words.append(f"workbench: {message}")
        if self.is_running and self.is_attached:
            self.renew()


_SHOWING = PlayScreen | ReplayScreen | RecordingsScreen
"""The screens that show what is known of the level."""


def _input_of(game: Game) -> type[PlayInput]:
    """The input for the moves of a game."""
    if game.play.steering is not None:
        return SteeringInput
    return PlacingInput if game.play.placing is not None else PlayInput
