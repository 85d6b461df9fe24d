"""The way from the design screen to what an optimisation did, and does."""

from __future__ import annotations

from engine.generate.lineage import Relative
from workbench.commands import Command
from workbench.features.compare.part import DesignComparing
from workbench.features.compare.sides import Side


class DesignOptimizing(DesignComparing):
    """Watching an optimisation, and ending it with the best level so far."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.id == "design.optimisation":
            return self.session.optimizer.refusal
        if command.id == "design.finish":
            return self.session.optimizer.no_finish
        return super().unavailable(command)

    def action_optimisation(self) -> None:
        """Show the run under way, or the last one with its family."""
        from workbench.features.optimize.screen import OptimizingScreen

        self.pause()
        self.workbench.push_screen(OptimizingScreen(self.session, compare=self._compare_relative))

    def _compare_relative(self, relative: Relative) -> None:
        level = self.session.level.with_edited_board(relative.board)
        self.open_comparison(Side(f"step {relative.iteration:,}", level))

    def action_finish(self) -> None:
        """Take the best so far."""
        self.session.optimizer.finish()
