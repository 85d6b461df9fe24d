"""The intended solution on the design screen: pinned, stepped through, taken off."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.commands import Action, Unless, lacking
from workbench.ui.part import Part, in_turn


class IntentionPart(Part):
    """Pins the moves on the board to the level, and shows them again."""

    def commands(self) -> Mapping[str, Action]:
        """What there is to do with it."""
        intention = self.session.intention
        none = lacking(
            lambda: self.session.level.intended is not None, "no intended solution is pinned"
        )
        return {
            "design.pin": Unless(lambda: intention.no_pin, self._pin),
            "design.unpin": Unless(none, intention.unpin),
            "design.intended": Unless(
                lambda: self._unplayable() or none(), in_turn(self.timer.pause, self._show)
            ),
        }

    def _unplayable(self) -> str | None:
        problems = self.session.verdicts.problems
        return f"a draft cannot be played: {problems[0]}" if problems else None

    def _pin(self) -> None:
        self.timer.pause()
        intention = self.session.intention
        intention.pin(intention.candidate)

    def _show(self) -> None:
        self.session.painter.put_back()
        self.session.intention.show()
        self.panes.arrange()
        self.host.renew()
