"""Generation on the design screen."""

from __future__ import annotations

from collections.abc import Mapping

from textual.message import Message

from workbench.commands import Action, Command, keymap
from workbench.features.design.parameters import ParametersPane
from workbench.session.making.sheet import Sheet, new_seed
from workbench.session.players import View
from workbench.ui.part import Handler, Part, in_turn


class GeneratingPart(Part):
    """Generates and re-rolls levels, and shows the parameters that they are made from."""

    brings = (ParametersPane, "parameters", "pane")
    pane: ParametersPane
    slot = "before"
    pane_keys = (("parameters", "design"), ())
    _shown: Sheet | None = None
    """The sheet last given to the pane, or taken from it."""

    def handlers(self) -> Mapping[type[Message], Handler]:
        """What is set in the pane goes to the session."""
        return {ParametersPane.Changed: self._sheet_changed}

    def commands(self) -> Mapping[str, Action]:
        """The parameters pane may say which stage is meant."""
        session = self.session
        return {
            "design.generate": in_turn(self.host.pause, session.maker.generate),
            "design.new-seed": self._new_seed,
            "design.reroll": in_turn(self.host.pause, session.maker.reroll),
            "design.rebuild": in_turn(self.host.pause, session.rebuilder.rebuild),
            "design.lock-stage": lambda: session.stages.lock(self._pointed_stage()),
            "design.heat": session.playback.turn_heat,
        }

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        session = self.session
        if command.id == "design.heat" and not any(s.heat for s in session.game.generator.stages):
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
        titles = [stage.title for stage in self.session.game.generator.stages]
        return titles.index(pane.group) if pane.has_focus and pane.group in titles else None

    def _new_seed(self) -> None:
        """Generate from a new random seed."""
        self.session.maker.sheet = self.session.maker.sheet.with_seed(new_seed())
        in_turn(self.host.pause, self.session.maker.generate)()

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
        locked = (s.title for s in session.game.generator.stages if s.name in session.stages.names)
        self.pane.compare(frozenset(locked), session.rebuilder.note, session.maker.refusal)
