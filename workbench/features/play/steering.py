"""Making steps and turns: by keys of their own, by cursor, or with the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from engine.game.previews import Handle
from engine.values.grid import DIRECTIONS, Cell
from workbench.commands import Action, Command, keymap
from workbench.drawing.brush import Arrow
from workbench.drawing.previews import Previewed, previewed
from workbench.features.play.commands import TURNS
from workbench.features.play.inputs import STEPS, Hold, HoldingInput
from workbench.features.play.words import PlayText
from workbench.session.playing.hints import DEGREES
from workbench.session.playing.playtest import Playtest
from workbench.ui.lines import Span
from workbench.ui.screen import CommandScreen

_VIEWS = ("steering.faces", "steering.explore")
"""Commands of games whose boards can be seen in part."""


class SteeringInput(HoldingInput):
    """Arrows take steps, digits turn lines, and pointing goes to a cell.

    A turn is shown before it is made: its key again, or enter, makes it, anything else does not.
    """

    contexts = ("steering",)

    def __init__(self, session: Playtest, screen: CommandScreen, done: Callable[[], None]) -> None:
        super().__init__(session, screen, done)
        parts = session.game.play
        assert parts.steering is not None
        assert parts.previews is not None
        self._steering, self._previews = parts.steering, parts.previews
        self._shown: str | None = None
        self._looked_at: Cell | None = None

    # Showing.

    @property
    def preview(self) -> str | None:
        """The turn that is shown before it is made, by key or by dragging; None for none."""
        return self._shown if self._hold is None else self._hold.move

    @property
    def handles(self) -> tuple[Handle, ...]:
        """The turns, in the order of their keys."""
        return self._previews.handles(self._now)

    @property
    def _choosing(self) -> bool:
        """Whether the cursor chooses a cell."""
        return self._board.show_cursor

    def _seen(self) -> Previewed:
        """The position with what a turn would do, or with what could be reached."""
        warned = self._switches.warnings and self._now.status == "playing"
        return previewed(
            self._session.game,
            self._now,
            move=self.preview,
            reach=warned or self._now.status == "lost",
            keys=[keymap.key(command.id) for command in TURNS],
        )

    def marks(self) -> Mapping[Cell, str]:
        """What a turn would move; else what a check has found, else who can go where."""
        marks = self._seen().marks
        return marks if self.preview is not None else {**marks, **super().marks()}

    def arrows(self) -> tuple[Arrow, ...]:
        """The turns; none where what they lead to is not visible."""
        return () if self._session.visibility.exploring else self._seen().arrows

    def extended(self, words: PlayText) -> PlayText:
        """The words with what a turn would do and what a check has found."""
        switched = "on" if self._switches.preview else "off"
        foot = [(keymap.key("steering.preview"), "preview", switched)]
        visibility = self._session.visibility
        if visibility.views:
            seen = "all" if visibility.view is None else visibility.view.name
            foot.insert(0, (keymap.key("steering.faces"), "faces", seen))
        words = replace(words, foot=(*words.foot, *foot), advice=(*words.advice, *self._keyed))
        if self._session.status != "playing":
            return replace(words, news=(*self._elsewhere, *words.news))
        spans = (*self._elsewhere, *self._ahead, *self._found, *words.news)
        news = [span for span in spans if span[0]]
        return replace(words, news=tuple(news))

    @property
    def _keyed(self) -> Iterator[Span]:
        """The key of the turn that a hint names: lines are numbered otherwise than turns."""
        prospect = self._session.course.prospect
        if self._session.degree < DEGREES or prospect is None or not prospect.best:
            return
        for turn, command in zip(self.handles, TURNS, strict=False):
            if turn.move == prospect.best[0]:
                yield f"its key: {keymap.key(command.id)}", "muted"

    @property
    def _elsewhere(self) -> list[Span]:
        """What is looked at, if that is not what is visible when moves are made."""
        visibility = self._session.visibility
        if not visibility.exploring:
            return []
        key = keymap.key("steering.explore")
        return [(f"{visibility.summary}; {key} turns back", "title")]

    @property
    def _ahead(self) -> list[Span]:
        """What the turn that is shown would do, or what is under the cursor."""
        word = self.preview
        if word is not None:
            turn = next((turn for turn in self.handles if turn.move == word), None)
            lines: list[Span] = [(f"{self._rules.title(word)}?", "title")]
            if turn is not None and turn.fatal and self._switches.warnings:
                note = self._previews.preview(self._now, word).note
                lines.insert(0, (f"deadly: {note}", "bad"))
            return lines
        cell = self._board.cursor if self._choosing else self._looked_at
        if cell is None:
            return []
        goes = f"; {keymap.key('steering.go')} goes there" if self._choosing else ""
        return [(f"{self._placing.contents(self._now, cell)}{goes}", "title")]

    @property
    def _found(self) -> list[Span]:
        if self._faults is None:
            return []
        return [(fault.text, "bad") for fault in self._faults] or [("nothing is missing", "good")]

    # With the keyboard.

    def commands(self) -> Mapping[str, Action]:
        """What its keys do."""
        return {
            "steering.go": self._go_or_choose,
            "steering.check": self.check,
            "steering.preview": self._preview,
            "steering.faces": self._limit,
            "steering.explore": self._explore,
        }

    def offers(self, command: Command) -> bool:
        """There are no more turns than the game has, nor views."""
        if command.id in _VIEWS:
            return bool(self._steering.views)
        return command not in TURNS[self._steering.turns :]

    def unavailable(self, command: Command) -> str | None:
        """The dead do not walk on, and so on."""
        if command.context != "steering" or command.id in ("steering.preview", *_VIEWS):
            return None
        status = self._session.status
        if status == "lost":
            return f"it is lost: {keymap.key('play.undo')} or {keymap.key('play.restart')}"
        if status == "won":
            return self._session.no_onward if command.id == "steering.go" else "it is won"
        if command in TURNS and TURNS.index(command) >= len(self.handles):
            return f"there are {len(self.handles)} turns"
        return None

    def take(self, command_id: str) -> bool:
        """Shows or makes a turn; what was said of a cell has been read."""
        self._looked_at = None
        turns = command_id.startswith("steering.turn-")
        if turns:
            self._turn(int(command_id.rpartition("-")[2]) - 1)
        return turns

    def _turn(self, number: int) -> None:
        """Shows a turn, or makes it if it is shown."""
        reason = self.unavailable(TURNS[number])
        if reason is not None:
            self._screen.say(f"{TURNS[number].title}: {reason}")
            return
        # What a turn would do is shown, and warned of, where moves are made.
        self._session.visibility.turn_back()
        turn, switches = self.handles[number], self._switches
        careful = switches.preview or (switches.warnings and turn.fatal)
        if turn.refused or self._shown == turn.move or not careful:
            self._make(turn.move)
        else:
            self.settle()
            self._shown = turn.move
            self._screen.renew()

    def go(self, direction: str) -> None:
        """Takes a step, or moves the cursor that chooses a cell."""
        if not self._choosing:
            word = self._rules.toward(DIRECTIONS.index(direction))
            assert word is not None
            self._make(word)
            return
        board, (down, right) = self._board, STEPS[direction]
        picture = board.picture
        row, col = board.cursor[0] + down, board.cursor[1] + right
        while not picture.has((row, col)) and 0 <= row < picture.rows and 0 <= col < picture.cols:
            row, col = row + down, col + right
        if picture.has((row, col)):
            board.cursor = row, col
        self._screen.renew()

    def _go_or_choose(self) -> None:
        """Makes the turn that is shown; chooses a cell, and goes there; after a win, goes on."""
        board = self._board
        if self._session.status == "won":
            self._screen.call_next(self._screen.run_action, "onward")
        elif self._shown is not None:
            self._make(self._shown)
        elif self._choosing:
            self._point(board.cursor, board.cursor)
        else:
            self.settle()
            pieces = self._rules.picture(self._now).pieces
            board.cursor = next(iter(pieces), board.cursor)
            board.show_cursor = True
            self._screen.renew()

    def check(self) -> None:
        """Marks what is still missing; the turn that was shown is put away."""
        self._shown = None
        super().check()

    def _preview(self) -> None:
        """Shows turns before they are made, or makes them at once."""
        switches = self._switches
        switches.preview = not switches.preview
        self._shown = None
        self._screen.renew()

    def _limit(self) -> None:
        """Hides faces, or shows all again."""
        switches = self._switches
        switches.faces = not switches.faces
        self._session.limit_visibility(limited=switches.faces)
        self._shown = None
        self._screen.renew()

    def _explore(self) -> None:
        """Turns the view."""
        self._session.explore()
        self._shown = None
        self._screen.renew()

    def settle(self) -> None:
        """Puts away the turn that is shown, what is held, and the cursor."""
        self._shown = self._hold = None
        self._board.show_cursor = False

    def put_away(self) -> bool:
        """Puts away the turn that is shown, or the cursor; False if there is neither."""
        if self._shown is None and self._hold is None and not self._choosing:
            return False
        self.settle()
        self._screen.renew()
        return True

    def _make(self, word: str) -> None:
        step = self._session.make(word)
        if step.changed:
            self._checked = None
            self._slide([step.before, *step.between, step.after])
        self._done()

    # With the mouse.

    def pushed(self, cell: Cell, direction: int) -> None:
        """Shows or makes the turn of an arrow."""
        arrows = [(turn.cell, turn.direction) for turn in self.handles]
        if (cell, direction) in arrows:
            self._session.recorder.touch()
            self._turn(arrows.index((cell, direction)))

    def pressed(self, cell: Cell, button: int) -> None:
        """Takes hold of a line, or looks at a cell."""
        self._session.recorder.touch()
        self.settle()
        self._looked_at = None
        if button == 1 and self._now.status == "playing":
            if self._placing.grips(self._now, cell):
                self._hold = Hold(self._placing, self._now, cell)
        else:
            self._looked_at = cell
        self._screen.renew()

    def hovered(self, cell: Cell | None, button: int) -> None:
        """Drags what is held."""
        if self._hold is None:
            return
        if cell is None or button != 1:
            self.settle()  # the pointer has left the board, or the button came up unseen
        else:
            self._hold.drag(cell)
        self._screen.renew()

    def released(self, cell: Cell | None) -> None:
        """Does what the drag asks for."""
        hold, self._hold = self._hold, None
        if hold is None:
            return
        if cell is not None:
            hold.drag(cell)
            end = cell if hold.move is None else hold.end
            if end != hold.begin or hold.still:
                self._point(hold.begin, end)
                return
        self._screen.renew()

    def _point(self, begin: Cell, end: Cell) -> None:
        """Does what a click or a drag asks for, or says what is there."""
        word = self._steering.meant(self._now, begin, end)
        if word is not None:
            self._session.visibility.turn_back()
        turn = next((turn for turn in self.handles if turn.move == word), None)
        if word is None:
            self.settle()
            self._looked_at = end
            self._screen.renew()
            self._screen.say(self._steering.pointing)
        elif turn is not None and turn.fatal and self._switches.warnings:
            self.settle()
            self._shown = word  # as deadly turns by key, it has to be confirmed
            self._screen.renew()
        else:
            self._make(word)
