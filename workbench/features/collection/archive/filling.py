"""The grid of a catalogue: which two facts it is of, and cells of it being filled.

Cells are filled by a process of its own, ``workbench catalogue archive --fill``, which goes on
when the app has ended; what is known of it stands in a file beside the catalogue
(:mod:`engine.batch.watching`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from engine.archive.asking import ArchiveWish, fixed
from engine.archive.grid import Archive, Cell
from engine.archive.progress import Filling
from engine.batch import watching
from engine.batch.watching import FILLING
from engine.catalogue.store import Catalogue
from workbench.commands import Action, Unless, keymap
from workbench.features.collection.archive.cells import cells_of, named, target_of
from workbench.features.collection.archive.watch import CatalogueWatch
from workbench.features.collection.views import CatalogueViews
from workbench.service import detaching
from workbench.text.batched import far_words, filling_line
from workbench.ui.dialogs import Ask, Choose, number_between, number_of
from workbench.ui.screen import CommandScreen, finish_work

USUAL, MOST = 10, 86_400
"""Seconds that are proposed, and that can be asked for."""


class Fillings:
    """Has cells of the grid filled, and shows the progress of any process that does.

    Args:
        screen: that shows it.
        views: the grid, with the levels that it is of.
        read_again: shows what has come.

    Attributes:
        watch: what is known of them.
    """

    def __init__(
        self,
        screen: CommandScreen,
        views: CatalogueViews,
        read_again: Callable[[], Awaitable[None]],
    ) -> None:
        self._screen, self._views, self._read_again = screen, views, read_again
        self.watch = CatalogueWatch(screen, views, self._show, self._ended)

    @property
    def far(self) -> str:
        """How it stands with the filling, in words; empty where there is none."""
        record = self.watch.record
        if record is None:
            return "filling begins" if self.watch.busy else ""
        if self.watch.going_on:
            return filling_line(record)
        again = keymap.key("catalogue.play-pause")
        return f"filling was cut short: {record['failed']}; {again} goes on"

    def about(self, cell: Cell) -> str:
        """What there is to say of an empty cell."""
        if cell not in self._views.grid.targets:
            return f"no level yet; {keymap.key('catalogue.open')} aims at it"
        if self.watch.going_on:
            return "no level yet; it is being looked for"
        return f"a target; {keymap.key('catalogue.generate')} has it filled"

    def commands(self) -> Mapping[str, Action]:
        """What chooses the facts, and what begins and steers a filling."""
        ask = self._screen.ask
        return {
            "catalogue.facts": Unless(self._no_grid, lambda: ask(self._choose())),
            "catalogue.generate": Unless(self._no_filling, lambda: ask(self._ask())),
            "catalogue.play-pause": Unless(self._no_turn, lambda: ask(self._turn())),
            "catalogue.finish": Unless(self._no_stop, lambda: ask(self._stop())),
        }

    def _no_grid(self) -> str | None:
        return None if self._views.facts else "no two facts that are numbers differ"

    def _no_filling(self) -> str | None:
        """Why no cell can be filled now."""
        views = self._views
        if not views.on_grid or views.grid.archive is None:
            return "cells are filled in the grid, the third view"
        if views.pages.listing.showing.where:
            return "filling goes over all levels: take the filter away"
        if len(views.pages.listing.games) != 1:
            return "the levels are of several games"
        return "cells are being filled" if self.watch.going_on or self.watch.busy else None

    def _no_turn(self) -> str | None:
        if self.watch.busy:
            return "it is being started or stopped"
        return "no cell is being filled" if self.watch.record is None else None

    def _no_stop(self) -> str | None:
        if self.watch.busy:
            return "it is being started or stopped"
        return None if self.watch.going_on else "no cell is being filled"

    async def _choose(self) -> None:
        """Asks for the two facts."""
        views = self._views
        question = "Two facts, each KEY or KEY:LOW..HIGH:BINS, such as moves:1..15,open_share"
        text = await self._screen.workbench.push_screen_wait(Ask(question, views.facts))
        if text is None:
            return
        wanted, showing = text.strip(), views.pages.listing.showing
        await views.shelf.run(partial(views.shelf.archive, showing, wanted))  # or says why not
        views.facts = wanted
        await views.to_grid()

    # Beginning and steering.

    async def _ask(self) -> None:
        """Asks for how long cells are to be filled, and begins."""
        screen, archive = self._screen, self._fixed()
        cells = self._views.grid.targets
        effort = []
        if self.watch.batch:
            question = "A batch makes levels for this catalogue. Only one of the two can at a time."
            ways = [("s", "Stop the batch, fill, then go on with it")]
            if await screen.workbench.push_screen_wait(Choose(question, ways)) is None:
                return
            effort = ["--interrupt"]
        what = named(archive, cells) if cells else "empty cells"
        question = f"Fill {what} for how many seconds? It goes on without the app."
        seconds = await screen.workbench.push_screen_wait(
            Ask(question, str(USUAL), number_between(1, MOST))
        )
        if seconds is not None:
            targets = tuple(target_of(archive, cell) for cell in cells)
            wish = ArchiveWish(self._views.facts, targets=targets)
            await self._begin(wish, [*effort, f"--fill={number_of(seconds)}"])

    def aim(self) -> None:
        """Makes the empty cell under the cursor a target, or no longer one."""
        self._fixed()
        aimed, fills = self._views.grid.aim(), keymap.key("catalogue.generate")
        self._screen.renew()
        self._screen.say(f"a target: {fills} fills it" if aimed else "no target any more")

    def _fixed(self) -> Archive:
        """The cells that are shown, which stay as they are from now on when levels come."""
        views, archive = self._views, self._views.grid.archive
        assert archive is not None
        views.facts = fixed(views.facts, archive.space)
        return archive

    async def _begin(self, wish: ArchiveWish, effort: Sequence[str]) -> None:
        """Starts the process, and waits until it works."""
        best = [] if wish.best is None else [f"--best={wish.best}"]
        targets = [f"--target={target}" for target in wish.targets]
        words = ["catalogue", "archive", f"--facts={wish.facts}", *best, *targets, *effort]
        path = self._views.shelf.path

        async def begin() -> None:
            """Starts it, and looks at it from then on."""
            await self._done(partial(detaching.begin, [*words, "--", str(path)], path))
            self.watch.expect(wish)

        await finish_work(self._screen, begin())

    async def _turn(self) -> None:
        """Has it pause or go on, or begins again what was cut short."""
        path, record = self._views.shelf.path, self.watch.record
        assert record is not None
        if record["paused"]:
            await self._do(partial(watching.go_on, path))
        elif self.watch.going_on:
            await self._do(partial(watching.pause, path, FILLING))
        else:
            wish = ArchiveWish(record["archive"], record["best"], tuple(record["targets"]))
            left, most = record["left"], record["most"]
            effort = [f"--seed={record['seed']}"]
            effort += [] if left is None else [f"--fill={max(left, 1.0):.3f}"]
            effort += [] if most is None else [f"--iterations={most}"]
            await self._begin(wish, effort)

    async def _stop(self) -> None:
        await self._do(partial(watching.stop, self._views.shelf.path, FILLING))

    async def _do(self, job: Callable[[], object]) -> None:
        """Asks something of the process, in a thread."""
        await finish_work(self._screen, self._done(job))

    async def _done(self, job: Callable[[], object]) -> None:
        self.watch.busy = True
        self._screen.renew()
        try:
            await asyncio.to_thread(job)
        finally:
            self.watch.busy = False
            self.watch.look()

    def leave(self) -> None:
        """The screen goes; the process stays."""
        self.watch.end()

    # Looking.

    def _show(self, archive: Archive) -> None:
        """Shows the cells as they are now; says which of the targets have a level."""
        aimed = self._views.grid.targets
        self._views.grid.show(archive)
        found = [cell for cell in aimed if cell in archive.elites]
        if found:
            opens = keymap.key("catalogue.open")
            self._screen.say(f"found: {named(archive, found)}; {opens} opens it", "good")

    async def _ended(self, wish: ArchiveWish) -> None:
        """Says what has come of a filling."""
        screen, shelf = self._screen, self._views.shelf
        filling = await shelf.run(partial(_recorded, shelf.path, wish))
        await self._read_again()
        if self.watch.record is not None:
            screen.say(self.far, "bad")
        elif filling is not None:
            far = far_words(filling.record())
            missing = cells_of(filling.missing, filling.archive)
            if missing:
                again = keymap.key("catalogue.generate")
                lacking = f"no level for {named(filling.archive, missing)}"
                screen.say(f"{lacking} so far: {far}; {again} tries on", "warning")
            else:
                screen.say(f"filled: {far}", "good")


def _recorded(path: Path, wish: ArchiveWish) -> Filling | None:
    """What the ledger says of a filling."""
    from engine.archive.task import recorded  # NumPy is imported with the first search

    with Catalogue.open(path) as catalogue:
        return recorded(catalogue, wish)
