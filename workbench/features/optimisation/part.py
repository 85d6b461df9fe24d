"""The design screen's part for improving levels and opening the optimisation screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from workbench.commands import Action, GuardedAction
from workbench.features import navigation
from workbench.session.comparison_side import ComparisonSide
from workbench.ui.part import Part

if TYPE_CHECKING:
    from engine.stages.lineage import LineageMember


class OptimizePart(Part):
    """The part that starts, shows and finishes the improvement of a level."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that improve the level, show an optimisation, or finish it."""
        optimizer = self.session.optimizer
        return {
            "design.optimisation": GuardedAction(
                lambda: optimizer.refusal, self._show_optimisation
            ),
            "design.finish": GuardedAction(self._explain_no_finish, self._finish_search),
            "design.improve": GuardedAction(
                lambda: self.session.improver.refusal, self._ask_to_improve
            ),
        }

    def _explain_no_finish(self) -> str | None:
        """Return the reason why no search can be finished now, or None if one can."""
        improver = self.session.improver
        if improver.search is not None:
            return improver.finish_refusal
        return self.session.optimizer.finish_refusal

    def _finish_search(self) -> None:
        """End the running search and take the best level that it has found so far."""
        improving = self.session.improver.search is not None
        (self.session.improver.finish_early if improving else self.session.optimizer.finish_early)()

    def _ask_to_improve(self) -> None:
        """Ask for an objective and start improving the current level."""
        from workbench.ui.objective_prompt import ObjectivePrompt

        improver = self.session.improver
        question = "Improve what? Add islands=4 to run four searches at once."
        dialog = ObjectivePrompt(
            question, improver.objective, improver.find_refusal, improver.objectives
        )
        self.ask_question(dialog, improver.improve_level)

    def _show_optimisation(self) -> None:
        """Open the screen that shows the current or most recent optimisation."""
        from workbench.features.optimisation.screen import OptimizingScreen

        self.workbench.push_screen(OptimizingScreen(self.session, compare=self._compare_relative))

    def _compare_relative(self, relative: LineageMember) -> None:
        level = self.session.level.with_edited_board(relative.board)
        navigation.compare_open_level(
            self.host, self.session, ComparisonSide(f"step {relative.iteration:,}", level)
        )
