"""Playing a game of steps and turns: by keys of their own, by cursor, or with the mouse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from engine.game.position import Position
from engine.game.previews import Handle
from engine.values.grid import DIRECTIONS, Cell
from engine.values.picture import Picture
from workbench.commands import Command, keymap
from workbench.document.document import Document
from workbench.drawing.previews import Shown, previewed
from workbench.features.play.commands import TURNS
from workbench.features.play.play import PlayScreen
from workbench.features.play.words import Words
from workbench.service.solving import Snapshot
from workbench.session.playing.holding import Hold
from workbench.session.playing.playtest import Assignment
from workbench.ui.board import BoardView
from workbench.ui.lines import Span

_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class SteeringScreen(PlayScreen):
    """Arrows take steps, digits turn lines, and pointing goes to a cell.

    A turn is shown before it is made: its key again, or enter, makes it, anything else does not.
    """

    AUTO_FOCUS = ""  # arrows take steps, and move the cursor only while a cell is being chosen
    CONTEXTS = ("steering", "play")
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bindings("steering")]

    def __init__(
        self,
        document: Document,
        answer: Snapshot | None = None,
        assignment: Assignment | None = None,
    ) -> None:
        super().__init__(document, answer, assignment)
        play = self.game.play
        assert play.steering is not None
        assert play.placing is not None
        assert play.previews is not None
        self.steering, self.placing, self.previews = play.steering, play.placing, play.previews
        self._shown: str | None = None
        self._hold: Hold | None = None
        self._told: Cell | None = None
        self._checked: Position | None = None

    # Showing.

    @property
    def preview(self) -> str | None:
        """The turn that is shown before it is made, by key or by dragging; None for none."""
        return self._shown if self._hold is None else self._hold.move

    @property
    def handles(self) -> tuple[Handle, ...]:
        """The turns, in the order of their keys."""
        return self.previews.handles(self.run.position)

    @property
    def _board(self) -> BoardView:
        return self.query_one(BoardView)

    def _seen(self) -> Shown:
        """The position with what a turn would do, or with what could be reached."""
        position = self.run.position
        warned = self.workbench.play_switches.warnings and position.status == "playing"
        lost = position.status == "lost"
        keys = [keymap.key(command.id) for command in TURNS]
        return previewed(self.game, position, move=self.preview, reach=warned or lost, keys=keys)

    def marks(self) -> Mapping[Cell, str]:
        """What a turn would move; else what a check has found, else who can go where."""
        marks = self._seen().marks
        if self._checking and self.preview is None:
            faults = self.placing.faults(self.run.position)
            return {**marks, **{cell: "problem" for fault in faults for cell in fault.cells}}
        return marks

    def _show(self, picture: Picture) -> None:
        if self.moving:
            self._board.show(picture, self.game.name)
            return
        arrows = self._seen().arrows
        self._board.show(picture, self.game.name, marks=self.marks(), arrows=arrows)

    def words(self) -> Words:
        """Numbers, what a turn would do, news, hints and moves."""
        words = super().words()
        foot = (keymap.key("steering.preview"), "preview", self._switched)
        words = replace(words, foot=(*words.foot, foot))
        if self.session.status != "playing":
            return words
        news = [span for span in (*self._ahead, *self._found, *words.news) if span[0]]
        return replace(words, news=tuple(news))

    @property
    def _switched(self) -> str:
        return "on" if self.workbench.play_switches.preview else "off"

    @property
    def _ahead(self) -> list[Span]:
        """What the turn that is shown would do, or what is under the cursor."""
        word = self.preview
        if word is not None:
            turn = next((turn for turn in self.handles if turn.move == word), None)
            told: list[Span] = [(f"{self.game.play.title(word)}?", "title")]
            if turn is not None and turn.fatal and self.workbench.play_switches.warnings:
                note = self.previews.preview(self.run.position, word).note
                told.insert(0, (f"deadly: {note}", "bad"))
            return told
        cell = self._board.cursor if self._choosing else self._told
        if cell is None:
            return []
        goes = f"; {keymap.key('steering.go')} goes there" if self._choosing else ""
        return [(f"{self.placing.contents(self.run.position, cell)}{goes}", "title")]

    @property
    def _found(self) -> list[Span]:
        """What a check has found."""
        if not self._checking:
            return []
        faults = self.placing.faults(self.run.position)
        return [(fault.text, "bad") for fault in faults] or [("nothing is missing", "good")]

    @property
    def _checking(self) -> bool:
        return self._checked is not None and self._checked == self.run.position

    @property
    def _choosing(self) -> bool:
        """Whether the cursor chooses a cell."""
        return self._board.show_cursor

    # With the keyboard.

    def offers(self, command: Command) -> bool:
        """There are no more turns than the game has."""
        return command not in TURNS[self.steering.turns :]

    def unavailable(self, command: Command) -> str | None:
        """The dead do not walk on, and so on."""
        if command.context == "steering" and command.id != "steering.preview":
            return self._no_steering(command)
        return super().unavailable(command)

    def _no_steering(self, command: Command) -> str | None:
        status = self.session.status
        if status == "lost":
            return f"it is lost: {keymap.key('play.undo')} or {keymap.key('play.restart')}"
        if status == "won":
            return self._no_onward if command.id == "steering.go" else "it is won"
        if command in TURNS and TURNS.index(command) >= len(self.handles):
            return f"there are {len(self.handles)} turns"
        return None

    async def action_command(self, command_id: str) -> None:
        """Does a command; what was told of a cell has been read."""
        self._told = None
        if command_id.startswith("steering.turn-"):
            self._touched()
            self.finish_motion()
            self._pull(int(command_id.rpartition("-")[2]) - 1)
        else:
            await super().action_command(command_id)

    def _pull(self, number: int) -> None:
        """Shows a turn, or makes it if it is shown."""
        reason = self.unavailable(TURNS[number])
        if reason is not None:
            self.say(f"{TURNS[number].title}: {reason}")
            return
        turn = self.handles[number]
        switches = self.workbench.play_switches
        careful = switches.preview or (switches.warnings and turn.fatal)
        if turn.refused or self._shown == turn.move or not careful:
            self._make(turn.move)
        else:
            self._choose(False)
            self._shown = turn.move
            self.renew()

    def _move(self, direction: str) -> None:
        """Takes a step, or moves the cursor that chooses a cell."""
        if self._choosing:
            (row, col), (down, right) = self._board.cursor, _STEPS[direction]
            picture = self._board.picture
            cell = row + down, col + right
            while (
                not picture.has(cell)
                and 0 <= cell[0] < picture.rows
                and 0 <= cell[1] < picture.cols
            ):
                cell = cell[0] + down, cell[1] + right
            if picture.has(cell):
                self._board.cursor = cell
            self.renew()
        else:
            word = self.game.play.toward(DIRECTIONS.index(direction))
            assert word is not None
            self._make(word)

    def action_go(self) -> None:
        """Makes the turn that is shown; chooses a cell, and goes there; after a win, goes on."""
        if self.session.status == "won":
            self.action_onward()
        elif self._shown is not None:
            self._make(self._shown)
        elif self._choosing:
            self._point(self._board.cursor, self._board.cursor)
        else:
            self._choose(True)
            self.renew()

    def action_check(self) -> None:
        """Marks what is still missing, until something is done."""
        self._shown = None
        self._checked = self.run.position
        self.renew()

    def action_preview(self) -> None:
        """Shows turns before they are made, or makes them at once."""
        switches = self.workbench.play_switches
        switches.preview = not switches.preview
        self._shown = None
        self.renew()

    def action_back(self) -> None:
        """Puts away the turn that is shown, or the cursor; else leaves."""
        if self._shown is None and self._hold is None and not self._choosing:
            super().action_back()
            return
        self._choose(False)
        self.renew()

    def _done(self) -> None:
        self._choose(False)
        super()._done()

    def _choose(self, choosing: bool) -> None:
        """Shows the cursor, where it was last; or puts away all that was not done yet."""
        self._shown = self._hold = None
        if choosing:
            pieces = self.picture_of(self.run.position).pieces
            self._board.cursor = next(iter(pieces), self._board.cursor)
        self._board.show_cursor = choosing

    def _make(self, word: str) -> None:
        step = self.session.make(word)
        if step.changed:
            self._checked = None
            self.move_through([step.before, *step.between, step.after])
        self._done()

    # With the mouse.

    @on(BoardView.ArrowPressed)
    def _pushed(self, message: BoardView.ArrowPressed) -> None:
        place = (message.row, message.col), message.direction
        places = [(turn.cell, turn.direction) for turn in self.handles]
        if place in places:
            self._touched()
            self._pull(places.index(place))

    @on(BoardView.CellPressed)
    def _pressed(self, message: BoardView.CellPressed) -> None:
        cell, position = (message.row, message.col), self.run.position
        self._touched()
        self._choose(False)
        self._told = None
        if message.button == 1 and position.status == "playing":
            if self.placing.grips(position, cell):
                self._hold = Hold(self.placing, position, cell)
        else:
            self._told = cell
        self.renew()

    @on(BoardView.CellHovered)
    def _hovered(self, message: BoardView.CellHovered) -> None:
        if self._hold is None:
            return
        if message.cell is None or message.button != 1:
            self._choose(False)  # the pointer has left the board, or the button came up unseen
        else:
            self._hold.drag(message.cell)
        self.renew()

    @on(BoardView.CellReleased)
    def _released(self, message: BoardView.CellReleased) -> None:
        hold, self._hold = self._hold, None
        if hold is None:
            return
        if message.cell is None:
            self.renew()
        else:
            hold.drag(message.cell)
            end = message.cell if hold.move is None else hold.end
            if end == hold.begin and not hold.still:
                self.renew()
            else:
                self._point(hold.begin, end)

    def _point(self, begin: Cell, end: Cell) -> None:
        """Does what a click or a drag asks for, or says what is there."""
        word = self.steering.meant(self.run.position, begin, end)
        turn = next((turn for turn in self.handles if turn.move == word), None)
        if word is None:
            self._choose(False)
            self._told = end
            self.renew()
            self.say(self.steering.pointing)
        elif turn is not None and turn.fatal and self.workbench.play_switches.warnings:
            self._choose(False)
            self._shown = word  # as deadly turns by key, it has to be confirmed
            self.renew()
        else:
            self._make(word)
