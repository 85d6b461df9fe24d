"""Playback on the design screen: what every key does that steps, runs or moves by hand."""

from __future__ import annotations

from textual import on

from engine.values.grid import DOWN, LEFT, RIGHT, UP
from workbench.commands import Command, keymap
from workbench.features.design.base import DesignBase
from workbench.ui.board import BoardView
from workbench.ui.timeline import TimelinePane

STEPPING = ("back", "forward", "previous_stage", "next_stage", "first", "last", "play_pause")

FORESEEING = ("design.reach", "design.preview-move", "design.make-move")


class DesignPlayback(DesignBase):
    """Stepping and playing."""

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
        return super().unavailable(command)

    def _unsteppable(self) -> str | None:
        if self.session.playback.mode == "edit":
            return f"first leave edit mode ({keymap.key('design.edit')})"
        if self.session.playback.mode == "map":
            what = "dead ends" if self.overlay == "traps" else self.overlay
            return f"first leave the {what} ({keymap.key(f'design.{self.overlay}')})"
        if self.session.playback.player is None:
            return f"nothing to step through: {keymap.key('design.generate')} generates a level"
        return None

    def rewind(self) -> bool:
        """Back to the start if this is the end; False if there is nothing to step through."""
        player = self.session.playback.player
        if player is not None and player.ended:
            player.step(-player.length - 1)
        return player is not None

    def advance(self) -> bool:
        """One step on; False at the end, and where a breakpoint is."""
        player = self.session.playback.player
        if player is None or player.ended:
            return False
        player.step(1)
        return not self.session.breaking.stops_here()

    def action_back(self) -> None:
        """Back by one place."""
        self._step(-1)

    def action_forward(self) -> None:
        """Forward by one place."""
        self._step(1)

    def _step(self, places: int) -> None:
        self.pause()
        if self.session.playback.player is not None:
            self.session.playback.player.step(places)
        self.renew()

    def _nudge(self, places: int) -> None:
        self.pause()
        if self.session.playback.player is not None:
            self.session.playback.player.nudge(places)
        self.renew()

    def _seek(self, place: int) -> None:
        self.pause()
        player = self.session.playback.player
        if player is not None:
            player.seek(place)
        self.renew()

    def action_previous_stage(self) -> None:
        """To the start of the stage."""
        self._jump(-1)

    def action_next_stage(self) -> None:
        """To the end of the stage."""
        self._jump(1)

    def _jump(self, direction: int) -> None:
        self.pause()
        if self.session.playback.player is not None:
            self.session.playback.player.jump(direction)
        self.renew()

    def action_first(self) -> None:
        """To the start."""
        if self.session.playback.player is not None:
            self._step(-self.session.playback.player.length - 1)

    def action_last(self) -> None:
        """To the end."""
        if self.session.playback.player is not None:
            self._step(self.session.playback.player.length + 1)

    @on(TimelinePane.Seek)
    def _bar_pointed(self, message: TimelinePane.Seek) -> None:
        if message.section is None or self.session.playback.player is None:
            self._seek(message.place)
            return
        self.pause()
        self.session.playback.player.seek_section(message.section)
        self.renew()

    @on(TimelinePane.Asked)
    async def _asked(self, message: TimelinePane.Asked) -> None:
        await self.action_command(f"design.{message.name}")

    def action_mode(self) -> None:
        """Between timeline and solution."""
        self.pause()
        self.session.playback.turn_mode()
        self.arrange_panes()

    def action_witness(self) -> None:
        """Between timeline and witness, which begins at the start."""
        self.pause()
        session = self.session
        session.painter.put_back()
        session.playback.set_mode("timeline" if session.playback.mode == "witness" else "witness")
        if session.playback.mode == "witness" and session.playback.player is not None:
            session.playback.player.seek(0)
        self.arrange_panes()
        self.renew()

    # Before moves are made.

    def action_reach(self) -> None:
        """Mark who could walk where, or no longer."""
        self.session.foresight.turn_reach()

    def action_preview_move(self) -> None:
        """Look at the next move."""
        self.pause()
        self.session.foresight.think_on()

    def action_make_move(self) -> None:
        """Make the move that is looked at."""
        self.pause()
        self.session.foresight.make_thought()
        self.arrange_panes()

    @on(BoardView.ArrowPressed)
    def _line_pushed(self, message: BoardView.ArrowPressed) -> None:
        if self.session.playback.mode != "edit":
            self.pause()
            self.session.foresight.push((message.row, message.col), message.direction)
            self.arrange_panes()

    # By hand.

    def action_up(self) -> None:
        """Move up."""
        self.go(UP)

    def action_down(self) -> None:
        """Move down."""
        self.go(DOWN)

    def action_left(self) -> None:
        """Move left."""
        self.go(LEFT)

    def action_right(self) -> None:
        """Move right."""
        self.go(RIGHT)

    def go(self, direction: int) -> None:
        """Make a move; where moves name places, step through what is on the board instead.

        These are single steps, though several belong together.
        """
        if self.front == "timeline" and direction in (LEFT, RIGHT):
            self._nudge(1 if direction == RIGHT else -1)
        elif self.session.playback.mode == "edit":
            return
        elif self.session.playback.moved_by_arrows or self.session.playback.player is None:
            self.pause()
            self.session.playback.play_move(direction)
        elif direction in (LEFT, RIGHT):
            self._nudge(1 if direction == RIGHT else -1)
        else:
            self._jump(1 if direction == DOWN else -1)
