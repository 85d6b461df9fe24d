"""The ways from the design screen to galleries."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.commands import Action, Unless
from workbench.features.gallery.making import wish_of
from workbench.ui.part import Part, in_turn


class GalleryPart(Part):
    """Opens a gallery of levels by the parameters, or an earlier one."""

    def commands(self) -> Mapping[str, Action]:
        """A new gallery, and one that is there."""
        host = self.host
        again = in_turn(host.pause, lambda: host.ask(host.workbench.open_galleries(self._game)))
        return {
            "design.gallery": Unless(self._refusal, in_turn(host.pause, self._begin)),
            "design.gallery-again": again,
        }

    @property
    def _game(self) -> str:
        return self.session.game.name

    def _refusal(self) -> str | None:
        if self.session.stages.complete:
            return "every stage is locked: all levels would be the same"
        return self.session.maker.refusal or None

    def _begin(self) -> None:
        """Fills a gallery by the parameters, around what is locked."""
        recipe = self.session.maker.wanted
        self.host.workbench.open_gallery(wish_of(recipe, self.document.level))
