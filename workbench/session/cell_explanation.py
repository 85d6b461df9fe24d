"""Explanations of single cells: the events and weights that determined their content."""

from __future__ import annotations

from dataclasses import replace

from engine.stages.cell_cause import Blame, find_blame
from engine.values.level import Board
from workbench.session.board_content import Playback, SessionPart
from workbench.session.playback_players import View
from workbench.text import quantity_text

MAX_EARLIER = 12
"""The maximum number of earlier events to list for a cell. The latest ones are kept."""


class CellInspector(SessionPart):
    """The part that explains which generation events produced the cell at the cursor."""

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self._wanted = False

    @property
    def is_inspecting(self) -> bool:
        """True if the user is inspecting cells of the timeline with the cursor."""
        return self._wanted and self._playback.view_kind == "timeline"

    @property
    def has_cursor(self) -> bool:
        """True if a cursor is shown: for editing, picking or inspecting cells, or on a map."""
        playback = self._playback
        return self.is_inspecting or playback.is_picking or playback.view_kind in ("edit", "map")

    def toggle_inspecting(self) -> None:
        """Start or stop inspecting cells."""
        self._wanted, self._playback.is_picking = not self.is_inspecting, False
        if self._wanted:
            self._playback.view_kind = "timeline"
        self._history.notify_change()

    def draw_overlay(self, view: View) -> View:
        """Add the cursor cell's problems and origin to the caption of ``view`` in edit mode."""
        if not self._playback.is_editing or self._editor.pending is not None:
            return view
        said = self._history.verdicts.list_cell_problems(self._editor.row, self._editor.col)
        said += filter(None, [self.summarize_blame()])
        return replace(view, caption=" · ".join([view.caption, *said]))

    def find_blame(self) -> Blame | None:
        """Return the event that last changed the cell at the cursor, or None if there is none."""
        player = self._playback.timeline
        if player is None:
            return None
        timeline = player.candidate.timeline
        # Any other view shows the level as it is at the end of the timeline.
        moment = player.moment if self._playback.view_kind == "timeline" else len(timeline)
        row, col = self._editor.row, self._editor.col
        if row >= player.candidate.board.rows or col >= timeline.cols:
            return None
        return find_blame(timeline, moment, row, col)

    def explain_cell(self) -> tuple[str, ...]:
        """Explain the content of the cell at the cursor, one fact on each line."""
        row, col = self._editor.row, self._editor.col
        board = self._shown_board
        if row >= board.rows or col >= board.cols:
            return ()
        locked = ", locked" if (row, col) in self._history.picture.locked else ""
        where = quantity_text.format_place(self._game.boards.draw_picture(board), row, col)
        lines = [f"{where}: {self._describe_cell(board, row, col)}{locked}"]
        player = self._playback.timeline
        if board is self._history.board:
            lines += self._history.verdicts.list_cell_problems(row, col)
        if player is None:
            return (*lines, self._history.generation_refusal)
        if self._is_edited(row, col):
            lines.append("edited after generation; before that:")
        found = self.find_blame()
        if found is None:
            # No event changed the cell, so it was locked or still has its initial content.
            kept = (row, col) in self._game.boards.draw_picture(player.candidate.board).locked
            why = "locked before generation" if kept else "never changed in generation"
            return (*lines, why, *self._format_weights(row, col))
        lines.append(f"{found.stage.title}, event {found.index + 1:,}")
        lines += self._format_odds(found)
        before = self._describe_cell(player.candidate.make_board_at(found.index), row, col)
        lines.append(f"before: {before}")
        lines += self._format_earlier(found)
        return tuple(lines)

    @property
    def short_explanation(self) -> str:
        """A one-line explanation of the cell at the cursor."""
        lines = self.explain_cell()
        found = self.find_blame()
        if found is None or not lines or self._is_edited(self._editor.row, self._editor.col):
            return " · ".join(lines)
        row, col, event = self._editor.row, self._editor.col, found.event
        where = quantity_text.format_brief_place(
            self._game.boards.draw_picture(self._shown_board), row, col
        )
        words = [f"{where} {lines[0].partition(': ')[2]}"]
        words.append(f"{found.stage.title}, event {found.index + 1:,}")
        if found.total is not None:
            words.append(f"weight {event.weight} of {found.total}, draw {event.draw}")
            words += (
                f"next {self._history.format_place(other.row, other.col)} ({other.weight})"
                for other in found.alternatives
            )
        return " · ".join((*words, *self._format_action(found)))

    def summarize_blame(self) -> str:
        """Return the title of the stage that last changed the cell at the cursor.

        If the stage chose the cell by weight, the title is followed by the cell's weight and the
        total weight. The result is empty if no stage changed the cell, or if it was edited later.
        """
        found = self.find_blame()
        if found is None or self._is_edited(self._editor.row, self._editor.col):
            return ""
        odds = f", weight {found.event.weight} of {found.total}" if found.total else ""
        return f"{found.stage.title}{odds}"

    def seek_blamed(self) -> None:
        """Move the timeline to just after the event that last changed the cell at the cursor."""
        player, found = self._playback.timeline, self.find_blame()
        if player is None or found is None:
            self._history.notice = "No event changed this cell."
        elif player.moment == found.index + 1:
            self._history.notice = f"This is the event: {found.stage.title}, {found.index + 1:,}."
        else:
            player.seek(found.index + 1)
        self._history.notify_change()

    def _describe_cell(self, board: Board, row: int, col: int) -> str:
        """Describe the content of a cell without mentioning its lock."""
        return self._game.boards.describe_cell(board, row, col).removesuffix(", locked")

    @property
    def _shown_board(self) -> Board:
        player = self._playback.timeline
        if self._playback.view_kind != "timeline" or player is None or player.is_ended:
            return self._history.board
        return player.candidate.make_board_at(player.moment)

    def _is_edited(self, row: int, col: int) -> bool:
        """Return True if the current level is shown and the cell was edited after generation."""
        player = self._playback.timeline
        shows_level = self._playback.is_editing or (player is not None and player.is_ended)
        if not shows_level or player is None or not self._history.is_edited:
            return False
        return (row, col) in self._history.find_differences(player.candidate.board)

    def _format_odds(self, found: Blame) -> list[str]:
        event = found.event
        lines = []
        if found.total is not None:
            lines.append(f"weight {event.weight} of {found.total}, draw {event.draw}")
            others = (
                f"{self._history.format_place(o.row, o.col)} ({o.weight})"
                for o in found.alternatives
            )
            lines.append(f"other candidates: {', '.join(others) or 'none'}")
        elif not self._format_action(found) and event.draw is not None:
            lines.append(f"draw {event.draw}")
        return [*lines, *self._format_action(found)]

    def _format_action(self, found: Blame) -> list[str]:
        """Describe the action that the event belongs to, if that action has several events."""
        assert self._playback.timeline is not None
        timeline = self._playback.timeline.timeline
        action = timeline.find_action(found.index + 1)
        # A single event is already described in full, and so is a stage without random draws.
        if action is None or action.end - action.start == 1 or not found.stage.draws:
            return []
        events = [timeline.get_event(number) for number in range(action.start, action.end)]
        return [self._game.generator.describe_action(events)]

    def _format_weights(self, row: int, col: int) -> list[str]:
        """Describe the cell's weights on the board being shown, leaving out those that are 0."""
        assert self._playback.timeline is not None
        timeline = self._playback.timeline.timeline
        layout = timeline.build_layout(self._playback.timeline.moment)[:, row * timeline.cols + col]
        named = [
            f"{plane.name.removesuffix('-weight')} {value}"
            for plane, value in zip(timeline.planes, layout, strict=True)
            if plane.weights and value > 0
        ]
        return [f"weights: {', '.join(named)}"] if named else []

    def _format_earlier(self, found: Blame) -> list[str]:
        """List the earlier events that changed the cell, each with its stage."""
        if not found.earlier or self._playback.timeline is None:
            return []
        log = self._playback.timeline.timeline.log
        latest = found.earlier[-MAX_EARLIER:]
        named = [f"{self._game.generator.stages[int(log[n, 0])].title} {n + 1}" for n in latest]
        more = len(found.earlier) - len(latest)
        return [f"earlier: {f'{more:,} more, ' if more else ''}{', '.join(named)}"]
