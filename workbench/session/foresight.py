"""What moves would do, and who could walk where, drawn over positions of play."""

from __future__ import annotations

from dataclasses import replace

from engine.game.position import Position
from engine.game.previews import Preview
from engine.values.grid import Cell
from workbench.commands.keymap import key
from workbench.drawing.previews import previewed
from workbench.session.playback import RunPlayer, TracePlayer, View
from workbench.session.versions import Versions


class Foresight(Versions):
    """Moves of the position on the board, looked at before they are made.

    Attributes:
        reach_wanted: the cells that the player and enemies could walk to are marked.
        thought_of: the move that is looked at; None for none.
    """

    reach_wanted = False
    thought_of: str | None = None

    @property
    def position_shown(self) -> Position | None:
        """The position of play on the board; None at moments of the making, and of a draft."""
        player = self.player
        if isinstance(player, RunPlayer):
            return player.run.position
        if isinstance(player, TracePlayer):
            return player.run().position
        made = player is None or player.place >= player.length
        if self.verdicts.problems or self.editor.drawing is not None or not made:
            return None
        return self.game.play.start(self.board)

    @property
    def no_foresight(self) -> str | None:
        """Why moves cannot be looked at before they are made; None if they can."""
        if self.game.play.previews is None:
            return f"moves of {self.game.title} are not previewed"
        return None if self.position_shown is not None else "no position of play is shown"

    def turn_reach(self) -> None:
        """Mark the cells that the player and enemies could walk to, or no longer."""
        self.reach_wanted = not self.reach_wanted
        self.notice = f"reach {'on' if self.reach_wanted else 'off'}"
        self._changed()

    def think_on(self) -> None:
        """Look at the next move; after the last one, at none."""
        position, previews = self.position_shown, self.game.play.previews
        if position is None or previews is None:
            return
        order = [None, *(handle.move for handle in previews.handles(position))]
        self.thought_of = order[(order.index(self.thought_of) + 1) % len(order)]
        self._changed()

    def make_thought(self) -> None:
        """Make the move that is looked at."""
        word, self.thought_of = self.thought_of, None
        if word is not None:
            self.play_word(word)

    def push(self, cell: Cell, direction: int) -> None:
        """Make the move that pushes a line at a cell."""
        position, previews = self.position_shown, self.game.play.previews
        if position is None or previews is None:
            return
        for handle in previews.handles(position):
            if (handle.cell, handle.direction) == (cell, direction):
                self.play_word(handle.move)

    def view(self) -> View:
        """What the board shows now, with what is looked at before it happens."""
        view = super().view()
        editing = self.mode == "edit"
        move = None if editing else self.thought_of
        if not self.reach_wanted and move is None:
            return view
        position = self.position_shown
        if position is None:
            return view
        shown = previewed(self.game, position, move=move, reach=self.reach_wanted)
        return replace(
            view,
            caption=view.caption if shown.preview is None else self._told(position, shown.preview),
            cell=view.cell if editing else None,
            marks=shown.marks,
            arrows=shown.arrows,
        )

    def _told(self, position: Position, preview: Preview) -> str:
        """What would come of the move that is looked at, and what can be done about it."""
        previews = self.game.play.previews
        assert previews is not None
        handles = previews.handles(position)
        title = next(handle.title for handle in handles if handle.move == preview.move)
        words = [f"{title}: {preview.refused or preview.note or 'harmless'}"]
        if not preview.refused:
            words.append(f"{key('design.make-move')} makes it")
        words.append(f"{key('design.preview-move')} shows the next")
        return " · ".join(words)
