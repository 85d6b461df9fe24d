"""Making moves that name places: by cursor and keys, or by dragging with the mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from engine.errors import MoveError
from engine.game.position import Position
from engine.values.grid import Cell
from workbench.commands import Action, Command
from workbench.features.play.inputs import STEPS, Hold, HoldingInput
from workbench.features.play.words import PlayText
from workbench.session.playing.hints import marks_of
from workbench.session.playing.pencilling import cell_words, roles, visible_marks
from workbench.session.playing.playtest import Playtest
from workbench.ui.lines import Span
from workbench.ui.screen import CommandScreen

_MARKS = {f"placing.{kind}": kind for kind in ("empty", "level", "upright")}
"""The kinds of pencil marks by the commands that enter them."""
_RIGHT = 3


class PlacingInput(HoldingInput):
    """A cursor takes hold of something and drags it; the mouse does the same.

    While something is held, the board shows what letting go would do.
    """

    contexts = ("placing",)

    def __init__(self, session: Playtest, screen: CommandScreen, done: Callable[[], None]) -> None:
        super().__init__(session, screen, done)
        self._by_mouse = False

    def begin(self) -> None:
        """Puts the cursor on the first thing that can be taken hold of."""
        board, start = self._board, self._now
        board.show_cursor = True
        rows, cols = start.board.rows, start.board.cols
        cells = ((row, col) for row in range(rows) for col in range(cols))
        first = next((cell for cell in cells if self._placing.grips(start, cell)), (0, 0))
        game = self._session.game
        board.show(game.play.picture(start), game.name, cursor=first)

    # Showing.

    def position(self) -> Position:
        """Where play stands, or would stand if what is held were let go."""
        if self._hold is None or self._hold.move is None:
            return self._now
        return self._rules.step(self._now, self._hold.move).after

    def marks(self) -> Mapping[Cell, str]:
        """The pencil marks, and over them what a check has found, else what a hint is about."""
        session = self._session
        pencilled = roles(session.game, self.position(), session.pencilling.marks)
        if self._faults is not None:
            return {**pencilled, **super().marks()}
        return {**pencilled, **marks_of(session.tip, session.degree)}

    def extended(self, words: PlayText) -> PlayText:
        """The words with what is under the cursor and what a check has found."""
        if self._session.status == "won":
            return words
        note = [span for span in words.news if span[0]]
        return replace(words, news=(self._here, *self._found, *note))

    @property
    def _here(self) -> Span:
        """What is under the cursor, or is held."""
        hold = self._hold
        cell = self._board.cursor if hold is None else hold.begin
        session = self._session
        what = cell_words(session.game, self.position(), session.pencilling.marks, cell)
        return (what, "muted") if hold is None else (f"holding {what}", "title")

    @property
    def _found(self) -> list[Span]:
        faults = self._faults or ()
        wrong = [fault.text for fault in faults if fault.cells]
        more = f"; {len(wrong) - 1} more" if len(wrong) > 1 else ""
        found = [(f"{wrong[0]}{more}", "bad")] if wrong else []
        return [*found, *((fault.text, "muted") for fault in faults if not fault.cells)]

    # With the keyboard.

    def commands(self) -> Mapping[str, Action]:
        """What its keys do."""
        return {
            "placing.take": self._take_or_let_go,
            "placing.clear": self._clear,
            **{command: partial(self._mark, kind) for command, kind in _MARKS.items()},
            "placing.check": self.check,
            "play.hint": self._hint,
        }

    def offers(self, command: Command) -> bool:
        """Only the marks that the game has."""
        pencil = self._rules.pencil
        return command.id not in _MARKS or (
            pencil is not None and _MARKS[command.id] in pencil.kinds
        )

    def unavailable(self, command: Command) -> str | None:
        """Nothing can be drawn on a board that is won, or marked while a line is held."""
        if command.context != "placing":
            return None
        if self._session.status == "won":
            return "it is won"
        return "a line is held" if command.id in _MARKS and self._hold is not None else None

    def _take_or_let_go(self) -> None:
        """Takes hold of what is under the cursor, or lets it go."""
        cursor = self._board.cursor
        if self._hold is not None:
            self._let_go(self._hold.move)
        elif self._placing.grips(self._now, cursor):
            self._take(cursor, by_mouse=False)
        else:
            self._screen.say("nothing to take hold of here: go to a number or to the end of a line")

    def _clear(self) -> None:
        """Takes back the line under the cursor, or wipes the mark off."""
        cell = self._board.cursor if self._hold is None else self._hold.begin
        word = self._placing.cleared(self._now, cell)
        if word is None and self._hold is None:
            if cell in self._session.pencilling.marks:
                self._pencil(cell, "")
                return
            self._screen.say("nothing is drawn here")
        self._let_go(word)

    def _mark(self, kind: str) -> None:
        """Enters a pencil mark under the cursor, or wipes it off."""
        cell = self._board.cursor
        marked = self._session.pencilling.marks.get(cell) == kind
        self._pencil(cell, "" if marked else kind)

    def _mark_next(self, cell: Cell) -> None:
        """Enters the next mark that a cell can have, after the last none."""
        game, marks = self._session.game, self._session.pencilling.marks
        pencil = game.play.pencil
        kinds = pencil.kinds if pencil is not None else ()
        fitting = [kind for kind in kinds if visible_marks(game, self._now, {cell: kind})]
        if not fitting:
            self._screen.say("there is nothing to mark here")
            return
        ring = ["", *fitting, ""]
        marked = visible_marks(game, self._now, marks).get(cell, "")
        self._pencil(cell, ring[ring.index(marked) + 1])

    def _pencil(self, cell: Cell, kind: str) -> None:
        try:
            self._session.mark(cell, kind)
        except MoveError as error:
            self._screen.say(str(error))
        self._done()

    def _hint(self) -> None:
        """Gives a hint; its marks take the place of those of a check."""
        self._checked = None
        self._session.hint()
        self._done()

    def put_away(self) -> bool:
        """Puts back what is held."""
        if self._hold is None:
            return False
        self._board.cursor = self._hold.begin
        self._hold = None
        self._screen.renew()
        return True

    def go(self, direction: str) -> None:
        """Moves the cursor, and with it what is held."""
        board = self._board
        row, col = board.cursor if self._hold is None else self._hold.end
        down, right = STEPS[direction]
        rows, cols = board.picture.rows, board.picture.cols
        cell = min(max(row + down, 0), rows - 1), min(max(col + right, 0), cols - 1)
        if self._hold is None or self._hold.step(cell):
            board.cursor = cell
        self._screen.renew()

    # With the mouse.

    def pressed(self, cell: Cell, button: int) -> None:
        """Takes hold of what is there; the right button marks."""
        self.put_away()
        self._board.cursor = cell
        won = self._session.status == "won"
        if button == 1 and not won and self._placing.grips(self._now, cell):
            self._take(cell, by_mouse=True)
        elif button == _RIGHT and not won and self._rules.pencil is not None:
            self._mark_next(cell)
        else:
            self._screen.renew()

    def hovered(self, cell: Cell | None, button: int) -> None:
        """Drags what is held."""
        if self._hold is None or not self._by_mouse:
            return
        if cell is None or button != 1:
            self.put_away()  # the pointer has left the board, or the button came up unseen
            return
        self._hold.drag(cell)
        self._screen.renew()

    def released(self, cell: Cell | None) -> None:
        """Lets go of what is held."""
        hold = self._hold
        if hold is None or not self._by_mouse:
            return
        if cell is None:
            self.put_away()
            return
        hold.drag(cell)
        self._board.cursor = hold.end
        self._let_go(hold.move or hold.click)

    def _take(self, cell: Cell, *, by_mouse: bool) -> None:
        self._session.recorder.touch()
        self._hold, self._by_mouse = Hold(self._placing, self._now, cell), by_mouse
        self._screen.renew()

    def _let_go(self, move: str | None) -> None:
        self._hold = None
        if move is not None:
            self._session.make(move)
        self._done()
