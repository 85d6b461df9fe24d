"""Playback on the design screen: the board, the timeline, stepping, and manual moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice

from textual.message import Message
from textual.widget import Widget

from engine.values.grid import DOWN, LEFT, RIGHT, UP
from workbench.commands import Action, GuardedAction, guard_all, keymap, require_value
from workbench.session.move_text import format_moves
from workbench.session.playback_players import Player, View
from workbench.session.solution_choices import NamedSolution
from workbench.ui.boards.board_view import BoardView
from workbench.ui.line_pane import set_titles
from workbench.ui.part import Handler, Part
from workbench.ui.playback_bar import TimelineBar, TimelinePane
from workbench.ui.playback_screen import bind_steps

OVERLAY_TITLES = {"traps": "the dead ends", "relevance": "what matters"}
"""The titles of overlays whose names cannot be used in messages."""
MAX_LISTED = 500
"""The largest number of solutions that are listed."""


class BoardPart(Part):
    """The part that shows the board in a frame whose title is the level's name."""

    def update_view(self, view: View) -> View:
        """Show the board of ``view``, and its heat map, marks and arrows."""
        session, board = self.session, self.board
        # During a drag, leave the cursor out: the preview suffices, and fewer bytes are sent.
        board.show_cursor = session.inspector.has_cursor and not session.painter.is_dragging
        # Scale heat by the largest weight in the view; "or 1" avoids a division by zero.
        top = max(view.heat.values(), default=1) or 1 if view.heat else 1
        marks = session.verdicts.build_marks() if session.playback.shows_level else {}
        if view.cell is not None and not session.playback.is_editing:
            marks[view.cell] = "blamed"
        # An overlay's marks replace those of the verdict.
        marks |= view.marks
        board.show_picture(
            view.picture,
            session.game.name,
            heat={cell: weight / top for cell, weight in view.heat.items()} if view.heat else None,
            heat_text=view.numbers or {c: str(w) for c, w in (view.heat or {}).items()},
            marks=marks,
            axes=session.painter.mirror.sign if session.playback.is_editing else "",
            arrows=view.arrows,
        )
        if isinstance(board.parent, Widget):
            changed = (
                f" {self.workbench.theme_glyphs.get_symbol('dirty')}"
                if self.document.is_dirty
                else ""
            )
            set_titles(board.parent, f"{self.document.name}{changed}", self.document.file_status)
        return view


class PlaybackPart(Part):
    """The part that steps through the timeline, trace or solution, and handles manual moves."""

    pane_spec = (TimelinePane, "timeline", "pane")
    pane: TimelinePane
    slot = "below"
    pane_keys = (("design",), ("Playback", "Generate", "Panes"))

    def bind_handlers(self) -> Mapping[type[Message], Handler]:
        """Return the handlers for clicks on the timeline and on the arrows around the board."""
        return {
            TimelinePane.Seek: self._handle_seek,
            BoardView.ArrowPressed: self._handle_arrow_pressed,
        }

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that step through the playback, list the solutions, and make moves."""
        session = self.session
        return {
            **guard_all(self._explain_no_steps, bind_steps("design", self._step_playback)),
            "design.solutions": GuardedAction(
                require_value(
                    lambda: session.playback.solutions.has_list,
                    ("the solutions have not been listed"),
                ),
                self._ask_solution,
            ),
            "design.choose-move": GuardedAction(self._explain_no_position, self._ask_move),
            "design.up": partial(self._handle_arrow_key, UP),
            "design.down": partial(self._handle_arrow_key, DOWN),
            "design.left": partial(self._handle_arrow_key, LEFT),
            "design.right": partial(self._handle_arrow_key, RIGHT),
        }

    def _explain_no_steps(self) -> str | None:
        if self.session.playback.is_editing:
            return f"leave edit mode first ({keymap.get_key_hint('design.edit')})"
        if self.session.playback.view_kind == "map":
            overlay = self.panes.overlay
            what = OVERLAY_TITLES.get(overlay or "", f"the {overlay}")
            return f"leave {what} first ({keymap.get_key_hint(f'design.{overlay}')})"
        if self.session.playback.player is None:
            return (
                f"there are no steps. Press {keymap.get_key_hint('design.new-seed')} to "
                "generate a level."
            )
        return None

    def update_view(self, view: View) -> View:
        """Show the timeline and the caption from ``view``."""
        playback = self.session.playback
        locked = (
            self.session.stage_locks.numbers if playback.view_kind == "timeline" else frozenset()
        )
        bar = TimelineBar.from_steps(
            playback.view_kind, playback.player, view.caption,
            playing=self.timer.is_playing, speed=self.timer.speed, locked=locked,
        )  # fmt: skip
        self.pane.show_bar(bar)
        return view

    def _step_playback(self, step: Callable[[Player], object]) -> None:
        """Pause the playback, and apply ``step`` to the player if there is one."""
        self.timer.pause()
        if self.session.playback.player is not None:
            step(self.session.playback.player)
        self.host.update_content()

    def _handle_seek(self, message: TimelinePane.Seek) -> None:
        section = message.section
        if section is None:
            self._step_playback(lambda player: player.seek(message.moment))
        else:
            self._step_playback(lambda player: player.seek_section(section))

    def _ask_solution(self) -> None:
        """Let the user choose from a list of the solutions, and show the chosen one."""
        from workbench.ui.pick_list import PickableRow, PickRow

        self.session.painter.cancel_drawing()
        session, symbol = self.session, self.workbench.theme_glyphs.get_symbol
        listed = list(islice(session.playback.solutions.list_solutions(), MAX_LISTED))
        # Pad the titles to the same width, so that the lengths line up.
        titles = max(len(way.title) for _, way in listed)
        rows = [
            PickableRow(
                f"{way.title:{titles}} {len(way.moves):>3}  "
                f"{format_moves(session.game, way.moves, symbol)}".lstrip(),
                note=f"from S{found.state}",
            )
            for found, way in listed
        ]
        first = f", the first {MAX_LISTED}" if len(listed) == MAX_LISTED else ""
        question = f"All solutions{first}: the shortest, then one for every other winning move"
        self.ask_question(
            PickRow(question, rows), lambda number: self._play_solution(listed[number][1])
        )

    def _explain_no_position(self) -> str | None:
        shown = self.session.previewer.position_shown
        return "the board shows no position to play from" if shown is None else None

    def _ask_move(self) -> None:
        """Let the user choose a move from a list, and make it from the position on the board."""
        from workbench.ui.move_list import ask_move

        session = self.session
        position = session.previewer.position_shown
        if position is not None:
            asked = ask_move(self.workbench, session.game, position, session.playback.make_move)
            self.host.ask_question(asked)

    def _play_solution(self, way: NamedSolution) -> None:
        """Show a solution, starting before its first move."""
        self.session.playback.show_solution(way)

    def _handle_arrow_pressed(self, message: BoardView.ArrowPressed) -> None:
        if not self.session.playback.is_editing:
            self.timer.pause()
            self.session.previewer.push_line((message.row, message.col), message.direction)

    def _handle_arrow_key(self, direction: int) -> None:
        """Make a move. In games whose moves are not directions, step through the playback instead.

        When stepping, left and right move by one event, even if several events belong together.
        """
        # Right and down go forward; left and up go back.
        moments = 1 if direction in (RIGHT, DOWN) else -1
        if self.panes.front == "timeline" and direction in (LEFT, RIGHT):
            self._step_playback(lambda player: player.step_single(moments))
        elif self.session.playback.is_editing:
            return
        elif self.session.playback.has_arrow_moves or self.session.playback.player is None:
            self.timer.pause()
            self.session.playback.make_arrow_move(direction)
        elif direction in (LEFT, RIGHT):
            self._step_playback(lambda player: player.step_single(moments))
        else:
            self._step_playback(lambda player: player.jump_section(moments))
