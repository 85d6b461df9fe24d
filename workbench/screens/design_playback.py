"""Playback on the design screen: what every key does that steps, runs or moves by hand."""

from __future__ import annotations

from abc import abstractmethod

from textual import on
from textual.timer import Timer

from engine.grid import DOWN, LEFT, RIGHT, UP
from workbench.designing.layout import Pane
from workbench.designing.session import Session
from workbench.document import Document
from workbench.panes.timeline import TimelinePane
from workbench.screens.base import CommandScreen

SPEEDS = (1, 2, 4, 8, 15, 30)
"""Steps a second; no link is asked for more."""


class DesignPlayback(CommandScreen):
    """Stepping and playing, over a session and panes that the screen provides.

    Attributes:
        session: everything the screen knows.
        front: the pane that has, or last had, the focus.
        side: the pane beside the board where only one is.
        zoomed: the front pane has the whole screen.
        speed: steps a second of the playback.
    """

    document: Document
    session: Session
    front: Pane = "board"
    side: Pane = "trace"
    _side_before: Pane = "trace"
    zoomed = False
    speed = 4
    _playing: Timer | None = None

    @abstractmethod
    def renew(self) -> None:
        """Show what the session knows now."""

    @abstractmethod
    def arrange_panes(self) -> None:
        """Show the panes that belong on the screen."""

    @abstractmethod
    def focus_pane(self, pane: Pane) -> None:
        """Bring a pane to the front and give it the keys."""

    @property
    def playing(self) -> bool:
        """Whether the playback runs by itself."""
        return self._playing is not None

    def action_play_pause(self) -> None:
        """Run by itself, from the start if at the end, or stop."""
        if self.playing:
            self.pause()
        else:
            player = self.session.player
            if player is not None and player.place >= player.length:
                player.seek(0)
            self._playing = self.set_interval(1 / self.speed, self._advance)
        self.renew()

    def pause(self) -> None:
        """Stop running by itself."""
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def _advance(self) -> None:
        player = self.session.player
        if player is None or player.place >= player.length:
            self.pause()
        else:
            player.seek(player.place + 1)
        self.renew()

    def action_faster(self) -> None:
        """More steps a second."""
        self._set_speed(1)

    def action_slower(self) -> None:
        """Fewer steps a second."""
        self._set_speed(-1)

    def _set_speed(self, change: int) -> None:
        place = min(max(SPEEDS.index(self.speed) + change, 0), len(SPEEDS) - 1)
        self.speed = SPEEDS[place]
        if self.playing:
            self.pause()
            self._playing = self.set_interval(1 / self.speed, self._advance)
        self.renew()

    def action_back(self) -> None:
        """Back by one place."""
        self._step(-1)

    def action_forward(self) -> None:
        """Forward by one place."""
        self._step(1)

    def _step(self, places: int) -> None:
        player = self.session.player
        if player is not None:
            self._seek(player.place + places)

    def _seek(self, place: int) -> None:
        self.pause()
        player = self.session.player
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
        if self.session.player is not None:
            self.session.player.jump(direction)
        self.renew()

    def action_first(self) -> None:
        """To the start."""
        self._seek(0)

    def action_last(self) -> None:
        """To the end."""
        if self.session.player is not None:
            self._seek(self.session.player.length)

    @on(TimelinePane.Seek)
    def _bar_pointed(self, message: TimelinePane.Seek) -> None:
        self._seek(message.place)

    def action_mode(self) -> None:
        """Between timeline and solution."""
        self.pause()
        self.session.turn_mode()
        self.arrange_panes()

    # By hand.

    def action_up(self) -> None:
        """Move up."""
        self._move(UP)

    def action_down(self) -> None:
        """Move down."""
        self._move(DOWN)

    def action_left(self) -> None:
        """Move left."""
        self._move(LEFT)

    def action_right(self) -> None:
        """Move right."""
        self._move(RIGHT)

    def _move(self, direction: int) -> None:
        if self.front == "timeline" and direction in (LEFT, RIGHT):
            self._step(1 if direction == RIGHT else -1)
        elif self.session.mode != "edit":
            self.pause()
            self.session.play_move(direction)
