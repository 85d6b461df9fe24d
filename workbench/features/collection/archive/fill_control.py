"""The commands that choose the two facts of a catalogue's archive and fill its cells.

Cells are filled by a separate process, ``workbench catalogue archive --fill``, which keeps running
after the app has exited. It writes its progress to a file next to the catalogue, which
:class:`.CatalogueWatch` reads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from engine.archive.archive_grid import Archive, ArchiveCell
from engine.archive.archive_spec import ArchiveSpec, pin_bins
from engine.archive.fill_progress import FillProgress
from engine.batch import progress_reader
from engine.batch.progress_reader import FILL
from engine.catalogue.store import Catalogue
from workbench.commands import Action, GuardedAction, keymap
from workbench.features.collection.archive.catalogue_watch import CatalogueWatch
from workbench.features.collection.archive.cell_text import (
    find_empty_cells,
    format_cells,
    format_target,
)
from workbench.features.collection.catalogue_views import CatalogueViews
from workbench.service import detached_process
from workbench.text.batch_text import format_fill_counts, format_fill_progress
from workbench.ui.dialogs import ChoicePrompt, LinePrompt, make_number_check, parse_number
from workbench.ui.screen import CommandScreen, finish_work

DEFAULT_SECONDS, MAX_SECONDS = 10, 86_400
"""The suggested and the longest duration of a fill, in seconds."""


class FillController:
    """The commands that start, pause and stop filling cells, and the text that reports progress.

    Args:
        screen: The screen that shows the archive.
        views: The views of the catalogue, one of which is the grid.
        read_again: A function that reloads the levels after a fill has ended.

    Attributes:
        watch: The monitor for the catalogue and the process that fills its cells.
    """

    def __init__(
        self,
        screen: CommandScreen,
        views: CatalogueViews,
        read_again: Callable[[], Awaitable[None]],
    ) -> None:
        self._screen, self._views, self._read_again = screen, views, read_again
        self.watch = CatalogueWatch(screen, views, self._show_archive, self._report_end)

    @property
    def progress_text(self) -> str:
        """The state of the fill as text; empty if there is no fill."""
        record = self.watch.record
        if record is None:
            return "starting to fill cells" if self.watch.busy else ""
        if self.watch.is_running:
            return format_fill_progress(record)
        again = keymap.get_key_hint("catalogue.play-pause")
        return f"Filling was interrupted: {record['failed']}. {again} resumes it."

    def describe_empty_cell(self, cell: ArchiveCell) -> str:
        """Return text that says whether an empty cell is a target or is being filled."""
        if cell not in self._views.grid.targets:
            return f"Empty cell. {keymap.get_key_hint('catalogue.open')} makes it a target."
        if self.watch.is_running:
            return "Target cell, being filled."
        return f"Target cell. {keymap.get_key_hint('catalogue.generate')} fills it."

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that choose the facts, or start and control a fill."""
        ask = self._screen.ask_question
        return {
            "catalogue.facts": GuardedAction(
                self._explain_no_grid, lambda: ask(self._choose_facts())
            ),
            "catalogue.generate": GuardedAction(
                self._explain_no_filling, lambda: ask(self._ask_to_fill())
            ),
            "catalogue.play-pause": GuardedAction(
                self._explain_no_pause, lambda: ask(self._toggle_pause())
            ),
            "catalogue.finish": GuardedAction(
                self._explain_no_stop, lambda: ask(self._stop_filling())
            ),
        }

    def _explain_no_grid(self) -> str | None:
        return (
            None
            if self._views.facts
            else "a grid needs two numeric facts that differ between levels"
        )

    def _explain_no_filling(self) -> str | None:
        """Return the reason why no cells can be filled now, or None if they can be."""
        views = self._views
        if not views.is_on_grid or views.grid.archive is None:
            return "switch to the grid view first"
        if views.pages.listing.level_filter.where:
            return "clear the filter first; cells are filled from all levels"
        if len(views.pages.listing.games) != 1:
            return "the catalogue has levels of several games"
        return "cells are being filled" if self.watch.is_running or self.watch.busy else None

    def _explain_no_pause(self) -> str | None:
        if self.watch.busy:
            return "filling is being started or stopped"
        return "no cells are being filled" if self.watch.record is None else None

    def _explain_no_stop(self) -> str | None:
        if self.watch.busy:
            return "filling is being started or stopped"
        return None if self.watch.is_running else "no cells are being filled"

    async def _choose_facts(self) -> None:
        """Ask for the two facts of the archive, and show the grid for them."""
        views = self._views
        question = "Two facts for the grid, such as moves,open_share or moves:1..15:5,open_share"
        text = await self._screen.workbench.push_screen_wait(LinePrompt(question, views.facts))
        if text is None:
            return
        wanted, showing = text.strip(), views.pages.listing.level_filter
        # Invalid text raises an error here, before the view has changed.
        await views.catalogue.run(partial(views.catalogue.build_archive, showing, wanted))
        views.facts = wanted
        await views.show_grid()

    async def _ask_to_fill(self) -> None:
        """Ask how long to fill cells, then start filling them."""
        screen, archive = self._screen, self._fix_bins()
        cells = self._views.grid.targets
        effort = []
        if self.watch.batch:
            question = (
                "A batch is writing to this catalogue. A batch and filling cannot run at "
                "the same time."
            )
            ways = [("s", "Pause the batch while cells are filled")]
            if await screen.workbench.push_screen_wait(ChoicePrompt(question, ways)) is None:
                return
            effort = ["--interrupt"]
        what = format_cells(archive, cells) if cells else "empty cells"
        question = f"Fill {what} for how many seconds? Filling continues after you quit."
        seconds = await screen.workbench.push_screen_wait(
            LinePrompt(question, str(DEFAULT_SECONDS), make_number_check(1, MAX_SECONDS))
        )
        if seconds is not None:
            targets = tuple(format_target(archive, cell) for cell in cells)
            spec = ArchiveSpec(self._views.facts, targets=targets)
            await self._start_filling(spec, [*effort, f"--fill={parse_number(seconds)}"])

    def toggle_target(self) -> None:
        """Mark the empty cell under the cursor as a target, or unmark it."""
        self._fix_bins()
        aimed, fills = self._views.grid.toggle_target(), keymap.get_key_hint("catalogue.generate")
        self._screen.update_content()
        self._screen.show_message(f"Target set. {fills} fills it." if aimed else "Target removed.")

    def _fix_bins(self) -> Archive:
        """Return the current archive, and fix its bins so that later levels do not change them."""
        views, archive = self._views, self._views.grid.archive
        assert archive is not None
        views.facts = pin_bins(views.facts, archive.space)
        return archive

    async def _start_filling(self, spec: ArchiveSpec, effort: Sequence[str]) -> None:
        """Start the process that fills cells, and wait until it is running."""
        best = [] if spec.best is None else [f"--best={spec.best}"]
        targets = [f"--target={target}" for target in spec.targets]
        words = ["catalogue", "archive", f"--facts={spec.facts}", *best, *targets, *effort]
        path = self._views.catalogue.path

        async def start_process() -> None:
            # Once started, the process writes a record of its progress, which the monitor reads.
            await self._await_job(
                partial(detached_process.start_or_raise, [*words, "--", str(path)], path)
            )
            self.watch.expect_filling(spec)

        await finish_work(self._screen, start_process())

    async def _toggle_pause(self) -> None:
        """Pause or resume the fill, or restart it if it was cut short."""
        path, record = self._views.catalogue.path, self.watch.record
        assert record is not None
        if record["paused"]:
            await self._run_job(partial(progress_reader.resume_work, path))
        elif self.watch.is_running:
            await self._run_job(partial(progress_reader.pause_work, path, FILL))
        else:
            # Use the same seed, and only the seconds and iterations that remained.
            spec = ArchiveSpec(record["archive"], record["best"], tuple(record["targets"]))
            left, most = record["left"], record["most"]
            effort = [f"--seed={record['seed']}"]
            effort += [] if left is None else [f"--fill={max(left, 1.0):.3f}"]
            effort += [] if most is None else [f"--iterations={most}"]
            await self._start_filling(spec, effort)

    async def _stop_filling(self) -> None:
        await self._run_job(partial(progress_reader.stop_work, self._views.catalogue.path, FILL))

    async def _run_job(self, job: Callable[[], object]) -> None:
        """Run, in a thread, a job that sends a request to the process that fills cells."""
        await finish_work(self._screen, self._await_job(job))

    async def _await_job(self, job: Callable[[], object]) -> None:
        self.watch.busy = True
        self._screen.update_content()
        try:
            await asyncio.to_thread(job)
        finally:
            self.watch.busy = False
            self.watch.check_filling()

    def close(self) -> None:
        """Stop watching the fill because the screen is closing; the fill itself continues."""
        self.watch.close()

    def _show_archive(self, archive: Archive) -> None:
        """Show an archive whose cells have changed, and announce targets that were reached."""
        aimed = self._views.grid.targets
        self._views.grid.show_archive(archive)
        # `show_archive` has removed these cells from the targets, so each is announced only once.
        found = [cell for cell in aimed if cell in archive.elites]
        if found:
            opens = keymap.get_key_hint("catalogue.open")
            self._screen.show_message(
                f"Found a level for {format_cells(archive, found)}. {opens} opens it.", "good"
            )

    async def _report_end(self, spec: ArchiveSpec) -> None:
        """Reload the levels, and report the outcome of a fill that has ended."""
        screen, catalogue = self._screen, self._views.catalogue
        filling = await catalogue.run(partial(_read_filling, catalogue.path, spec))
        await self._read_again()
        if self.watch.record is not None:
            screen.show_message(self.progress_text, "bad")
        elif filling is not None:
            far = format_fill_counts(filling.to_record())
            missing = find_empty_cells(filling.missing_targets, filling.archive)
            if missing:
                again = keymap.get_key_hint("catalogue.generate")
                lacking = f"No level found for {format_cells(filling.archive, missing)}"
                screen.show_message(f"{lacking} ({far}). {again} tries again.", "warning")
            else:
                screen.show_message(f"Filling finished: {far}.", "good")


def _read_filling(path: Path, spec: ArchiveSpec) -> FillProgress | None:
    """Return the progress of a fill as recorded in the catalogue, or None if none is recorded."""
    # Import this here, because it loads NumPy, which is slow to import and needed only now.
    from engine.archive.fill_record import read_recorded_fill

    with Catalogue.open(path) as catalogue:
        return read_recorded_fill(catalogue, spec)
