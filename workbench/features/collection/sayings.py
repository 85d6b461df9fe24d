"""What a designer says of levels: kept or rejected, stars, tags, notes; all can be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial

from engine.catalogue.marking import MOST_STARS
from engine.errors import EngineError
from workbench.commands import Action, each_unless, lacking
from workbench.features.collection.host import CatalogueHost
from workbench.features.collection.pages import choice_of
from workbench.features.collection.shelf import Remarks, ShelfLevel
from workbench.ui.wall.wall import Choice

_OTHER: Mapping[Choice, Choice] = {"kept": "rejected", "rejected": "kept"}


@dataclass(frozen=True, slots=True)
class Remarked:
    """What was said of a level, to be taken back."""

    number: int
    before: Remarks
    after: Remarks


class Sayings:
    """Says something of levels; it is shown once it is written to the catalogue."""

    def __init__(self, screen: CatalogueHost) -> None:
        self._screen = screen
        self._done: list[Remarked] = []
        self._undone: list[Remarked] = []
        self._unwritten: dict[int, tuple[Future[ShelfLevel], Remarks]] = {}
        """What is being written, by the numbers of levels, the last word on each."""

    def commands(self) -> Mapping[str, Action]:
        """What keeps, rejects, gives stars, and takes that back."""
        here = lacking(lambda: self._screen.level, "no level is under the cursor")
        of_one: dict[str, Action] = {
            "catalogue.keep": partial(self._choose, "kept"),
            "catalogue.reject": partial(self._choose, "rejected"),
            "catalogue.larger": partial(self._star, 1),
            "catalogue.smaller": partial(self._star, -1),
        }
        return {
            **each_unless(here, of_one),
            "catalogue.undo": self._undo,
            "catalogue.redo": self._redo,
        }

    def said_of(self, shown: ShelfLevel) -> Remarks:
        """What is said of a level, whether that is written yet or not."""
        _, said = self._unwritten.get(shown.entry.id, (None, shown.said))
        return said

    def say_of(self, shown: ShelfLevel, said: Remarks) -> None:
        """Says something of a level."""
        if said != (before := self.said_of(shown)):
            self._done.append(step := Remarked(shown.entry.id, before, said))
            self._undone.clear()
            self._write(step.number, step.before, step.after)

    def _choose(self, choice: Choice) -> None:
        """Keeps or rejects, or takes that back; the cursor goes on."""
        shown = self._screen.level
        assert shown is not None
        said = self.said_of(shown)
        tags = said.tags - {choice, _OTHER[choice]}
        if choice_of(said.tags) != choice:
            tags |= {choice}
        self.say_of(shown, replace(said, tags=tags))
        self._screen.views.go_on()

    def _star(self, by: int) -> None:
        shown = self._screen.level
        assert shown is not None
        said = self.said_of(shown)
        stars = max(0, min(said.stars + by, MOST_STARS))
        self.say_of(shown, replace(said, stars=stars))

    def _undo(self) -> None:
        if not self._done:
            self._screen.say("nothing to undo")
            return
        self._undone.append(step := self._done.pop())
        self._write(step.number, step.after, step.before)
        self._screen.views.go_to(step.number)

    def _redo(self) -> None:
        if not self._undone:
            self._screen.say("nothing to redo")
            return
        self._done.append(step := self._undone.pop())
        self._write(step.number, step.before, step.after)
        self._screen.views.go_to(step.number)

    def _write(self, number: int, before: Remarks, after: Remarks) -> None:
        shelf, hop = self._screen.shelf, self._screen.hop
        asked = shelf.submit(partial(shelf.say, number, after.instead_of(before)))
        self._unwritten[number] = asked, after
        asked.add_done_callback(lambda done: hop(partial(self._show, number, done)))

    def _show(self, number: int, done: Future[ShelfLevel]) -> None:
        """Shows what was written; what was said since then is still on its way."""
        if self._unwritten[number][0] is done:
            del self._unwritten[number]
        try:
            self._screen.pages.put(done.result())
        except EngineError as error:
            self._screen.say(str(error), "bad")
        self._screen.renew()
