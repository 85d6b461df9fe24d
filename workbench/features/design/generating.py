"""Generation on the design screen."""

from __future__ import annotations

from collections.abc import Mapping

from textual.message import Message

from workbench.commands import Action, Unless
from workbench.features.design.parameters import ParametersPane
from workbench.session.making.sheet import Sheet
from workbench.session.players import View
from workbench.ui.part import Handler, Part


class GeneratingPart(Part):
    """Generates and re-rolls levels, and shows the parameters that they are made from."""

    brings = (ParametersPane, "parameters", "pane settings")
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
        stages = self.session.stages
        return {
            "design.lock-stage": Unless(
                lambda: stages.unknown(self._pointed_stage()),
                lambda: stages.lock(self._pointed_stage()),
            ),
        }

    def _pointed_stage(self) -> int | None:
        """The stage at the cursor of the parameters while they have the keys."""
        pane = self.pane
        titles = [stage.title for stage in self.game.generator.stages]
        return titles.index(pane.group) if pane.has_focus and pane.group in titles else None

    def _sheet_changed(self, message: ParametersPane.Changed) -> None:
        maker, sheet = self.session.maker, self.pane.sheet
        maker.set_sheet(f"set {sheet.name_changes(maker.sheet)}", sheet)
        self._shown = maker.sheet
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
        self.pane.compare(frozenset(locked), session.rebuilder.note, session.refusal)
