"""The ways from the design screen to galleries."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.commands import Action, Unless
from workbench.service.solving import Made
from workbench.session.players import View
from workbench.ui.part import Part, in_turn


class GalleryPart(Part):
    """Opens a gallery of levels by the parameters, an earlier one, or all that was generated."""

    _noted: object = None
    """How the level was generated that was remembered last."""

    def commands(self) -> Mapping[str, Action]:
        """A new gallery, and one that is there."""
        host, navigator = self.host, self.workbench.navigator
        again = in_turn(host.timer.pause, lambda: host.ask(navigator.open_galleries(self._game)))
        return {
            "design.gallery": Unless(self._refusal, in_turn(host.timer.pause, self._begin)),
            "design.gallery-again": again,
            "design.seen": in_turn(host.timer.pause, lambda: navigator.open_seen(self._game)),
        }

    def draw(self, view: View) -> View:
        """Remembers the level if it was just generated."""
        history = self.session.history
        made, solved = self.document.entry.attachment, history.solved
        new = isinstance(made, Made) and made is not self._noted and not history.edited_since
        if new and solved is not None:
            self._noted = made
            self.workbench.navigator.note_generated(self.document.level, solved)
        return view

    @property
    def _game(self) -> str:
        return self.session.game.name

    def _refusal(self) -> str | None:
        if self.session.stages.complete:
            return "every stage is locked: all levels would be the same"
        return self.session.refusal or None

    def _begin(self) -> None:
        """Fills a gallery by the parameters, around what is locked."""
        from workbench.features.collection.making import wish_of

        recipe = self.session.maker.wanted
        self.workbench.navigator.open_gallery(wish_of(recipe, self.document.level))
