"""Comparing the open level with another one, from the design screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.errors import EngineError
from engine.files import levelfile
from engine.workshop import MAX_SEED
from workbench.commands import Action
from workbench.document.history import Home
from workbench.features import navigation
from workbench.folders.resources import level_file
from workbench.service.solving import Made
from workbench.session.making.sheet import Sheet, new_seed
from workbench.session.sides import Fetch, Side
from workbench.session.verdicts import Hop
from workbench.ui.dialogs import Ask, Choose, level_path, number_between, number_of
from workbench.ui.part import Part

VERSIONS = 9
"""Versions that a question offers; its answers are digits."""


class ComparePart(Part):
    """Asks what to compare the level with."""

    def commands(self) -> Mapping[str, Action]:
        """Compares the level with another one."""
        return {"design.compare": lambda: self.host.ask(self._compare())}

    async def _compare(self) -> None:
        document, made = self.document, self.session.history.made
        history, path, earlier = document.history, document.path, self._list_earlier_versions()
        ways: dict[str, tuple[str, Callable[[], Awaitable[None]]]] = {}
        if earlier:
            before = partial(self._compare_with, earlier[0])
            ways["v"] = f"the version before: {history[earlier[0] + 1].name}", before
        if path is not None:
            saved = partial(self._compare_file, path, "the saved file", document.home)
            ways["f"] = "the saved file", saved
        if made is not None and self.session.history.edited_since:
            generated = Side("as generated", made.level, made, made.solved)
            ways["o"] = "what was generated, before your edits", partial(self._with, generated)
        ways["s"] = "another seed, same parameters", self._compare_seed
        ways["l"] = "another level file", self._compare_other_file
        if len(earlier) > 1:
            ways["h"] = "an earlier version", self._compare_version
        answers = [(key, words) for key, (words, _) in ways.items()]
        answer = await self.answer(Choose("Compare with what?", answers))
        if answer is not None:
            await ways[answer][1]()

    def _list_earlier_versions(self) -> list[int]:
        """List the numbers of the versions before changes of the level, the last change first.

        A change of parameters is no change of the level.
        """
        levels = [replace(entry.level, verdict=None) for entry in self.document.history]
        numbers = range(len(levels) - 2, -1, -1)
        return [number for number in numbers if levels[number] != levels[number + 1]]

    async def _compare_with(self, number: int) -> None:
        """Compare with the version of the history with a number, named by what was done next."""
        history = self.document.history
        entry = history[number]
        made = entry.attachment if isinstance(entry.attachment, Made) else None
        other = Side(f"before: {history[number + 1].name}", entry.level, made)
        await self._with(other, home=entry.home)

    async def _compare_version(self) -> None:
        history, numbers = self.document.history, self._list_earlier_versions()[:VERSIONS]
        answers = [
            (str(digit), f"before: {history[number + 1].name}")
            for digit, number in enumerate(numbers, start=1)
        ]
        answer = await self.answer(Choose("Which version?", answers))
        if answer is not None:
            await self._compare_with(numbers[int(answer) - 1])

    async def _compare_other_file(self) -> None:
        path = self.document.path
        folder = f"{path.parent}/" if path is not None else ""
        question = Ask("Compare with which level file?", folder, level_path, path=True)
        text = await self.answer(question)
        if text is not None:
            path = level_file(text)
            await self._compare_file(path, path.name)

    async def _compare_file(self, path: Path, label: str, home: Home | None = None) -> None:
        try:
            level = await asyncio.to_thread(levelfile.read, path)
        except EngineError as error:
            self.host.say(f"{path.name}: {error}", "bad")
            return
        if level.game != self.game.name:
            self.host.say(f"{path.name}: a level of {level.game}, not of {self.game.name}")
            return
        await self._with(Side(label, level), home=home or Home(None, path, None, level))

    async def _compare_seed(self) -> None:
        from workbench.features.compare import sides

        session = self.session
        sheet = session.maker.sheet
        if self.document.level.provenance is not None:
            sheet = Sheet.of_level(session.game, self.document.level)
        proposed = new_seed() if sheet.seed is None else min(sheet.seed + 1, MAX_SEED)
        question = Ask("Compare with which seed?", str(proposed), number_between(0, MAX_SEED))
        text = await self.answer(question)
        if text is None:
            return
        seed = number_of(text)

        def fetch(hop: Hop, arrived: Callable[[Side], None]) -> None:
            """Generates the other side."""
            sides.generate(session.solver, session.game, seed, sheet.settings, hop, arrived)

        await self._with(Side(sides.seeded(seed)), fetch, Home())

    async def _with(
        self, other: Side, fetch: Fetch | None = None, home: Home | None = None
    ) -> None:
        navigation.compare_open_level(self.host, self.session, other, fetch, home)
