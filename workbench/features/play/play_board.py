"""The board for playing and replaying, as large as possible, with text and animated moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import Container
from textual.timer import Timer
from textual.widget import Widget

from engine.game.game import Game, Position
from engine.values.grid import Cell
from engine.values.picture import Picture
from workbench.drawing.cell_brush import Arrow
from workbench.features.play import move_animation
from workbench.features.play.play_text_pane import PlayText, PlayTextPane, Side, choose_side
from workbench.ui.boards.image_board import ImageBoard


class PlayBoard(Container):
    """A board with text next to it or below it, whichever leaves more room for the board."""

    DEFAULT_CSS = """
    PlayBoard { height: 1fr; layout: vertical; }
    PlayBoard.-aside { layout: horizontal; }
    PlayBoard PlayTextPane { width: 1fr; height: 5; }
    PlayBoard.-aside PlayTextPane { height: 1fr; }
    """

    def __init__(self, game: Game, *others: Widget) -> None:
        """Create a board for ``game``, with the widgets ``others`` next to it."""
        super().__init__()
        self._others = others
        self._game = game
        self._is_numbered = game.play.names_cells
        self.board = ImageBoard(margin=self._is_numbered)
        self.board.names_cells = self._is_numbered
        self.board.can_focus = False
        self._text_pane = PlayTextPane()
        self._side: Side = "aside"
        self._position: Position | None = None
        self._marks: Mapping[Cell, str] = {}
        self._arrows: tuple[Arrow, ...] = ()
        self._frames: list[Picture] = []
        self._frame_timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the board, its text, and the other widgets."""
        yield self.board
        yield self._text_pane
        yield from self._others

    def divide_room(self, position: Position, room: tuple[int, int]) -> None:
        """Divide the space between the board and its text.

        Args:
            position: The position to show, which determines the size of the board.
            room: The available space as columns and lines.
        """
        picture = self._game.play.draw_picture(position)
        self._side, columns = choose_side(picture, *room, is_numbered=self._is_numbered)
        self.set_class(self._side == "aside", "-aside")
        self._text_pane.styles.width = columns if self._side == "aside" else "1fr"

    def show_position(
        self,
        position: Position,
        text: PlayText,
        marks: Mapping[Cell, str] | None = None,
        arrows: tuple[Arrow, ...] = (),
    ) -> None:
        """Show a position and its text.

        While an animation is running, only the text is shown. The position follows when the
        animation ends.

        Args:
            position: The position to show.
            text: The text to show with the position.
            marks: The names of marks, keyed by the cells that they are drawn on.
            arrows: The arrows at the edges of the board.
        """
        self._position, self._marks, self._arrows = position, marks or {}, arrows
        if self._frame_timer is None:
            self._show_final()
        self._text_pane.show_text(text, self._side)

    @property
    def is_moving(self) -> bool:
        """True while an animation is running."""
        return self._frame_timer is not None

    def animate_positions(self, positions: Sequence[Position]) -> None:
        """Show the pieces sliding through all ``positions`` in order.

        The game does not wait for the animation, and the player's next action ends it.
        """
        self.finish_motion()
        if self.board.is_image:
            return  # every frame would be an image to send to the terminal
        pictures = [self._game.play.draw_picture(position) for position in positions]
        self._frames = move_animation.make_frames(pictures)
        if self._frames:
            self._frame_timer = self.set_interval(
                1 / move_animation.FRAME_RATE, self._show_next_frame
            )
            self._show_next_frame()

    def finish_motion(self) -> None:
        """End the animation, if one is running, and show the final position."""
        if self._frame_timer is not None:
            self._frame_timer.stop()
            self._frame_timer = None
            self._frames = []
            self._show_final()

    def _show_next_frame(self) -> None:
        if self._frames:
            self.board.show_picture(self._frames.pop(0), self._game.name)
        else:
            self.finish_motion()

    def _show_final(self) -> None:
        if self._position is not None:
            picture = self._game.play.draw_picture(self._position)
            self.board.show_picture(
                picture, self._game.name, marks=self._marks, arrows=self._arrows
            )
