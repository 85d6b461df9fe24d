"""The part of the design screen that previews suggestions on the board and applies them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from engine.values.picture import find_changed_cells
from workbench.commands import Action, GuardedAction, keymap
from workbench.document.undo_versions import copy_designer_texts
from workbench.features.collection.suggestions import suggestion_settings
from workbench.features.collection.suggestions.pane import (
    SuggestionsPane,
    describe_suggestion,
    format_caption,
)
from workbench.session.playback_players import View
from workbench.ui.dialogs import ChoicePrompt
from workbench.ui.part import Handler, Part
from workbench.ui.wall.wall import WallPane

if TYPE_CHECKING:
    from engine.improvement.suggestions import Suggestion
    from workbench.features.collection.suggestions.variation_search import Suggestions

_PROMPTS = ("first", "second")
_OFF = "0"
"""The answer that turns suggestions off. It is a digit, because letters choose measures."""


class SuggestionsPart(Part):
    """The part that shows suggestions in place of the trace."""

    pane_spec = (SuggestionsPane, "suggestions", "pane answers")
    pane: SuggestionsPane
    overlay = "suggestions"
    pane_keys = (("suggestions", "design"), ("Suggestions", "Edit", "Panes"))

    @cached_property
    def suggestions(self) -> Suggestions:
        """The model of the suggestions, created when it is first needed."""
        from workbench.features.collection.suggestions.variation_search import Suggestions

        session, host = self.session, self.host
        return Suggestions(session.game, session.solver, host.run_in_ui_thread, host.update_content)

    def bind_handlers(self) -> Mapping[type[Message], Handler]:
        """Return the handlers for highlighted and opened tiles."""
        return {
            WallPane.TileHighlighted: self._handle_cursor,
            WallPane.TileOpened: self._handle_open,
        }

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that show suggestions, move between them, or apply one."""
        motions = self.pane.bind_motions("suggestions")
        return {
            "design.suggestions": GuardedAction(self._find_refusal, self._show_or_choose),
            "suggestions.apply": self._take_suggestion,
            **{f"suggestions.{way}": motions[f"suggestions.{way}"] for way in _DIRECTIONS},
        }

    @property
    def _known_measures(self) -> tuple[str, ...]:
        from engine.improvement.suggestions import list_measures

        return list_measures(self.game)

    def _find_refusal(self) -> str | None:
        if self.game.mutations is None:
            return "this game has no mutations to try"
        return None

    @property
    def is_persistent(self) -> bool:
        """True if suggestions are turned on, even if there are none for the current level."""
        return (
            self._find_refusal() is None
            and suggestion_settings.load_settings(self._settings_path).shown
        )

    def handle_open(self) -> None:
        """Show the pane if suggestions are turned on."""
        if self.is_persistent:
            self._show_pane()

    def _show_or_choose(self) -> None:
        """Turn on suggestions. If they are already shown, ask for the measures instead."""
        if self.is_shown:
            self.host.ask_question(self._choose_measures())
        else:
            self._save_settings(
                replace(suggestion_settings.load_settings(self._settings_path), shown=True)
            )
            self._show_pane()
            looks, again = (
                keymap.get_key_hint("design.next-pane"),
                keymap.get_key_hint("design.suggestions"),
            )
            self.host.show_message(
                f"{looks} moves to the suggestions. {again} changes their aims or turns them off."
            )

    def _show_pane(self) -> None:
        self.panes.show_overlay(self.overlay)
        self.host.update_content()

    def enter(self) -> None:
        """Load the measures that the designer last chose."""
        self.suggestions.measures = suggestion_settings.load_settings(
            self._settings_path
        ).select_measures(self._known_measures)

    def leave(self) -> None:
        """Stop the search, because another pane takes the place of the suggestions."""
        self.suggestions.stop_search()
        # Show the trace in place of the suggestions, or the palette if the board is being edited.
        self.panes.side = "palette" if self.session.playback.is_editing else "trace"

    async def _choose_measures(self) -> None:
        """Ask for two measures in turn. One of the choices turns suggestions off instead."""
        from workbench.ui.objective_prompt import assign_keys, describe_objective

        chosen: tuple[str, ...] = ()
        for words in _PROMPTS:
            keyed = assign_keys([each for each in self._known_measures if each not in chosen])
            answers = [(key, describe_objective(measure)) for key, measure in keyed.items()]
            answers.append((_OFF, "Turn off suggestions"))
            answer = await self.ask_and_wait(
                ChoicePrompt(f"Choose the {words} aim of the suggestions.", answers)
            )
            if answer is None:
                return
            if answer == _OFF:
                self._save_settings(
                    replace(suggestion_settings.load_settings(self._settings_path), shown=False)
                )
                self.panes.show_overlay(None)
                return
            chosen = (*chosen, keyed[answer])
        self._save_settings(suggestion_settings.SuggestionSettings(self.is_shown, chosen))
        self.suggestions.measures = chosen
        self.host.update_content()

    def _save_settings(self, settings: suggestion_settings.SuggestionSettings) -> None:
        suggestion_settings.save_settings(self._settings_path, settings)

    @property
    def _settings_path(self) -> Path:
        return self.workbench.state.suggestions

    @property
    def previewed_suggestion(self) -> Suggestion | None:
        """The suggestion under the cursor; None unless the pane is in front and no search runs."""
        looks = self.is_shown and self.panes.front == self.overlay
        return self.pane.pointed_suggestion if looks and not self.suggestions.is_busy else None

    def update_view(self, view: View) -> View:
        """Return a view of the previewed suggestion, or ``view`` unchanged if there is none."""
        session, model = self.session, self.suggestions
        # During a generation the board changes with every stage, so searching would be wasted work.
        if session.search is None:
            model.follow_level(session.level)
        self.pane.show_model(session.game, model)
        suggestion = self.previewed_suggestion
        if suggestion is None or session.search is not None:
            return view
        boards = session.game.boards
        picture = boards.draw_picture(suggestion.level.board)
        changed = find_changed_cells(boards.draw_picture(session.board), picture)
        before = model.bases[0].before.assessment.facts
        takes = f"{keymap.get_key_hint('suggestions.apply')} applies it"
        words = f"{describe_suggestion(session.game, suggestion, before)}; {takes}"
        return View(picture, words, marks=dict.fromkeys(changed, "differs"))

    def _handle_cursor(self, message: WallPane.TileHighlighted) -> bool:
        self.host.update_content()
        return True

    def _handle_open(self, message: WallPane.TileOpened) -> bool:
        self._take_suggestion()
        return True

    def _take_suggestion(self) -> None:
        """Make the previewed suggestion the current level, as a single undo step."""
        suggestion = self.previewed_suggestion
        if suggestion is None:
            self.host.show_message("No suggestion is selected.")
            return
        session, level = self.session, suggestion.level
        name = f"suggestion: {format_caption(session.game, suggestion)}"
        if level.provenance is None or level.provenance.edited:
            session.history.change_board(name, level.board)
        else:
            # A board from the same recipe keeps its provenance.
            named = copy_designer_texts(level, session.level, session.game.title)
            session.history.add_version(name, named, None)
        self.host.show_message(f"Applied {name}. {keymap.get_key_hint('design.undo')} undoes it.")


_DIRECTIONS = ("left", "right", "up", "down")
"""The directions in which commands move the cursor."""
