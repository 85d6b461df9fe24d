"""Generation on the design screen."""

from __future__ import annotations

from collections.abc import Mapping

from textual.message import Message

from workbench.commands import Command, keymap
from workbench.features.design.parameters import ParametersPane
from workbench.session.making.sheet import Sheet, new_seed
from workbench.session.players import View
from workbench.session.session import Session
from workbench.ui.part import DesignHost, Handler, Part


class GeneratingPart(Part):
    """Generates and re-rolls levels, and shows the parameters that they are made from."""

    pane: ParametersPane
    slot = "before"
    pane_keys = (("parameters", "design"), ())
    _shown: Sheet | None = None
    """The sheet last given to the pane, or taken from it."""

    def __init__(self, session: Session, host: DesignHost) -> None:
        super().__init__(session, host)
        self.pane = self.build(ParametersPane, "parameters", "pane")

    def handlers(self) -> Mapping[type[Message], Handler]:
        """What is set in the pane goes to the session."""
        return {ParametersPane.Changed: self._sheet_changed}

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
        return None

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
        pane = self.pane
        titles = [stage.title for stage in self.session.game.stages]
        return titles.index(pane.group) if pane.has_focus and pane.group in titles else None

    def action_generate(self) -> None:
        """Generate from the seed and the parameters."""
        self.host.pause()
        self.session.maker.generate()

    def action_new_seed(self) -> None:
        """Generate from a new random seed."""
        self.session.maker.sheet = self.session.maker.sheet.with_seed(new_seed())
        self.action_generate()

    def action_reroll(self) -> None:
        """Roll the stage at the playhead again."""
        self.host.pause()
        self.session.maker.reroll()

    def action_rebuild(self) -> None:
        """The same random draws with the parameters of the sheet."""
        self.host.pause()
        self.session.rebuilder.rebuild()

    def action_lock_stage(self) -> None:
        """Lock the stage at the cursor of the parameters, else at the playhead."""
        self.session.stages.lock(self._pointed_stage())

    def _sheet_changed(self, message: ParametersPane.Changed) -> None:
        sheet = self.pane.sheet
        if sheet is not None:
            self.session.maker.sheet = self._shown = sheet
            self._show_recipe()

    def draw(self, view: View) -> View:
        """Shows the sheet if it is a new one: the pane may be ahead of the session by a key."""
        if self.session.maker.sheet is not self._shown:
            self._shown = self.session.maker.sheet
            self.pane.show(self._shown)
        self._show_recipe()
        return view

    def _show_recipe(self) -> None:
        """Show which stages are locked, and what the sheet says otherwise than the level."""
        session = self.session
        locked = (s.title for s in session.game.stages if s.name in session.stages.names)
        self.pane.compare(frozenset(locked), session.rebuilder.note, session.maker.refusal)

    def action_heat(self) -> None:
        """Draw the weights, or no longer."""
        self.session.playback.turn_heat()
