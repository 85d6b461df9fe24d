"""The gallery screen's dialogs for the order, the filter, and the files to save to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.files.storage import make_absolute
from workbench.commands import Action, GuardedAction, keymap, require_value
from workbench.features import navigation
from workbench.features.collection import bulk_save, gallery_to_catalogue
from workbench.features.collection.collection_text import (
    find_gallery_bars,
    find_sort_keys,
    format_fact_name,
)
from workbench.features.collection.filters import LevelFilter, compile_condition
from workbench.features.collection.gallery_filler import narrow_template
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.order_and_filter_dialogs import ask_bar, ask_filter, ask_order
from workbench.paths.new_catalogue_name import explain_wrong_name, find_free_name
from workbench.paths.resources import parse_path, shorten_path
from workbench.text.quantity_text import format_count
from workbench.text.refusals import NO_LEVELS_SHOWN, NOTHING_KEPT
from workbench.ui.dialogs import LinePrompt
from workbench.ui.screen import CommandScreen, finish_work
from workbench.ui.wall.histogram_bins import Bar

if TYPE_CHECKING:
    from workbench.ui.host import Host

_SAVING_REFUSAL = "levels are being saved"
"""The reason shown when levels cannot be saved because a save is already running."""


class GalleryQuestions:
    """The gallery screen's commands that begin with a dialog.

    Args:
        screen: The screen that shows the gallery.
        gallery: The gallery on the screen.
        show: A function that applies a new filter and order.
    """

    def __init__(
        self, screen: CommandScreen, gallery: Gallery, show: Callable[[LevelFilter], None]
    ) -> None:
        self._screen, self._gallery, self._show = screen, gallery, show

    @property
    def _app(self) -> Host:
        return self._screen.workbench

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that ask for an order, a filter, a histogram bar or a file."""
        ask = self._screen.ask_question
        some = require_value(lambda: self._gallery.stacks, NO_LEVELS_SHOWN)
        return {
            "gallery.order": GuardedAction(some, lambda: ask(self._ask_order())),
            "gallery.narrow": lambda: ask(self._ask_bar()),
            "gallery.filter": lambda: ask(self._ask_filter()),
            "gallery.save": GuardedAction(
                self._explain_no_saving, lambda: ask(self._save_levels())
            ),
            "gallery.pack": GuardedAction(self._explain_no_pack, lambda: ask(self._make_pack())),
            "gallery.save-as": GuardedAction(
                self._explain_no_export, lambda: ask(self._ask_for_catalogue())
            ),
        }

    async def _ask_order(self) -> None:
        gallery = self._gallery
        first, keys = "order of generation", find_sort_keys(gallery)
        showing = await ask_order(self._app, first, keys, gallery.level_filter)
        if showing is not None:
            self._show(showing)

    async def _ask_filter(self) -> None:
        gallery, example = self._gallery, "not tag:rejected"
        parse = partial(compile_condition, gallery.game)
        showing = await ask_filter(self._app, example, parse, gallery.level_filter)
        if showing is not None:
            self._show(showing)

    async def _ask_bar(self) -> None:
        """Ask for a bar of the histogram, and show and generate only levels that fall into it."""
        key, found = find_gallery_bars(self._gallery)
        others = ["Show all levels"] if self._gallery.level_filter.bar_condition else []
        if not found and not others:
            self._screen.show_message("The levels do not differ in any fact.")
            return
        only = f"Show and make only levels with which {format_fact_name(key)}?"
        question = only if found else "Show which levels?"
        at = await ask_bar(self._app, question, found, *others)
        if at is not None:
            # The only row below the bars removes the restriction.
            self.narrow_to(key, found[at] if at < len(found) else None)

    def narrow_to(self, key: str, bar: Bar | None) -> None:
        """Show and generate only levels that fall into a bar of a histogram.

        Args:
            key: The fact shown by the histogram.
            bar: The bar; None to remove the restriction and return to the first template.
        """
        gallery = self._gallery
        if bar is None:
            gallery.set_template(gallery.first_template, "")
        else:
            gallery.set_template(
                narrow_template(gallery.game, gallery.template, key, bar), bar.make_condition(key)
            )
        self._show(gallery.level_filter)

    def _explain_no_saving(self) -> str | None:
        if self._gallery.saving:
            return _SAVING_REFUSAL
        return (
            None if bulk_save.list_unsaved(self._gallery) else "all kept levels are saved already"
        )

    def _explain_no_pack(self) -> str | None:
        if self._gallery.saving:
            return _SAVING_REFUSAL
        return None if self._gallery.kept_numbers else NOTHING_KEPT

    async def _make_pack(self) -> None:
        """Save the kept levels that have no file yet, then show a pack of all kept levels."""
        gallery = self._gallery
        # A pack refers to files, so every kept level must have one.
        if not bulk_save.list_unsaved(gallery) or await self._ask_to_save():
            files = [Path(gallery.saved_paths[number]) for number in gallery.kept_numbers]
            await navigation.open_new_pack(self._app, files)

    async def _save_levels(self) -> None:
        await self._ask_to_save()

    async def _ask_to_save(self) -> bool:
        """Ask for a name pattern, and save the kept levels that have no file yet.

        Returns:
            True if all kept levels have been saved.
        """
        gallery = self._gallery
        number = format_count(len(bulk_save.list_unsaved(gallery)), "kept level")
        folder = make_absolute(self._app.browser.target_folder)
        proposed = shorten_path(folder / f"{gallery.game.name}-{{n}}.toml")
        prompt = f"Save {number} as ... {{n}} is a number; {{moves}} and other facts work too."
        question = LinePrompt(
            prompt, proposed, partial(bulk_save.find_gallery_fault, gallery), is_path=True
        )
        pattern = await self._app.push_screen_wait(question)
        if pattern is None:
            return False
        return await finish_work(self._screen, self._save_kept(pattern))

    async def _save_kept(self, pattern: str) -> bool:
        """Save the kept levels, record their paths, and return whether all were saved."""
        gallery = self._gallery
        gallery.saving = True
        try:
            # List the levels now: any that are kept later will be part of the next save.
            levels = bulk_save.list_unsaved_levels(gallery)
            saved = await asyncio.to_thread(bulk_save.save_all, pattern, levels)
            # Record the paths even after an error, because some files may have been written.
            if saved.paths:
                table = {str(n): str(make_absolute(path)) for n, path in saved.paths.items()}
                gallery.apply_entry({"saved": table})
        finally:
            gallery.saving = False
        self._report_saving(saved)
        self._app.notify_screens(lambda screen: screen.update_file_status())
        self._screen.update_content()
        return not saved.problem

    def _explain_no_export(self) -> str | None:
        if gallery_to_catalogue.is_adding(self._app):
            return "levels are being added to a catalogue"
        return None if self._gallery.items else NO_LEVELS_SHOWN

    async def _ask_for_catalogue(self) -> None:
        """Ask for a catalogue, and start adding all levels to it."""
        gallery, folder = self._gallery, make_absolute(self._app.browser.target_folder)
        stem = f"{gallery.game.name}-{'seen' if gallery.is_history else 'gallery'}"
        number = format_count(len(gallery.items), "level")
        prompt = f"Add {number} to which catalogue? Your choices are saved as tags."
        proposed = shorten_path(find_free_name(folder, stem))
        name = await self._app.push_screen_wait(
            LinePrompt(prompt, proposed, explain_wrong_name, is_path=True)
        )
        if name is not None:
            gallery_to_catalogue.begin_adding(self._app, gallery, parse_path(name))

    def _report_saving(self, result: bulk_save.SaveResult) -> None:
        paths = [*result.paths.values()]
        words = "Nothing saved"
        if paths:
            first = shorten_path(make_absolute(paths[0]))
            # "Saved a-1.toml to a-5.toml" alone could mean that one file was written to another.
            several = f"{format_count(len(paths), 'level')}, {first} to {paths[-1].name}"
            words = f"Saved {several if len(paths) > 1 else first}"
        if result.problem:
            self._screen.show_message(f"{words}. The rest failed: {result.problem}", "bad")
        else:
            orders = (
                f" {keymap.get_key_hint('gallery.pack')} makes a pack of the kept levels."
                if paths
                else ""
            )
            self._screen.show_message(f"{words}.{orders}", "good")
