"""Playback on the design screen: the board, the timeline, and what steps, runs or moves by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice

from textual.message import Message
from textual.widget import Widget

from engine.values.grid import DOWN, LEFT, RIGHT, UP
from workbench.commands import Action, Unless, each_unless, keymap, lacking
from workbench.session.moves import spelled
from workbench.session.players import Player, View
from workbench.session.solutionways import Way
from workbench.ui.boards.board import BoardView
from workbench.ui.linepane import retitle
from workbench.ui.part import Handler, Part
from workbench.ui.running import stepping
from workbench.ui.timeline import TimelineBar, TimelinePane

MAPS = {"traps": "the dead ends", "relevance": "what matters"}
"""Maps over the board whose names are not those that they have in words."""
MOST_LISTED = 500
"""Solutions in the list of all of them."""


class BoardPart(Part):
    """Shows the board, with the name of the level above it."""

    def draw(self, view: View) -> View:
        """Shows the board."""
        session, board = self.session, self.board
        # Under the pointer the preview says enough, and brackets that move along cost bytes.
        board.show_cursor = session.inspector.has_cursor and not session.painter.dragging
        top = max(view.heat.values(), default=1) or 1 if view.heat else 1
        marks = session.verdicts.marks() if session.playback.shows_level else {}
        if view.cell is not None and not session.playback.editing:
            marks[view.cell] = "blamed"
        marks |= view.marks
        board.show(
            view.picture,
            session.game.name,
            heat={cell: weight / top for cell, weight in view.heat.items()} if view.heat else None,
            heat_text=view.numbers or {c: str(w) for c, w in (view.heat or {}).items()},
            marks=marks,
            axes=session.painter.mirror.sign if session.playback.editing else "",
            arrows=view.arrows,
        )
        if isinstance(board.parent, Widget):
            changed = (
                f" {self.workbench.theme_glyphs.symbol('dirty')}" if self.document.dirty else ""
            )
            retitle(board.parent, f"{self.document.name}{changed}", self.document.where)
        return view


class PlaybackPart(Part):
    """Steps through the timeline, the trace or the solution, and makes moves by hand."""

    brings = (TimelinePane, "timeline", "pane")
    pane: TimelinePane
    slot = "below"
    pane_keys = (("design",), ("Playback", "Generate", "Panes"))

    def handlers(self) -> Mapping[type[Message], Handler]:
        """The timeline can be pointed at, and lines on the board can be pushed."""
        return {
            TimelinePane.Seek: self._bar_pointed,
            BoardView.ArrowPressed: self._line_pushed,
        }

    def commands(self) -> Mapping[str, Action]:
        """Whatever steps stops the playback that runs by itself."""
        session = self.session
        return {
            **each_unless(self._unsteppable, stepping("design", self._play)),
            "design.solutions": Unless(
                lacking(lambda: session.playback.ways.lists, "no list of solutions is known"),
                self._solutions,
            ),
            "design.up": partial(self._go, UP),
            "design.down": partial(self._go, DOWN),
            "design.left": partial(self._go, LEFT),
            "design.right": partial(self._go, RIGHT),
        }

    def _unsteppable(self) -> str | None:
        if self.session.playback.editing:
            return f"first leave edit mode ({keymap.key('design.edit')})"
        if self.session.playback.view_kind == "map":
            overlay = self.panes.overlay
            what = MAPS.get(overlay or "", f"the {overlay}")
            return f"first leave {what} ({keymap.key(f'design.{overlay}')})"
        if self.session.playback.player is None:
            return f"nothing to step through: {keymap.key('design.new-seed')} draws a level"
        return None

    def draw(self, view: View) -> View:
        """Shows the timeline, with what there is to say of the board."""
        playback = self.session.playback
        locked = self.session.stages.numbers if playback.view_kind == "timeline" else frozenset()
        bar = TimelineBar.of(
            playback.view_kind, playback.player, view.caption,
            playing=self.timer.playing, speed=self.timer.speed, locked=locked,
        )  # fmt: skip
        self.pane.show(bar)
        return view

    def _play(self, change: Callable[[Player], object]) -> None:
        """Moves the playhead, if there is anything to step through."""
        self.timer.pause()
        if self.session.playback.player is not None:
            change(self.session.playback.player)
        self.host.renew()

    def _bar_pointed(self, message: TimelinePane.Seek) -> None:
        section = message.section
        if section is None:
            self._play(lambda player: player.seek(message.moment))
        else:
            self._play(lambda player: player.seek_section(section))

    def _solutions(self) -> None:
        """Choose one of all solutions to be played back."""
        from workbench.ui.lists import PickableRow, PickRow

        self.session.painter.put_back()
        session, symbol = self.session, self.workbench.theme_glyphs.symbol
        listed = list(islice(session.playback.ways.every(), MOST_LISTED))
        titles = max(len(way.title) for _, way in listed)
        rows = [
            PickableRow(
                f"{way.title:{titles}} {len(way.moves):>3}  "
                f"{spelled(session.game, way.moves, symbol)}".lstrip(),
                note=f"from S{found.state}",
            )
            for found, way in listed
        ]
        first = f", the first {MOST_LISTED}" if len(listed) == MOST_LISTED else ""
        question = f"All solutions{first}: the shortest, then one of every other winning move"
        self.ask(PickRow(question, rows), lambda number: self._play_way(listed[number][1]))

    def _play_way(self, way: Way) -> None:
        """Shows a solution from its start."""
        self.session.playback.show_solution(way)

    def _line_pushed(self, message: BoardView.ArrowPressed) -> None:
        if not self.session.playback.editing:
            self.timer.pause()
            self.session.previewer.push((message.row, message.col), message.direction)

    def _go(self, direction: int) -> None:
        """Make a move; where moves name places, step through what is on the board instead.

        These are single steps, though several belong together.
        """
        moments = 1 if direction in (RIGHT, DOWN) else -1
        if self.panes.front == "timeline" and direction in (LEFT, RIGHT):
            self._play(lambda player: player.nudge(moments))
        elif self.session.playback.editing:
            return
        elif self.session.playback.moved_by_arrows or self.session.playback.player is None:
            self.timer.pause()
            self.session.playback.play_move(direction)
        elif direction in (LEFT, RIGHT):
            self._play(lambda player: player.nudge(moments))
        else:
            self._play(lambda player: player.jump(moments))
