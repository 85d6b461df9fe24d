"""How moves are made on the play screen: what inputs for all ways share, and tilted boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.game.placing import Fault, Marks, Placing
from engine.game.position import Position
from engine.values.grid import Cell
from workbench.commands import Action, Command
from workbench.drawing.brush import Arrow
from workbench.features.play import motion
from workbench.features.play.table import PlayTable
from workbench.features.play.words import PlayText
from workbench.session.playing.playtest import Playtest
from workbench.ui.boards.board import BoardView
from workbench.ui.host import Switches
from workbench.ui.screen import CommandScreen

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class PlayInput:
    """A way to make moves: arrows, here; keys of its own and the mouse, in those built on it.

    Args:
        session: the play of the level.
        screen: the play screen.
        done: writes down and shows what the player has done.

    Attributes:
        contexts: of its commands, before those of the play screen.
    """

    contexts: tuple[str, ...] = ()

    def __init__(self, session: Playtest, screen: CommandScreen, done: Callable[[], None]) -> None:
        self._session = session
        self._rules = session.game.play
        self._screen = screen
        self._done = done

    @property
    def _board(self) -> BoardView:
        return self._screen.query_one(PlayTable).board

    @property
    def _switches(self) -> Switches:
        """What the player has switched on or off."""
        return self._screen.workbench.play_switches

    @property
    def _now(self) -> Position:
        """Where play stands, as far as the player sees it."""
        return self._session.visible_position

    def _slide(self, positions: Sequence[Position]) -> None:
        """Lets the pieces slide through positions, where the user and the link let."""
        screen = self._screen
        if self._switches.motion and motion.refused(screen.workbench.link) is None:
            table = screen.query_one(PlayTable)
            table.move_through([*map(self._session.visibility.seen, positions)])

    def begin(self) -> None:
        """Prepares the board."""

    def position(self) -> Position:
        """The position to show."""
        return self._now

    def marks(self) -> Mapping[Cell, str]:
        """Names of the theme's marks by cell."""
        return {}

    def arrows(self) -> tuple[Arrow, ...]:
        """The arrows at the edges of the board."""
        return ()

    def extended(self, words: PlayText) -> PlayText:
        """The words of the play screen with what this input has to say."""
        return words

    def offers(self, command: Command) -> bool:
        """Whether a command can ever be done in this game."""
        return True

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now; None if it can."""
        return None

    def take(self, command_id: str) -> bool:
        """Does a command in a way of its own; False to have it done like any other."""
        return False

    def settle(self) -> None:
        """Puts away what was not done yet: something else was."""

    def put_away(self) -> bool:
        """Puts away what was not done yet; False if there is nothing."""
        return False

    def go(self, direction: str) -> None:
        """Does what an arrow asks for: by default a move in its direction."""
        step = self._session.move(direction)
        if step is not None and step.changed:
            self._slide([step.before, *step.between, step.after])
        self._done()

    def commands(self) -> Mapping[str, Action]:
        """What it does for commands of its own, by their ids."""
        return {}

    # With the mouse.

    def pressed(self, cell: Cell, button: int) -> None:
        """A button went down over a cell."""

    def hovered(self, cell: Cell | None, button: int) -> None:
        """The pointer came to a cell, None beside the board."""

    def released(self, cell: Cell | None) -> None:
        """The button came up over a cell, None beside the board."""

    def pushed(self, cell: Cell, direction: int) -> None:
        """An arrow at the edge of the board was pressed."""


class Hold:
    """A drag that has begun and is not over.

    Attributes:
        begin: the cell where the drag begins, one that can be gripped.
        end: the cell dragged to by now.
        move: the move that letting go now would make; None for none.
        still: whether the drag has gone nowhere yet.
    """

    def __init__(self, placing: Placing, position: Position, begin: Cell) -> None:
        self._placing = placing
        self._position = position
        self.still = True
        self.begin = self.end = begin
        self.move: str | None = None

    def drag(self, cell: Cell) -> None:
        """The pointer comes to a cell, whichever; one that the drag cannot follow is ignored."""
        self.still = self.still and cell == self.begin
        if self._placing.follows(self._position, self.begin, cell):
            self.move = self._to(cell)
            self.end = cell

    def step(self, cell: Cell) -> bool:
        """The cursor goes to a cell; False where that would change nothing, and is not done."""
        follows = self._placing.follows(self._position, self.begin, cell)
        if not follows or (cell != self.begin and self._to(cell) in (None, self.move)):
            return False
        self.drag(cell)
        return True

    @property
    def click(self) -> str | None:
        """The move of a drag that went nowhere; None for one that did, or if there is none."""
        if not self.still:
            return None
        return self._placing.dragged(self._position, self.begin, self.begin)

    def _to(self, cell: Cell) -> str | None:
        if cell == self.begin:
            return None
        return self._placing.dragged(self._position, self.begin, cell)


class HoldingInput(PlayInput):
    """Something on the board can be held and dragged, and what is wrong with it can be marked."""

    def __init__(self, session: Playtest, screen: CommandScreen, done: Callable[[], None]) -> None:
        super().__init__(session, screen, done)
        assert session.game.play.placing is not None
        self._placing = session.game.play.placing
        self._hold: Hold | None = None
        self._checked: tuple[Position, Marks] | None = None

    @property
    def _faults(self) -> tuple[Fault, ...] | None:
        """What a check has found; None if not checked as it stands now."""
        return self._session.faults() if self._checked == self._stands else None

    @property
    def _stands(self) -> tuple[Position, Marks]:
        return self._now, self._session.pencilling.marks

    def marks(self) -> Mapping[Cell, str]:
        """The cells at fault."""
        return {cell: "problem" for fault in self._faults or () for cell in fault.cells}

    def check(self) -> None:
        """Marks what is wrong or missing, until something is done."""
        self._hold = None
        self._checked = self._stands
        self._screen.renew()
