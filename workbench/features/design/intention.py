"""The intended solution on the design screen: pinned, stepped through, taken off."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.commands import Action, Unless
from workbench.ui.part import Part


class IntentionPart(Part):
    """Pins the moves on the board to the level, and shows them again."""

    def commands(self) -> Mapping[str, Action]:
        """What there is to do with it."""
        intention = self.session.intention
        return {"design.intended": Unless(lambda: intention.no_steps, self._show)}

    def _show(self) -> None:
        self.session.painter.put_back()
        self.session.intention.show()
        self.panes.arrange()
        self.host.renew()
