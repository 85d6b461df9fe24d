"""What the player switches on or off while playing."""

from __future__ import annotations

from workbench.features.play.tilting import Play
from workbench.session.playing.playtest import Playtest


class Choices:
    """The commands that change what is shown and told."""

    def __init__(self, session: Playtest, play: Play) -> None:
        self._session = session
        self._play = play

    def action_aim(self) -> None:
        """Has hints lead to a better kind of win, or to any."""
        switches = self._play.switches
        switches.aiming = not switches.aiming
        self._session.aim(high=switches.aiming)
        self._play.renew()

    def action_warnings(self) -> None:
        """Warns of being off track and of dead ends, or no longer."""
        self._play.switches.warnings = not self._play.switches.warnings
        self._play.renew()

    def action_timer(self) -> None:
        """Shows the time, or no longer."""
        self._play.switches.timer = not self._play.switches.timer
        self._play.done()

    def action_motion(self) -> None:
        """Animates moves, or no longer."""
        self._play.switches.motion = not self._play.switches.motion
        self._play.renew()
