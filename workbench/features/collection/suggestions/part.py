"""Suggestions on the design screen: beside the board, looked at on it, taken by a key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from engine.values.picture import differences
from workbench.commands import Action, Unless, keymap
from workbench.document.history import named_like
from workbench.features.collection.suggestions import remembered
from workbench.features.collection.suggestions.pane import SuggestionsPane, caption, sentence
from workbench.session.players import View
from workbench.ui.dialogs import Choose
from workbench.ui.part import Handler, Part
from workbench.ui.wall.wall import WallPane

if TYPE_CHECKING:
    from engine.improvement.suggesting import Suggestion
    from workbench.features.collection.suggestions.model import Suggestions

_ORDER = ("first of all", "and besides")
_NONE = "0"
"""The answer that turns suggestions off; measures have letters."""


class SuggestionsPart(Part):
    """Shows variations of the level, in place of the trace."""

    brings = (SuggestionsPane, "suggestions", "pane answers")
    pane: SuggestionsPane
    overlay = "suggestions"
    pane_keys = (("suggestions", "design"), ("Suggestions", "Edit", "Panes"))

    @cached_property
    def suggestions(self) -> Suggestions:
        """What is suggested; made when that is first asked for."""
        from workbench.features.collection.suggestions.model import Suggestions

        session, host = self.session, self.host
        return Suggestions(session.game, session.solver, host.hop, host.renew)

    def handlers(self) -> Mapping[type[Message], Handler]:
        """Another suggestion is looked at."""
        return {WallPane.Moved: self._moved, WallPane.Opened: self._opened}

    def commands(self) -> Mapping[str, Action]:
        """Shows them, asks by which measures, moves among them, takes one."""
        motions = self.pane.motions("suggestions")
        return {
            "design.suggestions": Unless(self._refusal, self._suggest),
            "suggestions.apply": self._take,
            **{f"suggestions.{way}": motions[f"suggestions.{way}"] for way in _WAYS},
        }

    @property
    def _known(self) -> tuple[str, ...]:
        from engine.improvement.suggesting import measures_of

        return measures_of(self.game)

    def _refusal(self) -> str | None:
        if self.game.mutations is None:
            return "levels of this game are not changed by mutations"
        return None

    @property
    def stands(self) -> bool:
        """Whether suggestions were asked for, at any level, and not turned off since."""
        return self._refusal() is None and remembered.recall(self._path).shown

    def opened(self) -> None:
        """Shows suggestions if they were asked for."""
        if self.stands:
            self._show()

    def _suggest(self) -> None:
        """Shows suggestions; again: asks by which measures, or turns them off."""
        if self.shown:
            self.host.ask(self._choose_measures())
        else:
            self._remember(replace(remembered.recall(self._path), shown=True))
            self._show()
            looks, again = keymap.key("design.next-pane"), keymap.key("design.suggestions")
            self.host.say(f"{looks} looks at variations; {again} chooses by what, or none")

    def _show(self) -> None:
        self.panes.show_overlay(self.overlay)
        self.host.renew()

    def enter(self) -> None:
        """Chooses by the measures that were chosen last."""
        self.suggestions.measures = remembered.recall(self._path).of(self._known)

    def leave(self) -> None:
        """Suggests nothing while something else is there."""
        self.suggestions.leave()
        self.panes.side = "palette" if self.session.playback.editing else "trace"

    async def _choose_measures(self) -> None:
        """Asks for two measures, one after the other, or whether to suggest nothing any more."""
        from workbench.ui.aims import by_keys, meant

        chosen: tuple[str, ...] = ()
        for words in _ORDER:
            keyed = by_keys([each for each in self._known if each not in chosen])
            answers = [(key, meant(measure)) for key, measure in keyed.items()]
            answers.append((_NONE, "no suggestions any more"))
            answer = await self.answer(Choose(f"Suggest levels with, {words}:", answers))
            if answer is None:
                return
            if answer == _NONE:
                self._remember(replace(remembered.recall(self._path), shown=False))
                self.panes.show_overlay(None)
                return
            chosen = (*chosen, keyed[answer])
        self._remember(remembered.Remembered(self.shown, chosen))
        self.suggestions.measures = chosen
        self.host.renew()

    def _remember(self, wanted: remembered.Remembered) -> None:
        remembered.remember(self._path, wanted)

    @property
    def _path(self) -> Path:
        return self.workbench.state.suggestions

    # Looking.

    @property
    def looked_at(self) -> Suggestion | None:
        """The suggestion that the board shows: that of the cursor, while the pane has the keys."""
        looks = self.shown and self.panes.front == self.overlay
        return self.pane.pointed if looks and not self.suggestions.busy else None

    def draw(self, view: View) -> View:
        """The board with the suggestion that is looked at in place of the level."""
        session, model = self.session, self.suggestions
        if session.making is None:
            model.follow(session.level)
        self.pane.show_model(session.game, model)
        suggestion = self.looked_at
        if suggestion is None or session.making is not None:
            return view
        boards = session.game.boards
        picture = boards.picture(suggestion.level.board)
        changed = differences(boards.picture(session.board), picture)
        before = model.bases[0].before.standing.facts
        takes = f"{keymap.key('suggestions.apply')} takes it"
        words = f"{sentence(session.game, suggestion, before)}; {takes}"
        return View(picture, words, marks=dict.fromkeys(changed, "differs"))

    def _moved(self, message: WallPane.Moved) -> bool:
        self.host.renew()
        return True

    def _opened(self, message: WallPane.Opened) -> bool:
        self._take()
        return True

    def _take(self) -> None:
        """Makes the suggestion that is looked at the level; undo brings back what was there."""
        suggestion = self.looked_at
        if suggestion is None:
            self.host.say("no suggestion to take")
            return
        session, level = self.session, suggestion.level
        name = f"take {caption(session.game, suggestion)}"
        if level.provenance is None or level.provenance.edited:
            session.history.change(name, level.board)
        else:  # by its own recipe
            named = named_like(level, session.level, session.game.title)
            session.history.put(name, named, None)
        self.host.say(f"{name}; {keymap.key('design.undo')} takes it back")


_WAYS = ("left", "right", "up", "down")
"""Where the cursor goes."""
