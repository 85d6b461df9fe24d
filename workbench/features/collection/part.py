"""The ways from the design screen to galleries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from workbench.commands import Action, Unless
from workbench.features import navigation
from workbench.service.solving import Made
from workbench.session.players import View
from workbench.ui.part import Part

if TYPE_CHECKING:
    from workbench.features.collection.seen import Seen


class GalleryPart(Part):
    """Opens a gallery of levels by the parameters, an earlier one, or all that was generated."""

    _noted: object = None
    """How the level was generated that was remembered last."""

    def commands(self) -> Mapping[str, Action]:
        """A new gallery, and one that is there."""
        host, app = self.host, self.workbench
        return {
            "design.gallery": Unless(self._refusal, self._begin),
            "design.gallery-again": lambda: host.ask(navigation.open_galleries(app, self._game)),
            "design.seen": self._show_seen,
        }

    def draw(self, view: View) -> View:
        """Remembers the level if it was just generated."""
        history = self.session.history
        made, solved = self.document.entry.attachment, history.solved
        new = isinstance(made, Made) and made is not self._noted and not history.edited_since
        if new and solved is not None:
            self._noted = made
            self._seen.note(self.document.level, solved)
        return view

    @property
    def _seen(self) -> Seen:
        """The levels generated since the start, of all design screens."""
        from workbench.features.collection.seen import Seen

        app = self.workbench
        if not isinstance(app.seen, Seen):
            app.seen = Seen(app.state.galleries)
        return app.seen

    def _show_seen(self) -> None:
        """Show the levels of the game that were generated since the start."""
        from workbench.features.collection import opening

        opening.show_seen(self.workbench, self._seen, self._game)

    @property
    def _game(self) -> str:
        return self.game.name

    def _refusal(self) -> str | None:
        if self.session.stages.complete:
            return "every stage is locked: all levels would be the same"
        return self.session.refusal or None

    def _begin(self) -> None:
        """Fills a gallery by the parameters, around what is locked."""
        from workbench.features.collection.making import wish_of

        recipe = self.session.maker.wanted
        navigation.open_gallery(self.workbench, wish_of(recipe, self.document.level))
