"""The screen for playing a level by hand, with optional hints, warnings and a timer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from textual import events, on
from textual.app import ComposeResult
from textual.timer import Timer

from engine.errors import EngineError
from engine.evaluation.intended_solution import pin_solution
from engine.game import registry
from engine.search.solver_result import SolverResult
from workbench.commands import Action, Command, find_refusal, keymap
from workbench.document.document import Document
from workbench.features import navigation
from workbench.features.play import move_animation, play_text
from workbench.features.play.input_choice import choose_input
from workbench.features.play.play_board import PlayBoard
from workbench.features.play.play_input import STEPS
from workbench.features.play.play_state_graph import PlayStates
from workbench.features.play.record_writer import RecordWriter
from workbench.features.play.recordings_screen import RecordingsScreen
from workbench.features.play.replay_screen import ReplayScreen
from workbench.service.job_slots import Outcome
from workbench.session.playtest.commands import bind_play_commands
from workbench.session.playtest.level_analysis import SLOT, LevelAnalysis
from workbench.session.playtest.playtest import PlayAssignment, Playtest
from workbench.session.playtest.record_storage import RecordStorage
from workbench.terminal.base_screens import add_bindings
from workbench.text.intended_text import TITLE
from workbench.text.refusals import STILL_SEARCHING
from workbench.ui.boards.board_view import BoardView
from workbench.ui.graph.pane import StatesPane
from workbench.ui.host import PlaySwitches
from workbench.ui.screen import CommandScreen

MIN_STATES_WIDTH = 120
"""The minimum screen width, in columns, for showing the state graph next to the board."""
_SWITCHES = ("warnings", "timer", "motion")


class PlayScreen(CommandScreen):
    """A screen on which the user plays one level, and which records the playtest.

    Args:
        document: The document that contains the level.
        answer: The solver's answer for the board, or None to run the solver.
        assignment: The assignment, such as one from a run, that is notified of the playtest's
            events, or None if the level is played without one.
    """

    AUTO_FOCUS = ""  # the input moves the cursor, so the board must not handle keys
    CONTEXTS: tuple[str, ...] = ("play",)
    DEFAULT_CSS = """
    PlayScreen StatesPane { dock: right; width: 50%; height: 1fr; display: none; }
    PlayScreen.-states StatesPane { display: block; }
    """

    def __init__(
        self,
        document: Document,
        answer: Outcome[SolverResult] | None = None,
        assignment: PlayAssignment | None = None,
    ) -> None:
        super().__init__()
        self.document = document
        self.level = document.level
        game = registry.get_game(self.level.game)
        self.advice = LevelAnalysis(game, self.level, self._handle_advice)
        if answer is not None:
            self.advice.store_answer(answer)
        self.session = Playtest(game, self.level, self.advice, assignment=assignment)
        self.input = choose_input(game)(self.session, self, self.finish_action)
        # The contexts depend on the game, so they are set on the instance, before its bindings.
        self.CONTEXTS = (*self.input.contexts, "play")
        add_bindings(self, keymap.bind_contexts(*self.input.contexts))
        self.command_game = game
        self.move_commands = self.input.list_move_commands()
        add_bindings(self, keymap.make_bindings(self.move_commands))
        self._keeper = RecordStorage(self.level, document.path)
        self.records = RecordWriter(self.session, self._keeper, self._handle_recorded)
        self._move_actions = bind_play_commands(self.session)
        self._states = PlayStates(self.session, self.run_in_ui_thread, self.update_content)
        self._is_solution_shown = self._has_opened_states = False
        self._clock: Timer | None = None

    def compose_contents(self) -> ComposeResult:
        """Yield the board with its text and the state graph."""
        states = StatesPane(id="states", classes="pane")
        yield PlayBoard(self.session.game, states)

    def on_mount(self) -> None:
        """Show the board, start the solver, and count earlier recordings."""
        self.session.prefers_better_wins = self.switches.aiming
        self.session.limit_visibility(limited=self.switches.faces)
        self.input.prepare_board()
        self._clock = self.set_interval(1, self._update_clock, pause=True)
        self._run_clock()
        self.advice.request_analysis(self.workbench.solver, self.run_in_ui_thread)
        self.run_worker(self.records.count_records(), group="recordings")
        self.on_resize()

    def finish_writing(self) -> None:
        """Wait at most a few seconds for all recordings to be written."""
        self.records.finish_writing()

    async def on_unmount(self) -> None:
        """Cancel the solver, write the last recording, and pass on any messages about it."""
        self.workbench.solver.cancel_job(SLOT)
        self._end_session()
        for message in await self.records.collect_messages():
            self.workbench.exit_messages.append(f"workbench: {message}")

    @property
    def play_board(self) -> PlayBoard:
        """The widget with the board and its text."""
        return self.query_one(PlayBoard)

    @property
    def switches(self) -> PlaySwitches:
        """The player's settings, such as warnings and the timer."""
        return self.workbench.play_switches

    @property
    def _shows_states(self) -> bool:
        """True if the state graph is switched on and fits next to the board."""
        return self.switches.states and self.app.size.width >= MIN_STATES_WIDTH

    def on_resize(self) -> None:
        """Arrange the board, the text and the state graph for the new size."""
        self.set_class(self._shows_states, "-states")
        width, height = self.app.size
        room = width - width // 2 if self._shows_states else width
        self.play_board.divide_room(self.input.get_position(), (room, height))
        self.update_content()

    def update_content(self) -> None:
        """Show the text and, unless an animation is running, the position."""
        text = play_text.make_play_text(
            self.session, self.workbench, self.records.count, show_solution=self._is_solution_shown
        )
        marks, arrows = self.input.list_marks(), self.input.list_arrows()
        position = self.input.get_position()
        self.play_board.show_position(position, self.input.extend_text(text), marks, arrows)
        self.key_line.update_keys()
        self._run_clock()
        if self._shows_states:
            self._states.show_states(self.query_one(StatesPane), self.workbench.solver)

    def has_command(self, command: Command) -> bool:
        """Return True if the command exists for this level."""
        return super().has_command(command) and self.input.has_command(command)

    def explain_unavailable(self, command: Command) -> str | None:
        """Return the reason why the command cannot be run now, or None if it can."""
        if command.id == "play.motion":
            return move_animation.find_refusal(self.workbench.capabilities)
        if command.id == "play.solution" and self.advice.solution is None:
            return STILL_SEARCHING if self.advice.is_searching else "no solution is known"
        if command.id in ("play.onward", "play.pin"):
            return (
                self.session.next_step_refusal if command.id == "play.onward" else self._pin_refusal
            )
        if command.id == "play.states":
            return None if self._shows_states else self._states.missing_reason or None
        refusal = find_refusal(self._move_actions.get(command.id))
        return refusal or self.input.explain_unavailable(command)

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that make moves and change settings, and those of the input."""
        moves = self._move_actions.items()
        return {
            **{f"play.{way}": partial(self.input.handle_arrow, way) for way in STEPS},
            **{command_id: partial(self._run_move, move) for command_id, move in moves},
            **{f"play.{name}": partial(self._toggle_switch, name) for name in _SWITCHES},
            "play.aim": self._toggle_aim,
            "play.pin": self._pin_solution,
            **self.input.bind_commands(),
        }

    def _run_move(self, action: Action) -> None:
        action()
        self.finish_action()

    def _toggle_switch(self, name: str) -> None:
        setattr(self.switches, name, not getattr(self.switches, name))
        if name == "timer":
            self.finish_action()
        else:
            self.update_content()

    @property
    def _pin_refusal(self) -> str | None:
        if self.workbench.document is not self.document or len(self.app.screen_stack) <= 2:
            return "open the level on the design screen first"
        return None if self.session.status == "won" else "the level is not won yet"

    def _pin_solution(self) -> None:
        """Pin the moves as the intended solution of the level on the design screen."""
        try:
            level = pin_solution(self.session.game, self.level, self.session.playthrough.moves)
        except EngineError as error:
            self.show_message(str(error))
            return
        self.document.add_version(f"pin the {TITLE}", level, self.document.attachment)
        self.level = level
        self.show_message(f"Pinned as the {TITLE}.")

    def _toggle_aim(self) -> None:
        self.session.set_aim(prefers_better=not self.switches.aiming)
        self._toggle_switch("aiming")

    def action_solution(self) -> None:
        """Show or hide the solution."""
        self._is_solution_shown = not self._is_solution_shown
        if self._is_solution_shown:
            self.session.record_solution_shown()
        self.update_content()

    def action_recordings(self) -> None:
        """Open the list of this level's recordings."""
        shown = RecordingsScreen(
            self.level, self._keeper, self.advice, self.session.record_solution_shown
        )
        self.app.push_screen(shown)

    def action_states(self) -> None:
        """Show or hide the state graph, or open it on another screen if this one is too narrow."""
        states = self.advice.states
        if self.app.size.width >= MIN_STATES_WIDTH:
            self._show_states(not self.switches.states)
        elif states is not None:
            self.session.record_solution_shown()
            navigation.open_states(self.workbench, self.session, states)

    def _show_states(self, shown: bool) -> None:
        self.switches.states = self._has_opened_states = shown
        self.on_resize()
        self.call_after_refresh(self.update_content)

    def action_back(self) -> None:
        """Cancel the pending action or, failing that, close the graph, the screen or the app."""
        if self.input.cancel_pending():
            return
        if self._shows_states and self._has_opened_states:
            self._show_states(False)
            return
        # The stack includes the app's default screen, so 2 means that only this screen is open.
        if len(self.app.screen_stack) > 2:
            self._close_screen()
        else:
            self.app.exit(0)

    def action_onward(self) -> None:
        """Close the screen and continue with the assignment's next step, such as the next level."""
        self._close_screen()
        if self.session.assignment is not None:
            self.app.call_later(self.session.assignment.go_to_next)

    def _close_screen(self) -> None:
        # End the session before the screen closes, so that errors appear on the next screen.
        self._end_session()
        self.dismiss()

    def _end_session(self) -> None:
        self.session.leave()
        self.records.write_due_records()

    def finish_action(self) -> None:
        """Record the player's action, and show the result."""
        self.input.clear_pending()
        self.records.write_due_records()
        self.update_content()

    async def action_command(self, command_id: str) -> None:
        """End any running animation, and run a command."""
        self.record_presence()
        self.play_board.finish_motion()
        if not self.input.run_command(command_id):
            await super().action_command(command_id)

    def on_key(self, event: events.Key) -> None:
        """Record that the player is active, and end any running animation."""
        self.record_presence()
        self.play_board.finish_motion()

    def record_presence(self) -> None:
        """Record that the player is active, so that the timer does not pause."""
        self.session.recorder.record_key()
        self._run_clock()

    def _run_clock(self) -> None:
        # Run the clock only while it is shown, because a paused timer costs nothing.
        if self._clock is not None and self.switches.timer and self.session.is_ticking:
            self._clock.resume()

    def _update_clock(self) -> None:
        if self._clock is None:
            return
        if not (self.switches.timer and self.session.is_ticking):
            self._clock.pause()
        # While another screen covers this one, time passes but is not drawn.
        if self.is_current:
            self.update_content()

    @on(BoardView.CellPressed)
    def _handle_cell_pressed(self, message: BoardView.CellPressed) -> None:
        self.input.handle_press((message.row, message.col), message.button)

    @on(BoardView.CellHovered)
    def _handle_cell_hovered(self, message: BoardView.CellHovered) -> None:
        self.input.handle_hover(message.cell, message.button)

    @on(BoardView.CellReleased)
    def _handle_cell_released(self, message: BoardView.CellReleased) -> None:
        self.input.handle_release(message.cell)

    @on(BoardView.ArrowPressed)
    def _handle_arrow_pressed(self, message: BoardView.ArrowPressed) -> None:
        self.input.handle_arrow_press((message.row, message.col), message.direction)

    def _handle_advice(self) -> None:
        for screen in self.app.screen_stack:
            if isinstance(screen, _ADVISED_SCREENS) and screen.has_widgets:
                screen.update_content()

    def _handle_recorded(self, messages: list[str]) -> None:
        for message in messages:
            if self.is_running:
                self.workbench.show_message(message, "bad")
            else:
                self.workbench.exit_messages.append(f"workbench: {message}")
        if self.is_running and self.is_attached:
            self.update_content()


_ADVISED_SCREENS = PlayScreen | ReplayScreen | RecordingsScreen
"""The screens that are updated when the solver's answer for the level arrives."""
