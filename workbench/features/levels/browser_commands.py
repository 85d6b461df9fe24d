"""The parts of the level browser; each part contributes a group of commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import workshop
from engine.errors import EngineError
from engine.files import levelfile
from engine.game import registry
from engine.values.level import Level
from workbench.browser.level_browser import BrowserRow
from workbench.commands import Action, GuardedAction, guard_all, keymap, require_value
from workbench.document.document import Document
from workbench.features import navigation
from workbench.features.levels.levels_pane import LevelsPane
from workbench.paths.resources import shorten_path
from workbench.text.quantity_text import format_count
from workbench.text.refusals import NO_SELECTION, format_mark_hint
from workbench.ui.screen import CommandScreen, finish_work

if TYPE_CHECKING:
    from workbench.session.comparison_side import ComparisonSide
    from workbench.ui.exchange.level_export import ExportSubject
    from workbench.ui.host import Host


class FileWork:
    """A guard that allows only one file change at a time, and lets each one finish.

    Holding a key down requests another change before the previous one has finished. Such a request
    is refused, because the user cannot yet see which file it would apply to.

    Args:
        screen: The screen that shows errors and refusals.
    """

    def __init__(self, screen: CommandScreen) -> None:
        self._screen = screen
        self.refusal: str | None = None
        """The reason why files cannot be changed at the moment, or None if they can."""

    async def run_work(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a change to completion, or refuse it if another change is running."""
        # Python warns about coroutines that never ran, so close the one that is refused.
        if self.refusal is not None:
            work.close()
            self._screen.show_message(self.refusal)
            return
        self.refusal = "files are still being moved or changed"
        await finish_work(self._screen, self._run_then_release(work))

    async def _run_then_release(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        finally:
            self.refusal = None


class BrowserPart:
    """A part of the level browser, which contributes a group of commands.

    Args:
        screen: The level browser.
        file_work: The guard that all the browser's file changes run under.
    """

    def __init__(self, screen: CommandScreen, file_work: FileWork) -> None:
        self._screen = screen
        self._file_work = file_work

    @property
    def host(self) -> Host:
        """The app that runs the browser."""
        return self._screen.workbench

    @property
    def levels(self) -> LevelsPane:
        """The pane that lists the levels."""
        return self._screen.query_one(LevelsPane)

    @property
    def row(self) -> BrowserRow | None:
        """The row under the cursor, or None if the list is empty."""
        return self.levels.row

    @property
    def level(self) -> Level | None:
        """The level under the cursor; None for a folder or an unreadable file."""
        return self.levels.level

    def bind_commands(self) -> Mapping[str, Action]:
        """Return this part's actions, keyed by command id."""
        return {}

    def reload_at(self, path: Path | None, message: str) -> None:
        """Reread the folders, select ``path`` once it has been read, and show ``message``."""
        self.host.browser.selected = path
        self._screen.update_file_status()
        self._screen.show_message(message, "good")


class LevelCreationPart(BrowserPart):
    """The commands that start new levels, batches, galleries and runs."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that create levels, or open batches, galleries and runs."""
        ask, app = self._screen.ask_question, self.host
        return {
            "levels.new": lambda: ask(self._create_level()),
            "levels.generate": lambda: ask(self._generate_level()),
            "levels.modes": lambda: ask(navigation.open_runs(app, self._likely_game)),
            "levels.gallery-again": lambda: ask(navigation.open_galleries(app, self._likely_game)),
            "levels.batch": lambda: ask(self._start_batch()),
        }

    @property
    def _likely_game(self) -> str | None:
        """The game that dialogs suggest: the selected level's, or None if no level is selected."""
        return None if self.level is None else self.level.game

    async def _create_level(self) -> None:
        from workbench.ui.dialogs import ask_new_level

        document = await ask_new_level(self.host, self._likely_game)
        if document is not None:
            navigation.open_design(self.host, document)

    async def _generate_level(self) -> None:
        from workbench.ui.dialogs import ask_game

        game = await ask_game(self.host, "A new level", self._likely_game)
        if game is not None:
            board = game.boards.create_blank(*workshop.get_default_size(game))
            navigation.open_design(self.host, Document(Level(game.name, board)), generate=True)

    async def _start_batch(self) -> None:
        """Ask for a game, and start a batch of its levels.

        The batch has the parameters of the level under the cursor if that level is of the chosen
        game; otherwise, it has the default parameters.
        """
        from workbench.session.generation.generator_settings import GeneratorSettings
        from workbench.ui.dialogs import ask_game

        level = self.level
        game = await ask_game(self.host, "A batch", self._likely_game)
        if game is not None:
            same = level is not None and level.game == game.name
            settings = (
                GeneratorSettings.from_level(game, level).overrides
                if level is not None and same
                else {}
            )
            await navigation.start_batch(self.host, game, settings)


class LevelSharingPart(BrowserPart):
    """The commands that copy or export the level under the cursor, and paste levels."""

    @property
    def _subject(self) -> ExportSubject | None:
        from workbench.ui.exchange.level_export import ExportSubject

        row, level = self.row, self.level
        if row is None or level is None:
            return None
        picture = registry.get_game(level.game).boards.draw_picture(level.board)
        return ExportSubject(level, picture, None if row.folder.read_only else row.file)

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that copy, export and paste levels."""
        shares: dict[str, Action] = {
            "levels.copy-share": self._copy_share,
            "levels.copy-level": self._copy_level,
            "levels.export": self._export_level,
        }
        return {
            **guard_all(require_value(lambda: self._subject, NO_SELECTION), shares),
            "levels.paste": lambda: self._screen.ask_question(self._paste_levels()),
        }

    def _copy_share(self) -> None:
        from workbench.ui.exchange import level_export

        self._share_level(level_export.copy_share_string)

    def _copy_level(self) -> None:
        from workbench.ui.exchange import level_export

        self._share_level(level_export.copy_level_file)

    def _export_level(self) -> None:
        from workbench.ui.exchange import level_export

        self._share_level(level_export.export_picture)

    def _share_level(self, share: Callable[[CommandScreen, ExportSubject], None]) -> None:
        if subject := self._subject:
            share(self._screen, subject)

    async def _paste_levels(self) -> None:
        """Ask for pasted text, and open or save the levels in it."""
        from workbench.ui.exchange.paste_and_metadata_dialogs import PasteScreen

        levels = await self.host.push_screen_wait(PasteScreen())
        if levels is not None:
            await self._open_or_save(levels)

    async def take_incoming(self) -> None:
        """Open or save the levels from the file that the app was started with."""
        levels, self.host.browser.opened_levels = self.host.browser.opened_levels, ()
        await self._open_or_save(levels)

    async def _open_or_save(self, levels: Sequence[Level]) -> None:
        """Open a single level. If there are several, ask whether to save all or open the first."""
        from workbench.ui.dialogs import ChoicePrompt

        folder = self.host.browser.target_folder
        ways = [
            ("s", f"Save all in {shorten_path(folder)}"),
            ("o", "Open the first one and discard the others"),
        ]
        answer: str | None = "o"
        if len(levels) > 1:
            question = f"{len(levels)} levels are not saved to files yet."
            answer = await self.host.push_screen_wait(ChoicePrompt(question, ways))
        if answer == "o":
            navigation.open_design(
                self.host, Document.from_unsaved_work(levels[0], None, None, None)
            )
        elif answer == "s":
            await self._file_work.run_work(self._save_all(levels, folder))

    async def _save_all(self, levels: Sequence[Level], folder: Path) -> None:
        """Save the levels as new files in ``folder``, and move the cursor to the first one."""
        try:
            paths = await asyncio.to_thread(_save_levels, levels, folder)
        except (EngineError, FileExistsError) as error:
            self._screen.show_message(f"Not all levels were saved: {error}", "bad")
            self._screen.update_file_status()
        else:
            self.reload_at(
                paths[0], f"Saved {format_count(len(paths), 'level')} in {shorten_path(folder)}."
            )


def _save_levels(levels: Sequence[Level], folder: Path) -> list[Path]:
    """Save the levels as new files in ``folder``, and return their paths.

    Raises:
        LevelError: A file cannot be written.
    """
    from workbench.ui.exchange.save_questions import propose_path

    paths = []
    for level in levels:
        path = propose_path(Document.from_unsaved_work(level, None, None, None).entry, folder)
        levelfile.write_level(level, path, new=True)
        paths.append(path)
    return paths


class LevelComparisonPart(BrowserPart):
    """The command that marks a level, then compares it with a second one."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the action that marks a level or compares it with the marked one."""
        return {"levels.compare": GuardedAction(self._explain_incomparable, self._mark_or_compare)}

    def _explain_incomparable(self) -> str | None:
        """Return the reason why the level cannot be marked or compared, or None if it can be."""
        level, marked = self.level, self._get_marked_level()
        if level is None:
            return NO_SELECTION
        if marked is not None and marked.game != level.game:
            back = keymap.get_key_hint("levels.back")
            return f"the marked level is of another game ({marked.game}); {back} unmarks it"
        return None

    def _mark_or_compare(self) -> None:
        """Mark or unmark the level. If another level is marked already, compare the two."""
        browser, row, level = self.host.browser, self.row, self.level
        if row is None or level is None:
            return
        marked, other = browser.compared, self._get_marked_level()
        if marked is not None and other is not None and marked != row.path:
            self.clear_mark()
            navigation.open_comparison(
                self.host, _build_side(other, marked), _build_side(level, row.path)
            )
        elif marked == row.path:
            self.clear_mark()
        else:
            browser.compared = row.path
            self.levels.update_content()
            again, unmarks = (
                keymap.get_key_hint("levels.compare"),
                keymap.get_key_hint("levels.back"),
            )
            self._screen.show_message(format_mark_hint(again, unmarks))

    def clear_mark(self) -> None:
        """Remove the mark from the marked level."""
        self.host.browser.compared = None
        self.levels.update_content()

    def _get_marked_level(self) -> Level | None:
        browser = self.host.browser
        details = None if browser.compared is None else browser.get_summary(browser.compared)
        return details.level if details is not None else None


def _build_side(level: Level, path: Path) -> ComparisonSide:
    from workbench.session.comparison_side import ComparisonSide

    return ComparisonSide(level.title or path.stem, level)
