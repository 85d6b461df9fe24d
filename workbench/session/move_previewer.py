"""Previews of moves and of reachable cells, drawn over the position on the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.values.moves import Move
from workbench.commands.keymap import get_key_hint
from workbench.drawing.move_previews import preview_move
from workbench.session.board_content import Playback, SessionPart
from workbench.session.playback_players import MovesPlayer, TracePlayer, View

if TYPE_CHECKING:
    from engine.game.move_effects import Handle, Preview
    from engine.game.play_position import Position
    from engine.values.grid import Cell


class Previewer(SessionPart):
    """The part that previews moves from the position on the board.

    Attributes:
        shows_reach: True if the cells that the player or the enemies can reach are marked.
        previewed_move: The move being previewed, or None if there is none.
    """

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self.shows_reach = False
        self.previewed_move: str | None = None

    @property
    def position_shown(self) -> Position | None:
        """The position of play on the board, or None if the board does not show one.

        It shows none for a draft, during an edit, and before the end of the timeline.
        """
        player = self._playback.player
        if isinstance(player, MovesPlayer | TracePlayer):
            return player.playthrough.position
        made = player is None or player.is_ended
        known = self._history.verdicts
        # Whether the board has problems is unknown until the first verdict is requested.
        if (
            known.board != self._history.board
            or known.problems
            or self._editor.pending is not None
            or not made
        ):
            return None
        return self._game.play.create_start(self._history.board)

    @property
    def refusal(self) -> str | None:
        """The reason why moves cannot be previewed, or None if they can."""
        if not self._has_choices:
            return f"moves of {self._game.title} cannot be previewed"
        return (
            None
            if self.position_shown is not None
            else ("the board shows no position to play from")
        )

    @property
    def reach_refusal(self) -> str | None:
        """The reason why reachable cells cannot be marked, or None if they can."""
        if self._has_choices and self._game.play.previews is None:
            return f"reachable cells are not known in {self._game.title}"
        return self.refusal

    @property
    def move_refusal(self) -> str | None:
        """The reason why there is no previewed move to make, or None if there is one."""
        return self.refusal if self.previewed_move else "preview a move first"

    @property
    def _has_choices(self) -> bool:
        """True if the game has moves to preview."""
        return self._game.play.previews is not None or bool(self._game.play.moves.undirected)

    @property
    def _choices(self) -> tuple[Handle | Move, ...]:
        """The moves to preview: those at the board's edges, or those without a direction."""
        return self._handles if self._game.play.previews else self._game.play.moves.undirected

    @property
    def _handles(self) -> tuple[Handle, ...]:
        """The moves that can be previewed. A game without previews has none."""
        position, previews = self.position_shown, self._game.play.previews
        return () if position is None or previews is None else previews.list_handles(position)

    def toggle_reach(self) -> None:
        """Show or hide the marks on the cells that the player or the enemies can reach."""
        self.shows_reach = not self.shows_reach
        self._history.show_notice(f"Reachable cells {'shown' if self.shows_reach else 'hidden'}.")

    def preview_next(self) -> None:
        """Preview the next move, or end the preview after the last one."""
        if self.refusal is not None:
            return
        # None, for no preview, is one of the choices.
        order = [None, *map(_get_word, self._choices)]
        self.previewed_move = order[(order.index(self.previewed_move) + 1) % len(order)]
        self._history.notify_change()

    def make_previewed(self) -> None:
        """Make the move being previewed."""
        word, self.previewed_move = self.previewed_move, None
        if word is not None:
            self._playback.make_move(word)

    def push_line(self, cell: Cell, direction: int) -> None:
        """Make the move that pushes a line, given the cell at its end and a direction."""
        for handle in self._handles:
            if (handle.cell, handle.direction) == (cell, direction):
                self._playback.make_move(handle.move)

    def draw_overlay(self, view: View) -> View:
        """Draw the previewed move and the reachable cells over a view of the board."""
        editing = self._playback.is_editing
        move = None if editing else self.previewed_move
        if not self.shows_reach and move is None:
            return view
        position = self.position_shown
        if position is None:
            return view
        shown = preview_move(self._game, position, move=move, reach=self.shows_reach)
        return replace(
            view,
            caption=view.caption if shown.preview is None else self._format_caption(shown.preview),
            cell=view.cell if editing else None,
            marks=shown.marks,
            arrows=shown.arrows,
        )

    def _format_caption(self, preview: Preview) -> str:
        """Describe the move's effect, and the keys that make it or preview the next move."""
        title = next(each.title for each in self._choices if _get_word(each) == preview.move)
        # Only a move at the board's edge is expected to do harm.
        usual = "harmless" if self._handles else ""
        words = [": ".join(filter(None, (title, preview.refusal or preview.note or usual)))]
        if not preview.refusal:
            words.append(f"{get_key_hint('design.make-move')} makes it")
        words.append(f"{get_key_hint('design.preview-move')} shows the next")
        return " · ".join(words)


def _get_word(choice: Handle | Move) -> str:
    return choice.word if isinstance(choice, Move) else choice.move
