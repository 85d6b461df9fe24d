"""Comparing the open level with another one, from the design screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.files import levelfile
from engine.workshop import MAX_SEED
from workbench.commands import keymap
from workbench.document.history import Home, named_like
from workbench.features.compare import sides
from workbench.features.compare.sides import Side
from workbench.features.design.base import DesignBase
from workbench.folders.resources import level_file
from workbench.service.solving import Made
from workbench.session.making.sheet import Sheet, new_seed
from workbench.ui.dialogs import Ask, Choose, level_path, number_between

if TYPE_CHECKING:
    from workbench.features.compare.screen import Fetch

VERSIONS = 9
"""Versions that a question offers; its answers are digits."""


class DesignComparing(DesignBase):
    """Choosing what to compare the level with, and taking it over."""

    def action_compare(self) -> None:
        """Compare the level with another one."""
        self.pause()
        self.run_worker(self._compare(), group="question", exclusive=True)

    async def _compare(self) -> None:
        answers = [("s", "another seed, same parameters"), ("l", "another level file")]
        if self.session.history.edited_since:
            answers.insert(0, ("o", "what was generated, before your edits"))
        if self.document.path is not None:
            answers.insert(0, ("f", "the saved file"))
        history = self.document.history
        if len(history) > 1:
            answers.insert(0, ("v", f"the version before: {history[-1].name}"))
        if len(history) > 2:
            answers.append(("h", "an earlier version"))
        answer = await self.workbench.push_screen_wait(Choose("Compare with what?", answers))
        if answer == "v":
            self._compare_with(len(history) - 2)
        elif answer == "h":
            await self._compare_version()
        elif answer == "o":
            made = self.session.history.made
            if made is not None:
                self.open_comparison(Side("as generated", made.level, made, made.solved))
        elif answer == "f" and self.document.path is not None:
            await self._compare_file(self.document.path, "the saved file", self.document.home)
        elif answer == "l":
            await self._compare_other_file()
        elif answer == "s":
            await self._compare_seed()

    def _compare_with(self, place: int) -> None:
        """Compare with the version of the history at a place, named by what was done next."""
        history = self.document.history
        entry = history[place]
        made = entry.attachment if isinstance(entry.attachment, Made) else None
        other = Side(f"before: {history[place + 1].name}", entry.level, made)
        self.open_comparison(other, home=entry.home)

    async def _compare_version(self) -> None:
        history = self.document.history
        places = range(len(history) - 2, max(len(history) - 2 - VERSIONS, -1), -1)
        answers = [
            (str(number), f"before: {history[place + 1].name}")
            for number, place in enumerate(places, start=1)
        ]
        answer = await self.workbench.push_screen_wait(Choose("Which version?", answers))
        if answer is not None:
            self._compare_with(places[int(answer) - 1])

    async def _compare_other_file(self) -> None:
        path = self.document.path
        folder = f"{path.parent}/" if path is not None else ""
        text = await self.workbench.push_screen_wait(
            Ask("Compare with which level file?", folder, level_path, path=True)
        )
        if text is not None:
            path = level_file(text)
            await self._compare_file(path, path.name)

    async def _compare_file(self, path: Path, label: str, home: Home | None = None) -> None:
        try:
            level = await asyncio.to_thread(levelfile.read, path)
        except EngineError as error:
            self.say(f"{path.name}: {error}", "bad")
            return
        if level.game != self.session.game.name:
            self.say(f"{path.name}: a level of {level.game}, not of {self.session.game.name}")
            return
        self.open_comparison(Side(label, level), home=home or Home(None, path, None, level))

    async def _compare_seed(self) -> None:
        session = self.session
        sheet = session.maker.sheet
        if self.document.level.provenance is not None:
            sheet = Sheet.of_level(session.game, self.document.level)
        proposed = new_seed() if sheet.seed is None else min(sheet.seed + 1, MAX_SEED)
        text = await self.workbench.push_screen_wait(
            Ask("Compare with which seed?", str(proposed), number_between(0, MAX_SEED))
        )
        if text is None:
            return
        seed = int(text)

        def fetch(hop: sides.Hop, arrived: Callable[[Side], None]) -> None:
            """Generate the other side."""
            sides.generate(session.solver, session.game, seed, sheet.settings, hop, arrived)

        self.open_comparison(Side(sides.seeded(seed)), fetch, Home())

    def open_comparison(
        self, other: Side, fetch: Fetch | None = None, home: Home | None = None
    ) -> None:
        """Set the level beside another one.

        Args:
            other: the other one; without a level if ``fetch`` makes it.
            fetch: makes the other level.
            home: where the other one is stored; None for another form of this level.
        """
        from workbench.features.compare.screen import CompareScreen

        session = self.session
        answer = session.verdicts.verdict
        complete = answer is not None and not answer.provisional and not answer.cancelled
        own = Side(
            self.document.name,
            session.level,
            session.history.made,
            answer.solved if answer is not None and complete else None,
        )
        self.workbench.push_screen(
            CompareScreen(
                session.game,
                own,
                other,
                session.solver,
                take=lambda taken: self._take_over(taken, home or self.document.home),
                fetch=fetch,
            )
        )

    def _take_over(self, other: Side, home: Home) -> None:
        """Make the level that this one was compared with the one at hand."""
        level, session = other.level, self.session
        if level is None:
            return
        if home is self.document.home:
            level = named_like(level, session.level, session.game.title)
        self.document.change(f"take {other.label}", level, other.made, home)
        session.maker.sheet = Sheet.of_level(session.game, level)
        session.history.show(other.solved)
        self.say(f"taken: {other.label}; {keymap.key('design.undo')} takes it back")
