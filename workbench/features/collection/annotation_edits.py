"""Undoable edits to a catalogue's annotations: decisions, stars, tags and notes."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from engine.catalogue.annotation import MAX_NOTE_LENGTH, MAX_STARS, is_tag
from engine.catalogue.entry_reader import CatalogueEntry
from engine.errors import EngineError
from workbench.commands import Action, guard_all, require_value
from workbench.features.collection.async_catalogue import CatalogueLevel, build_annotations
from workbench.features.collection.catalogue_views import CatalogueViews
from workbench.features.collection.level_pages import get_choice
from workbench.text.refusals import NO_SELECTION
from workbench.ui.dialogs import LinePrompt
from workbench.ui.screen import CommandScreen
from workbench.ui.wall.wall import Choice

_OPPOSITES: Mapping[Choice, Choice] = {"kept": "rejected", "rejected": "kept"}


class AnnotationEdits:
    """The commands that edit annotations. A change is shown once the catalogue has stored it."""

    def __init__(self, screen: CommandScreen, views: CatalogueViews) -> None:
        self._screen, self._views = screen, views
        self._undo_steps: list[tuple[CatalogueEntry, CatalogueEntry]] = []
        self._redo_steps: list[tuple[CatalogueEntry, CatalogueEntry]] = []
        """Each step is a pair: the current entry, and the one to restore."""
        self._pending: dict[int, tuple[Future[CatalogueLevel], CatalogueEntry]] = {}
        """For each level number, the latest unfinished write and the entry that it writes."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that annotate the selected level, or undo and redo annotations."""
        here = require_value(lambda: self._views.level, NO_SELECTION)
        of_one: dict[str, Action] = {
            "catalogue.keep": partial(self._toggle_choice, "kept"),
            "catalogue.reject": partial(self._toggle_choice, "rejected"),
            "catalogue.larger": partial(self._add_stars, 1),
            "catalogue.smaller": partial(self._add_stars, -1),
            "catalogue.tag": lambda: self._screen.ask_question(self._ask_for_tags()),
            "catalogue.note": lambda: self._screen.ask_question(self._ask_for_note()),
        }
        return {
            **guard_all(here, of_one),
            "catalogue.undo": partial(
                self._step_history, "undo", self._undo_steps, self._redo_steps
            ),
            "catalogue.redo": partial(
                self._step_history, "redo", self._redo_steps, self._undo_steps
            ),
        }

    def _get_entry(self, level: CatalogueLevel) -> CatalogueEntry:
        """Return a level's latest entry, including changes that are still being written."""
        _, said = self._pending.get(level.entry.id, (None, level.entry))
        return said

    def _change_entry(self, before: CatalogueEntry, after: CatalogueEntry) -> None:
        if after != before:
            self._undo_steps.append((after, before))
            self._redo_steps.clear()
            self._write_annotations(before, after)

    def _toggle_choice(self, choice: Choice) -> None:
        """Keep or reject the level, or withdraw that decision, then go to the next level."""
        shown = self._views.level
        assert shown is not None
        said = self._get_entry(shown)
        # A level cannot be both kept and rejected, so remove the opposite tag as well.
        tags = {*said.tags} - {choice, _OPPOSITES[choice]}
        if get_choice(said.tags) != choice:
            tags |= {choice}
        self._change_entry(said, replace(said, tags=tuple(sorted(tags))))
        self._views.go_to_next()

    def _add_stars(self, change: int) -> None:
        shown = self._views.level
        assert shown is not None
        said = self._get_entry(shown)
        stars = max(0, min((said.stars or 0) + change, MAX_STARS))
        self._change_entry(said, replace(said, stars=stars or None))

    async def _ask_for_tags(self) -> None:
        shown = self._views.level
        assert shown is not None
        before = ", ".join(self._get_entry(shown).tags)
        prompt = "Tags, separated by commas"
        text = await self._screen.workbench.push_screen_wait(
            LinePrompt(prompt, before, _find_tag_fault)
        )
        if text is not None:
            # Read the entry again, because it may have changed while the dialog was open.
            said = self._get_entry(shown)
            self._change_entry(said, replace(said, tags=tuple(sorted({*_split_tags(text)}))))

    async def _ask_for_note(self) -> None:
        shown = self._views.level
        assert shown is not None
        prompt = f"Note on level {shown.entry.id} (leave empty for none)"
        before = self._get_entry(shown).note or ""
        text = await self._screen.workbench.push_screen_wait(
            LinePrompt(prompt, before, _find_note_fault)
        )
        if text is not None:
            said = self._get_entry(shown)
            self._change_entry(said, replace(said, note=text.strip() or None))

    def _step_history(
        self,
        command: str,
        steps: list[tuple[CatalogueEntry, CatalogueEntry]],
        reverse_steps: list[tuple[CatalogueEntry, CatalogueEntry]],
    ) -> None:
        """Restore the entry in the last of ``steps``, and move that step to ``reverse_steps``."""
        if not steps:
            self._screen.show_message(f"Nothing to {command}.")
            return
        # A step is (current entry, entry to restore), so the reverse step swaps the two.
        now, before = steps.pop()
        reverse_steps.append((before, now))
        self._write_annotations(now, before)
        self._views.go_to_level(now.id)

    def _write_annotations(self, before: CatalogueEntry, after: CatalogueEntry) -> None:
        catalogue, hop, number = self._views.catalogue, self._screen.run_in_ui_thread, after.id
        asked = catalogue.submit(
            partial(catalogue.annotate, number, build_annotations(before, after))
        )
        self._pending[number] = asked, after
        asked.add_done_callback(lambda done: hop(partial(self._handle_write, number, done)))

    def _handle_write(self, number: int, write: Future[CatalogueLevel]) -> None:
        """Show the level with its new annotations, or report the error if the write failed."""
        # A newer write for the same level may be pending; do not remove that one.
        if self._pending[number][0] is write:
            del self._pending[number]
        try:
            self._views.pages.replace_level(write.result())
        except EngineError as error:
            self._screen.show_message(str(error), "bad")
        self._screen.update_content()


def _split_tags(text: str) -> list[str]:
    return [tag.strip() for tag in text.split(",") if tag.strip()]


def _find_tag_fault(text: str) -> str | None:
    wrong = next((tag for tag in _split_tags(text) if not is_tag(tag)), None)
    return None if wrong is None else f"Not a valid tag: {wrong[:20]}."


def _find_note_fault(text: str) -> str | None:
    return (
        None if len(text) <= MAX_NOTE_LENGTH else f"Enter at most {MAX_NOTE_LENGTH:,} characters."
    )
