"""Generation on the design screen."""

from __future__ import annotations

from textual import on

from workbench.commands import Command, keymap
from workbench.features.design.base import DesignBase
from workbench.features.design.parameters import ParametersPane
from workbench.session.making.sheet import new_seed


class DesignGenerating(DesignBase):
    """Generating, re-rolling, and what explains them."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        session = self.session
        if command.id == "design.heat" and not any(s.heat for s in session.game.stages):
            return f"levels of {session.game.title} are made without weights"
        if command.id == "design.heat" and session.playback.mode != "timeline":
            leave = "edit" if session.playback.mode == "edit" else "mode"
            return f"weights belong to the timeline ({keymap.key(f'design.{leave}')} goes there)"
        if command.id in ("design.reroll", "design.lock-stage"):
            refused = self._no_stage(command)
            if refused is not None:
                return refused
        if command.id == "design.rebuild":
            return session.rebuilder.refusal
        return super().unavailable(command)

    def _no_stage(self, command: Command) -> str | None:
        """Why no stage can be rolled again or locked now; None if one can."""
        session = self.session
        if session.history.made is None:
            return session.history.unmade
        if command.id == "design.lock-stage" and self._pointed_stage() is not None:
            return None
        if session.playback.mode != "timeline":
            return f"the timeline chooses the stage ({keymap.key('design.cancel')} goes there)"
        return session.stages.no_reroll if command.id == "design.reroll" else None

    def _pointed_stage(self) -> int | None:
        """The stage at the cursor of the parameters while they have the keys."""
        pane = self.query_one("#parameters", ParametersPane)
        titles = [stage.title for stage in self.session.game.stages]
        return titles.index(pane.group) if pane.has_focus and pane.group in titles else None

    def action_generate(self) -> None:
        """Generate from the seed and the parameters."""
        self.pause()
        self.session.maker.generate()

    def action_new_seed(self) -> None:
        """Generate from a new random seed."""
        self.session.maker.sheet = self.session.maker.sheet.with_seed(new_seed())
        self.action_generate()

    def action_reroll(self) -> None:
        """Roll the stage at the playhead again."""
        self.pause()
        self.session.maker.reroll()

    def action_rebuild(self) -> None:
        """The same random draws with the parameters of the sheet."""
        self.pause()
        self.session.rebuilder.rebuild()

    def action_lock_stage(self) -> None:
        """Lock the stage at the cursor of the parameters, else at the playhead."""
        self.session.stages.lock(self._pointed_stage())

    @on(ParametersPane.Changed)
    def _sheet_changed(self) -> None:
        sheet = self.query_one("#parameters", ParametersPane).sheet
        if sheet is not None:
            self.session.maker.sheet = self.shown_sheet = sheet
            self.show_recipe()

    def show_recipe(self) -> None:
        """Show which stages are locked, and what the sheet says otherwise than the level."""
        session = self.session
        locked = (s.title for s in session.game.stages if s.name in session.stages.names)
        pane = self.query_one("#parameters", ParametersPane)
        pane.compare(frozenset(locked), session.rebuilder.note, session.maker.refusal)

    def action_heat(self) -> None:
        """Draw the weights, or no longer."""
        self.session.playback.turn_heat()
