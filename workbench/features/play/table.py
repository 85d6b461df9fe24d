"""A board that is played or played again: as large as fits, with words, and moves in motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import Container
from textual.timer import Timer
from textual.widget import Widget

from engine.game.game import Game, Position
from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.drawing.brush import Arrow
from workbench.features.play import motion
from workbench.features.play.words import PlayText, PlayWords, Side, arrange
from workbench.ui.boards.pictured import PicturedBoard


class PlayTable(Container):
    """A board with words beside or below it, wherever the board has more room."""

    DEFAULT_CSS = """
    PlayTable { height: 1fr; layout: vertical; }
    PlayTable.-beside { layout: horizontal; }
    PlayTable PlayWords { width: 1fr; height: 5; }
    PlayTable.-beside PlayWords { height: 1fr; }
    """

    def __init__(self, game: Game, *others: Widget) -> None:
        """Creates the table, with other widgets beside its own."""
        super().__init__()
        self._others = others
        self._game = game
        self._numbered = game.play.names_cells
        self.board = PicturedBoard(margin=self._numbered)
        self.board.names_cells = self._numbered
        self.board.can_focus = False
        self._words = PlayWords()
        self._side: Side = "beside"
        self._position: Position | None = None
        self._marks: Mapping[Cell, str] = {}
        self._arrows: tuple[Arrow, ...] = ()
        self._frames: list[Picture] = []
        self._moving: Timer | None = None

    def compose(self) -> ComposeResult:
        """The board, the words, and what else there is."""
        yield self.board
        yield self._words
        yield from self._others

    def make_room(self, position: Position, room: tuple[int, int]) -> None:
        """Gives the board the most of the columns and lines for it, the words and the keys."""
        picture = self._game.play.picture(position)
        self._side, columns = arrange(picture, *room, numbered=self._numbered)
        self.set_class(self._side == "beside", "-beside")
        self._words.styles.width = columns if self._side == "beside" else "1fr"

    def show(
        self,
        position: Position,
        words: PlayText,
        marks: Mapping[Cell, str] | None = None,
        arrows: tuple[Arrow, ...] = (),
    ) -> None:
        """Shows a position, unless pieces are on their way there, and what to say of it."""
        self._position, self._marks, self._arrows = position, marks or {}, arrows
        if self._moving is None:
            self._arrive()
        self._words.show(words, self._side)

    @property
    def moving(self) -> bool:
        """Whether pieces are on their way."""
        return self._moving is not None

    def move_through(self, positions: Sequence[Position]) -> None:
        """Lets the pieces slide to the last of some positions.

        Nothing but the picture takes that time: whatever comes next ends it at once.
        """
        self.finish_motion()
        if self.board.pictured:
            return  # too many images
        pictures = [self._game.play.picture(position) for position in positions]
        self._frames = motion.frames(pictures)
        if self._frames:
            self._moving = self.set_interval(1 / motion.RATE, self._next_frame)
            self._next_frame()

    def finish_motion(self) -> None:
        """Has the pieces arrive."""
        if self._moving is not None:
            self._moving.stop()
            self._moving = None
            self._frames = []
            self._arrive()

    def _next_frame(self) -> None:
        if self._frames:
            self.board.show(self._frames.pop(0), self._game.name)
        else:
            self.finish_motion()

    def _arrive(self) -> None:
        if self._position is not None:
            picture = self._game.play.picture(self._position)
            self.board.show(picture, self._game.name, marks=self._marks, arrows=self._arrows)
