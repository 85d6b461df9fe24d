"""Playing a game whose moves name places: by cursor and keys, or by dragging with the mouse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from engine.game import registry
from engine.game.position import Position
from engine.values.grid import Cell
from workbench.commands import Command, keymap
from workbench.document.document import Document
from workbench.features.play.play import PlayScreen
from workbench.features.play.steering import SteeringScreen
from workbench.features.play.words import Words
from workbench.service.solving import Snapshot
from workbench.session.playing.hints import marks_of
from workbench.session.playing.holding import Hold
from workbench.session.playing.playtest import Assignment
from workbench.ui.board import BoardView
from workbench.ui.lines import Span

_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def play_screen(
    document: Document, answer: Snapshot | None = None, *, assignment: Assignment | None = None
) -> PlayScreen:
    """The screen to play a level on, which depends on what the moves of its game are."""
    game = registry.get(document.level.game)
    kind = PlayScreen
    if game.play.steering is not None:
        kind = SteeringScreen
    elif game.play.placing is not None:
        kind = PlacingScreen
    return kind(document, answer, assignment)


class PlacingScreen(PlayScreen):
    """A cursor takes hold of something and drags it; the mouse does the same.

    While something is held, the board shows what letting go would do.
    """

    AUTO_FOCUS = ""  # the cursor is moved here, with what is held, not by the board
    CONTEXTS = ("placing", "play")
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bindings("placing")]

    def __init__(
        self,
        document: Document,
        answer: Snapshot | None = None,
        assignment: Assignment | None = None,
    ) -> None:
        super().__init__(document, answer, assignment)
        assert self.game.play.placing is not None
        self.placing = self.game.play.placing
        self._hold: Hold | None = None
        self._by_mouse = False
        self._checked: Position | None = None

    def on_mount(self) -> None:
        """Puts the cursor on the first thing that can be taken hold of."""
        board = self.query_one(BoardView)
        board.show_cursor = True
        start = self.run.position
        rows, cols = start.board.rows, start.board.cols
        cells = ((row, col) for row in range(rows) for col in range(cols))
        self._first = next((cell for cell in cells if self.placing.grips(start, cell)), (0, 0))
        board.show(self.picture_of(start), self.game.name, cursor=self._first)

    # Showing.

    def position(self) -> Position:
        """Where play stands, or would stand if what is held were let go."""
        now = self.run.position
        if self._hold is None or self._hold.move is None:
            return now
        return self.game.play.step(now, self._hold.move).after

    def marks(self) -> Mapping[Cell, str]:
        """What a check has found, else what a hint is about."""
        if self._checking:
            faults = self.placing.faults(self.run.position)
            return {cell: "problem" for fault in faults for cell in fault.cells}
        return marks_of(self.session.tip, self.session.degree)

    def words(self) -> Words:
        """Numbers, what is under the cursor, news, hints and moves."""
        words = super().words()
        if self.session.status == "won":
            return words
        note = [span for span in words.news if span[0]]
        return replace(words, news=(self._here, *self._found, *note))

    @property
    def _here(self) -> Span:
        """What is under the cursor, or is held."""
        hold = self._hold
        cell = self._cursor if hold is None else hold.begin
        told = self.placing.contents(self.position(), cell)
        return (told, "muted") if hold is None else (f"holding {told}", "title")

    @property
    def _found(self) -> list[Span]:
        """What a check has found."""
        if not self._checking:
            return []
        faults = self.placing.faults(self.run.position)
        wrong = [fault.text for fault in faults if fault.cells]
        more = f"; {len(wrong) - 1} more" if len(wrong) > 1 else ""
        found = [(f"{wrong[0]}{more}", "bad")] if wrong else []
        return [*found, *((fault.text, "muted") for fault in faults if not fault.cells)]

    @property
    def _checking(self) -> bool:
        now = self.run.position
        return self._checked is not None and self._checked == now and now.status == "playing"

    @property
    def _cursor(self) -> Cell:
        return self.query_one(BoardView).cursor

    # With the keyboard.

    def unavailable(self, command: Command) -> str | None:
        """Nothing can be drawn on a board that is won, and so on."""
        if command.context == "placing" and self.session.status == "won":
            return "it is won"
        return super().unavailable(command)

    def action_take(self) -> None:
        """Takes hold of what is under the cursor, or lets it go."""
        if self._hold is not None:
            self._let_go(self._hold.move)
        elif self.placing.grips(self.run.position, self._cursor):
            self._take(self._cursor, by_mouse=False)
        else:
            self.say("nothing to take hold of here: go to a number or to the end of a line")

    def action_clear(self) -> None:
        """Takes back the line under the cursor."""
        cell = self._cursor if self._hold is None else self._hold.begin
        word = self.placing.cleared(self.run.position, cell)
        held = self._hold is not None
        if word is None and not held:
            self.say("nothing is drawn here")
        self._let_go(word)

    def action_check(self) -> None:
        """Marks what is wrong so far, until something is drawn."""
        self._hold = None
        self._checked = self.run.position
        self.renew()

    def action_hint(self) -> None:
        """Gives a hint; its marks take the place of those of a check."""
        self._checked = None
        super().action_hint()

    def action_back(self) -> None:
        """Puts back what is held, else leaves."""
        if self._hold is not None:
            self._put_back()
        else:
            super().action_back()

    def _move(self, direction: str) -> None:
        """Moves the cursor, and with it what is held."""
        board = self.query_one(BoardView)
        row, col = board.cursor if self._hold is None else self._hold.end
        down, right = _STEPS[direction]
        rows, cols = board.picture.rows, board.picture.cols
        cell = min(max(row + down, 0), rows - 1), min(max(col + right, 0), cols - 1)
        if self._hold is None or self._hold.step(cell):
            board.cursor = cell
        self.renew()

    # With the mouse.

    @on(BoardView.CellPressed)
    def _pressed(self, message: BoardView.CellPressed) -> None:
        cell = (message.row, message.col)
        self._put_back()
        message.board.cursor = cell
        takes = self.session.status != "won" and self.placing.grips(self.run.position, cell)
        if message.button == 1 and takes:
            self._take(cell, by_mouse=True)
        else:
            self.renew()

    @on(BoardView.CellHovered)
    def _hovered(self, message: BoardView.CellHovered) -> None:
        hold = self._hold
        if hold is None or not self._by_mouse:
            return
        if message.cell is None or message.button != 1:
            self._put_back()  # the pointer has left the board, or the button came up unseen
            return
        hold.drag(message.cell)
        self.renew()

    @on(BoardView.CellReleased)
    def _released(self, message: BoardView.CellReleased) -> None:
        hold = self._hold
        if hold is None or not self._by_mouse:
            return
        if message.cell is None:
            self._put_back()
            return
        hold.drag(message.cell)
        message.board.cursor = hold.end
        self._let_go(hold.move or hold.click)

    # Holding.

    def _take(self, cell: Cell, *, by_mouse: bool) -> None:
        self._touched()
        self._hold, self._by_mouse = Hold(self.placing, self.run.position, cell), by_mouse
        self.renew()

    def _put_back(self) -> None:
        if self._hold is not None:
            self.query_one(BoardView).cursor = self._hold.begin
            self._hold = None
            self.renew()

    def _let_go(self, move: str | None) -> None:
        self._hold = None
        if move is not None:
            self.session.make(move)
        self._done()
