"""Inputs for the play screen: one for arrow keys, and a base class for those that drag objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.game.drag_input import DragInput, Fault, PencilMarks
from engine.game.play_position import Position
from engine.values.grid import Cell
from workbench.commands import Action, Command
from workbench.drawing.cell_brush import Arrow
from workbench.features.play import move_animation
from workbench.features.play.play_board import PlayBoard
from workbench.features.play.play_text_pane import PlayText
from workbench.session.playtest.playtest import Playtest
from workbench.ui.boards.board_view import BoardView
from workbench.ui.host import PlaySwitches
from workbench.ui.screen import CommandScreen

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class PlayInput:
    """An input that makes moves with the arrow keys; subclasses also use other keys or the mouse.

    An input may have a pending action, such as a drag or a previewed turn. The screen shows the
    position from :meth:`get_position`, which includes the pending action, and calls
    :meth:`clear_pending` after any other action.

    Args:
        session: The playtest in which the moves are made.
        screen: The play screen.
        handle_done: A function to call after every action, which records and shows the result.

    Attributes:
        contexts: The contexts for the input's commands, which come before the play screen's own.
    """

    contexts: tuple[str, ...] = ()

    def __init__(
        self, session: Playtest, screen: CommandScreen, handle_done: Callable[[], None]
    ) -> None:
        self._session = session
        self._rules = session.game.play
        self._screen = screen
        self._handle_done = handle_done

    @property
    def _board(self) -> BoardView:
        return self._screen.query_one(PlayBoard).board

    @property
    def _switches(self) -> PlaySwitches:
        """The player's settings, such as warnings and previews."""
        return self._screen.workbench.play_switches

    @property
    def _visible_position(self) -> Position:
        """The current position, reduced to the part that the player can see."""
        return self._session.visible_position

    def _animate_slide(self, positions: Sequence[Position]) -> None:
        """Show the pieces sliding through ``positions`` if settings and terminal allow this."""
        screen = self._screen
        # Over a slow connection, an animation would lag behind the keys.
        if (
            self._switches.motion
            and move_animation.find_refusal(screen.workbench.capabilities) is None
        ):
            table = screen.query_one(PlayBoard)
            table.animate_positions([*map(self._session.visibility.get_visible_part, positions)])

    def prepare_board(self) -> None:
        """Prepare the board before it is shown for the first time."""

    def get_position(self) -> Position:
        """Return the position to show, including any pending action."""
        return self._visible_position

    def list_marks(self) -> Mapping[Cell, str]:
        """Return the name of the mark for each marked cell."""
        return {}

    def list_arrows(self) -> tuple[Arrow, ...]:
        """Return the arrows at the edges of the board."""
        return ()

    def extend_text(self, text: PlayText) -> PlayText:
        """Return the play screen's text with this input's additions."""
        return text

    def list_move_commands(self) -> tuple[Command, ...]:
        """Return the commands for moves of the game that have their own keys."""
        return ()

    def has_command(self, command: Command) -> bool:
        """Return True if the command exists for this level."""
        return True

    def explain_unavailable(self, command: Command) -> str | None:
        """Return the reason why the command cannot be run now, or None if it can."""
        return None

    def run_command(self, command_id: str) -> bool:
        """Run the command if this input handles it, and return whether it does."""
        return False

    def clear_pending(self) -> None:
        """Discard the pending action because the player did something else."""

    def cancel_pending(self) -> bool:
        """Cancel the pending action and return True, or return False if there is none."""
        return False

    def handle_arrow(self, direction: str) -> None:
        """Handle an arrow key by making a move in that direction."""
        step = self._session.move_toward(direction)
        if step is not None and step.changed:
            self._animate_slide([step.before, *step.passed, step.after])
        self._handle_done()

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions for the input's own commands, keyed by command id."""
        return {}

    def handle_press(self, cell: Cell, button: int) -> None:
        """Handle the press of a mouse button on a cell."""

    def handle_hover(self, cell: Cell | None, button: int) -> None:
        """Handle a movement of the mouse over a cell, or off the board if ``cell`` is None."""

    def handle_release(self, cell: Cell | None) -> None:
        """Handle the release of a mouse button on a cell, or off the board if ``cell`` is None."""

    def handle_arrow_press(self, cell: Cell, direction: int) -> None:
        """Handle a mouse press on an arrow at the edge of the board.

        Args:
            cell: The cell next to the arrow.
            direction: The arrow's direction.
        """


class BoardDrag:
    """The state of an object being dragged across the board.

    Attributes:
        begin: The cell where the drag began.
        end: The last cell that the object could be dragged to.
        move: The move that letting go now would make, or None if it would make none.
        is_still: True until the drag leaves its first cell.
    """

    def __init__(self, placing: DragInput, position: Position, begin: Cell) -> None:
        self._placing = placing
        self._position = position
        self.is_still = True
        self.begin = self.end = begin
        self.move: str | None = None

    def extend_to(self, cell: Cell) -> None:
        """Drag the object to ``cell``; leave it where it is if it cannot be dragged there."""
        self.is_still = self.is_still and cell == self.begin
        if self._placing.can_follow(self._position, self.begin, cell):
            self.move = self._find_move(cell)
            self.end = cell

    def step_to(self, cell: Cell) -> bool:
        """Drag the object to ``cell``; return False if that is impossible or has no effect."""
        follows = self._placing.can_follow(self._position, self.begin, cell)
        # Refuse a step that would not change the move, so that every key press has an effect.
        if not follows or (cell != self.begin and self._find_move(cell) in (None, self.move)):
            return False
        self.extend_to(cell)
        return True

    @property
    def click_move(self) -> str | None:
        """The move that a click on the first cell makes, or None if this is not a click."""
        if not self.is_still:
            return None
        return self._placing.find_drag_move(self._position, self.begin, self.begin)

    def _find_move(self, cell: Cell) -> str | None:
        if cell == self.begin:
            return None
        return self._placing.find_drag_move(self._position, self.begin, cell)


class HoldingInput(PlayInput):
    """The base class for inputs that drag objects and can mark the board's faults."""

    def __init__(
        self, session: Playtest, screen: CommandScreen, handle_done: Callable[[], None]
    ) -> None:
        super().__init__(session, screen, handle_done)
        assert session.game.play.drag_input is not None
        self._placing = session.game.play.drag_input
        self._drag: BoardDrag | None = None
        self._checked_state: tuple[Position, PencilMarks] | None = None

    @property
    def _found_faults(self) -> tuple[Fault, ...] | None:
        """The faults found by a check, or None if the current state has not been checked."""
        return self._session.find_faults() if self._checked_state == self._present_state else None

    @property
    def _present_state(self) -> tuple[Position, PencilMarks]:
        return self._visible_position, self._session.pencil_history.marks

    def list_marks(self) -> Mapping[Cell, str]:
        """Return a mark for every cell with a fault that a check has found."""
        return {cell: "problem" for fault in self._found_faults or () for cell in fault.cells}

    def check_board(self) -> None:
        """Check the board, and mark its faults until it changes."""
        self._drag = None
        self._checked_state = self._present_state
        self._screen.update_content()
