"""Asking a cell why it is as it is."""

from __future__ import annotations

from dataclasses import replace

from engine.staging.blame import Blame, blame
from engine.values.level import Board
from workbench.session.playback import Playback, SessionPart
from workbench.session.players import View
from workbench.text import status

MOST_EARLIER = 12
"""Earlier events on a cell that are named, the latest."""


class Inspector(SessionPart):
    """Says of the cell of a cursor on the timeline's board what generation did there, and why."""

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self._wanted = False

    @property
    def inspecting(self) -> bool:
        """Whether the cursor asks about cells."""
        return self._wanted and self._playback.view_kind == "timeline"

    @property
    def has_cursor(self) -> bool:
        """Whether the board has a cursor, of edit mode, of a map, or to ask about cells."""
        playback = self._playback
        return self.inspecting or playback.picking or playback.view_kind in ("edit", "map")

    def turn_inspecting(self) -> None:
        """Ask about cells from now on, or no longer."""
        self._wanted, self._playback.picking = not self.inspecting, False
        if self._wanted:
            self._playback.view_kind = "timeline"
        self._history.changed()

    def over(self, view: View) -> View:
        """What the board shows; in edit mode with what is to be said of the cursor's cell.

        That is what is wrong or unusual about it, and who put there what it holds.
        """
        if not self._playback.editing or self._editor.drawing is not None:
            return view
        said = self._history.verdicts.of_cell(self._editor.row, self._editor.col)
        said += filter(None, [self.blame_in_short()])
        return replace(view, caption=" · ".join([view.caption, *said]))

    # Why.

    def blamed(self) -> Blame | None:
        """What made the cell of the cursor what it is at the moment shown; None for nothing."""
        player = self._playback.timeline
        if player is None:
            return None
        timeline = player.candidate.timeline
        moment = player.moment if self._playback.view_kind == "timeline" else len(timeline)
        row, col = self._editor.row, self._editor.col
        if row >= player.candidate.board.rows or col >= timeline.cols:
            return None
        return blame(timeline, moment, row, col)

    def explanation(self) -> tuple[str, ...]:
        """What stands on the cell of the cursor and why, a line for each thing to know."""
        row, col = self._editor.row, self._editor.col
        board = self._shown_board
        if row >= board.rows or col >= board.cols:
            return ()
        locked = ", locked" if (row, col) in self._history.picture.locked else ""
        where = status.place(self._game.boards.picture(board), row, col)
        lines = [f"{where}: {self._contents(board, row, col)}{locked}"]
        player = self._playback.timeline
        if board is self._history.board:
            lines += self._history.verdicts.of_cell(row, col)
        if player is None:
            return (*lines, self._history.unmade)
        if self._drawn_over(row, col):
            lines.append("changed since; before that:")
        found = self.blamed()
        if found is None:
            kept = (row, col) in self._game.boards.picture(player.candidate.board).locked
            why = "locked before it was generated" if kept else "nothing was put here"
            return (*lines, why, *self._weights(row, col))
        lines.append(f"{found.stage.title}, event {found.index + 1:,}")
        lines += self._odds(found)
        before = self._contents(player.candidate.board_at(found.index), row, col)
        lines.append(f"before: {before}")
        lines += self._earlier(found)
        return tuple(lines)

    @property
    def inspected(self) -> str:
        """What stands on the cell of the cursor and why, in one line."""
        lines = self.explanation()
        found = self.blamed()
        if found is None or not lines or self._drawn_over(self._editor.row, self._editor.col):
            return " · ".join(lines)
        row, col, event = self._editor.row, self._editor.col, found.event
        where = status.place_brief(self._game.boards.picture(self._shown_board), row, col)
        words = [f"{where} {lines[0].partition(': ')[2]}"]
        words.append(f"{found.stage.title}, event {found.index + 1:,}")
        if found.total is not None:
            words.append(f"weight {event.weight} of {found.total}, draw {event.draw}")
            words += (
                f"next {self._history.where(other.row, other.col)} ({other.weight})"
                for other in found.runners_up
            )
        return " · ".join((*words, *self._action(found)))

    def blame_in_short(self) -> str:
        """Who put there what the cell of the cursor holds, and at what odds; may be empty."""
        found = self.blamed()
        if found is None or self._drawn_over(self._editor.row, self._editor.col):
            return ""
        odds = f", weight {found.event.weight} of {found.total}" if found.total else ""
        return f"{found.stage.title}{odds}"

    def seek_blamed(self) -> None:
        """Go to the moment at which the event to blame has just happened."""
        player, found = self._playback.timeline, self.blamed()
        if player is None or found is None:
            self._history.notice = "no event of the timeline put anything on this cell"
        elif player.moment == found.index + 1:
            self._history.notice = f"this is the event: {found.stage.title}, {found.index + 1:,}"
        else:
            player.seek(found.index + 1)
        self._history.changed()

    def _contents(self, board: Board, row: int, col: int) -> str:
        """What stands on a cell, whether it is locked or not."""
        return self._game.boards.contents(board, row, col).removesuffix(", locked")

    @property
    def _shown_board(self) -> Board:
        player = self._playback.timeline
        if self._playback.view_kind != "timeline" or player is None or player.ended:
            return self._history.board
        return player.candidate.board_at(player.moment)

    def _drawn_over(self, row: int, col: int) -> bool:
        """Whether the cell of the level shown is no longer what generation put there."""
        player = self._playback.timeline
        shows_level = self._playback.editing or (player is not None and player.ended)
        if not shows_level or player is None or not self._history.edited_since:
            return False
        return (row, col) in self._history.differing(player.candidate.board)

    def _odds(self, found: Blame) -> list[str]:
        event = found.event
        lines = []
        if found.total is not None:
            lines.append(f"weight {event.weight} of {found.total}, draw {event.draw}")
            others = (f"{self._history.where(o.row, o.col)} ({o.weight})" for o in found.runners_up)
            lines.append(f"runners-up {', '.join(others) or 'none'}")
        elif not self._action(found) and event.draw is not None:
            lines.append(f"draw {event.draw}")
        return [*lines, *self._action(found)]

    def _action(self, found: Blame) -> list[str]:
        """The whole action that the event belongs to, if more was decided by it."""
        assert self._playback.timeline is not None
        timeline = self._playback.timeline.timeline
        action = timeline.action(found.index + 1)
        if action is None or action.end - action.start == 1 or not found.stage.draws:
            return []
        events = [timeline.event(number) for number in range(action.start, action.end)]
        return [self._game.generator.describe_action(events)]

    def _weights(self, row: int, col: int) -> list[str]:
        """With what weights the cell could have been chosen at the moment."""
        assert self._playback.timeline is not None
        timeline = self._playback.timeline.timeline
        layout = timeline.layout(self._playback.timeline.moment)[:, row * timeline.cols + col]
        named = [
            f"{plane.name.removesuffix('-weight')} {value}"
            for plane, value in zip(timeline.planes, layout, strict=True)
            if plane.weights and value > 0
        ]
        return [f"weights: {', '.join(named)}"] if named else []

    def _earlier(self, found: Blame) -> list[str]:
        """The earlier events on the cell, named by their stages."""
        if not found.earlier or self._playback.timeline is None:
            return []
        log = self._playback.timeline.timeline.log
        latest = found.earlier[-MOST_EARLIER:]
        named = [f"{self._game.generator.stages[int(log[n, 0])].title} {n + 1}" for n in latest]
        more = len(found.earlier) - len(latest)
        return [f"earlier: {f'{more:,} more, ' if more else ''}{', '.join(named)}"]
