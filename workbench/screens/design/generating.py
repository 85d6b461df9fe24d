"""Generation on the design screen."""

from __future__ import annotations

from textual import on

from workbench.commands import Command
from workbench.panes.parameters import ParametersPane
from workbench.screens.design.base import DesignBase


class DesignGenerating(DesignBase):
    """Generating, re-rolling, and what explains them."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        session = self.session
        if command.id == "design.heat" and session.mode != "timeline":
            return "weights belong to the timeline (t, or e to leave edit mode)"
        if command.id == "design.reroll" and session.made is None:
            return "not a generated level"
        return super().unavailable(command)

    def action_generate(self) -> None:
        """Generate from the seed and the parameters."""
        self.pause()
        self.session.generate()

    def action_new_seed(self) -> None:
        """Generate from a new random seed."""
        self.session.sheet = self.session.sheet.with_new_seed()
        self.action_generate()

    def action_reroll(self) -> None:
        """Roll the stage at the playhead again."""
        self.pause()
        self.session.reroll()

    @on(ParametersPane.Changed)
    def _sheet_changed(self) -> None:
        sheet = self.query_one("#parameters", ParametersPane).sheet
        if sheet is not None:
            self.session.sheet = self.shown_sheet = sheet

    def action_heat(self) -> None:
        """Draw the weights, or no longer."""
        self.session.turn_heat()
