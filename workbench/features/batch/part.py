"""The way from the design screen to a batch by its parameters."""

from __future__ import annotations

from collections.abc import Mapping

from engine import workshop
from workbench.commands import Action, Unless
from workbench.features import navigation
from workbench.ui.part import Part


class BatchPart(Part):
    """Begins a batch by the parameters of the sheet."""

    def commands(self) -> Mapping[str, Action]:
        """A batch by the parameters."""
        return {"design.batch": Unless(self._refusal, self._begin)}

    def _refusal(self) -> str | None:
        """Why none can be made: every level of a batch comes whole, from nothing but its seed."""
        session = self.session
        if session.stages.names:
            return "a batch draws all stages: unlock them first"
        if session.level.painted:
            return "a batch draws by no painted weights: clear them first"
        if workshop.sketch_of(session.game, session.level.board) is not None:
            return "a batch draws all cells: unlock them first"
        if session.maker.sheet.model is not None:
            return "a batch knows no level to be like"
        return session.refusal or None

    def _begin(self) -> None:
        host, sheet = self.host, self.session.maker.sheet
        host.ask(navigation.begin_batch(self.workbench, sheet.game, sheet.settings))
