"""Asking a cell why it is as it is, and locking it against generation."""

from __future__ import annotations

from dataclasses import replace

from engine.edit.editing import LOCKS
from engine.game.game import Tool
from engine.generate.blame import Blame, blame
from engine.values.level import Board
from workbench.document import status
from workbench.session.playback import View
from workbench.session.versions import Versions

MOST_EARLIER = 12
"""Earlier events on a cell that are named, the latest."""


class Inspecting(Versions):
    """A cursor on the timeline's board, and what generation has to say of its cell.

    Attributes:
        inspecting_wanted: the cursor is shown wherever the timeline is.
    """

    inspecting_wanted = False

    @property
    def inspecting(self) -> bool:
        """Whether the cursor asks about cells."""
        return self.inspecting_wanted and self.mode == "timeline"

    @property
    def has_cursor(self) -> bool:
        """Whether the board has a cursor, of edit mode, of a map, or to ask about cells."""
        return self.inspecting or self.picking or self.mode in ("edit", "map")

    def turn_inspecting(self) -> None:
        """Ask about cells from now on, or no longer."""
        self.inspecting_wanted, self.picking = not self.inspecting, False
        if self.inspecting_wanted:
            self.mode = "timeline"
        self._changed()

    def view(self) -> View:
        """What the board shows now; in edit mode with what is to be said of the cursor's cell.

        That is what is wrong or unusual about it, and who put there what it holds.
        """
        view = super().view()
        if self.mode != "edit" or self.editor.drawing is not None:
            return view
        said = self.verdicts.of_cell(self.editor.row, self.editor.col)
        said += filter(None, [self.blame_in_short()])
        return replace(view, caption=" · ".join([view.caption, *said]))

    # Why.

    def blamed(self) -> Blame | None:
        """What made the cell of the cursor what it is at the moment shown; None for nothing."""
        player = self._timeline
        if player is None:
            return None
        timeline = player.candidate.timeline
        moment = player.place if self.mode == "timeline" else len(timeline)
        row, col = self.editor.row, self.editor.col
        if row >= player.candidate.board.rows or col >= timeline.cols:
            return None
        return blame(timeline, moment, row, col)

    def explanation(self) -> tuple[str, ...]:
        """What stands on the cell of the cursor and why, a line for each thing to know."""
        row, col = self.editor.row, self.editor.col
        board = self._shown_board
        if row >= board.rows or col >= board.cols:
            return ()
        locked = ", locked" if (row, col) in self.game.picture(self.board).locked else ""
        where = status.place(self.game.picture(board), row, col)
        lines = [f"{where}: {self._contents(board, row, col)}{locked}"]
        player = self._timeline
        if board is self.board:
            lines += self.verdicts.of_cell(row, col)
        if player is None:
            by_hand = self.level.provenance is None
            return (*lines, "drawn by hand" if by_hand else self.unmade)
        if self._drawn_over(row, col):
            lines.append("changed by hand since; before that:")
        found = self.blamed()
        if found is None:
            kept = (row, col) in self.game.picture(player.candidate.board).locked
            why = "locked before it was generated" if kept else "nothing was put here"
            return (*lines, why, *self._weights(row, col))
        lines.append(f"{found.stage.title}, event {found.index + 1:,}")
        lines += self._odds(found)
        before = self._contents(player.candidate.board_at(found.index), row, col)
        lines.append(f"before: {before}")
        lines += self._history(found)
        return tuple(lines)

    @property
    def inspected(self) -> str:
        """What stands on the cell of the cursor and why, in one line."""
        lines = self.explanation()
        found = self.blamed()
        if found is None or not lines or self._drawn_over(self.editor.row, self.editor.col):
            return " · ".join(lines)
        row, col, event = self.editor.row, self.editor.col, found.event
        where = status.place_brief(self.game.picture(self._shown_board), row, col)
        words = [f"{where} {lines[0].partition(': ')[2]}"]
        words.append(f"{found.stage.title}, event {found.index + 1:,}")
        if found.total is not None:
            words.append(f"weight {event.weight} of {found.total}, draw {event.draw}")
            words += (
                f"next {self.where(other.row, other.col)} ({other.weight})"
                for other in found.runners_up
            )
        return " · ".join((*words, *self._action(found)))

    def blame_in_short(self) -> str:
        """Who put there what the cell of the cursor holds, and at what odds; may be empty."""
        found = self.blamed()
        if found is None or self._drawn_over(self.editor.row, self.editor.col):
            return ""
        odds = f", weight {found.event.weight} of {found.total}" if found.total else ""
        return f"{found.stage.title}{odds}"

    def seek_blamed(self) -> None:
        """Go to the moment at which the event to blame has just happened."""
        player, found = self._timeline, self.blamed()
        if player is None or found is None:
            self.notice = "no event of the timeline put anything on this cell"
        elif player.place == found.index + 1:
            self.notice = f"this is the event: {found.stage.title}, {found.index + 1:,}"
        else:
            player.seek(found.index + 1)
        self._changed()

    def _contents(self, board: Board, row: int, col: int) -> str:
        """What stands on a cell, whether it is locked or not."""
        return self.game.contents(board, row, col).removesuffix(", locked")

    @property
    def _shown_board(self) -> Board:
        player = self._timeline
        if self.mode != "timeline" or player is None or player.place >= player.length:
            return self.board
        return player.candidate.board_at(player.place)

    def _drawn_over(self, row: int, col: int) -> bool:
        """Whether the cell of the level shown is no longer what generation put there."""
        player = self._timeline
        shows_level = self.mode == "edit" or (player is not None and player.place >= player.length)
        if not shows_level or player is None or not self.edited_since:
            return False
        return (row, col) in self._differing(player.candidate.board)

    def _odds(self, found: Blame) -> list[str]:
        event = found.event
        lines = []
        if found.total is not None:
            lines.append(f"weight {event.weight} of {found.total}, draw {event.draw}")
            others = (f"{self.where(o.row, o.col)} ({o.weight})" for o in found.runners_up)
            lines.append(f"runners-up {', '.join(others) or 'none'}")
        elif not self._action(found) and event.draw is not None:
            lines.append(f"draw {event.draw}")
        return [*lines, *self._action(found)]

    def _action(self, found: Blame) -> list[str]:
        """The whole action that the event belongs to, if more was decided by it."""
        assert self._timeline is not None
        timeline = self._timeline.candidate.timeline
        action = timeline.action(found.index + 1)
        if action is None or action.end - action.start == 1 or not found.stage.draws:
            return []
        events = [timeline.event(number) for number in range(action.start, action.end)]
        return [self.game.describe_action(events)]

    def _weights(self, row: int, col: int) -> list[str]:
        """With what weights the cell could have been chosen at the moment."""
        assert self._timeline is not None
        timeline = self._timeline.candidate.timeline
        layout = timeline.layout(self._timeline.place)[:, row * timeline.cols + col]
        named = [
            f"{layer.name.removesuffix('-weight')} {value}"
            for layer, value in zip(timeline.layers, layout, strict=True)
            if layer.weights and value > 0
        ]
        return [f"weights: {', '.join(named)}"] if named else []

    def _history(self, found: Blame) -> list[str]:
        """The earlier events on the cell, named by their stages."""
        if not found.earlier or self._timeline is None:
            return []
        log = self._timeline.candidate.timeline.log
        latest = found.earlier[-MOST_EARLIER:]
        named = [f"{self.game.stages[int(log[n, 0])].title} {n + 1}" for n in latest]
        more = len(found.earlier) - len(latest)
        return [f"earlier: {f'{more:,} more, ' if more else ''}{', '.join(named)}"]

    # Locks.

    @property
    def lock_tool(self) -> Tool | None:
        """The tool that locks and unlocks a cell; None in a game without locks."""
        return next((tool for tool in self.game.tools if tool.layer == LOCKS), None)

    @property
    def locked_cells(self) -> frozenset[tuple[int, int]]:
        """The cells of the level that generation leaves as they are."""
        return self.game.picture(self.board).locked

    def lock_cell(self) -> None:
        """Lock the cell of the cursor with what the level has there, or unlock it."""
        tool, row, col = self.lock_tool, self.editor.row, self.editor.col
        if tool is None:
            self.notice = f"{self.game.title} has no locks"
            self._changed()
            return
        unlocking = (row, col) in self.locked_cells
        held = self.game.contents(self.board, row, col)
        where = self.where(row, col)
        self.notice = f"{where} unlocked" if unlocking else f"{where} locked: {held}"
        name = f"{'unlock' if unlocking else 'lock'} {where}"
        self.change(name, self.game.paint(self.board, tool, row, col))

    def unlock_cells(self) -> None:
        """Unlock every cell."""
        tool, cells = self.lock_tool, self.locked_cells
        if tool is None or not cells:
            self.notice = "no cell is locked"
            self._changed()
            return
        board = self.board
        for row, col in sorted(cells):
            board = self.game.paint(board, tool, row, col)
        self.notice = f"{status.count(len(cells), 'cell')} unlocked"
        self.change("unlock all cells", board)
