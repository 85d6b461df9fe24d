"""How moves are made on the play screen: an input for each way, and that of tilted boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.game.placing import Fault
from engine.game.position import Position
from engine.values.grid import Cell
from workbench.commands import Action, Command
from workbench.drawing.brush import Arrow
from workbench.features.play.words import PlayText
from workbench.session.playing.holding import Hold
from workbench.session.playing.playtest import Playtest
from workbench.ui.board import BoardView
from workbench.ui.host import Switches

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class PlayHost(Protocol):
    """What an input needs of the play screen."""

    @property
    def board(self) -> BoardView:
        """The board."""

    @property
    def switches(self) -> Switches:
        """What the player has switched on or off."""

    @property
    def no_onward(self) -> str | None:
        """Why there is nothing to go on to; None if there is."""

    def touch(self) -> None:
        """Notes that the player is there."""

    def slide(self, positions: Sequence[Position]) -> None:
        """Lets the pieces slide through positions, where the user and the link let."""

    def done(self) -> None:
        """Writes down and shows what the player has done."""

    def renew(self) -> None:
        """Shows the present position and the words."""

    def say(self, message: str, role: str = "muted") -> None:
        """Shows a message in the key line."""

    def action_onward(self) -> None:
        """Leaves for what follows a win."""


class PlayInput:
    """A way to make moves: takes directions, keys of its own, and the mouse.

    Attributes:
        contexts: of its commands, before those of the play screen.
    """

    contexts: tuple[str, ...] = ()

    def __init__(self, session: Playtest, play: PlayHost) -> None:
        self._session = session
        self._play = play

    @property
    def _now(self) -> Position:
        """Where play stands."""
        return self._session.run.position

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
        """Does what an arrow asks for."""

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


class TiltingInput(PlayInput):
    """Arrows make the moves."""

    def go(self, direction: str) -> None:
        """Moves in a direction."""
        step = self._session.move(direction)
        if step is not None and step.changed:
            self._play.slide([step.before, *step.between, step.after])
        self._play.done()


class HoldingInput(PlayInput):
    """Something on the board can be held and dragged, and what is wrong with it can be marked."""

    def __init__(self, session: Playtest, play: PlayHost) -> None:
        super().__init__(session, play)
        assert session.game.play.placing is not None
        self._placing = session.game.play.placing
        self._hold: Hold | None = None
        self._checked: Position | None = None

    @property
    def _faults(self) -> tuple[Fault, ...] | None:
        """What a check has found; None if this very position was not checked."""
        return self._placing.faults(self._now) if self._checked == self._now else None

    def marks(self) -> Mapping[Cell, str]:
        """The cells at fault."""
        return {cell: "problem" for fault in self._faults or () for cell in fault.cells}

    def check(self) -> None:
        """Marks what is wrong or missing, until something is done."""
        self._hold = None
        self._checked = self._now
        self._play.renew()
