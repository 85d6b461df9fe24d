"""The way from the design screen to what an optimisation did, and does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from workbench.commands import Action, Unless
from workbench.features import navigation
from workbench.session.sides import Side
from workbench.ui.part import Part

if TYPE_CHECKING:
    from engine.staging.lineage import Relative


class OptimizePart(Part):
    """Shows an optimisation, and ends it with the best level so far."""

    def commands(self) -> Mapping[str, Action]:
        """Shows the optimisation, or ends it with the best so far."""
        optimizer = self.session.optimizer
        return {
            "design.optimisation": Unless(lambda: optimizer.refusal, self._optimisation),
            "design.finish": Unless(self._no_finish, self._finish),
            "design.improve": Unless(lambda: self.session.improver.refusal, self._improve),
        }

    def _no_finish(self) -> str | None:
        """Why there is no best level so far to take; None if there is."""
        improver = self.session.improver
        if improver.search is not None:
            return improver.no_finish
        return self.session.optimizer.no_finish

    def _finish(self) -> None:
        """End what is under way with the best level so far."""
        improving = self.session.improver.search is not None
        (self.session.improver.finish if improving else self.session.optimizer.finish)()

    def _improve(self) -> None:
        """Ask for an aim, and improve the level at hand for it."""
        from workbench.ui.aims import AskAim

        improver = self.session.improver
        question = "What is to be better? With islands=4 after it, four searches run at once"
        dialog = AskAim(question, improver.aim, improver.objection, improver.aims)
        self.ask(dialog, improver.improve)

    def _optimisation(self) -> None:
        """Show the optimisation under way, or the last one with its family."""
        from workbench.features.optimize.screen import OptimizingScreen

        self.workbench.push_screen(OptimizingScreen(self.session, compare=self._compare_relative))

    def _compare_relative(self, relative: Relative) -> None:
        level = self.session.level.with_edited_board(relative.board)
        navigation.compare_open_level(
            self.host, self.session, Side(f"step {relative.iteration:,}", level)
        )
