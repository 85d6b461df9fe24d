"""The part of the design screen that starts a batch."""

from __future__ import annotations

from collections.abc import Mapping

from engine import workshop
from workbench.commands import Action, GuardedAction
from workbench.features import navigation
from workbench.ui.part import Part


class BatchPart(Part):
    """The part that starts a batch with the parameters that the designer has set."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the action that starts a batch."""
        return {"design.batch": GuardedAction(self._find_refusal, self._start_batch)}

    def _find_refusal(self) -> str | None:
        """Return the reason why no batch can be started, or None if one can.

        A batch generates each level from its seed and parameters alone, so it cannot respect locked
        stages, locked cells or painted weights.
        """
        session = self.session
        if session.stage_locks.names:
            return "some stages are locked; unlock them first"
        if session.level.next_weights:
            return "weights are painted on the board; clear them first"
        if workshop.find_sketch(session.game, session.level.board) is not None:
            return "some cells are locked; unlock them first"
        if session.generator.settings.similarity_board is not None:
            return "batches cannot compare levels with this one; turn off the comparison first"
        return session.refusal or None

    def _start_batch(self) -> None:
        host, settings = self.host, self.session.generator.settings
        host.ask_question(navigation.start_batch(self.workbench, settings.game, settings.overrides))
