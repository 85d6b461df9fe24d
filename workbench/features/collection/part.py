"""The part of the design screen that opens galleries and records generated levels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from workbench.commands import Action, GuardedAction
from workbench.features import navigation
from workbench.service.solver_service import GenerationResult
from workbench.session.playback_players import View
from workbench.text.refusals import ALL_STAGES_LOCKED
from workbench.ui.part import Part

if TYPE_CHECKING:
    from workbench.features.collection.session_history import SessionHistory


class GalleryPart(Part):
    """The part that opens galleries, and adds generated levels to this session's history."""

    _last_recorded: object = None
    """The generation result of the level most recently added to the session's history."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that open a gallery or the session's history."""
        host, app = self.host, self.workbench
        return {
            "design.gallery": GuardedAction(self._find_refusal, self._start_gallery),
            "design.gallery-again": lambda: host.ask_question(
                navigation.open_galleries(app, self._game)
            ),
            "design.seen": self._show_session_history,
        }

    def update_view(self, view: View) -> View:
        """Add the level to the session's history if it has just been generated and solved."""
        history = self.session.history
        made, solved = self.document.entry.attachment, history.solver_result
        new = (
            isinstance(made, GenerationResult)
            and made is not self._last_recorded
            and not history.is_edited
        )
        if new and solved is not None:
            self._last_recorded = made
            self._session_history.add_level(self.document.level, solved)
        return view

    @property
    def _session_history(self) -> SessionHistory:
        """The levels generated on all design screens since the app started."""
        from workbench.features.collection.session_history import SessionHistory

        app = self.workbench
        if not isinstance(app.generated_levels, SessionHistory):
            app.generated_levels = SessionHistory(app.state.galleries)
        return app.generated_levels

    def _show_session_history(self) -> None:
        """Show the levels of this game that have been generated since the app started."""
        from workbench.features.collection import collection_opener

        collection_opener.show_session_history(self.workbench, self._session_history, self._game)

    @property
    def _game(self) -> str:
        return self.game.name

    def _find_refusal(self) -> str | None:
        if self.session.stage_locks.are_all_locked:
            return ALL_STAGES_LOCKED
        return self.session.refusal or None

    def _start_gallery(self) -> None:
        """Open a gallery that generates levels with the current parameters and locked cells."""
        from workbench.features.collection.gallery_filler import build_template

        recipe = self.session.generator.requested_recipe
        navigation.open_gallery(self.workbench, build_template(recipe, self.document.level))
