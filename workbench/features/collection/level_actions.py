"""Actions that open, compare and export the levels in a catalogue."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from engine.catalogue import exporter
from engine.catalogue.query import Selection
from engine.catalogue.store import Catalogue
from engine.errors import LevelError
from engine.files.storage import make_absolute
from engine.files.suffixes import SUFFIXES, get_suffix
from engine.values.budget import Control
from engine.values.level import Level
from workbench.commands import Action, GuardedAction, guard_all, require_value
from workbench.features import navigation
from workbench.features.collection.async_catalogue import build_query
from workbench.features.collection.catalogue_views import CatalogueViews
from workbench.features.collection.filters import LevelFilter
from workbench.paths.resources import explain_missing_folder, parse_path, shorten_path
from workbench.service.job_slots import Outcome
from workbench.session.comparison_side import ComparisonSide
from workbench.text.quantity_text import format_count, make_sentence
from workbench.text.refusals import EMPTY_CATALOGUE, NO_LEVELS_SHOWN, NO_SELECTION, NOTHING_KEPT
from workbench.ui.dialogs import LinePrompt
from workbench.ui.screen import CommandScreen

JOB_NAME = "catalogue"
"""The name of the background job that writes files."""
KEPT_FILTER = "tag:kept"


class LevelActions:
    """The commands that open, compare and export the levels in a catalogue.

    Attributes:
        writing: True while files are being written.
    """

    def __init__(self, screen: CommandScreen, views: CatalogueViews) -> None:
        self._screen, self._views = screen, views
        self.writing = False

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that compare or export levels, or generate similar ones."""
        ask = self._screen.ask_question
        here = require_value(lambda: self._views.level, NO_SELECTION)
        of_one: dict[str, Action] = {
            "catalogue.more": lambda: ask(self._open_gallery()),
            "catalogue.compare": lambda: ask(self._mark_or_compare()),
        }
        some = require_value(lambda: self._views.pages.count, NO_LEVELS_SHOWN)
        any_ = require_value(lambda: self._views.pages.listing.total, EMPTY_CATALOGUE)
        of_any: dict[str, Action] = {
            "catalogue.save": lambda: ask(self._ask_to_export(LevelFilter(KEPT_FILTER))),
            "catalogue.pack": lambda: ask(self._ask_to_pack()),
        }
        return {
            **guard_all(here, of_one),
            "catalogue.export": GuardedAction(
                some, lambda: ask(self._ask_to_export(self._views.pages.listing.level_filter))
            ),
            **guard_all(any_, of_any),
        }

    async def _read_level(self) -> tuple[int, Level]:
        """Return the number of the level under the cursor, and the level itself."""
        number, catalogue = self._views.level_number, self._views.catalogue
        assert number is not None
        shown = self._views.pages.get_level(number)
        # If the level's page is still being read, read this level by itself.
        if shown is None:
            shown = (await catalogue.run(partial(catalogue.read_page, [number])))[number]
        return number, await catalogue.run(partial(catalogue.read_level, shown.entry))

    async def open_level(self) -> None:
        """Open the level in the design screen; from there, Esc leads back to the catalogue."""
        workbench, catalogue = self._screen.workbench, self._views.catalogue
        number, level = await self._read_level()
        # Close this screen first, because the design screen will replace the screen below it.
        self._screen.dismiss(None)
        back = partial(navigation.open_catalogue, workbench, catalogue.path)
        workbench.call_later(
            navigation.show_level, workbench, level, f"catalogue level {number}", back
        )

    async def _open_gallery(self) -> None:
        """Open a gallery that generates levels with the parameters of the selected level."""
        _, level = await self._read_level()
        navigation.open_gallery(self._screen.workbench, level)

    async def _mark_or_compare(self) -> None:
        """Mark or unmark the level. If another level is marked already, compare the two."""
        pages, catalogue = self._views.pages, self._views.catalogue
        number, two = await self._read_level()
        marked = pages.marked_number
        if marked is None or marked == number:
            pages.marked_number = number if marked is None else None
        else:
            other = (await catalogue.run(partial(catalogue.read_page, [marked])))[marked]
            one = await catalogue.run(partial(catalogue.read_level, other.entry))
            pages.marked_number = None
            sides = ComparisonSide(f"level {marked}", one), ComparisonSide(f"level {number}", two)
            navigation.open_comparison(self._screen.workbench, *sides)
        self._screen.update_content()

    async def _ask_to_export(self, level_filter: LevelFilter) -> None:
        kept = level_filter.where == KEPT_FILTER
        what = "the kept levels" if kept else "the visible levels"
        folder = make_absolute(self._screen.workbench.browser.target_folder)
        stem = self._views.catalogue.path.stem
        proposed = shorten_path(folder / f"{stem}-{'kept' if kept else 'shown'}")
        prompt = f"Export {what} to which folder or table (.csv or .jsonl)?"
        name = await self._screen.workbench.push_screen_wait(
            LinePrompt(prompt, proposed, find_output_fault, is_path=True)
        )
        if name is not None:
            self._export_levels(level_filter, make_absolute(parse_path(name)))

    async def _ask_to_pack(self) -> None:
        """Ask for a folder, export the kept levels to it, and open them as a pack."""
        catalogue, kept = self._views.catalogue, LevelFilter(KEPT_FILTER)
        # Check this first, so that the user does not name a folder in vain.
        if not (await catalogue.run(partial(catalogue.list_levels, kept))).ids:
            self._screen.show_message(make_sentence(NOTHING_KEPT))
            return
        folder = make_absolute(self._screen.workbench.browser.target_folder)
        proposed = shorten_path(folder / f"{catalogue.path.stem}-kept")
        prompt = "Export the kept levels to which folder? The pack is made of these files."
        name = await self._screen.workbench.push_screen_wait(
            LinePrompt(prompt, proposed, find_folder_fault, is_path=True)
        )
        if name is not None:
            self._export_levels(kept, make_absolute(parse_path(name)), pack=True)

    def _export_levels(self, level_filter: LevelFilter, out: Path, *, pack: bool = False) -> None:
        """Export levels in the background. If ``pack`` is true, open them as a pack afterwards.

        The "back" command stops a running export.
        """
        screen, shelf = self._screen, self._views.catalogue
        kinds = self._views.pages.listing.kinds

        def write_files(control: Control) -> tuple[int, list[Path]]:
            # Use a separate connection, so that reading visible pages does not have to wait. If
            # another file has replaced the catalogue, do not export that one.
            shelf.require_same()
            with Catalogue.open(shelf.path) as catalogue:
                selection = Selection(catalogue, build_query(level_filter, kinds))

                def check_cancelled(_: int) -> None:
                    control.raise_if_cancelled()

                number = exporter.export_levels([selection], out, check_cancelled)
                names = exporter.list_file_names([selection]) if pack else []
                return number, [out / name for name in names]

        def hand_over(outcome: Outcome[tuple[int, list[Path]]]) -> None:
            screen.run_in_ui_thread(partial(self._report_export, out, outcome))

        self.writing = True
        screen.show_message(f"Exporting to {shorten_path(out)} ...")
        screen.workbench.solver.run_in_background(write_files, hand_over, JOB_NAME)

    def _report_export(self, out: Path, outcome: Outcome[tuple[int, list[Path]]]) -> None:
        self.writing = False
        if outcome.error is not None:
            self._screen.show_message(outcome.error, "bad")
        elif outcome.cancelled or outcome.value is None:
            self._screen.show_message(
                f"Stopped. Levels already written to {shorten_path(out)} are kept.", "warning"
            )
        else:
            number, files = outcome.value
            workbench = self._screen.workbench
            self._screen.show_message(
                f"Exported {format_count(number, 'level')} to {shorten_path(out)}.", "good"
            )
            workbench.notify_screens(lambda screen: screen.update_file_status())
            if files:
                self._screen.ask_question(navigation.open_new_pack(workbench, files))


def find_folder_fault(text: str) -> str | None:
    """Return the reason why ``text`` is not a valid output folder, or None if it is."""
    path = parse_path(text)
    if get_suffix(path) in SUFFIXES.values() or os.path.isfile(path):  # noqa: PTH113
        return "Enter the name of a folder."
    return find_output_fault(text)


def find_output_fault(text: str) -> str | None:
    """Return the reason why ``text`` is not a valid output folder or table, or None if it is."""
    path = parse_path(text)
    if not path.name:
        return "Enter a name."
    try:
        table = exporter.find_table_format(path)
    except LevelError as error:
        return error.message
    if table is not None and os.path.isdir(path):  # noqa: PTH112 - false for what can be no name
        return f"{path} is a folder."
    return explain_missing_folder(path)
