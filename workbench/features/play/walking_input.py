"""Input for games with steps and turns: the player uses keys, a cursor or the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from engine.game.move_effects import Handle
from engine.values.grid import DIRECTIONS, Cell
from workbench.commands import Action, Command, get_command, keymap
from workbench.commands.game_commands import PUSH_PREFIX, describe_command
from workbench.drawing.cell_brush import Arrow
from workbench.drawing.move_previews import PreviewedBoard, preview_move
from workbench.features.play.commands import TURNS
from workbench.features.play.play_input import STEPS, BoardDrag, HoldingInput
from workbench.features.play.play_text_pane import PlayText
from workbench.session.playtest.hints import DEGREES
from workbench.session.playtest.playtest import Playtest
from workbench.text.quantity_text import format_count
from workbench.text.refusals import LEVEL_WON
from workbench.ui.screen import CommandScreen
from workbench.ui.styled_lines import Span

_SETTINGS = ("steering.preview", "steering.faces", "steering.explore")
"""The commands that change only what is shown."""


class SteeringInput(HoldingInput):
    """An input that uses arrow keys for steps, digits for turns, and the mouse to point at cells.

    A turn is previewed before it is made. Pressing the same key again, or Enter, makes the turn.
    Any other action discards the preview.
    """

    contexts = ("steering",)

    def __init__(
        self, session: Playtest, screen: CommandScreen, handle_done: Callable[[], None]
    ) -> None:
        super().__init__(session, screen, handle_done)
        parts = session.game.play
        assert parts.step_input is not None
        assert parts.previews is not None
        self._steering, self._previews = parts.step_input, parts.previews
        self._previewed_move: str | None = None
        self._inspected_cell: Cell | None = None

    @property
    def pending_move(self) -> str | None:
        """The turn that a key or a drag is previewing, or None if no turn is being previewed."""
        return self._previewed_move if self._drag is None else self._drag.move

    @property
    def handles(self) -> tuple[Handle, ...]:
        """The possible turns, in the order of their keys."""
        return self._previews.list_handles(self._visible_position)

    @property
    def _has_cursor(self) -> bool:
        """True while the player is choosing a cell with the cursor."""
        return self._board.show_cursor

    def _make_preview(self) -> PreviewedBoard:
        """Build a preview of any pending turn and, where they matter, of the reachable cells."""
        # Reachable cells matter for warnings during play, and to explain a lost game.
        warned = self._switches.warnings and self._visible_position.status == "playing"
        return preview_move(
            self._session.game,
            self._visible_position,
            move=self.pending_move,
            reach=warned or self._visible_position.status == "lost",
            keys=[keymap.get_key_hint(command.id) for command in TURNS],
        )

    def list_marks(self) -> Mapping[Cell, str]:
        """Return marks for the pending turn or, without one, for faults and reachable cells."""
        marks = self._make_preview().marks
        return marks if self.pending_move is not None else {**marks, **super().list_marks()}

    def list_arrows(self) -> tuple[Arrow, ...]:
        """Return arrows for the possible turns; while the player explores, return no arrows."""
        return () if self._session.visibility.is_exploring else self._make_preview().arrows

    def extend_text(self, text: PlayText) -> PlayText:
        """Add the pending turn's effect, the faults, the view and the settings to the text."""
        switched = "on" if self._switches.preview else "off"
        foot = [(keymap.get_key_hint("steering.preview"), "preview", switched)]
        visibility = self._session.visibility
        if visibility.views:
            seen = "all" if visibility.view is None else visibility.view.name
            one_view = describe_command(get_command("steering.faces"), self._session.game)
            foot.insert(0, (keymap.get_key_hint(one_view.id), one_view.label, seen))
        text = replace(text, foot=(*text.foot, *foot), advice=(*text.advice, *self._hint_keys))
        # Once the game is over, there is nothing to preview.
        if self._session.status != "playing":
            return replace(text, news=(*self._view_note, *text.news))
        spans = (*self._view_note, *self._preview_spans, *self._fault_spans, *text.news)
        news = [span for span in spans if span[0]]
        return replace(text, news=tuple(news))

    @property
    def _hint_keys(self) -> Iterator[Span]:
        """A note on the key for the hinted turn, because the turn's name does not reveal it."""
        prospect = self._session.hint_goal.lookahead
        if self._session.degree < DEGREES or prospect is None or not prospect.best:
            return
        for turn, command in zip(self.handles, TURNS, strict=False):
            if turn.move == prospect.best[0]:
                yield f"press {keymap.get_key_hint(command.id)}", "muted"

    @property
    def _view_note(self) -> list[Span]:
        """A note on how to return to the view for making moves; it is empty in that view."""
        visibility = self._session.visibility
        if not visibility.is_exploring:
            return []
        key = keymap.get_key_hint("steering.explore")
        return [(f"{visibility.summary}; {key} goes back", "title")]

    @property
    def _preview_spans(self) -> list[Span]:
        """The previewed turn and any warning about it, or a description of the indicated cell."""
        word = self.pending_move
        if word is not None:
            turn = next((turn for turn in self.handles if turn.move == word), None)
            lines: list[Span] = [(f"{self._rules.format_title(word)}?", "title")]
            if turn is not None and turn.is_fatal and self._switches.warnings:
                note = self._previews.preview_move(self._visible_position, word).note
                lines.insert(0, (f"fatal: {note}", "bad"))
            return lines
        cell = self._board.cursor if self._has_cursor else self._inspected_cell
        if cell is None:
            return []
        goes = f"; {keymap.get_key_hint('steering.go')} goes there" if self._has_cursor else ""
        return [(f"{self._placing.describe_cell(self._visible_position, cell)}{goes}", "title")]

    @property
    def _fault_spans(self) -> list[Span]:
        if self._found_faults is None:
            return []
        return [(fault.text, "bad") for fault in self._found_faults] or [
            ("Nothing is missing.", "good")
        ]

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that confirm a choice, check the board, and change the settings."""
        return {
            "steering.go": self._confirm_choice,
            "steering.check": self.check_board,
            "steering.preview": self._toggle_preview,
            "steering.faces": self._toggle_faces,
            "steering.explore": self._explore_view,
        }

    def explain_unavailable(self, command: Command) -> str | None:
        """Return the reason why the command cannot be run now, or None if it can."""
        if command.context != "steering" or command.id in _SETTINGS:
            return None
        status = self._session.status
        if status == "lost":
            return (
                f"the game is lost; press {keymap.get_key_hint('play.undo')} or "
                f"{keymap.get_key_hint('play.restart')}"
            )
        if status == "won":
            return self._session.next_step_refusal if command.id == "steering.go" else LEVEL_WON
        number, count = command.id.removeprefix(PUSH_PREFIX), len(self.handles)
        if number.isdigit() and int(number) > count:
            return (
                f"the board has only {format_count(count, *self._session.game.measure.unit_names)}"
            )
        return None

    def run_command(self, command_id: str) -> bool:
        """Preview or make the command's turn and return True; return False for other commands."""
        self._inspected_cell = None
        turns = command_id.startswith(PUSH_PREFIX)
        if turns:
            self._turn_line(int(command_id.rpartition("-")[2]) - 1)
        return turns

    def _turn_line(self, number: int) -> None:
        """Preview the turn at index ``number``, or make it if it needs no further preview."""
        reason = self.explain_unavailable(TURNS[number])
        if reason is not None:
            title = describe_command(TURNS[number], self._session.game).title
            self._screen.show_message(f"{title}: {reason}")
            return
        # A turn is previewed in the view for making moves.
        self._session.visibility.reset_view()
        turn, switches = self.handles[number], self._switches
        # With warnings on, a deadly turn is previewed even if previews are off.
        careful = switches.preview or (switches.warnings and turn.is_fatal)
        if turn.refusal or self._previewed_move == turn.move or not careful:
            self._make_move(turn.move)
        else:
            self.clear_pending()
            self._previewed_move = turn.move
            self._screen.update_content()

    def handle_arrow(self, direction: str) -> None:
        """Make a step or, while the player is choosing a cell, move the cursor."""
        if not self._has_cursor:
            word = self._rules.get_move_toward(DIRECTIONS.index(direction))
            assert word is not None
            self._make_move(word)
            return
        board, (down, right) = self._board, STEPS[direction]
        picture = board.picture
        row, col = board.cursor[0] + down, board.cursor[1] + right
        # A cube's net has gaps between its faces, which the cursor skips.
        while (
            not picture.has_cell((row, col)) and 0 <= row < picture.rows and 0 <= col < picture.cols
        ):
            row, col = row + down, col + right
        if picture.has_cell((row, col)):
            board.cursor = row, col
        self._screen.update_content()

    def _confirm_choice(self) -> None:
        """Make the previewed turn, go to the chosen cell, or start choosing a cell.

        After a win, continue with the next level instead.
        """
        board = self._board
        if self._session.status == "won":
            # `action_onward` closes the screen, so run it after this command has ended.
            self._screen.call_next(self._screen.run_action, "onward")
        elif self._previewed_move is not None:
            self._make_move(self._previewed_move)
        elif self._has_cursor:
            self._point_at(board.cursor, board.cursor)
        else:
            self.clear_pending()
            pieces = self._rules.draw_picture(self._visible_position).pieces
            board.cursor = next(iter(pieces), board.cursor)
            board.show_cursor = True
            self._screen.update_content()

    def check_board(self) -> None:
        """Discard any previewed turn, and mark the faults on the board."""
        self._previewed_move = None
        super().check_board()

    def _toggle_preview(self) -> None:
        """Switch previews of turns on or off."""
        switches = self._switches
        switches.preview = not switches.preview
        self._previewed_move = None
        self._screen.update_content()

    def _toggle_faces(self) -> None:
        """Switch between showing all faces and hiding those that are out of view."""
        switches = self._switches
        switches.faces = not switches.faces
        self._session.limit_visibility(limited=switches.faces)
        self._previewed_move = None
        self._screen.update_content()

    def _explore_view(self) -> None:
        """Switch to the next view, which shows other faces."""
        self._session.explore_next_view()
        self._previewed_move = None
        self._screen.update_content()

    def clear_pending(self) -> None:
        """Discard the previewed turn and the drag, and hide the cursor."""
        self._previewed_move = self._drag = None
        self._board.show_cursor = False

    def cancel_pending(self) -> bool:
        """Discard the previewed turn, drag and cursor; return False if nothing was discarded."""
        if self._previewed_move is None and self._drag is None and not self._has_cursor:
            return False
        self.clear_pending()
        self._screen.update_content()
        return True

    def _make_move(self, word: str) -> None:
        step = self._session.make_move(word)
        if step.changed:
            self._checked_state = None
            self._animate_slide([step.before, *step.passed, step.after])
        self._handle_done()

    def handle_arrow_press(self, cell: Cell, direction: int) -> None:
        """Preview or make the turn for the arrow that was pressed."""
        arrows = [(turn.cell, turn.direction) for turn in self.handles]
        if (cell, direction) in arrows:
            self._session.recorder.record_key()
            self._turn_line(arrows.index((cell, direction)))

    def handle_press(self, cell: Cell, button: int) -> None:
        """Start dragging if the left button was pressed, otherwise describe the cell."""
        self._session.recorder.record_key()
        self.clear_pending()
        self._inspected_cell = None
        if button == 1 and self._visible_position.status == "playing":
            if self._placing.can_begin_drag(self._visible_position, cell):
                self._drag = BoardDrag(self._placing, self._visible_position, cell)
        else:
            self._inspected_cell = cell
        self._screen.update_content()

    def handle_hover(self, cell: Cell | None, button: int) -> None:
        """Continue the drag to the cell under the pointer."""
        if self._drag is None:
            return
        if cell is None or button != 1:
            self.clear_pending()  # off the board, or the button was released unseen
        else:
            self._drag.extend_to(cell)
        self._screen.update_content()

    def handle_release(self, cell: Cell | None) -> None:
        """Make the move that corresponds to the drag or click, if there is such a move."""
        hold, self._drag = self._drag, None
        if hold is None:
            return
        if cell is not None:
            hold.extend_to(cell)
            end = cell if hold.move is None else hold.end
            # A drag that returns to its first cell means that the player has changed their mind.
            if end != hold.begin or hold.is_still:
                self._point_at(hold.begin, end)
                return
        self._screen.update_content()

    def _point_at(self, begin: Cell, end: Cell) -> None:
        """Make the move for a click or a drag, or describe the cell if there is no such move."""
        word = self._steering.interpret_drag(self._visible_position, begin, end)
        if word is not None:
            self._session.visibility.reset_view()
        turn = next((turn for turn in self.handles if turn.move == word), None)
        if word is None:
            self.clear_pending()
            self._inspected_cell = end
            self._screen.update_content()
            self._screen.show_message(self._steering.pointing_help)
        elif turn is not None and turn.is_fatal and self._switches.warnings:
            self.clear_pending()
            self._previewed_move = word  # a deadly turn must be confirmed, as with keys
            self._screen.update_content()
        else:
            self._make_move(word)
