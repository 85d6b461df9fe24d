"""Playback on the design screen: what every key does that steps, runs or moves by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.message import Message

from engine.values.grid import DOWN, LEFT, RIGHT, UP
from workbench.commands import Command, keymap
from workbench.session.players import Player, View
from workbench.session.session import Session
from workbench.ui.board import BoardView
from workbench.ui.part import DesignHost, Handler, Part
from workbench.ui.timeline import Bar, TimelinePane

STEPPING = ("back", "forward", "previous_stage", "next_stage", "first", "last", "play_pause")

FORESEEING = ("design.reach", "design.preview-move", "design.make-move")


class PlaybackPart(Part):
    """Steps through the timeline, the trace or the solution, and makes moves by hand."""

    pane: TimelinePane
    slot = "below"
    pane_keys = (("design",), ("Playback", "Generate"))

    def __init__(self, session: Session, host: DesignHost) -> None:
        super().__init__(session, host)
        self.pane = self.build(TimelinePane, "timeline", "pane")

    def handlers(self) -> Mapping[type[Message], Handler]:
        """The timeline can be pointed at, and lines on the board can be pushed."""
        return {
            TimelinePane.Seek: self._bar_pointed,
            TimelinePane.Asked: lambda message: self.host.do(f"design.{message.name}"),
            BoardView.ArrowPressed: self._line_pushed,
        }

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.action in STEPPING:
            return self._unsteppable()
        if command.id == "design.witness":
            return self.session.playback.no_witness
        if command.id == "design.make-move" and self.session.foresight.thought_of is None:
            return "no move is previewed"
        if command.id in FORESEEING:
            return self.session.foresight.refusal
        return None

    def _unsteppable(self) -> str | None:
        if self.session.playback.mode == "edit":
            return f"first leave edit mode ({keymap.key('design.edit')})"
        if self.session.playback.mode == "map":
            overlay = self.host.panes.overlay
            what = "dead ends" if overlay == "traps" else overlay
            return f"first leave the {what} ({keymap.key(f'design.{overlay}')})"
        if self.session.playback.player is None:
            return f"nothing to step through: {keymap.key('design.generate')} generates a level"
        return None

    def draw(self, view: View) -> View:
        """Shows the timeline, with what there is to say of the board."""
        session, player = self.session, self.session.playback.player
        self.pane.show(
            Bar(
                session.playback.mode,
                player.sections if player is not None else (),
                player.section() if player is not None else None,
                player.place if player is not None else 0,
                player.length if player is not None else 0,
                player.unit if player is not None else "",
                view.caption,
                self.host.playing,
                self.host.speed,
                session.stages.numbers if session.playback.mode == "timeline" else frozenset(),
                player.first if player is not None else 0,
            )
        )
        return view

    def _play(self, change: Callable[[Player], object]) -> None:
        """Moves the playhead, if there is anything to step through."""
        self.host.pause()
        if self.session.playback.player is not None:
            change(self.session.playback.player)
        self.host.renew()

    def action_back(self) -> None:
        """Back by one place."""
        self._play(lambda player: player.step(-1))

    def action_forward(self) -> None:
        """Forward by one place."""
        self._play(lambda player: player.step(1))

    def action_previous_stage(self) -> None:
        """To the start of the stage."""
        self._play(lambda player: player.jump(-1))

    def action_next_stage(self) -> None:
        """To the end of the stage."""
        self._play(lambda player: player.jump(1))

    def action_first(self) -> None:
        """To the start."""
        self._play(lambda player: player.step(-player.length - 1))

    def action_last(self) -> None:
        """To the end."""
        self._play(lambda player: player.step(player.length + 1))

    def _bar_pointed(self, message: TimelinePane.Seek) -> None:
        section = message.section
        if section is None:
            self._play(lambda player: player.seek(message.place))
        else:
            self._play(lambda player: player.seek_section(section))

    def action_mode(self) -> None:
        """Between timeline and solution."""
        self.host.pause()
        self.session.playback.turn_mode()
        self.host.arrange_panes()

    def action_witness(self) -> None:
        """Between timeline and witness, which begins at the start."""
        self.host.pause()
        session = self.session
        session.painter.put_back()
        session.playback.set_mode("timeline" if session.playback.mode == "witness" else "witness")
        if session.playback.mode == "witness" and session.playback.player is not None:
            session.playback.player.seek(0)
        self.host.arrange_panes()
        self.host.renew()

    # Before moves are made.

    def action_reach(self) -> None:
        """Mark who could walk where, or no longer."""
        self.session.foresight.turn_reach()

    def action_preview_move(self) -> None:
        """Look at the next move."""
        self.host.pause()
        self.session.foresight.think_on()

    def action_make_move(self) -> None:
        """Make the move that is looked at."""
        self.host.pause()
        self.session.foresight.make_thought()
        self.host.arrange_panes()

    def _line_pushed(self, message: BoardView.ArrowPressed) -> None:
        if self.session.playback.mode != "edit":
            self.host.pause()
            self.session.foresight.push((message.row, message.col), message.direction)
            self.host.arrange_panes()

    # By hand.

    def action_up(self) -> None:
        """Move up."""
        self._go(UP)

    def action_down(self) -> None:
        """Move down."""
        self._go(DOWN)

    def action_left(self) -> None:
        """Move left."""
        self._go(LEFT)

    def action_right(self) -> None:
        """Move right."""
        self._go(RIGHT)

    def _go(self, direction: int) -> None:
        """Make a move; where moves name places, step through what is on the board instead.

        These are single steps, though several belong together.
        """
        places = 1 if direction in (RIGHT, DOWN) else -1
        if self.host.panes.front == "timeline" and direction in (LEFT, RIGHT):
            self._play(lambda player: player.nudge(places))
        elif self.session.playback.mode == "edit":
            return
        elif self.session.playback.moved_by_arrows or self.session.playback.player is None:
            self.host.pause()
            self.session.playback.play_move(direction)
        elif direction in (LEFT, RIGHT):
            self._play(lambda player: player.nudge(places))
        else:
            self._play(lambda player: player.jump(places))
