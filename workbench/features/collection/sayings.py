"""What a designer says of levels: kept or rejected, stars, tags, notes; all can be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from engine.catalogue.entries import Entry
from engine.catalogue.marking import LONGEST_NOTE, MOST_STARS, is_tag
from engine.errors import EngineError
from workbench.commands import Action, each_unless, lacking
from workbench.features.collection.pages import choice_of
from workbench.features.collection.shelf import ShelfLevel, marks_of
from workbench.features.collection.views import CatalogueViews
from workbench.ui.dialogs import Ask
from workbench.ui.screen import CommandScreen
from workbench.ui.wall.wall import Choice

_OTHER: Mapping[Choice, Choice] = {"kept": "rejected", "rejected": "kept"}


class Sayings:
    """Says something of levels; it is shown once it is written to the catalogue."""

    def __init__(self, screen: CommandScreen, views: CatalogueViews) -> None:
        self._screen, self._views = screen, views
        self._done: list[tuple[Entry, Entry]] = []
        self._undone: list[tuple[Entry, Entry]] = []
        """Levels with what is said of them since a step, and with what was said before."""
        self._unwritten: dict[int, tuple[Future[ShelfLevel], Entry]] = {}
        """What is being written, by the numbers of levels, the last word on each."""

    def commands(self) -> Mapping[str, Action]:
        """What keeps, rejects, gives stars, and takes that back."""
        here = lacking(lambda: self._views.level, "no level is under the cursor")
        of_one: dict[str, Action] = {
            "catalogue.keep": partial(self._choose, "kept"),
            "catalogue.reject": partial(self._choose, "rejected"),
            "catalogue.larger": partial(self._star, 1),
            "catalogue.smaller": partial(self._star, -1),
            "catalogue.tag": lambda: self._screen.ask(self._tag()),
            "catalogue.note": lambda: self._screen.ask(self._note()),
        }
        return {
            **each_unless(here, of_one),
            "catalogue.undo": partial(self._turn_back, "undo", self._done, self._undone),
            "catalogue.redo": partial(self._turn_back, "redo", self._undone, self._done),
        }

    def _said_of(self, shown: ShelfLevel) -> Entry:
        """A level with what is said of it, whether that is written yet or not."""
        _, said = self._unwritten.get(shown.entry.id, (None, shown.entry))
        return said

    def _say(self, before: Entry, said: Entry) -> None:
        if said != before:
            self._done.append((said, before))
            self._undone.clear()
            self._write(before, said)

    def _choose(self, choice: Choice) -> None:
        """Keeps or rejects, or takes that back; the cursor goes on."""
        shown = self._views.level
        assert shown is not None
        said = self._said_of(shown)
        tags = {*said.tags} - {choice, _OTHER[choice]}
        if choice_of(said.tags) != choice:
            tags |= {choice}
        self._say(said, replace(said, tags=tuple(sorted(tags))))
        self._views.go_on()

    def _star(self, by: int) -> None:
        shown = self._views.level
        assert shown is not None
        said = self._said_of(shown)
        stars = max(0, min((said.stars or 0) + by, MOST_STARS))
        self._say(said, replace(said, stars=stars or None))

    async def _tag(self) -> None:
        shown = self._views.level
        assert shown is not None
        before = ", ".join(self._said_of(shown).tags)
        prompt = "Tags, with commas between them"
        text = await self._screen.workbench.push_screen_wait(Ask(prompt, before, _wrong_tags))
        if text is not None:
            said = self._said_of(shown)
            self._say(said, replace(said, tags=tuple(sorted({*_tags(text)}))))

    async def _note(self) -> None:
        shown = self._views.level
        assert shown is not None
        prompt = f"Note on level {shown.entry.id} (empty: none)"
        before = self._said_of(shown).note or ""
        text = await self._screen.workbench.push_screen_wait(Ask(prompt, before, _wrong_note))
        if text is not None:
            said = self._said_of(shown)
            self._say(said, replace(said, note=text.strip() or None))

    def _turn_back(
        self, word: str, steps: list[tuple[Entry, Entry]], turned: list[tuple[Entry, Entry]]
    ) -> None:
        """Takes the last of some steps back."""
        if not steps:
            self._screen.say(f"nothing to {word}")
            return
        now, before = steps.pop()
        turned.append((before, now))
        self._write(now, before)
        self._views.go_to(now.id)

    def _write(self, before: Entry, after: Entry) -> None:
        shelf, hop, number = self._views.shelf, self._screen.hop, after.id
        asked = shelf.submit(partial(shelf.say, number, marks_of(before, after)))
        self._unwritten[number] = asked, after
        asked.add_done_callback(lambda done: hop(partial(self._show, number, done)))

    def _show(self, number: int, done: Future[ShelfLevel]) -> None:
        """Shows what was written; what was said since then is still on its way."""
        if self._unwritten[number][0] is done:
            del self._unwritten[number]
        try:
            self._views.pages.put(done.result())
        except EngineError as error:
            self._screen.say(str(error), "bad")
        self._screen.renew()


def _tags(text: str) -> list[str]:
    return [tag.strip() for tag in text.split(",") if tag.strip()]


def _wrong_tags(text: str) -> str | None:
    wrong = next((tag for tag in _tags(text) if not is_tag(tag)), None)
    return None if wrong is None else f"no tag: {wrong[:20]}"


def _wrong_note(text: str) -> str | None:
    return None if len(text) <= LONGEST_NOTE else f"at most {LONGEST_NOTE:,} characters"
