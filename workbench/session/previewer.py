"""Previews of moves, and of who could walk where, drawn over positions of play."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.commands.keymap import key
from workbench.drawing.previews import previewed
from workbench.session.playback import Playback, SessionPart
from workbench.session.players import MovesPlayer, TracePlayer, View

if TYPE_CHECKING:
    from engine.game.position import Position
    from engine.game.previews import Handle, Preview
    from engine.values.grid import Cell


class Previewer(SessionPart):
    """Previews moves of the position on the board before they are made.

    Attributes:
        reach_wanted: the cells that the player and enemies could walk to are marked.
        previewed_move: the move that is previewed; None for none.
    """

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self.reach_wanted = False
        self.previewed_move: str | None = None

    @property
    def position_shown(self) -> Position | None:
        """The position of play on the board; None at moments of the making, and of a draft."""
        player = self._playback.player
        if isinstance(player, MovesPlayer | TracePlayer):
            return player.playthrough.position
        made = player is None or player.ended
        known = self._history.verdicts
        # Before the first verdict is asked for, nothing is known of the board.
        if (
            known.board != self._history.board
            or known.problems
            or self._editor.drawing is not None
            or not made
        ):
            return None
        return self._game.play.start(self._history.board)

    @property
    def refusal(self) -> str | None:
        """Why moves cannot be previewed; None if they can."""
        if self._game.play.previews is None:
            return f"moves of {self._game.title} are not previewed"
        return None if self.position_shown is not None else "no position of play is shown"

    @property
    def no_move(self) -> str | None:
        """Why no previewed move can be made; None if one can."""
        return self.refusal if self.previewed_move else "no move is previewed"

    @property
    def _handles(self) -> tuple[Handle, ...]:
        """The moves that can be previewed; none where the game has no previews."""
        position, previews = self.position_shown, self._game.play.previews
        return () if position is None or previews is None else previews.handles(position)

    def turn_reach(self) -> None:
        """Mark the cells that the player and enemies could walk to, or no longer."""
        self.reach_wanted = not self.reach_wanted
        self._history.say(f"reach {'on' if self.reach_wanted else 'off'}")

    def preview_next(self) -> None:
        """Preview the next move; after the last one, none."""
        if self.refusal is not None:
            return
        order = [None, *(handle.move for handle in self._handles)]
        self.previewed_move = order[(order.index(self.previewed_move) + 1) % len(order)]
        self._history.changed()

    def make_previewed(self) -> None:
        """Make the move that is previewed."""
        word, self.previewed_move = self.previewed_move, None
        if word is not None:
            self._playback.play_word(word)

    def push(self, cell: Cell, direction: int) -> None:
        """Make the move that pushes a line at a cell."""
        for handle in self._handles:
            if (handle.cell, handle.direction) == (cell, direction):
                self._playback.play_word(handle.move)

    def over(self, view: View) -> View:
        """What the board shows, with the preview and the reach drawn over it."""
        editing = self._playback.editing
        move = None if editing else self.previewed_move
        if not self.reach_wanted and move is None:
            return view
        position = self.position_shown
        if position is None:
            return view
        shown = previewed(self._game, position, move=move, reach=self.reach_wanted)
        return replace(
            view,
            caption=view.caption if shown.preview is None else self._caption(shown.preview),
            cell=view.cell if editing else None,
            marks=shown.marks,
            arrows=shown.arrows,
        )

    def _caption(self, preview: Preview) -> str:
        """What would come of the previewed move, and which keys go on from here."""
        title = next(handle.title for handle in self._handles if handle.move == preview.move)
        words = [f"{title}: {preview.refused or preview.note or 'harmless'}"]
        if not preview.refused:
            words.append(f"{key('design.make-move')} makes it")
        words.append(f"{key('design.preview-move')} shows the next")
        return " · ".join(words)
