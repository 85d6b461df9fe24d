"""The part of the design screen that asks which level to compare with the current one."""

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
from workbench.document.undo_versions import StorageLocation
from workbench.features import navigation
from workbench.paths.resources import parse_level_path
from workbench.service.solver_service import GenerationResult
from workbench.session.board_verdicts import CallInUi
from workbench.session.comparison_side import ComparisonSide, FetchSide
from workbench.session.generation.generator_settings import GeneratorSettings, draw_seed
from workbench.ui.dialogs import (
    ChoicePrompt,
    LinePrompt,
    check_level_path,
    make_number_check,
    parse_number,
)
from workbench.ui.part import Part

MAX_VERSIONS = 9
"""The largest number of versions that the dialog lists, so that one digit can choose a version."""


class ComparePart(Part):
    """The part that asks for another level and compares the current one with it."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the action that compares the level with another one."""
        return {"design.compare": lambda: self.host.ask_question(self._ask_to_compare())}

    async def _ask_to_compare(self) -> None:
        document, made = self.document, self.session.history.generation
        history, path, earlier = document.history, document.path, self._list_earlier_versions()
        ways: dict[str, tuple[str, Callable[[], Awaitable[None]]]] = {}
        if earlier:
            before = partial(self._compare_with_version, earlier[0])
            ways["v"] = f"the version before: {history[earlier[0] + 1].name}", before
        if path is not None:
            saved = partial(self._compare_file, path, "the saved file", document.location)
            ways["f"] = "the saved file", saved
        if made is not None and self.session.history.is_edited:
            generated = ComparisonSide("as generated", made.level, made, made.solved)
            ways["o"] = (
                "the generated level, before your edits",
                partial(self._open_comparison, generated),
            )
        ways["s"] = "another seed, same parameters", self._compare_seed
        ways["l"] = "another level file", self._compare_other_file
        if len(earlier) > 1:
            ways["h"] = "an earlier version", self._compare_version
        answers = [(key, words) for key, (words, _) in ways.items()]
        answer = await self.ask_and_wait(ChoicePrompt("Compare with what?", answers))
        if answer is not None:
            await ways[answer][1]()

    def _list_earlier_versions(self) -> list[int]:
        """Return the numbers of earlier versions that differ from their successors, latest first.

        A version followed by a change of parameters alone is not listed.
        """
        levels = [replace(entry.level, verdict=None) for entry in self.document.history]
        numbers = range(len(levels) - 2, -1, -1)
        return [number for number in numbers if levels[number] != levels[number + 1]]

    async def _compare_with_version(self, number: int) -> None:
        """Compare the level with version ``number``, named after the change that followed it."""
        history = self.document.history
        entry = history[number]
        made = entry.attachment if isinstance(entry.attachment, GenerationResult) else None
        other = ComparisonSide(f"before: {history[number + 1].name}", entry.level, made)
        await self._open_comparison(other, home=entry.location)

    async def _compare_version(self) -> None:
        history, numbers = self.document.history, self._list_earlier_versions()[:MAX_VERSIONS]
        answers = [
            (str(digit), f"before: {history[number + 1].name}")
            for digit, number in enumerate(numbers, start=1)
        ]
        answer = await self.ask_and_wait(ChoicePrompt("Which version?", answers))
        if answer is not None:
            await self._compare_with_version(numbers[int(answer) - 1])

    async def _compare_other_file(self) -> None:
        path = self.document.path
        folder = f"{path.parent}/" if path is not None else ""
        question = LinePrompt(
            "Compare with which level file?", folder, check_level_path, is_path=True
        )
        text = await self.ask_and_wait(question)
        if text is not None:
            path = parse_level_path(text)
            await self._compare_file(path, path.name)

    async def _compare_file(
        self, path: Path, label: str, home: StorageLocation | None = None
    ) -> None:
        try:
            level = await asyncio.to_thread(levelfile.read_level, path)
        except EngineError as error:
            self.host.show_message(f"{path.name}: {error}", "bad")
            return
        if level.game != self.game.name:
            self.host.show_message(
                f"{path.name}: expected a level of {self.game.name}, found one of {level.game}"
            )
            return
        await self._open_comparison(
            ComparisonSide(label, level), home=home or StorageLocation(None, path, None, level)
        )

    async def _compare_seed(self) -> None:
        from workbench.features.comparison import side_completion

        session = self.session
        settings = session.generator.settings
        # Use the level's own parameters, not those in the parameters pane, for the other level.
        if self.document.level.provenance is not None:
            settings = GeneratorSettings.from_level(session.game, self.document.level)
        proposed = draw_seed() if settings.seed is None else min(settings.seed + 1, MAX_SEED)
        question = LinePrompt(
            "Compare with which seed?", str(proposed), make_number_check(0, MAX_SEED)
        )
        text = await self.ask_and_wait(question)
        if text is None:
            return
        seed = parse_number(text)

        def fetch_side(hop: CallInUi, arrived: Callable[[ComparisonSide], None]) -> None:
            side_completion.generate_side(
                session.solver, session.game, seed, settings.overrides, hop, arrived
            )

        await self._open_comparison(
            ComparisonSide(side_completion.format_seed(seed)), fetch_side, StorageLocation()
        )

    async def _open_comparison(
        self,
        other: ComparisonSide,
        fetch: FetchSide | None = None,
        home: StorageLocation | None = None,
    ) -> None:
        navigation.compare_open_level(self.host, self.session, other, fetch, home)
