"""Input for games whose moves name cells: the player moves a cursor or drags with the mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from engine.errors import MoveError
from engine.game.play_position import Position
from engine.values.grid import Cell
from workbench.commands import Action, Command
from workbench.features.play.play_input import STEPS, BoardDrag, HoldingInput
from workbench.features.play.play_text_pane import PlayText
from workbench.session.playtest.hints import list_marks
from workbench.session.playtest.pencil_marks import (
    describe_cell,
    list_mark_styles,
    list_visible_marks,
)
from workbench.session.playtest.playtest import Playtest
from workbench.text.refusals import LEVEL_WON
from workbench.ui.screen import CommandScreen
from workbench.ui.styled_lines import Span

_MARKS = {f"placing.{kind}": kind for kind in ("empty", "level", "upright")}
"""The kind of pencil mark that each command sets."""
_RIGHT = 3


class DraggingInput(HoldingInput):
    """An input that drags objects across the board, with a cursor or with the mouse.

    During a drag, the board shows the position that letting go would lead to.
    """

    contexts = ("placing",)

    def __init__(
        self, session: Playtest, screen: CommandScreen, handle_done: Callable[[], None]
    ) -> None:
        super().__init__(session, screen, handle_done)
        self._is_by_mouse = False

    def prepare_board(self) -> None:
        """Move the cursor to the first cell that holds an object that can be dragged."""
        board, start = self._board, self._visible_position
        board.show_cursor = True
        rows, cols = start.board.rows, start.board.cols
        cells = ((row, col) for row in range(rows) for col in range(cols))
        first = next((cell for cell in cells if self._placing.can_begin_drag(start, cell)), (0, 0))
        game = self._session.game
        board.show_picture(game.play.draw_picture(start), game.name, cursor=first)

    def get_position(self) -> Position:
        """Return the current position or, during a drag, the one that letting go would lead to."""
        if self._drag is None or self._drag.move is None:
            return self._visible_position
        return self._rules.step(self._visible_position, self._drag.move).after

    def list_marks(self) -> Mapping[Cell, str]:
        """Return the pencil marks, overlaid with the marks from a check or a hint."""
        session = self._session
        pencilled = list_mark_styles(
            session.game, self.get_position(), session.pencil_history.marks
        )
        if self._found_faults is not None:
            return {**pencilled, **super().list_marks()}
        return {**pencilled, **list_marks(session.tip, session.degree)}

    def extend_text(self, text: PlayText) -> PlayText:
        """Add a description of the cursor's cell, and any faults, to the text.

        Once the game has been won, the text remains unchanged.
        """
        if self._session.status == "won":
            return text
        # An empty item would still take up a line.
        note = [span for span in text.news if span[0]]
        return replace(text, news=(self._cursor_span, *self._fault_spans, *note))

    @property
    def _cursor_span(self) -> Span:
        """A description of the cursor's cell or, during a drag, of the cell where it began."""
        hold = self._drag
        cell = self._board.cursor if hold is None else hold.begin
        session = self._session
        what = describe_cell(session.game, self.get_position(), session.pencil_history.marks, cell)
        return (what, "muted") if hold is None else (f"holding {what}", "title")

    @property
    def _fault_spans(self) -> list[Span]:
        faults = self._found_faults or ()
        wrong = [fault.text for fault in faults if fault.cells]
        more = f"; {len(wrong) - 1} more" if len(wrong) > 1 else ""
        found = [(f"{wrong[0]}{more}", "bad")] if wrong else []
        return [*found, *((fault.text, "muted") for fault in faults if not fault.cells)]

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions for dragging, clearing, marking, checking and hints."""
        return {
            "placing.take": self._grip_or_drop,
            "placing.clear": self._clear_cell,
            **{command: partial(self._toggle_mark, kind) for command, kind in _MARKS.items()},
            "placing.check": self.check_board,
            "play.hint": self._give_hint,
        }

    def explain_unavailable(self, command: Command) -> str | None:
        """Return the reason why the command cannot be run now, or None if it can."""
        if command.context != "placing":
            return None
        if self._session.status == "won":
            return LEVEL_WON
        held = command.id in _MARKS and self._drag is not None
        return f"release the {self._placing.object_title} first" if held else None

    def _grip_or_drop(self) -> None:
        """Start dragging the object under the cursor, or let go of the one being dragged."""
        cursor = self._board.cursor
        if self._drag is not None:
            self._end_drag(self._drag.move)
        elif self._placing.can_begin_drag(self._visible_position, cursor):
            self._start_drag(cursor, by_mouse=False)
        else:
            refusal, where = "Nothing to grab here", self._placing.pointing_help
            self._screen.show_message(f"{refusal}: {where}." if where else f"{refusal}.")

    def _clear_cell(self) -> None:
        """Remove the line under the cursor; if there is no line, remove the pencil mark."""
        cell = self._board.cursor if self._drag is None else self._drag.begin
        word = self._placing.find_clearing_move(self._visible_position, cell)
        if word is None and self._drag is None:
            if cell in self._session.pencil_history.marks:
                self._set_mark(cell, "")
                return
            self._screen.show_message("Nothing to clear here.")
        self._end_drag(word)

    def _toggle_mark(self, kind: str) -> None:
        """Set a pencil mark on the cursor's cell, or remove the mark if it is already set."""
        cell = self._board.cursor
        marked = self._session.pencil_history.marks.get(cell) == kind
        self._set_mark(cell, "" if marked else kind)

    def _cycle_mark(self, cell: Cell) -> None:
        """Replace the cell's mark with the next kind that fits; after the last kind, remove it."""
        game, marks = self._session.game, self._session.pencil_history.marks
        pencil = game.play.pencil
        kinds = pencil.kinds if pencil is not None else ()
        fitting = [
            kind for kind in kinds if list_visible_marks(game, self._visible_position, {cell: kind})
        ]
        if not fitting:
            self._screen.show_message("Nothing to mark here.")
            return
        # The empty mark is at both ends of the ring, so every mark has a successor.
        ring = ["", *fitting, ""]
        marked = list_visible_marks(game, self._visible_position, marks).get(cell, "")
        self._set_mark(cell, ring[ring.index(marked) + 1])

    def _set_mark(self, cell: Cell, kind: str) -> None:
        try:
            self._session.set_mark(cell, kind)
        except MoveError as error:
            self._screen.show_message(str(error))
        self._handle_done()

    def _give_hint(self) -> None:
        """Give a hint, replacing the marks from a check with the marks from the hint."""
        self._checked_state = None
        self._session.show_hint()
        self._handle_done()

    def cancel_pending(self) -> bool:
        """Cancel the drag and return True, or return False if there is no drag."""
        if self._drag is None:
            return False
        self._board.cursor = self._drag.begin
        self._drag = None
        self._screen.update_content()
        return True

    def handle_arrow(self, direction: str) -> None:
        """Move the cursor and, during a drag, the dragged object."""
        board = self._board
        row, col = board.cursor if self._drag is None else self._drag.end
        down, right = STEPS[direction]
        rows, cols = board.picture.rows, board.picture.cols
        cell = min(max(row + down, 0), rows - 1), min(max(col + right, 0), cols - 1)
        if self._drag is None or self._drag.step_to(cell):
            board.cursor = cell
        self._screen.update_content()

    def handle_press(self, cell: Cell, button: int) -> None:
        """Start a drag with the left button, or set the next pencil mark with the right one."""
        self.cancel_pending()
        self._board.cursor = cell
        won = self._session.status == "won"
        if button == 1 and not won and self._placing.can_begin_drag(self._visible_position, cell):
            self._start_drag(cell, by_mouse=True)
        elif button == _RIGHT and not won and self._rules.pencil is not None:
            self._cycle_mark(cell)
        else:
            self._screen.update_content()

    def handle_hover(self, cell: Cell | None, button: int) -> None:
        """Drag the object that is held by the mouse to the cell under the pointer."""
        # A drag that was started with a key ignores the mouse.
        if self._drag is None or not self._is_by_mouse:
            return
        if cell is None or button != 1:
            self.cancel_pending()  # off the board, or the button was released unseen
            return
        self._drag.extend_to(cell)
        self._screen.update_content()

    def handle_release(self, cell: Cell | None) -> None:
        """Let go of the dragged object, which makes a move; cancel the drag if ``cell`` is None."""
        hold = self._drag
        if hold is None or not self._is_by_mouse:
            return
        if cell is None:
            self.cancel_pending()
            return
        hold.extend_to(cell)
        self._board.cursor = hold.end
        # A press and release on the same cell is a click, which can also be a move.
        self._end_drag(hold.move or hold.click_move)

    def _start_drag(self, cell: Cell, *, by_mouse: bool) -> None:
        self._session.recorder.record_key()
        self._drag, self._is_by_mouse = (
            BoardDrag(self._placing, self._visible_position, cell),
            by_mouse,
        )
        self._screen.update_content()

    def _end_drag(self, move: str | None) -> None:
        self._drag = None
        if move is not None:
            self._session.make_move(move)
        self._handle_done()
