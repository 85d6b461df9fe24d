"""Generation on the design screen: the parameters pane and the stage locks."""

from __future__ import annotations

from collections.abc import Mapping

from textual.message import Message

from workbench.commands import Action, GuardedAction
from workbench.features.design.parameters_pane import ParametersPane
from workbench.session.generation.generator_settings import GeneratorSettings
from workbench.session.playback_players import View
from workbench.ui.part import Handler, Part


class GenerationPart(Part):
    """The part that shows the generator's parameters and locks its stages."""

    pane_spec = (ParametersPane, "parameters", "pane settings")
    pane: ParametersPane
    slot = "before"
    pane_keys = (("parameters", "design"), ())
    _shown: GeneratorSettings | None = None
    """The settings that the pane last received or sent."""

    def bind_handlers(self) -> Mapping[type[Message], Handler]:
        """Return the handler for changed parameters."""
        return {ParametersPane.SettingsChanged: self._handle_settings_changed}

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the action that locks the selected stage, or else the one at the playhead."""
        stages = self.session.stage_locks
        return {
            "design.lock-stage": GuardedAction(
                lambda: stages.find_refusal(self._find_stage()),
                lambda: stages.toggle_lock(self._find_stage()),
            ),
        }

    def _find_stage(self) -> int | None:
        """Return the number of the stage under the cursor, or None if the pane is not focused."""
        pane = self.pane
        titles = [stage.title for stage in self.game.generator.stages]
        return titles.index(pane.group) if pane.has_focus and pane.group in titles else None

    def _handle_settings_changed(self, message: ParametersPane.SettingsChanged) -> None:
        maker, settings = self.session.generator, self.pane.settings
        maker.change_settings(f"set {settings.name_changes(maker.settings)}", settings)
        self._shown = maker.settings
        self._show_differences()

    def update_view(self, view: View) -> View:
        """Pass the current settings to the pane, unless it already has them."""
        # Compare by identity. Sending the pane's own changes back to it would discard the next key
        # press of a fast typist.
        if self.session.generator.settings is not self._shown:
            self._shown = self.session.generator.settings
            self.pane.show_settings(self._shown)
        self._show_differences()
        return view

    def _show_differences(self) -> None:
        """Show in the pane which stages are locked and how the settings differ from the level's."""
        session = self.session
        locked = (
            s.title for s in session.game.generator.stages if s.name in session.stage_locks.names
        )
        self.pane.show_comparison(frozenset(locked), session.rebuilder.note, session.refusal)
