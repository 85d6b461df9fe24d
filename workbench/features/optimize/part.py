"""The way from the design screen to what an optimisation did, and does."""

from __future__ import annotations

from collections.abc import Mapping

from engine.generate.lineage import Relative
from workbench.commands import Action, Unless
from workbench.session.sides import Side
from workbench.ui.comparing import compare
from workbench.ui.part import Part


class OptimizePart(Part):
    """Shows an optimisation, and ends it with the best level so far."""

    def commands(self) -> Mapping[str, Action]:
        """Shows the optimisation, or ends it with the best so far."""
        optimizer = self.session.optimizer
        return {
            "design.optimisation": Unless(lambda: optimizer.refusal, self._optimisation),
            "design.finish": Unless(lambda: optimizer.no_finish, optimizer.finish),
        }

    def _optimisation(self) -> None:
        """Show the optimisation under way, or the last one with its family."""
        from workbench.features.optimize.screen import OptimizingScreen

        self.host.pause()
        self.host.workbench.push_screen(
            OptimizingScreen(self.session, compare=self._compare_relative)
        )

    def _compare_relative(self, relative: Relative) -> None:
        level = self.session.level.with_edited_board(relative.board)
        compare(self.session, self.host, Side(f"step {relative.iteration:,}", level))
