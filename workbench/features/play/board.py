"""What playing and replaying share: a board as large as fits, words, and moves in motion."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.timer import Timer

from engine.game.game import Game
from engine.game.position import Position
from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.features.play import motion
from workbench.features.play.words import PlayWords, Side, Words, arrange
from workbench.ui.board import BoardView
from workbench.ui.keyline import KeyLine
from workbench.ui.screen import CommandScreen


class PlayBoardScreen(CommandScreen):
    """A board with words beside or below it, wherever the board has more room."""

    DEFAULT_CSS = """
    PlayBoardScreen #table { height: 1fr; layout: vertical; }
    PlayBoardScreen.-beside #table { layout: horizontal; }
    PlayBoardScreen PlayWords { width: 1fr; height: 5; }
    PlayBoardScreen.-beside PlayWords { height: 1fr; }
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self._side: Side = "beside"
        self._frames: list[Picture] = []
        self._moving: Timer | None = None

    @abstractmethod
    def position(self) -> Position:
        """The position to show."""

    @abstractmethod
    def words(self) -> Words:
        """What to say of it."""

    def compose(self) -> ComposeResult:
        """The board, the words and the keys."""
        with Container(id="table"):
            yield BoardView(margin=False)
            yield PlayWords(self.workbench.theme_glyphs)
        yield KeyLine(*self.CONTEXTS)

    def on_mount(self) -> None:
        """Shows the first position."""
        self.query_one(BoardView).can_focus = False
        self.make_room()
        self.renew()

    def on_resize(self) -> None:
        """Gives the board the most room again."""
        self.make_room()
        self.renew()

    def theme_changed(self) -> None:
        """Draws everything with the new theme."""
        super().theme_changed()
        self.renew()

    def renew(self) -> None:
        """Shows the present position, unless pieces are on their way there, and the words."""
        if self._moving is None:
            self._show(self.picture_of(self.position()))
        self.query_one(PlayWords).show(self.words(), self._side)
        self.refresh_keys()

    def picture_of(self, position: Position) -> Picture:
        """What a position looks like."""
        return self.game.play.picture(position)

    def marks(self) -> Mapping[Cell, str]:
        """Names of the theme's marks by cell; by default none."""
        return {}

    def _show(self, picture: Picture) -> None:
        self.query_one(BoardView).show(picture, self.game.name, marks=self.marks())

    @property
    def room(self) -> tuple[int, int]:
        """Columns and lines for the board, the words and the keys."""
        return self.app.size

    def make_room(self) -> None:
        """Gives the board the most room."""
        picture = self.picture_of(self.position())
        side, room = arrange(picture, *self.room)
        self._side = side
        self.set_class(side == "beside", "-beside")
        words = self.query_one(PlayWords)
        words.styles.width = room if side == "beside" else "1fr"

    # Motion.

    @property
    def moving(self) -> bool:
        """Whether pieces are on their way."""
        return self._moving is not None

    def move_through(self, positions: Sequence[Position]) -> None:
        """Lets the pieces slide to the last of some positions, where the user and the link let.

        Nothing but the picture takes that time: whatever comes next ends it at once.
        """
        self.finish_motion()
        host = self.workbench
        if host.play_switches.motion and motion.refused(host.link) is None:
            self._frames = motion.frames([self.picture_of(position) for position in positions])
            if self._frames:
                self._moving = self.set_interval(1 / motion.RATE, self._next_frame)
                self._next_frame()

    def finish_motion(self) -> None:
        """Has the pieces arrive."""
        if self._moving is not None:
            self._moving.stop()
            self._moving = None
            self._frames = []
            self._show(self.picture_of(self.position()))

    def _next_frame(self) -> None:
        if self._frames:
            self._show(self._frames.pop(0))
        else:
            self.finish_motion()

    async def action_command(self, command_id: str) -> None:
        """Does a command; whatever was on its way arrives first."""
        self.finish_motion()
        await super().action_command(command_id)

    def on_key(self, event: events.Key) -> None:
        """Any key has the pieces arrive."""
        self.finish_motion()
